package command

import (
	"cmp"
	"context"
	"os/exec"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/internal/irname"
	"github.com/go-rtdyld/rtdyld/triple"
)

// environment is that of the ready-made configurations: messages in English, and programs
// beside the tool or where systems have them.
func environment(path string) []string {
	dir := ""
	if p, err := exec.LookPath(path); err == nil {
		if p, err = filepath.Abs(p); err == nil {
			dir = filepath.Dir(p) + string(filepath.ListSeparator)
		}
	}
	return []string{"LC_ALL=C", "PATH=" + dir + "/usr/bin" + string(filepath.ListSeparator) + "/bin"}
}

// Clang is clang for a language that its option -x knows ("c", "c++", "assembler", "ir"),
// for whichever target a source has, and without one for this system, so that its headers are
// found. IR without one is compiled for what its own text says. Files that a source includes
// in quotes are looked for beside it. The caller may change the configuration, Path above all.
func Clang(language string, flags ...string) Config {
	target := []string{"--target={triple}"}
	if language != "ir" {
		cfg := driver("clang", target, language, flags)
		cfg.Triple = triple.Host()
		return cfg
	}
	// The same target in other words is no news.
	cfg := driver("clang", append(target, "-Wno-override-module"), language, flags)
	cfg.Target = irname.Triple
	return cfg
}

// GCC is gcc for a language that its option -x knows ("c", "c++", "assembler"). A gcc is for
// one machine: Path chooses another ("arm-linux-gnueabihf-gcc"), flags such as -m32 a
// variant. A source for another target than that is an error.
func GCC(language string, flags ...string) Config {
	cfg := driver("gcc", nil, language, flags)
	// GNU as seeks in what it writes.
	cfg.Args = append(cfg.Args[:len(cfg.Args)-1:len(cfg.Args)-1], "-o", "{obj}", "-")
	return cfg
}

// driver is what clang and gcc have in common; clang writes to standard output.
func driver(path string, target []string, language string, flags []string) Config {
	head := append(target, "{flags}", "-x", language)
	with := func(more ...string) []string { return append(head[:len(head):len(head)], more...) }
	cfg := Config{
		Path: path, Flags: flags, Env: environment(path), Suffix: ".c",
		Args:   with("-iquote{dir}", "-c", "-"),
		Expand: with("-iquote{dir}", "-E", "-"),
		Native: []string{"{flags}", "-x", language, "-S", "-o", "-", "-###", "-"},
	}
	if path == "clang" {
		cfg.Args = with("-iquote{dir}", "-c", "-o", "-", "-")
	}
	switch language {
	case "assembler", "ir":
		cfg.Expand = nil
	default:
		cfg.Line = true
	}
	return cfg
}

// LLC is llc, which compiles LLVM's IR, text or bitcode, for any target that it has: the
// source's, or else the one that the text says. It knows what text defines.
func LLC(flags ...string) Config {
	return Config{
		Path: "llc", Flags: flags, Env: environment("llc"),
		Args:   []string{"-mtriple={triple}", "-filetype=obj", "{flags}", "-o", "-", "-"},
		Native: []string{"--version"}, // which names the processor
		Target: irname.Triple,
		Defines: func(_ context.Context, src compiler.Source) ([]string, bool, error) {
			names, ok := irname.Scan(cmp.Or(src.Triple, triple.Host()), src.Text)
			return names, ok, nil
		},
	}
}

// TCC is the Tiny C Compiler, for the machine that it was built for.
func TCC(flags ...string) Config {
	return Config{
		Path: "tcc", Flags: flags, Env: environment("tcc"), Suffix: ".c", Line: true,
		Version: []string{"-v"},
		Args:    []string{"{flags}", "-I{dir}", "-c", "-o", "{obj}", "{src}"},
		Expand:  []string{"{flags}", "-I{dir}", "-E", "{src}"},
	}
}
