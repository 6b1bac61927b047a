package main

import (
	"bytes"
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

// bindTarget is what bind is told of a target, or of all.
type bindTarget struct {
	name             string // GOOS/GOARCH; "": what the first archive is for
	cc               string
	archives, others stringList
	libraries, dirs  stringList

	warnings []error // about what was made
}

// patternList is a flag with patterns, or what else is made of names of C, separated by blanks, that may be given more than once.
type patternList []string

func (l *patternList) String() string { return strings.Join(*l, " ") }

// Set implements [flag.Value].
func (l *patternList) Set(v string) error { *l = append(*l, strings.Fields(v)...); return nil }

// ofTarget is an option that counts for the last -target before it.
type ofTarget struct {
	o  *bindOptions
	of func(*bindTarget) *stringList
}

func (f ofTarget) String() string { return "" }

// Set implements [flag.Value].
func (f ofTarget) Set(v string) error {
	list := f.of(f.o.targets[len(f.o.targets)-1])
	*list = append(*list, v)
	return nil
}

// targetFlags defines the options that targets may have for themselves.
func (o *bindOptions) targetFlags(fs *flag.FlagSet) {
	each := func(name, usage string, of func(*bindTarget) *stringList) { fs.Var(ofTarget{o, of}, name, usage) }
	fs.Func("target", "`GOOS/GOARCH` that options -lib, -with, -l, -L and -cc behind it are for; may be given more than once, without it the package is for what the archive is for", func(v string) error {
		goos, goarch, _ := strings.Cut(v, "/")
		if _, err := triple.FromGo(goos, goarch); err != nil {
			return err
		}
		o.targets = append(o.targets, &bindTarget{name: v})
		return nil
	})
	each("lib", "archive, object or C source `FILE` whose names are bound, a path, or a name in the folders of -L or the compiler's; may be given more than once", func(t *bindTarget) *stringList { return &t.archives })
	each("with", "archive, object or C source `FILE` that is embedded for what the library refers to; may be given more than once", func(t *bindTarget) *stringList { return &t.others })
	each("l", "`NAME` of a library, libNAME.so or libNAME.a, in the folders of -L, then the target's; shared ones are opened when the library is loaded", func(t *bindTarget) *stringList { return &t.libraries })
	each("L", "`DIR` in which -l and -lib look first; may be given more than once", func(t *bindTarget) *stringList { return &t.dirs })
	fs.Func("cc", "`COMMAND` that compiles, with its flags, words separated by blanks; without it $CC, clang or gcc", func(v string) error {
		o.targets[len(o.targets)-1].cc = v
		return nil
	})
}

// chosen are the targets, each with what all have.
func (o *bindOptions) chosen() []*bindTarget {
	all := o.targets[0]
	if len(o.targets) == 1 {
		return []*bindTarget{all}
	}
	var list []*bindTarget
	for _, t := range o.targets[1:] {
		list = append(list, &bindTarget{
			name: t.name, cc: cmp.Or(t.cc, all.cc),
			archives: slices.Concat(all.archives, t.archives), others: slices.Concat(all.others, t.others),
			libraries: slices.Concat(all.libraries, t.libraries), dirs: slices.Concat(t.dirs, all.dirs),
		})
	}
	return list
}

// files reads what is bound and what is embedded, and finds the libraries.
func (t *bindTarget) files(ctx context.Context, cc *bindCompiler, cfg *bind.Config) error {
	var err error
	if cfg.Archives, err = t.read(ctx, cc, t.archives); err != nil {
		return err
	}
	if cfg.Others, err = t.read(ctx, cc, t.others); err != nil {
		return err
	}
	cfg.GOOS, cfg.GOARCH, _ = strings.Cut(t.name, "/")
	if t.name == "" {
		if cfg.GOOS, cfg.GOARCH, err = bind.TargetOf(ctx, cfg.Archives); err != nil {
			return err
		}
	}
	for _, name := range t.libraries {
		if err := t.library(ctx, cc, name, cfg); err != nil {
			return err
		}
	}
	return t.mingw(ctx, cc, cfg)
}

// mingw embeds MinGW's archive for objects of its compiler that refer to what only that has, such as __mingw_vsnprintf.
func (t *bindTarget) mingw(ctx context.Context, cc *bindCompiler, cfg *bind.Config) error {
	const own = "libmingwex.a"
	has := func(a bind.Archive) bool { return a.Name == own }
	refers := func(a bind.Archive) bool { return bytes.Contains(a.Data, []byte("__mingw_")) }
	if cfg.GOOS != "windows" || slices.ContainsFunc(cfg.Others, has) || !slices.ContainsFunc(slices.Concat(cfg.Archives, cfg.Others), refers) {
		return nil
	}
	path, err := t.archive(ctx, cc, own)
	if errors.Is(err, os.ErrNotExist) {
		return nil // another compiler
	}
	if err != nil {
		return err
	}
	more, err := t.read(ctx, cc, []string{path})
	cfg.Others = append(cfg.Others, more...)
	return err
}

// read reads archives, and compiles what is in C.
func (t *bindTarget) read(ctx context.Context, cc *bindCompiler, names []string) ([]bind.Archive, error) {
	var all []bind.Archive
	for _, name := range names {
		path, err := t.archive(ctx, cc, name)
		if err != nil {
			return nil, err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		file := filepath.Base(path)
		if stem, ok := strings.CutSuffix(file, ".c"); ok {
			file = stem + ".o"
			if data, err = cc.Compile(ctx, bind.Source{Name: path, Text: data}); err != nil {
				return nil, err
			}
		}
		all = append(all, bind.Archive{Name: file, Data: data})
	}
	return all, nil
}

// archive finds an archive: the path, or the name in -L's folders and where the compiler looks.
func (t *bindTarget) archive(ctx context.Context, cc *bindCompiler, name string) (string, error) {
	if _, err := os.Stat(name); err == nil || strings.ContainsRune(name, filepath.Separator) {
		return name, err
	}
	for _, dir := range t.dirs {
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

// library says how the program opens what -l names. Archives are embedded, and for Windows the list of names that MinGW has for
// a DLL.
func (t *bindTarget) library(ctx context.Context, cc *bindCompiler, name string, cfg *bind.Config) error {
	embed := func(path string) error {
		data, err := os.ReadFile(path)
		if err == nil {
			cfg.Others = append(cfg.Others, bind.Archive{Name: filepath.Base(path), Data: data})
		}
		return err
	}
	if cfg.GOOS == "windows" {
		path, err := t.archive(ctx, cc, "lib"+name+".a")
		if errors.Is(err, os.ErrNotExist) {
			path, err = t.archive(ctx, cc, "lib"+name+".dll.a")
		}
		if err != nil {
			return err
		}
		return embed(path)
	}
	target, err := triple.FromGo(cfg.GOOS, cfg.GOARCH)
	if err != nil {
		return fmt.Errorf("-l %s: %w", name, err)
	}
	found, err := libs.Find(ctx, name, target, false, append(slices.Clone(t.dirs), libs.Dirs(target)...)...)
	if err != nil {
		return err
	}
	for _, l := range found {
		if !l.Shared {
			if err := embed(l.Path); err != nil {
				return err
			}
			continue
		}
		if l.AsNeeded {
			continue // libmvec.so.1, say: -l mvec names it
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
	return nil
}
