package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/triple"
)

// tripleEntry is what `rtdyld triple -json` prints of an argument. Every field is always there.
type tripleEntry struct {
	Input          string `json:"input"`
	Normalized     string `json:"normalized"`  // "" if it cannot be parsed or names two formats
	Arch           string `json:"arch"`        // LLVM's name, or the word if it has none
	SubArch        string `json:"subarch"`     // "v7a" of armv7a
	Vendor         string `json:"vendor"`      // name or word
	OS             string `json:"os"`          // name or word, without the version
	OSVersion      string `json:"osVersion"`   // as written
	Environment    string `json:"environment"` // with its version
	Format         string `json:"format"`
	ExplicitFormat bool   `json:"explicitFormat"`
	PointerBits    int    `json:"pointerBits"`
	BigEndian      bool   `json:"bigEndian"`
	Error          string `json:"error"`

	t   triple.Triple
	err error
}

// tripleCommand takes its arguments apart and prints what each target is. Its status is 0, 1 if
// one of them is wrong.
var tripleCommand = command{
	name:     "triple",
	operands: []string{"TRIPLE..."},
	summary:  "take target triples apart",
	examples: []example{{"rtdyld triple armv7a-linux-gnueabihf", "its architecture, system, environment and object format"}},
	setup: func(fs *flag.FlagSet) func(call) int {
		asJSON := fs.Bool("json", false, "print a JSON array, an object an argument")
		return func(c call) int { return showTriples(c.args, *asJSON, c.stdout, c.stderr) }
	},
}

func showTriples(args []string, asJSON bool, stdout, stderr io.Writer) int {
	entries := make([]tripleEntry, len(args))
	status := 0
	for i, arg := range args {
		if entries[i] = newTripleEntry(arg); entries[i].err != nil {
			status = 1
		}
	}
	var err error
	if asJSON {
		err = encode(stdout, entries)
	} else {
		err = printTriples(stdout, entries)
	}
	if err != nil {
		fmt.Fprintf(stderr, "rtdyld triple: %v\n", err)
		return 1
	}
	return status
}

func newTripleEntry(arg string) tripleEntry {
	t, err := triple.Parse(arg)
	e := tripleEntry{Input: arg, t: t, err: err}
	if err != nil {
		e.Error = err.Error()
		if errors.Is(err, triple.ErrSyntax) {
			return e
		}
	}
	e.Normalized = t.String()
	e.Format = t.Format().String()
	if errors.Is(err, triple.ErrTwoFormats) { // which of them is not known
		e.Normalized, e.Format = "", ""
	}
	e.Arch = nameOr(t.Arch != triple.UnknownArch, t.Arch.String(), t.ArchName())
	e.SubArch = string(t.SubArch)
	e.Vendor = nameOr(t.Vendor != triple.UnknownVendor, t.Vendor.String(), t.VendorName())
	e.OS = nameOr(t.OS != triple.UnknownOS, t.OS.String(), t.OSBaseName())
	e.OSVersion = t.OSVersionText()
	e.Environment = t.EnvironmentName()
	e.ExplicitFormat = t.HasExplicitFormat()
	e.PointerBits = t.PointerBits()
	e.BigEndian = t.IsBigEndian()
	return e
}

func nameOr(known bool, name, word string) string {
	if known {
		return name
	}
	return word
}

// printTriples prints a paragraph a triple, a line a component. A word that the tables do not have is
// marked.
func printTriples(w io.Writer, entries []tripleEntry) error {
	b := []byte(nil)
	line := func(name, value, note string) {
		if value == "" {
			value = "-"
		}
		b = fmt.Appendf(b, "  %-12s %s%s\n", name, value, note)
	}
	for i, e := range entries {
		if i > 0 {
			b = append(b, '\n')
		}
		b = fmt.Appendf(b, "%s\n", texts.Name(e.Input))
		if e.err != nil {
			line("error", texts.Line(e.Error), "")
		}
		if errors.Is(e.err, triple.ErrSyntax) {
			continue
		}
		t := e.t
		line("normalized", e.Normalized, "")
		if e.err == nil {
			line("llvm", t.LLVM(), "")
		}
		line("arch", e.Arch, unknownNote(t.Arch == triple.UnknownArch, e.Arch))
		line("subarch", e.SubArch, "")
		line("vendor", e.Vendor, unknownNote(t.Vendor == triple.UnknownVendor, e.Vendor))
		line("os", e.OS, unknownNote(t.OS == triple.UnknownOS, e.OS))
		line("os version", e.OSVersion, "")
		line("environment", e.Environment, unknownNote(t.Environment == triple.UnknownEnvironment, e.Environment))
		line("format", e.Format, formatNote(e))
		line("pointer", pointerText(e), "")
	}
	_, err := w.Write(b)
	return err
}

func unknownNote(unknown bool, word string) string {
	if unknown && word != "" && word != "unknown" {
		return " (unknown)"
	}
	return ""
}

func formatNote(e tripleEntry) string {
	if e.ExplicitFormat {
		return " (explicit)"
	}
	return " (derived)"
}

func pointerText(e tripleEntry) string {
	switch {
	case e.PointerBits == 0:
		return ""
	case e.BigEndian:
		return fmt.Sprintf("%d bits, big-endian", e.PointerBits)
	}
	return fmt.Sprintf("%d bits, little-endian", e.PointerBits)
}
