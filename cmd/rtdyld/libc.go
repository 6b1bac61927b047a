package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/libc"
	"github.com/go-rtdyld/rtdyld/triple"
)

var libcCommand = command{
	name:    "libc",
	summary: "make the archive that static programs embed to run C",
	about: `The archive has musl's libc.a as the distribution has it (musl-dev: versions 1.2.3 to 1.2.5), what it lacks for code that was compiled with glibc's headers, a compiler's builtins, and with -c++ libgcc_eh.a and libstdc++.a. Its member rtdyld-libc.txt says what is there. Nothing is compiled, and the same files give the same archive.

The texts of all licences are written to a file beside it, whose name ends in .licences.txt instead of .a: whoever passes the archive on, or a program that has it embedded, passes them on.

Files are looked for where Debian, Alpine, Arch and Fedora have them, below each folder that -root names: what dpkg-deb -x has unpacked there, of a package for another processor for one. PARTs are musl, libgcc, compiler-rt, libgcc_eh, libstdc++ and builtins, which is an archive that -builtins names.`,
	examples: []example{
		{"rtdyld libc -o libc.a", "for this machine, of musl-dev and gcc's libgcc.a"},
		{"rtdyld libc -c++ -o libc.a", "with what C++ needs"},
		{"rtdyld libc -target TRIPLE -root unpacked -root / -o libc.a", "for another processor, of packages that are unpacked"},
	},
	optional: true,
	operands: []string{""},
	setup:    libcSetup,
}

// libcOptions are what libc is told.
type libcOptions struct {
	cfg      libc.Config
	out      string
	target   string
	roots    stringList
	licences stringList
	json     bool
}

func libcSetup(fs *flag.FlagSet) func(call) int {
	o := &libcOptions{}
	fs.StringVar(&o.out, "o", "", "`FILE` to write, which ends in .a")
	fs.StringVar(&o.target, "target", "", "`TRIPLE` that the archive is for; without it that of this machine")
	fs.StringVar(&o.cfg.Libc, "libc", "", "`FILE` that is musl's libc.a")
	fs.StringVar(&o.cfg.Builtins, "builtins", "", "libgcc, compiler-rt, none, or a `FILE`; without it what is there, libgcc first")
	fs.BoolVar(&o.cfg.Cxx, "c++", false, "with libgcc_eh.a and libstdc++.a")
	fs.Var(&o.roots, "root", "`DIR` that files are looked for below, /; may be given more than once")
	fs.Var(&o.licences, "licence", "`PART=FILE` with a licence's text; may be given more than once")
	fs.BoolVar(&o.json, "json", false, "print what is in the archive as JSON")
	return func(c call) int {
		if usage := o.check(c); usage != "" {
			report(c.stderr, &usageError{Command: "libc", Msg: usage})
			return 2
		}
		if err := o.run(c); err != nil {
			c.report(err)
			return 1
		}
		return 0
	}
}

// check says what is wrong with the command line.
func (o *libcOptions) check(c call) string {
	switch {
	case len(c.args) > 0:
		return texts.Name(c.args[0]) + ": libc has no operands"
	case o.out == "":
		return "-o is needed"
	case !strings.HasSuffix(o.out, ".a"):
		return texts.Name(o.out) + ": the archive's name ends in .a"
	}
	o.cfg.Roots = o.roots
	o.cfg.Licences = map[string]string{}
	for _, l := range o.licences {
		part, file, ok := strings.Cut(l, "=")
		if !ok || part == "" || file == "" {
			return texts.Name(l) + ": want PART=FILE"
		}
		o.cfg.Licences[part] = file
	}
	if o.target != "" {
		t, err := triple.Parse(o.target)
		if err != nil {
			return err.Error()
		}
		o.cfg.Target = t
	}
	return ""
}

func (o *libcOptions) run(c call) error {
	r, err := libc.Make(c.ctx, o.cfg)
	if err != nil {
		return err
	}
	licences := strings.TrimSuffix(o.out, ".a") + ".licences.txt"
	if err := os.WriteFile(licences, r.Licences, 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(o.out, r.Archive, 0o666); err != nil {
		return err
	}
	if o.json {
		return encode(c.stdout, newLibcEntry(o.out, licences, r))
	}
	for _, p := range r.Parts {
		from := "rtdyld's own objects"
		if p.Path != "" {
			from = texts.Name(p.Path)
		}
		if _, err := fmt.Fprintf(c.stdout, "%-12s %-8s %5d members  %-40s %s\n", texts.Name(p.Name), texts.Name(p.Version), p.Members, p.Licence, from); err != nil {
			return err
		}
	}
	return nil
}

// libcEntry is what rtdyld libc -json prints. Every field is always there.
type libcEntry struct {
	Output   string     `json:"output"`
	Licences string     `json:"licences"` // file with their texts
	Target   string     `json:"target"`
	Bytes    int        `json:"bytes"`
	Parts    []libcPart `json:"parts"`
	Replaced []string   `json:"replaced"` // members of musl's that rtdyld's objects stand for
}

type libcPart struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Path    string `json:"path"` // "" for rtdyld's own
	Members int    `json:"members"`
	Licence string `json:"licence"`
	Text    string `json:"text"` // file that the licence's text is from
}

func newLibcEntry(out, licences string, r *libc.Result) libcEntry {
	e := libcEntry{Output: out, Licences: licences, Target: r.Target.String(), Bytes: len(r.Archive), Parts: []libcPart{}, Replaced: r.Replaced}
	if e.Replaced == nil {
		e.Replaced = []string{}
	}
	for _, p := range r.Parts {
		e.Parts = append(e.Parts, libcPart{p.Name, p.Version, p.Path, p.Members, p.Licence, p.LicencePath})
	}
	return e
}
