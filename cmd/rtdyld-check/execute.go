package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// execute is -execute: link into this process and call the entry. It returns what
// that returns, the lowest eight bits, as a shell would see it.
func (t *tool) execute(ctx context.Context) (status int, err error) {
	clock := &t.clock
	// As in other programs one thread runs constructors, the entry and destructors:
	// thread-locals have an instance, and destructors, for each.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := t.checkDylibs(); err != nil {
		return 0, err
	}
	args := append(t.inputs[:1:1], t.args...)
	s := &dylibs{t: t}
	if t.action == actJITLink {
		s, err = t.openDylibs(ctx)
		defer func() { err = errors.Join(err, s.close()) }()
		if err != nil {
			return 0, err
		}
	}
	p, err := openProcess(host.Config{Libraries: t.dylibs, Args: args, Env: os.Environ()})
	if err != nil {
		return 0, err
	}
	defer func() {
		if e := p.Close(); e != nil && !errors.Is(e, host.ErrInUse) {
			err = errors.Join(err, e)
		}
	}()
	if err := t.checkPreallocate(); err != nil {
		return 0, err
	}
	clock.start("time to load/add object files")
	l, external, err := t.executeLinker(p)
	if err != nil {
		return 0, err
	}
	objs, err := t.loadAll(ctx, l, s, external)
	if err == nil {
		err = errors.Join(t.showRequests(objs, false), external.uses(l))
	}
	if err != nil {
		return 0, errors.Join(t.linkError(err, nil), l.CloseContext(ctx))
	}
	defer func() { err = errors.Join(err, l.Unload(ctx, objs...), host.FlushStdio()) }()
	clock.start("time to link object files")
	if err := l.Resolve(ctx, objs...); err != nil {
		return 0, t.linkError(err, nil, objs...)
	}
	if err := t.checkJIT(ctx, l, s, objs); err != nil {
		return 0, err
	}
	addr, err := t.entryPoint(l, s, objs, external)
	if err != nil {
		return 0, err
	}
	if err := t.signals.Release(); err != nil {
		return 0, err
	}
	if err := l.Finalize(ctx, objs...); err != nil {
		return 0, err
	}
	if err := t.stdout.Flush(); err != nil {
		return 0, err
	}
	if t.action != actJITLink {
		fmt.Fprintf(t.stderr, "loaded '%s' at: %#x\n", t.entry, addr)
	}
	caller, err := host.Caller()
	if err != nil {
		return 0, err
	}
	clock.start("time to execute jitlink'd code")
	status, err = host.RunMain(ctx, caller, addr, args, os.Environ())
	if lost := (*host.StdioError)(nil); errors.As(err, &lost) {
		t.report(err) // the program ran: its status counts
		err = nil
	}
	return status & 0xff, err
}

// loadAll reads and loads the inputs.
func (t *tool) loadAll(ctx context.Context, l *rtdyld.Linker, s *dylibs, external *externals) ([]*rtdyld.Object, error) {
	if t.action == actJITLink {
		s.external = external
		if err := s.read(ctx); err != nil {
			return nil, err
		}
		objs, err := s.load(ctx, l)
		s.promote()
		return objs, err
	}
	imgs, err := t.images(ctx)
	if err != nil {
		return nil, err
	}
	defer closeImages(imgs)
	return l.Load(ctx, imgs...)
}

// executeLinker makes a linker for this process; external is nil if names are the process's alone.
func (t *tool) executeLinker(p *host.Process) (l *rtdyld.Linker, external *externals, err error) {
	cfg := p.LinkerConfig()
	cfg.Layout = t.layout
	if t.action == actJITLink {
		if external, err = t.jitExternals(); err != nil {
			return nil, nil, err
		}
		external.process, cfg.Resolver, cfg.Fixed = p, external, external.dummy
	}
	watching, err := t.listeners()
	if err != nil {
		return nil, nil, err
	}
	cfg.Listeners = append(cfg.Listeners, watching...)
	l, err = rtdyld.New(cfg)
	return l, external, err
}

// entryPoint is where the program begins, which must be code.
func (t *tool) entryPoint(l *rtdyld.Linker, s *dylibs, objs []*rtdyld.Object, external *externals) (uint64, error) {
	entry := t.entry
	if external != nil {
		entry = external.original(entry)
	}
	addr, ok := s.entry(l, objs, entry)
	switch {
	case !ok && t.action == actJITLink:
		return 0, notFound(nil, entry)
	case !ok:
		return 0, errorf("no definition for '%s'", t.entry)
	case !isCode(objs, addr):
		return 0, errorf("'%s' is not in a section of code", t.entry)
	}
	return addr, nil
}

// entryAddress finds a name among those that are visible, then among the local ones,
// of which the last counts.
func entryAddress(l *rtdyld.Linker, objs []*rtdyld.Object, name string) (addr uint64, ok bool) {
	if s, err := l.Lookup(name); err == nil {
		return s.Addr, s.Kind != rtdyld.Abs && s.Kind != rtdyld.TLS
	}
	for _, o := range objs {
		for _, s := range o.Symbols() {
			if s.Name == name && s.Section < objfmt.SecSpecial && s.Type != objfmt.SymTLS {
				addr, ok = s.Addr, true
			}
		}
	}
	return addr, ok
}

// isCode reports whether code is at an address.
func isCode(objs []*rtdyld.Object, addr uint64) bool {
	for _, o := range objs {
		for _, s := range o.Sections() {
			if s.Kind == objfmt.KindCode && addr-s.Addr < uint64(len(s.Mem)) {
				return true
			}
		}
	}
	return false
}
