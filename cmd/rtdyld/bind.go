package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/bind"
)

var bindCommand = command{
	name:     "bind",
	operands: []string{"[-- FLAG...]"},
	summary:  "write a Go package for a C library",
	about: `The package has the functions that the headers declare and the archives define, their structures, enumerations and constants; the archives are embedded in programs that use it, and linked in memory when something of them is first used. Types come from the debug information of a small file that the C compiler makes of the headers. FLAGs are the compiler's, such as -I DIR.

Functions that are not bound are listed with the reason, on the standard error and in a file of the package. Static inline functions get a compiled function beside the archive, and so do the function-like macros that -inline names.

PATTERNs are of C names, with * and ?, several of them separated by blanks; one with ! before it takes out what others have chosen. In -string a PATTERN is of FUNCTION.PARAMETER or FUNCTION.return, in -bytes of FUNCTION.PARAMETER+LENGTH, and -error takes PATTERN=nonzero, negative, null or zero, which says what result is a failure. Parameters that the header gives no names are p0, p1 and so on. A PATTERN that fits nothing is a warning.

-target begins what is for one GOOS/GOARCH alone: the options -lib, -with, -l, -L and -cc behind it, up to the next. Those before the first are for all. The package has files for each target, which go build chooses from. For Windows, MinGW's libmingwex.a is embedded where objects of its compiler refer to it, and -l NAME takes MinGW's archive of that name.

What is embedded lies in the package's folder lib, is made by go generate and need not be committed. The line for go generate runs the command as the module requires it: go get -tool github.com/go-rtdyld/rtdyld/cmd/rtdyld adds it.`,
	examples: []example{
		{"rtdyld bind -header sqlite3.h -lib libsqlite3.a -l m -o sqlite", "the package sqlite, with functions like Sqlite3OpenV2"},
		{"rtdyld bind -header zlib.h -lib libz.a -inline 'deflateInit*' -o zlib", "with functions for macros"},
		{"rtdyld bind -header foo.h -o foo -target linux/amd64 -lib libfoo.a -target linux/arm64 -cc aarch64-linux-gnu-gcc -lib arm64/libfoo.a -- -I include", "for two processors"},
		{"rtdyld bind -header foo.h -header more.h -lib libfoo.a -lib more.c -o foo", "with functions of a C file, which the compiler compiles"},
	},
	optional: true,
	dashes:   true,
	setup:    bindSetup,
}

// bindOptions are what bind is told.
type bindOptions struct {
	headers, functions           stringList
	targets                      []*bindTarget // the first is for all; those behind it begin with -target
	out, pkg, errorText          string
	choose, trim, rename, inline patternList
	texts, bytes, errors         patternList
	noCallback                   patternList
	json                         bool
}

// bindSetup defines the options of bind.
func bindSetup(fs *flag.FlagSet) func(call) int {
	o := &bindOptions{targets: []*bindTarget{{}}}
	fs.Var(&o.headers, "header", "`HEADER` as #include has it; may be given more than once")
	o.targetFlags(fs)
	fs.StringVar(&o.out, "o", "", "`DIR` of the package")
	fs.StringVar(&o.pkg, "package", "", "`NAME` of the package; without it the last part of DIR")
	fs.Var(&o.choose, "choose", "`PATTERN` of functions, variables, constants, and of types that these do without; without it all")
	fs.Var(&o.trim, "trim", "`PREFIX` that names in Go do without; may be given more than once")
	fs.Var(&o.rename, "rename", "`C=Go` names something; may be given more than once")
	fs.Var(&o.inline, "inline", "`PATTERN` of function-like macros to make functions of, or !PATTERN of static inline functions not to")
	fs.Var(&o.functions, "function", "`DECLARATION` of a function for a macro, as a header would have it, where -inline cannot tell the types")
	fs.Var(&o.texts, "string", "`PATTERN` of parameters and results that are strings")
	fs.Var(&o.bytes, "bytes", "`PATTERN` of two parameters that are a []byte")
	fs.Var(&o.errors, "error", "`PATTERN=HOW` of functions whose results are errors")
	fs.Var(&o.noCallback, "nocallback", "`PATTERN` of functions that neither call Go functions back nor keep pointers: what they are given the address of may be on the goroutine's stack, and then costs no allocation")
	fs.StringVar(&o.errorText, "errortext", "", "`FUNCTION` that gives the text for a result of -error: const char *f(int)")
	fs.BoolVar(&o.json, "json", false, "print what was bound and what was not as JSON")
	return func(c call) int {
		all, err := o.run(c)
		if errors.Is(err, errUsage) {
			report(c.stderr, &usageError{Command: "bind", Msg: strings.TrimSuffix(err.Error(), ": "+errUsage.Error())})
			return 2
		}
		for _, r := range all {
			err = errors.Join(err, o.tell(c, r))
		}
		if err != nil {
			c.report(err)
			return 1
		}
		return 0
	}
}

var errUsage = errors.New("usage")

// run makes the package, and tells of each target. Nothing is written unless all of them can be made.
func (o *bindOptions) run(c call) ([]*bind.Result, error) {
	targets := o.chosen()
	switch {
	case len(c.args) > 0:
		return nil, fmt.Errorf("%s: archives are given by -lib: %w", c.args[0], errUsage)
	case len(o.headers) == 0:
		return nil, fmt.Errorf("-header is needed: %w", errUsage)
	case slices.ContainsFunc(targets, func(t *bindTarget) bool { return len(t.archives) == 0 }):
		return nil, fmt.Errorf("-lib is needed: %w", errUsage)
	case o.out == "":
		return nil, fmt.Errorf("-o is needed: %w", errUsage)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	out, err := filepath.Abs(o.out)
	if err != nil {
		return nil, err
	}
	var all []*bind.Result
	for _, t := range targets {
		r, err := o.generate(c, t, here, out)
		if err != nil {
			if t.name != "" {
				err = fmt.Errorf("-target %s: %w", t.name, err)
			}
			return nil, err
		}
		all = append(all, r)
	}
	for i, r := range all {
		if err := writePackage(out, r); err != nil {
			return nil, err
		}
		for _, w := range targets[i].warnings {
			report(c.stderr, w)
		}
	}
	return all, nil
}

// generate makes the package for a target.
func (o *bindOptions) generate(c call, t *bindTarget, here, out string) (*bind.Result, error) {
	cc, err := newBindCompiler(c.ctx, &sources{command: t.cc}, c.rest, here)
	if err != nil {
		return nil, err
	}
	cfg := bind.Config{
		Package: cmp.Or(o.pkg, filepath.Base(out)), Headers: o.headers, Compiler: cc, Dir: here, ReadFile: os.ReadFile,
		Command: o.command(here, out, c.rest), Rename: map[string]string{},
		Choose: o.choose, Trim: o.trim, Inline: o.inline, Functions: o.functions, Strings: o.texts, Bytes: o.bytes, Errors: o.errors, ErrorText: o.errorText, NoCallback: o.noCallback,
	}
	for _, r := range o.rename {
		from, to, ok := strings.Cut(r, "=")
		if !ok {
			return nil, fmt.Errorf("-rename %s: C=Go: %w", r, errUsage)
		}
		cfg.Rename[from] = to
	}
	if err := t.files(c.ctx, cc, &cfg); err != nil {
		return nil, err
	}
	r, err := bind.Generate(c.ctx, cfg)
	if err == nil {
		t.warnings = append(t.missing(c.ctx, r, cfg.Libraries), unused(r)...)
	}
	return r, err
}

// bindPatterns are the options that are fields of the package's configuration.
var bindPatterns = map[string]string{"Choose": "-choose", "Rename": "-rename", "Inline": "-inline", "Strings": "-string", "Bytes": "-bytes", "Errors": "-error", "NoCallback": "-nocallback"}

// unused are warnings of patterns without effect.
func unused(r *bind.Result) (all []error) {
	for _, u := range r.Unused {
		why := ""
		if u.Why != "" {
			why = ": " + u.Why
		}
		all = append(all, fmt.Errorf("warning: %s %s fits nothing that is bound for %s/%s%s", bindPatterns[u.Field], u.Pattern, r.GOOS, r.GOARCH, why))
	}
	return all
}

// command is the command line that does the same in the package's folder.
func (o *bindOptions) command(here, out string, flags []string) []string {
	there := func(path string) string {
		if _, err := os.Stat(path); err != nil || filepath.IsAbs(path) {
			return path
		}
		if rel, err := filepath.Rel(out, filepath.Join(here, path)); err == nil {
			return filepath.ToSlash(rel)
		}
		return path
	}
	words := []string{"go", "run", "github.com/go-rtdyld/rtdyld/cmd/rtdyld", "bind"}
	add := func(option string, values ...string) {
		for _, v := range values {
			if v != "" {
				words = append(words, option, v)
			}
		}
	}
	each := func(option string, values []string) {
		for _, v := range values {
			add(option, there(v))
		}
	}
	each("-header", o.headers)
	for _, t := range o.targets {
		add("-target", t.name)
		each("-lib", t.archives)
		each("-with", t.others)
		each("-L", t.dirs)
		add("-l", t.libraries...)
		add("-cc", strings.Join(thereFlags(strings.Fields(t.cc), there), " "))
	}
	for _, list := range []struct {
		option string
		words  patternList
	}{{"-choose", o.choose}, {"-trim", o.trim}, {"-rename", o.rename}, {"-inline", o.inline}, {"-string", o.texts}, {"-bytes", o.bytes}, {"-error", o.errors}, {"-nocallback", o.noCallback}} {
		add(list.option, list.words.String())
	}
	add("-function", o.functions...)
	add("-errortext", o.errorText)
	add("-package", o.pkg)
	words = append(words, "-o", ".")
	if len(flags) > 0 {
		words = append(words, "--")
	}
	return append(words, thereFlags(flags, there)...)
}

// thereFlags are flags of a compiler with folders as they are called in another one.
func thereFlags(flags []string, there func(string) string) []string {
	var words []string
	for i, f := range flags {
		switch rest, ok := strings.CutPrefix(f, "-I"); {
		case ok && rest != "":
			f = "-I" + there(rest)
		case i > 0 && slices.Contains([]string{"-I", "-isystem", "-iquote", "-idirafter", "-include"}, flags[i-1]):
			f = there(f)
		}
		words = append(words, f)
	}
	return words
}

// writePackage writes the files that are not as they are to be. What an earlier run has put beside those that are embedded goes:
// it would be embedded, too.
func writePackage(dir string, r *bind.Result) error {
	names := map[string]bool{}
	for _, f := range r.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		names[path] = true
		if old, err := os.ReadFile(path); err == nil && string(old) == string(f.Data) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			return err
		}
	}
	for _, suffix := range []string{"a", "o", "c"} { // those that lib/.gitignore has
		old, err := filepath.Glob(filepath.Join(dir, "lib", r.GOOS+"_"+r.GOARCH, "*."+suffix))
		if err != nil {
			return err
		}
		for _, path := range old {
			if !names[path] {
				if err := os.Remove(path); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// bound is what `rtdyld bind -json` prints.
type bound struct {
	GOOS      string      `json:"goos"`
	GOARCH    string      `json:"goarch"`
	Functions []string    `json:"functions"`
	Unbound   []bind.Left `json:"unbound"`
	Absent    []string    `json:"absent"`
	Variables int         `json:"variables"`
	Types     int         `json:"types"`
	Constants int         `json:"constants"`

	Unused []bind.Unused `json:"unused,omitempty"`
}

// mostLeft is how many functions that are not bound are told of, each with its reason.
const mostLeft = 20

// tell says what was bound and what was not.
func (o *bindOptions) tell(c call, r *bind.Result) error {
	if o.json {
		return encode(c.stdout, bound{r.GOOS, r.GOARCH, slices.Clip(r.Bound), r.Left, r.Absent, r.Variables, r.Types, r.Constants, r.Unused})
	}
	for i, l := range r.Left {
		if i == mostLeft {
			report(c.stderr, fmt.Errorf("%d more are not bound: %s lists them", len(r.Left)-i, filepath.Join(o.out, "unbound_"+r.GOOS+"_"+r.GOARCH+".txt")))
			break
		}
		report(c.stderr, fmt.Errorf("%s is not bound for %s/%s: %s", l.Name, r.GOOS, r.GOARCH, l.Reason))
	}
	_, err := fmt.Fprintf(c.stdout, "%s: %d functions, %d types, %d constants for %s/%s; %d functions are not bound, %d are in no archive\n",
		o.out, len(r.Bound), r.Types, r.Constants, r.GOOS, r.GOARCH, len(r.Left), len(r.Absent))
	return err
}
