package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/bind"
	"github.com/go-rtdyld/rtdyld/rtdyld/libs"
	"github.com/go-rtdyld/rtdyld/triple"
)

var bindCommand = command{
	name:     "bind",
	operands: []string{"[-- FLAG...]"},
	summary:  "write a Go package for a C library",
	about: `The package has the functions that the headers declare and the archives define, their structures, enumerations and constants; the archives are embedded in programs that use it, and linked in memory when something of them is first used. Types come from the debug information of a small file that the C compiler makes of the headers. FLAGs are the compiler's, such as -I DIR.

Functions that are not bound are listed with the reason, on the standard error and in a file of the package. Static inline functions get a compiled function beside the archive, and so do the function-like macros that -inline names.

PATTERNs are of C names, with * and ?; one with ! before it takes out what others have chosen. In -string a PATTERN is of FUNCTION.PARAMETER or FUNCTION.return, in -bytes of FUNCTION.PARAMETER+LENGTH, and -error takes PATTERN=nonzero, negative, null or zero, which says what result is a failure.

What is embedded lies in the package's folder lib, is made by go generate and need not be committed.`,
	examples: []example{
		{"rtdyld bind -header sqlite3.h -lib libsqlite3.a -l m -o sqlite", "the package sqlite, with functions like Sqlite3OpenV2"},
		{"rtdyld bind -header zlib.h -lib libz.a -inline 'deflateInit*' -o zlib", "with functions for macros"},
		{"rtdyld bind -cc cross-gcc -header foo.h -lib cross/libfoo.a -o foo -- -I include", "for another processor, beside what the folder has"},
	},
	optional: true,
	dashes:   true,
	setup:    bindSetup,
}

// bindOptions are what bind is told.
type bindOptions struct {
	headers, archives, others       stringList
	find                            finding
	sources                         sources
	out, pkg, errorText             string
	choose, trim, rename, inline    stringList
	functions, texts, bytes, errors stringList
	json                            bool
}

// bindSetup defines the options of bind.
func bindSetup(fs *flag.FlagSet) func(call) int {
	o := &bindOptions{}
	fs.Var(&o.headers, "header", "`HEADER` as #include has it; may be given more than once")
	fs.Var(&o.archives, "lib", "archive or object `FILE` whose names are bound, a path, or a name in the folders of -L or the compiler's; may be given more than once")
	fs.Var(&o.others, "with", "archive or object `FILE` that is embedded for what the library refers to; may be given more than once")
	o.find.flags(fs, "; shared ones are opened when the library is loaded")
	fs.StringVar(&o.sources.command, "cc", "", "`COMMAND` that compiles, with its flags, words separated by blanks; without it $CC, clang or gcc")
	fs.StringVar(&o.out, "o", "", "`DIR` of the package")
	fs.StringVar(&o.pkg, "package", "", "`NAME` of the package; without it the last part of DIR")
	fs.Var(&o.choose, "choose", "`PATTERN` of functions, variables and constants; without it all")
	fs.Var(&o.trim, "trim", "`PREFIX` that names in Go do without; may be given more than once")
	fs.Var(&o.rename, "rename", "`C=Go` names something; may be given more than once")
	fs.Var(&o.inline, "inline", "`PATTERN` of function-like macros to make functions of, or !PATTERN of static inline functions not to")
	fs.Var(&o.functions, "function", "`DECLARATION` of a function for a macro, as a header would have it, where -inline cannot tell the types")
	fs.Var(&o.texts, "string", "`PATTERN` of parameters and results that are strings")
	fs.Var(&o.bytes, "bytes", "`PATTERN` of two parameters that are a []byte")
	fs.Var(&o.errors, "error", "`PATTERN=HOW` of functions whose results are errors")
	fs.StringVar(&o.errorText, "errortext", "", "`FUNCTION` that gives the text for a result of -error: const char *f(int)")
	fs.BoolVar(&o.json, "json", false, "print what was bound and what was not as JSON")
	return func(c call) int {
		r, err := o.run(c)
		if errors.Is(err, errUsage) {
			report(c.stderr, &usageError{Command: "bind", Msg: strings.TrimSuffix(err.Error(), ": "+errUsage.Error())})
			return 2
		}
		if err == nil {
			err = o.tell(c, r)
		}
		if err != nil {
			c.report(err)
			return 1
		}
		return 0
	}
}

var errUsage = errors.New("usage")

// run makes the package.
func (o *bindOptions) run(c call) (*bind.Result, error) {
	switch {
	case len(c.args) > 0:
		return nil, fmt.Errorf("%s: archives are given by -lib: %w", c.args[0], errUsage)
	case len(o.headers) == 0:
		return nil, fmt.Errorf("-header is needed: %w", errUsage)
	case len(o.archives) == 0:
		return nil, fmt.Errorf("-lib is needed: %w", errUsage)
	case o.out == "":
		return nil, fmt.Errorf("-o is needed: %w", errUsage)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	cc, err := newBindCompiler(c.ctx, &o.sources, c.rest, here)
	if err != nil {
		return nil, err
	}
	out, err := filepath.Abs(o.out)
	if err != nil {
		return nil, err
	}
	cfg := bind.Config{
		Package: cmp.Or(o.pkg, filepath.Base(out)), Headers: o.headers, Compiler: cc, Dir: here, ReadFile: os.ReadFile,
		Command: o.command(here, out, c.rest), Rename: map[string]string{},
		Choose: o.choose, Trim: o.trim, Inline: o.inline, Functions: o.functions, Strings: o.texts, Bytes: o.bytes, Errors: o.errors, ErrorText: o.errorText,
	}
	for _, r := range o.rename {
		from, to, ok := strings.Cut(r, "=")
		if !ok {
			return nil, fmt.Errorf("-rename %s: C=Go: %w", r, errUsage)
		}
		cfg.Rename[from] = to
	}
	if cfg.Archives, err = o.read(c.ctx, cc, o.archives); err != nil {
		return nil, err
	}
	if cfg.Others, err = o.read(c.ctx, cc, o.others); err != nil {
		return nil, err
	}
	if err := o.libraries(c.ctx, &cfg); err != nil {
		return nil, err
	}
	r, err := bind.Generate(c.ctx, cfg)
	if err != nil {
		return nil, err
	}
	return r, writePackage(out, r)
}

// read reads archives.
func (o *bindOptions) read(ctx context.Context, cc *bindCompiler, names []string) ([]bind.Archive, error) {
	var all []bind.Archive
	for _, name := range names {
		path, err := o.archive(ctx, cc, name)
		if err != nil {
			return nil, err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, bind.Archive{Name: filepath.Base(path), Data: data})
	}
	return all, nil
}

// archive finds an archive: the path, or the name in -L's folders and where the compiler looks.
func (o *bindOptions) archive(ctx context.Context, cc *bindCompiler, name string) (string, error) {
	if _, err := os.Stat(name); err == nil || strings.ContainsRune(name, filepath.Separator) {
		return name, err
	}
	for _, dir := range o.find.dirs {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	path, err := cc.file(ctx, name)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil || path == name {
		return "", &os.PathError{Op: "find", Path: name, Err: os.ErrNotExist}
	}
	return path, nil
}

// libraries says how the program opens what -l names. Archives are embedded.
func (o *bindOptions) libraries(ctx context.Context, cfg *bind.Config) error {
	for _, name := range o.find.names {
		found, err := libs.Find(ctx, name, triple.Host(), false, o.find.all(triple.Host())...)
		if err != nil {
			return err
		}
		for _, l := range found {
			if !l.Shared {
				data, err := os.ReadFile(l.Path)
				if err != nil {
					return err
				}
				cfg.Others = append(cfg.Others, bind.Archive{Name: filepath.Base(l.Path), Data: data})
				continue
			}
			soname := filepath.Base(l.Path)
			if s, err := libs.OpenShared(l.Path); err == nil {
				soname = cmp.Or(s.Soname, soname)
				s.Close()
			}
			if !slices.Contains(cfg.Libraries, soname) {
				cfg.Libraries = append(cfg.Libraries, soname)
			}
		}
	}
	return nil
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
	each("-lib", o.archives)
	each("-with", o.others)
	each("-L", o.find.dirs)
	add("-l", o.find.names...)
	add("-cc", o.sources.command)
	add("-choose", o.choose...)
	add("-trim", o.trim...)
	add("-rename", o.rename...)
	add("-inline", o.inline...)
	add("-function", o.functions...)
	add("-string", o.texts...)
	add("-bytes", o.bytes...)
	add("-error", o.errors...)
	add("-errortext", o.errorText)
	add("-package", o.pkg)
	words = append(words, "-o", ".")
	if len(flags) > 0 {
		words = append(words, "--")
	}
	for i, f := range flags {
		switch rest, ok := strings.CutPrefix(f, "-I"); {
		case ok && rest != "":
			f = "-I" + there(rest)
		case i > 0 && slices.Contains([]string{"-I", "-isystem", "-iquote", "-include"}, flags[i-1]):
			f = there(f)
		}
		words = append(words, f)
	}
	return words
}

// writePackage writes the files that are not as they are to be.
func writePackage(dir string, r *bind.Result) error {
	for _, f := range r.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
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
}

// tell says what was bound and what was not.
func (o *bindOptions) tell(c call, r *bind.Result) error {
	if o.json {
		return encode(c.stdout, bound{r.GOOS, r.GOARCH, slices.Clip(r.Bound), r.Left, r.Absent, r.Variables, r.Types, r.Constants})
	}
	for _, l := range r.Left {
		report(c.stderr, fmt.Errorf("%s is not bound: %s", l.Name, l.Reason))
	}
	_, err := fmt.Fprintf(c.stdout, "%s: %d functions, %d types, %d constants for %s/%s; %d functions are not bound, %d are in no archive\n",
		o.out, len(r.Bound), r.Types, r.Constants, r.GOOS, r.GOARCH, len(r.Left), len(r.Absent))
	return err
}
