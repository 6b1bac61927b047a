package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler/command"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/triple"
)

// program is C code in an engine.
type program struct {
	process *host.Process
	engine  *engine.Engine
	file    string         // step.c
	text    []byte         // what it was at the start
	module  *engine.Module // made of it
	step    *engine.Func   // which may be called while the module is replaced
}

// cc finds a C compiler.
func cc(ctx context.Context) (compiler.Compiler, error) {
	flags := []string{"-O2", "-fPIC", "-Wall"}
	c, err := command.New(ctx, command.Clang("c", flags...))
	if err != nil {
		c, err = command.New(ctx, command.GCC("c", flags...))
	}
	if err != nil {
		return nil, fmt.Errorf("no C compiler: install clang or gcc: %w", err)
	}
	return c, nil
}

// libraries are those that C programs of a system are linked with beside the C library.
var libraries = map[triple.OS][]string{triple.Linux: {"libm.so.6"}}

// start compiles the files of a folder. show is what they call by that name.
func start(ctx context.Context, dir string, show func(tick int64, height float64)) (p *program, err error) {
	c, err := cc(ctx)
	if err != nil {
		return nil, err
	}
	p = &program{file: filepath.Join(dir, "step.c")}
	if p.process, err = host.Open(host.Config{Libraries: libraries[triple.Host().OS]}); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	addr, err := host.CallbackAddr(show)
	if err != nil {
		return nil, err
	}
	cfg := engine.Config{Linker: p.process.LinkerConfig(), Compiler: c, Callback: callback}
	cfg.Linker.Resolver = rtdyld.Resolvers{own{"show": addr}.resolver(), cfg.Linker.Resolver}
	if p.engine, err = engine.New(cfg); err != nil {
		return nil, err
	}
	return p, p.load(ctx, dir)
}

// callback is how stubs get back to the engine.
func callback(f func(context, number uint64) uint64) (uint64, error) { return host.CallbackAddr(f) }

// own are names that the program itself has for its modules.
type own map[string]uint64

func (o own) resolver() rtdyld.Resolver {
	return rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		addr, ok := o[name]
		return rtdyld.Symbol{Addr: addr, Kind: rtdyld.Func}, ok
	})
}

// load adds the module that stays and the one that is replaced. step is compiled here, so
// that its errors come now.
func (p *program) load(ctx context.Context, dir string) error {
	world := filepath.Join(dir, "world.c")
	text, err := os.ReadFile(world)
	if err != nil {
		return err
	}
	if _, err := p.engine.Add(ctx, engine.Input{Name: world, Source: source(world, text), Defines: []string{"world"}}); err != nil {
		return err
	}
	if p.text, err = os.ReadFile(p.file); err != nil {
		return err
	}
	if p.module, err = p.engine.Add(ctx, p.input(p.text)); err != nil {
		return err
	}
	if p.step, err = p.engine.Func(ctx, p.process.Caller(), "step", abi.Signature{}); err != nil {
		return err
	}
	return p.engine.Load(ctx, p.module)
}

// source is a file that was read. Its path is for the compiler's messages and for what it
// includes.
func source(path string, text []byte) *compiler.Source {
	return &compiler.Source{Name: path, Path: path, Text: text}
}

// input is the module that is replaced: others, step here, reach its functions through
// stubs.
func (p *program) input(text []byte) engine.Input {
	return engine.Input{Name: p.file, Source: source(p.file, text), Functions: []string{"step"}}
}

// reload puts a new text in the place of the old one. On an error, of the compiler or the
// linker, the old one stays.
func (p *program) reload(ctx context.Context, text []byte) error {
	m, err := p.engine.Replace(ctx, p.module, p.input(text))
	if err != nil {
		return err
	}
	p.module = m
	return nil
}

// close takes all away.
func (p *program) close() error {
	var err error
	if p.engine != nil {
		err = p.engine.Close()
	}
	return errors.Join(err, p.process.Close())
}
