package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/examples/internal/irc"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/cache"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
	"github.com/go-rtdyld/rtdyld/triple"
)

// prefix begins the symbols of what is written in the language, so that none of them is taken
// for a function of the C library.
const prefix = "kal."

// builtins are functions that are there from the start. They are IR, since a Go function
// cannot return a float64 to loaded code.
const builtins = `
declare void @kal.print(double)
declare void @kal.put(double)
define double @kal.printd(double %x) {
  call void @kal.print(double %x)
  ret double 0.0
}
define double @kal.putchard(double %x) {
  call void @kal.put(double %x)
  ret double 0.0
}
`

// function is a name that may be called.
type function struct {
	params int
	extern bool
	module *engine.Module // its definition; nil: there is none yet, or it is none of ours
}

// session is the state of a program in the language. It is for one goroutine.
type session struct {
	out      io.Writer
	process  *host.Process
	engine   *engine.Engine
	funcs    map[string]*function
	values   int   // that were computed
	failed   error // of a function that was called and could not be compiled or linked
	compiled atomic.Int64
	cached   atomic.Int64
}

// options say how a session works.
type options struct {
	compiler string // see irc.Open
	cache    string // folder for what was compiled, "": none
	out      io.Writer
}

// newSession makes an engine with the functions that are there from the start. Errors are
// *irc.MissingError, or match host.ErrSystem.
func newSession(ctx context.Context, opt options) (s *session, err error) {
	c, err := irc.Open(ctx, irc.Config{Compiler: opt.compiler})
	if err != nil {
		return nil, err
	}
	s = &session{out: opt.out, funcs: map[string]*function{}}
	if s.process, err = host.Open(host.Config{Libraries: libraries[triple.Host().OS]}); err != nil {
		return nil, err
	}
	if err = s.open(ctx, c, opt.cache); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// libraries are those of a system where externs are looked for beside the C library.
var libraries = map[triple.OS][]string{triple.Linux: {"libm.so.6"}}

func (s *session) open(ctx context.Context, c compiler.Compiler, dir string) error {
	own := map[string]uint64{}
	var err error
	if own["kal.print"], err = host.CallbackAddr(func(x float64) { fmt.Fprintln(s.out, number(x)) }); err != nil {
		return err
	}
	if own["kal.put"], err = host.CallbackAddr(func(x float64) { fmt.Fprintf(s.out, "%c", rune(x)) }); err != nil {
		return err
	}
	cfg := engine.Config{
		Linker:    s.process.LinkerConfig(),
		Compiler:  c,
		Callback:  func(f func(context, number uint64) uint64) (uint64, error) { return host.CallbackAddr(f) },
		OnFailed:  func(_ string, err error) { s.failed = err },
		Listeners: []engine.Listener{&counter{s: s}},
	}
	outside := cfg.Linker.Resolver
	cfg.Linker.Resolver = rtdyld.Resolvers{rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		addr, ok := own[name]
		return rtdyld.Symbol{Addr: addr, Kind: rtdyld.Func}, ok
	}), outside}
	if dir != "" {
		if cfg.Cache, err = cache.OpenDir(dir, 0); err != nil {
			return err
		}
		cfg.CacheError = func(m *engine.Module, err error) { fmt.Fprintf(s.out, "cache: %s: %v\n", m.Name(), err) }
	}
	if s.engine, err = engine.New(cfg); err != nil {
		return err
	}
	for _, name := range []string{"printd", "putchard"} {
		s.funcs[name] = &function{params: 1, extern: true}
	}
	_, err = s.engine.Add(ctx, engine.Input{
		Name: "builtins", Source: &compiler.Source{Text: []byte(builtins)}, Defines: []string{prefix + "printd", prefix + "putchard"},
	})
	return err
}

// close takes all away.
func (s *session) close() error {
	var err error
	if s.engine != nil {
		err = s.engine.Close()
	}
	return errors.Join(err, s.process.Close())
}

// counter counts what is compiled.
type counter struct {
	engine.Ignore
	s *session
}

// Compiled implements engine.Listener.
func (c *counter) Compiled(_ *engine.Module, _ *objfmt.ObjectBuffer, cached bool) {
	if cached {
		c.s.cached.Add(1)
	} else {
		c.s.compiled.Add(1)
	}
}

// number is how numbers are printed.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// do does what was typed and prints the result. An error leaves everything as it was.
func (s *session) do(ctx context.Context, l *line) error {
	switch {
	case l.extern:
		return s.extern(l)
	case l.name != "":
		return s.define(ctx, l)
	}
	return s.compute(ctx, l)
}

// symbol is what a function is called in objects.
func (s *session) symbol(name string, f *function) string {
	if f.extern && name != "printd" && name != "putchard" {
		return name
	}
	return prefix + name
}

// check refuses another number of parameters than a name has.
func (f *function) check(name string, params int) error {
	switch {
	case f.params == params:
		return nil
	case f.params == 1:
		return fmt.Errorf("%s has 1 parameter, not %d", name, params)
	}
	return fmt.Errorf("%s has %d parameters, not %d", name, f.params, params)
}

func (s *session) extern(l *line) error {
	f := s.funcs[l.name]
	if f != nil && !f.extern {
		return fmt.Errorf("%s is called or defined already, as a function of the language", l.name)
	}
	if f != nil {
		return f.check(l.name, len(l.params))
	}
	s.funcs[l.name] = &function{params: len(l.params), extern: true}
	fmt.Fprintf(s.out, "%s is extern\n", l.name)
	return nil
}

// define adds a function, or puts another in its place. The first is not compiled before it is
// called; a later one is, so that it can be linked when it comes in place.
func (s *session) define(ctx context.Context, l *line) error {
	f := s.funcs[l.name]
	if f == nil {
		f = &function{params: len(l.params)}
	}
	if f.extern {
		return fmt.Errorf("%s is extern", l.name)
	}
	if err := f.check(l.name, len(l.params)); err != nil {
		return err
	}
	in, commit, err := s.module("def "+l.name, prefix+l.name, l, f)
	if err != nil {
		return err
	}
	in.Functions = in.Defines
	m, word := f.module, "defined"
	if m == nil {
		m, err = s.engine.Add(ctx, in)
	} else {
		m, err = s.engine.Replace(ctx, m, in)
		word = "replaced"
	}
	if err != nil {
		return err
	}
	f.module = m
	s.funcs[l.name] = f
	commit()
	fmt.Fprintf(s.out, "%s is %s\n", l.name, word)
	return nil
}

// module writes the module of a line. self is the function that it defines, nil for a value.
// commit keeps what is now known of functions that are called before they are defined.
func (s *session) module(name, symbol string, l *line, self *function) (in engine.Input, commit func(), err error) {
	later := map[string]*function{}
	find := func(name string, args int) (callee, error) {
		f := s.funcs[name]
		if name == l.name && self != nil {
			f = self
		}
		if f == nil {
			f = later[name]
		}
		if f == nil {
			f = &function{params: args}
			later[name] = f
		}
		return callee{s.symbol(name, f), f.params}, f.check(name, args)
	}
	text, err := generate(symbol, l, find)
	in = engine.Input{Name: name, Source: &compiler.Source{Text: []byte(text)}, Defines: []string{symbol}}
	return in, func() {
		for name, f := range later {
			if s.funcs[name] == nil {
				s.funcs[name] = f
			}
		}
	}, err
}

// compute compiles a value, calls it, prints the result and removes it.
func (s *session) compute(ctx context.Context, l *line) (err error) {
	s.values++
	symbol := fmt.Sprintf("%svalue.%d", prefix, s.values)
	in, _, err := s.module(fmt.Sprintf("value %d", s.values), symbol, l, nil)
	if err != nil {
		return err
	}
	m, err := s.engine.Add(ctx, in)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.engine.Remove(context.WithoutCancel(ctx), m)) }()
	f, err := s.engine.Func(ctx, s.process.Caller(), symbol, abi.Signature{Result: abi.Float64})
	if err != nil {
		return err
	}
	s.failed = nil
	bits, err := f.Call()
	if err == nil {
		err = s.failed
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, number(math.Float64frombits(bits)))
	return nil
}

// explain is an error for people: names as they were typed, and who asked for what is missing.
func explain(err error) string {
	var syntax *syntaxError
	if errors.As(err, &syntax) {
		return syntax.Error()
	}
	var undefined *rtdyld.UndefinedError
	if !errors.As(err, &undefined) {
		return err.Error()
	}
	var all []string
	for _, u := range undefined.Symbols {
		all = append(all, strings.TrimPrefix(u.Name, prefix)+" is not defined")
	}
	var chain *engine.ChainError
	if errors.As(err, &chain) {
		var path []string
		for _, l := range chain.Chain {
			if name := strings.TrimPrefix(l.Symbol, prefix); !strings.HasPrefix(name, "value.") {
				path = append(path, name)
			}
		}
		if len(path) > 1 {
			all = append(all, strings.Join(path, " calls "))
		}
	}
	return strings.Join(all, ", ")
}

// list prints the functions that are defined, with their states.
func (s *session) list() {
	var names []string
	for name, f := range s.funcs {
		if f.module != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f := s.funcs[name]
		fmt.Fprintf(s.out, "%s/%d %v\n", name, f.params, f.module.State())
	}
}

// stats prints how much was compiled.
func (s *session) stats() {
	fmt.Fprintf(s.out, "%d modules compiled, %d from the cache\n", s.compiled.Load(), s.cached.Load())
}
