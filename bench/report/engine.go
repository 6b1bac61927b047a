//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-rtdyld/rtdyld/bench/internal/figures"
	"github.com/go-rtdyld/rtdyld/bench/internal/object"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/llvm"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/rtdyld/remote"
)

// errWrong is what a function says that computes something else.
var errWrong = errors.New("a function computes something else")

// twoLongs is the signature of add.
var twoLongs = abi.Signature{Params: []abi.Kind{abi.Int64, abi.Int64}, Result: abi.Int64}

// engine measures modules, and LLVM's compiler if it is here.
func (b *bench) engine() error {
	if err := b.times(3, "engine"); err != nil {
		return err
	}
	if err := b.inChild("split"); err != nil {
		b.miss("modules that LLVM splits", err)
	}
	return nil
}

// named is an object whose function add has another name of seven characters.
func named(template []byte, name string) []byte {
	return bytes.ReplaceAll(template, []byte("f000000"), []byte(name))
}

// modules measures 1,001 modules one after another, lazy functions, counted calls and replacement under load.
func modules(ctx context.Context, _ []string) (all []figures.Figure, err error) {
	template, err := object.Compile("long f000000(long a, long b) { return a + b; }\n", "-O2", "-c")
	if err != nil {
		return nil, err
	}
	caller, err := host.Caller()
	if err != nil {
		return nil, err
	}
	cfg, err := host.LinkerConfig()
	if err != nil {
		return nil, err
	}
	e, err := engine.New(engine.Config{Linker: cfg, Callback: func(f func(context, number uint64) uint64) (uint64, error) {
		c, err := host.NewCallback(f, host.CallbackConfig{})
		if err != nil {
			return 0, err
		}
		return c.Addr(), nil
	}})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	var add, first, again, lazy, direct latencies
	timed := func(l *latencies, do func() error) error {
		begun := time.Now()
		err := do()
		*l = append(*l, time.Since(begun))
		return err
	}
	for i := range 1001 {
		name := fmt.Sprintf("m%06d", i)
		in := engine.Input{Name: name, Object: named(template, name)}
		lookUp := func() error { _, err := e.Lookup(ctx, name); return err }
		if err := timed(&add, func() error { _, err := e.Add(ctx, in); return err }); err != nil {
			return nil, err
		}
		if err := timed(&first, lookUp); err != nil {
			return nil, err
		}
		if err := timed(&again, lookUp); err != nil {
			return nil, err
		}
	}
	for i := range 1001 {
		name := fmt.Sprintf("l%06d", i)
		if _, err := e.Add(ctx, engine.Input{Name: name, Object: named(template, name), Functions: []string{name}}); err != nil {
			return nil, err
		}
		sym, err := e.Lookup(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, l := range []*latencies{&lazy, &direct} {
			if err := timed(l, func() error { return callAdd(caller, sym.Addr) }); err != nil {
				return nil, err
			}
		}
	}
	all = slices.Concat(add.figures("add", true), first.figures("lookup/first", true), again.figures("lookup/again", true),
		lazy.figures("lazy/first", true), direct.figures("lazy/later", true))
	call, err := counted(ctx, e, caller)
	if err != nil {
		return nil, err
	}
	replaced, err := replace(ctx, e, caller, template)
	return append(append(all, call), replaced...), err
}

// counted measures calls that the engine counts.
func counted(ctx context.Context, e *engine.Engine, caller abi.Caller) (figures.Figure, error) {
	f, err := e.Func(ctx, caller, "m000000", twoLongs)
	if err != nil {
		return figures.Figure{}, err
	}
	least := time.Hour
	for range 1000 {
		begun := time.Now()
		for range 100 {
			if n, err := f.Call(40, 2); err != nil || n != 42 {
				return figures.Figure{}, errors.Join(errWrong, err)
			}
		}
		least = min(least, time.Since(begun))
	}
	return figures.Figure{ID: "call", Value: float64(least) / 100, Unit: "ns", Ours: true}, nil
}

// replace replaces a function while goroutines call it.
func replace(ctx context.Context, e *engine.Engine, caller abi.Caller, template []byte) ([]figures.Figure, error) {
	const name = "r000000"
	in := engine.Input{Name: name, Object: named(template, name), Functions: []string{name}}
	m, err := e.Add(ctx, in)
	if err != nil {
		return nil, err
	}
	sym, err := e.Lookup(ctx, name)
	if err != nil {
		return nil, err
	}
	f, err := abi.Func2[int64, int64, int64](caller, sym.Addr)
	if err != nil {
		return nil, err
	}
	var stop atomic.Bool
	var wrong, calls atomic.Int64
	var wg sync.WaitGroup
	begun := time.Now()
	for range max(1, runtime.NumCPU()-1) { // a processor is the one's that replaces
		wg.Go(func() {
			for !stop.Load() {
				leave := e.Enter()
				for range 100 {
					if f(40, 2) != 42 {
						wrong.Add(1)
					}
				}
				leave()
				calls.Add(100)
			}
		})
	}
	var took latencies
	for range 1000 {
		at := time.Now()
		if m, err = e.Replace(ctx, m, in); err != nil {
			break
		}
		took = append(took, time.Since(at))
	}
	stop.Store(true)
	wg.Wait()
	if err == nil && wrong.Load() > 0 {
		err = errWrong
	}
	if err != nil {
		return nil, err
	}
	rate := float64(calls.Load()) / time.Since(begun).Seconds() / 1e6
	return append(took.figures("replace", true), figures.Figure{ID: "replace/calls", Value: rate, Unit: "M/s", Ours: true, More: true}), nil
}

// split measures how LLVM's compiler cuts modules of many functions in parts.
func split(ctx context.Context, _ []string) (all []figures.Figure, err error) {
	c, err := llvm.New(llvm.Config{})
	if err != nil {
		return nil, err
	}
	for _, n := range []int{100, 1000} {
		var text bytes.Buffer
		for i := range n {
			fmt.Fprintf(&text, "define i32 @f%d(i32 %%x) {\n  %%y = mul i32 %%x, %d\n  %%z = call i32 @f%d(i32 %%y)\n  ret i32 %%z\n}\n", i, i+3, (i+1)%n)
		}
		least := time.Hour
		for range 3 {
			begun := time.Now()
			parts, err := c.Split(ctx, compiler.Source{Name: "f", Text: text.Bytes()})
			if err != nil {
				return nil, err
			}
			for _, p := range parts {
				if _, err := p.Source(ctx); err != nil {
					return nil, err
				}
			}
			if len(parts) != n {
				return nil, fmt.Errorf("%d parts of %d functions", len(parts), n)
			}
			least = min(least, time.Since(begun))
		}
		all = append(all, figures.Figure{ID: fmt.Sprintf("split/%d", n), Value: float64(least) / 1e6, Unit: "ms", Ours: true})
	}
	return all, nil
}

// remote measures children in which code runs.
func (b *bench) remote() error {
	tool := filepath.Join(b.tmp, "rtdyld-executor")
	if err := b.times(3, "isolated", tool, filepath.Join(b.sets, "sqlite"), "libm.so.6", "sqlite3_open"); err != nil {
		b.miss("SQLite in an executor", err)
	}
	return b.times(3, "remote", tool)
}

// executors starts some, calls, and has functions linked when they are first called.
func executors(ctx context.Context, args []string) (all []figures.Figure, err error) {
	var start latencies
	var e *remote.Executor
	for range 20 {
		if e != nil {
			if err := e.Close(); err != nil {
				return nil, err
			}
		}
		begun := time.Now()
		if e, err = remote.Start(ctx, remote.Command{Path: args[0]}); err != nil {
			return nil, err
		}
		start = append(start, time.Since(begun))
	}
	defer e.Close()
	x := &executor{e}
	addr, lazy, err := x.lazy(ctx)
	if err != nil {
		return nil, err
	}
	var call latencies
	for range 3000 {
		begun := time.Now()
		if err := x.ask(ctx, addr); err != nil {
			return nil, err
		}
		call = append(call, time.Since(begun))
	}
	rate, err := x.together(ctx, addr)
	return append(slices.Concat(start.figures("start", true), call.figures("call", true), lazy.figures("lazy/first", true)), rate), err
}

// executor is a child in which code runs.
type executor struct{ *remote.Executor }

// ask calls a function that adds.
func (x *executor) ask(ctx context.Context, addr uint64) error {
	n, err := x.Call(ctx, addr, twoLongs, nil, 40, 2)
	if err == nil && n != 42 {
		err = errWrong
	}
	return err
}

// lazy measures first calls of functions, which are linked then, and gives the address of one.
func (x *executor) lazy(ctx context.Context) (addr uint64, lazy latencies, err error) {
	template, err := object.Compile("long f000000(long a, long b) { return a + b; }\n", "-O2", "-c")
	if err != nil {
		return 0, nil, err
	}
	cfg, err := x.LinkerConfig()
	if err != nil {
		return 0, nil, err
	}
	e, err := engine.New(engine.Config{Linker: cfg, Stubs: x.Executor})
	if err != nil {
		return 0, nil, err
	}
	for i := range 300 { // the executor's end is the engine's, too: the functions stay
		name := fmt.Sprintf("l%06d", i)
		if _, err := e.Add(ctx, engine.Input{Name: name, Object: named(template, name), Functions: []string{name}}); err != nil {
			return 0, nil, err
		}
		sym, err := e.Lookup(ctx, name)
		if err != nil {
			return 0, nil, err
		}
		addr = sym.Addr
		begun := time.Now()
		if err := x.ask(ctx, addr); err != nil {
			return 0, nil, err
		}
		lazy = append(lazy, time.Since(begun))
	}
	return addr, lazy, nil
}

// together is how many calls eight goroutines make.
func (x *executor) together(ctx context.Context, addr uint64) (figures.Figure, error) {
	const callers = 8
	begun := time.Now()
	var wg sync.WaitGroup
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			for range 1000 {
				if err := x.ask(ctx, addr); err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	rate := callers * 1000 / time.Since(begun).Seconds()
	return figures.Figure{ID: "calls/8", Value: rate / 1e6, Unit: "M/s", Ours: true, More: true}, errors.Join(errs...)
}
