// Package irc finds a compiler of LLVM's IR for the examples: LLVM's library, or the clang
// command.
//
// Law: for examples; knows compilers and no engine.
package irc

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/llvm"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Compiler is a compiler of LLVM's IR.
type Compiler struct {
	compiler.Compiler
	Name string // what it is, for people
	// Opaque says that pointers are spelled "ptr", and not "i32*", which LLVM 17 and later
	// do not know.
	Opaque bool
}

// MissingError says that there is no compiler of LLVM's IR, and what to install.
type MissingError struct{ Err error }

func (e *MissingError) Error() string {
	return "no compiler of LLVM's IR: install LLVM's library (Debian: apt-get install libllvm14) or clang (apt-get install clang): " + e.Err.Error()
}

// Unwrap returns why each that was looked for is of no use.
func (e *MissingError) Unwrap() error { return e.Err }

// Config says which compiler is meant, and how much it optimises.
type Config struct {
	Compiler string // see Usage
	Fast     bool   // compile quickly, and optimise nothing
}

// Usage says what Compiler of a Config is, for a flag.
const Usage = "llvm, LLVM's library, a file or soname of one (libLLVM-14.so.1), or clang, the command; the first that is there if empty"

// Ways are the compilers that Open knows, the first that is there is taken.
var Ways = []string{"llvm", "clang"}

// Open finds a compiler for the processor at hand: the one that is named, or the first of Ways if none is. If there is none the error is a *[MissingError].
func Open(ctx context.Context, cfg Config) (*Compiler, error) {
	ways := Ways
	if cfg.Compiler != "" {
		ways = []string{cfg.Compiler}
	}
	var errs []error
	for _, way := range ways {
		c, err := open(ctx, way, cfg.Fast)
		if err == nil {
			return c.look(ctx)
		}
		errs = append(errs, err)
	}
	return nil, &MissingError{errors.Join(errs...)}
}

func open(ctx context.Context, way string, fast bool) (*Compiler, error) {
	if way != "clang" {
		cfg := llvm.Config{CPU: llvm.Native, Level: llvm.O3}
		if way != "llvm" {
			cfg.Library = way
		}
		if fast {
			cfg.Level = llvm.O0
		}
		c, err := llvm.New(cfg)
		if err != nil {
			return nil, err
		}
		return &Compiler{Compiler: c, Name: c.Library()}, nil
	}
	flags := []string{"-O3", "-fPIC", "-Wno-override-module"}
	if fast {
		flags[0] = "-O0"
	}
	if triple.Host().Arch == triple.X86_64 {
		flags = append(flags, "-march=native")
	}
	c, err := command.New(ctx, command.Clang("ir", flags...))
	if err != nil {
		return nil, err
	}
	return &Compiler{Compiler: c, Name: "clang"}, nil
}

// look finds out how the compiler spells pointers. The older way comes first: libraries
// that know it take it in silence.
func (c *Compiler) look(ctx context.Context) (*Compiler, error) {
	var err error
	for _, pointer := range []string{"i8*", "ptr"} {
		text := "define void @f(" + pointer + " %p) {\n  ret void\n}\n"
		var obj *objfmt.ObjectBuffer
		obj, err = c.Compile(ctx, compiler.Source{Name: "pointers", Text: []byte(text)})
		if err == nil {
			c.Opaque = pointer == "ptr"
			return c, obj.Close()
		}
	}
	return nil, err
}
