// Package triples is "rtdyld triple". It needs little, so that it runs without options before most packages of the command are
// initialized, which takes half of its start: a script may ask for many targets.
//
// Law: it imports nothing of this project but triple and texts. Nothing but the command imports it: its init ends the process.
package triples

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Command is the first argument of the command that is "rtdyld triple".
const Command = "triple"

func init() {
	option := func(arg string) bool { return strings.HasPrefix(arg, "-") }
	if len(os.Args) > 2 && os.Args[1] == Command && !slices.ContainsFunc(os.Args[2:], option) {
		os.Exit(Show(os.Args[2:], nil, os.Stdout, os.Stderr))
	}
}

// entry is what `rtdyld triple -json` prints of an argument. Every field is always there.
type entry struct {
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

// Show prints what each argument is, as JSON by encode if that is not nil. It returns the status of the command: 0, or 1 if
// one of them is wrong.
func Show(args []string, encode func(w io.Writer, v any) error, stdout, stderr io.Writer) int {
	entries := make([]entry, len(args))
	status := 0
	for i, arg := range args {
		if entries[i] = newEntry(arg); entries[i].err != nil {
			status = 1
		}
	}
	var err error
	if encode != nil {
		err = encode(stdout, entries)
	} else {
		err = printEntries(stdout, entries)
	}
	if err != nil {
		fmt.Fprintf(stderr, "rtdyld triple: %v\n", err)
		return 1
	}
	return status
}

func newEntry(arg string) entry {
	t, err := triple.Parse(arg)
	e := entry{Input: arg, t: t, err: err}
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

// printEntries prints a paragraph a triple, a line a component. A word that the tables do not have is
// marked.
func printEntries(w io.Writer, entries []entry) error {
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

func formatNote(e entry) string {
	if e.ExplicitFormat {
		return " (explicit)"
	}
	return " (derived)"
}

func pointerText(e entry) string {
	switch {
	case e.PointerBits == 0:
		return ""
	case e.BigEndian:
		return fmt.Sprintf("%d bits, big-endian", e.PointerBits)
	}
	return fmt.Sprintf("%d bits, little-endian", e.PointerBits)
}
