package main

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/bind"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	driver "github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
)

// bindCompiler is the user's C compiler for package bind. It works as if sources were in the folder dir.
type bindCompiler struct {
	dir         string
	words       []string
	debug, code *driver.Compiler
}

// newBindCompiler finds the compiler, and asks for its version.
func newBindCompiler(ctx context.Context, o *sources, flags []string, dir string) (*bindCompiler, error) {
	words, err := o.tool("the headers", "c")
	if err != nil {
		return nil, err
	}
	c := &bindCompiler{dir: dir, words: append(slices.Clone(words), flags...)}
	debug := []string{"-g", "-w", "-O0", "-fno-eliminate-unused-debug-types", "-fno-lto"}
	if strings.Contains(filepath.Base(words[0]), "clang") {
		debug = append(debug, "-ferror-limit=0")
	}
	if c.debug, err = c.open(ctx, debug); err != nil {
		return nil, err
	}
	c.code, err = c.open(ctx, []string{"-O2", "-fPIC", "-w", "-g0", "-fno-lto"})
	return c, err
}

// open makes a compiler with more flags.
func (c *bindCompiler) open(ctx context.Context, flags []string) (*driver.Compiler, error) {
	cfg := config(append(slices.Clone(c.words), flags...), "c")
	cfg.Env = append(cfg.Env, "LC_ALL=C") // diagnostics are read
	for i, a := range cfg.Expand {
		if a == "-E" {
			cfg.Expand = slices.Insert(slices.Clone(cfg.Expand), i+1, "-dD")
			break
		}
	}
	return driver.New(ctx, cfg)
}

// source is where the compiler looks for files in quotes from.
func (c *bindCompiler) source(s bind.Source) compiler.Source {
	path := s.Name
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.dir, path)
	}
	return compiler.Source{Name: s.Name, Path: path, Text: s.Text}
}

// Preprocess implements [bind.Compiler].
func (c *bindCompiler) Preprocess(ctx context.Context, s bind.Source) ([]byte, error) {
	return c.debug.Expand(ctx, c.source(s))
}

// Debug implements [bind.Compiler].
func (c *bindCompiler) Debug(ctx context.Context, s bind.Source) ([]byte, []compiler.Diagnostic, error) {
	object, err := c.debug.Compile(ctx, c.source(s))
	if err != nil {
		if failed, ok := errors.AsType[*driver.Error](err); ok {
			return nil, failed.Diagnostics, err
		}
		return nil, nil, err
	}
	defer object.Close()
	return slices.Clone(object.Bytes()), nil, nil
}

// Compile implements [bind.Compiler].
func (c *bindCompiler) Compile(ctx context.Context, s bind.Source) ([]byte, error) {
	object, err := c.code.Compile(ctx, c.source(s))
	if err != nil {
		return nil, err
	}
	defer object.Close()
	return slices.Clone(object.Bytes()), nil
}

// file is where the compiler finds a library's file, or the name.
func (c *bindCompiler) file(ctx context.Context, name string) (string, error) {
	out, err := exec.CommandContext(ctx, c.words[0], append(slices.Clone(c.words[1:]), "-print-file-name="+name)...).Output()
	return strings.TrimSpace(string(out)), err
}
