// Command jit compiles a function that it is given as text, calls it, and puts another one in
// its place while callers keep the same address. It needs clang:
//
//	go run ./examples/jit 'x*x + 1' 'sin(x) / x'
//
// Law: an example; it stands in docs/jit.md, word for word.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

func main() {
	if err := run(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// source is a module with one function, which its callers reach through a stub.
func source(expr string) engine.Input {
	text := "double sin(double), cos(double), exp(double);\ndouble f(double x) { return " + expr + "; }\n"
	return engine.Input{
		Name:      expr,
		Source:    &compiler.Source{Name: "f.c", Text: []byte(text)},
		Functions: []string{"f"},
	}
}

func run(ctx context.Context, out io.Writer, exprs []string) error {
	linker, err := host.LinkerConfig("libm.so.6")
	if err != nil {
		return err
	}
	clang, err := command.New(ctx, command.Clang("c", "-O2"))
	if err != nil {
		return err
	}
	caller, err := host.Caller()
	if err != nil {
		return err
	}
	callback := func(f func(context, number uint64) uint64) (uint64, error) { return host.CallbackAddr(f) } // compiles on the first call
	e, err := engine.New(engine.Config{Linker: linker, Compiler: clang, Callback: callback})
	if err != nil {
		return err
	}
	defer e.Close()

	var f func(x float64) float64
	var current *engine.Module
	for _, expr := range exprs {
		if current == nil {
			current, err = e.Add(ctx, source(expr))
		} else {
			current, err = e.Replace(ctx, current, source(expr))
		}
		if err != nil {
			return err
		}
		if f == nil { // once: the stub stays where it is
			sym, err := e.Lookup(ctx, "f")
			if err != nil {
				return err
			}
			if err := abi.SetFunc(caller, sym.Addr, &f); err != nil {
				return err
			}
		}
		fmt.Fprintf(out, "f(x) = %s: f(2) = %.6g\n", expr, f(2)) // compiled now, if it was not yet
	}
	return nil
}
