package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	driver "github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
	"github.com/go-rtdyld/rtdyld/triple"
)

// sources says how sources become objects.
type sources struct {
	language oneOf
	command  string    // and its flags, "" for the first that is found
	stderr   io.Writer // is told what it says
	foreign  bool      // code is to run on another machine
}

// languages are those of -x, the first for files that say it themselves.
var languages = oneOf{"none", "c", "c++", "asm", "ir"}

// flags defines the options.
func (o *sources) flags(fs *flag.FlagSet) {
	o.language = languages
	fs.Var(&o.language, "x", "files that are no objects are sources in this language (`none|c|c++|asm|ir`); none: told by their names, text of the standard input is C")
	fs.StringVar(&o.command, "cc", "", "`COMMAND` that compiles sources, with its flags, words separated by blanks; without it $CC, clang, gcc or tcc, of C++ $CXX, clang or g++, of IR clang or llc, with -O2 -g")
}

// language is what a file that is no object is compiled as, "" for not at all. The standard
// input has no name to tell it: its text is C unless it is LLVM's.
func (in *inputs) language(path string, kind objfile.Foreign, data []byte) string {
	if !in.runs {
		return ""
	}
	l := in.sources.language.String()
	switch kind {
	case objfile.CSource, objfile.CXXSource, objfile.AssemblySource, objfile.LLVMText:
		if l != languages[0] {
			return l
		}
		return map[objfile.Foreign]string{objfile.CSource: "c", objfile.CXXSource: "c++", objfile.AssemblySource: "asm", objfile.LLVMText: "ir"}[kind]
	case objfile.LLVMBitcode:
		if l == "ir" || strings.HasSuffix(path, ".bc") {
			return "ir"
		}
	case objfile.NotForeign:
		switch {
		case path == "-" && l == languages[0] && objfile.Recognize("-.c", data) == objfile.CSource && len(data) > 0:
			return "c"
		case l != languages[0] && objfile.Recognize("-.c", data) == objfile.CSource:
			return l
		}
	}
	return ""
}

// tools are the commands that compile a language, the likeliest first. A variable of the environment
// comes before them.
var tools = map[string]struct {
	variable string
	names    []string
}{
	"c":   {"CC", []string{"clang", "gcc", "tcc"}},
	"c++": {"CXX", []string{"clang", "g++"}},
	"asm": {"CC", []string{"clang", "gcc"}},
	"ir":  {"", []string{"clang", "llc"}},
}

// noCompilerError says that there is nothing to compile a source with.
type noCompilerError struct {
	File     string
	Language string
	Names    []string // that were looked for
}

func (e *noCompilerError) Error() string {
	return fmt.Sprintf("%s: there is no compiler for it, none of %s: install one, name one by -cc, or compile it elsewhere and run the object", e.File, strings.Join(e.Names, ", "))
}

// Is matches [exec.ErrNotFound].
func (e *noCompilerError) Is(t error) bool { return t == exec.ErrNotFound }

// tool chooses the command for a language, with its flags.
func (o *sources) tool(path, language string) (words []string, err error) {
	row := tools[language]
	given := strings.Fields(o.command)
	if row.variable != "" && len(given) == 0 {
		given = strings.Fields(os.Getenv(row.variable))
	}
	if len(given) > 0 {
		return given, nil
	}
	for _, name := range row.names {
		if _, err := exec.LookPath(name); err != nil {
			continue
		}
		switch name {
		case "tcc":
			return []string{name, "-g"}, nil
		case "llc":
			return []string{name, "-O2", "-relocation-model=pic"}, nil
		}
		if language == "ir" || language == "asm" {
			return []string{name, "-O2"}, nil
		}
		return []string{name, "-O2", "-g", "-fPIC"}, nil
	}
	return nil, &noCompilerError{path, language, row.names}
}

// config says how a command is called; what it is is told by its name, as a gcc if by nothing else.
func config(words []string, language string) driver.Config {
	name, flags := filepath.Base(words[0]), words[1:]
	if language == "asm" {
		language = "assembler-with-cpp"
	}
	var cfg driver.Config
	switch {
	case strings.Contains(name, "clang"):
		if language == "ir" {
			flags = append(slices.Clone(flags), "-Wno-unused-command-line-argument") // those that are for sources that include others
		}
		cfg = driver.Clang(language, flags...)
	case strings.HasPrefix(name, "llc"):
		cfg = driver.LLC(flags...)
	case strings.Contains(name, "tcc"):
		cfg = driver.TCC(flags...)
	default:
		cfg = driver.GCC(language, flags...)
	}
	cfg.Path, cfg.Env = words[0], os.Environ()
	if dir, err := os.Getwd(); err == nil {
		cfg.Dir = dir // that flags are relative to
	}
	return cfg
}

// compile makes an object of a source. What the compiler says is its own to print.
func (in *inputs) compile(ctx context.Context, path, language string, src *objfmt.ObjectBuffer) (*objfmt.ObjectBuffer, error) {
	o := &in.sources
	if o.foreign {
		return nil, fmt.Errorf("%s: sources are compiled for this machine alone: give -executor the object", path)
	}
	words, err := o.tool(path, language)
	if err != nil {
		return nil, err
	}
	cfg := config(words, language)
	cfg.Report = func(_ compiler.Source, ds []compiler.Diagnostic) {
		for i := range ds {
			fmt.Fprintln(o.stderr, ds[i].String())
		}
	}
	c, err := driver.New(ctx, cfg)
	if err != nil {
		return nil, err
	}
	source := compiler.Source{Name: src.Name(), Triple: triple.Host(), Text: src.Bytes()}
	if path != "-" {
		if source.Path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	obj, err := c.Compile(ctx, source)
	if failed, ok := errors.AsType[*driver.Error](err); ok && failed.Stderr != "" {
		fmt.Fprint(o.stderr, strings.TrimRight(failed.Stderr, "\n")+"\n")
		return nil, fmt.Errorf("%s was not compiled by %s", path, words[0])
	}
	if err != nil {
		return nil, err
	}
	if language == "c++" && triple.Host().IsELF() {
		for _, lib := range []string{"libstdc++.so.6", "libm.so.6"} { // as g++ links
			if !slices.Contains(in.shared, lib) {
				in.shared = append(in.shared, lib)
			}
		}
	}
	return obj, nil
}
