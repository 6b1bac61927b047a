package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Add takes a module. Nothing of it is compiled or loaded; an object is parsed, an archive's
// index is read, a compiler is asked for what a source defines.
//
// An input whose triple is not compatible with the engine's (see [triple.Triple.CompatibleWith]), or
// whose object's header contradicts it in what it states, is refused with an error that names both and
// matches [triple.ErrMismatch] or [triple.ErrUnsupportedFormat].
// Other errors are *objfmt.FormatError, [ErrInput], [ErrNoCompiler], [ErrClosed].
func (e *Engine) Add(ctx context.Context, in Input) (*Module, error) {
	m, err := e.read(ctx, in)
	if m == nil {
		return nil, err
	}
	taken := false
	defer func() {
		if !taken { // also if a callback panics
			m.drop()
		}
	}()
	switch {
	case err != nil:
	case in.Functions != nil:
		err = e.addSwitched(ctx, m)
	case in.Lazy:
		err = e.addStubbed(ctx, m)
	default:
		err = e.take(ctx, m)
	}
	if err != nil {
		return nil, &ModuleError{in.Name, "add", err}
	}
	taken = true
	return m, nil
}

// read makes a module of an input, which is not the engine's yet. It is nil if the input is none. What a module has to close, it has from no
// callback's call.
func (e *Engine) read(ctx context.Context, in Input) (m *Module, err error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	m = &Module{e: e, in: in}
	switch {
	case in.Object != nil:
		m.units, err = m.readObject(ctx)
	case in.Archive != nil:
		m.index, m.units, err = m.readArchive(ctx)
	case in.Lazy:
		m.units, err = m.readLazy(ctx)
	default:
		m.units, err = m.readSource(ctx)
	}
	return m, err
}

func (m *Module) readObject(ctx context.Context) ([]*unit, error) {
	img, err := objfile.ParseContext(ctx, m.in.Name, m.in.Object)
	if err != nil {
		return nil, err
	}
	var names []string
	if m.in.Functions == nil { // else it is not looked for in the index
		if names, err = definitions(ctx, img); err != nil {
			img.Close()
			return nil, err
		}
	}
	m.only.unit = unit{m: m, name: m.in.Name, img: m.owned(img), defines: names, learnt: true, functions: m.in.Functions}
	m.only.list[0] = &m.only.unit
	return m.only.list[:], nil
}

func (m *Module) readArchive(ctx context.Context) (index *ar.Archive, us []*unit, err error) {
	index, err = ar.ParseContext(ctx, m.in.Name, m.in.Archive)
	if err != nil {
		return nil, nil, err
	}
	for mem, err := range index.Members() {
		if err != nil {
			return index, us, err
		}
		img, err := objfile.ParseMemberContext(ctx, mem)
		if errors.Is(err, objfmt.ErrUnknownFormat) {
			continue
		}
		if err != nil {
			return index, us, err
		}
		names, err := definitions(ctx, img)
		if err != nil {
			img.Close()
			return index, us, err
		}
		us = append(us, &unit{m: m, name: strings.Clone(img.Name), img: m.owned(img), defines: names, learnt: true})
	}
	return index, us, nil
}

func (m *Module) readSource(ctx context.Context) ([]*unit, error) {
	src, err := m.source()
	if err != nil {
		return nil, err
	}
	names, known := m.in.Defines, m.in.Defines != nil
	switch {
	case m.in.Functions != nil:
		names, known = nil, true // it is not looked for in the index
	case !known:
		err = m.e.aside(ctx, "Compiler.Defines", func() (err error) {
			names, known, err = m.e.cfg.Compiler.Defines(ctx, *src)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if !known {
		names = nil
	}
	return []*unit{{m: m, name: m.in.Name, source: src, defines: names, learnt: known, functions: m.in.Functions}}, nil
}

// source is the module's own copy, with what the caller left out.
func (m *Module) source() (*compiler.Source, error) {
	if m.e.cfg.Compiler == nil {
		return nil, ErrNoCompiler
	}
	src := *m.in.Source
	if src.Name == "" {
		src.Name = m.in.Name
	}
	if src.Triple.IsZero() {
		src.Triple = m.in.Triple
	}
	if src.Triple.IsZero() {
		src.Triple = m.e.stated()
	}
	return &src, nil
}

// drop closes what a module holds of images that were not loaded. One that is being loaded
// is closed when that ends.
func (m *Module) drop() {
	for _, u := range m.units {
		if u.flight == nil {
			u.closeImage()
		}
	}
	if m.index != nil {
		m.index.Close()
		m.index = nil
	}
}

// take checks a module's target and makes it the engine's.
func (e *Engine) take(ctx context.Context, m *Module) error {
	err := e.enterNames(ctx, m)
	e.mu.Lock()
	defer e.mu.Unlock()
	if err == nil {
		err = e.takeLocked(m)
	}
	if err != nil && m.large {
		for _, u := range m.units {
			e.index.forget(u)
		}
		e.sweepLater()
	}
	return err
}

// enterNames enters the names of a module that has very many, so that nobody finds them yet.
func (e *Engine) enterNames(ctx context.Context, m *Module) error {
	total := 0
	for _, u := range m.units {
		total += len(u.defines)
	}
	if m.large = total > heed.Every; !m.large {
		return nil
	}
	step := func(f func()) error {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.life != open {
			return ErrClosed
		}
		f()
		return nil
	}
	for lo, done := 0, 0; lo < len(m.units); {
		err := step(func() {
			for n := heed.Every; n > 0 && lo < len(m.units); n-- { // a unit with few names counts, too
				u := m.units[lo]
				if done == 0 {
					e.index.prepare(u, u.defines)
				}
				hi := min(len(u.defines), done+n)
				e.index.put(u, done, hi)
				if n, done = n-(hi-done), hi; done == len(u.defines) {
					lo, done = lo+1, 0
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) takeLocked(m *Module) error {
	if e.life != open {
		return ErrClosed
	}
	target := e.target
	if err := e.join(&target, m.in.Triple); err != nil {
		return err
	}
	for _, u := range m.units {
		if u.source != nil {
			if err := e.join(&target, u.source.Triple); err != nil {
				return err
			}
			if u.source.Triple.IsZero() {
				u.source.Triple = target
			}
		}
		if u.img != nil && !target.IsZero() {
			if err := target.CheckObject(u.img.Triple); err != nil {
				return fmt.Errorf("%s: %w", u.name, err)
			}
		}
	}
	e.target = target
	e.sets[Added].add(m)
	for _, u := range m.units {
		if m.large { // they are entered
			e.index.reveal(u)
		} else {
			e.index.enter(u, u.defines)
		}
	}
	return nil
}

// stated is the target that the Config or a module has stated; zero if none has.
func (e *Engine) stated() triple.Triple {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.target
}

// join holds what a module says against the engine's target, or makes it that.
func (e *Engine) join(target *triple.Triple, t triple.Triple) error {
	switch {
	case t.IsZero():
		return nil
	case !t.Arch.Supports(t.Format()):
		return fmt.Errorf("%s: %w: %v has no objects in %v", t, triple.ErrUnsupportedFormat, t.Arch, t.Format())
	case target.IsZero() && !e.seen.IsZero():
		if err := t.CheckObject(e.seen); err != nil {
			return fmt.Errorf("objects before it: %w", err)
		}
		*target = t
		return nil
	case target.IsZero():
		*target = t
		return nil
	}
	if !target.CompatibleWith(t) || target.Format() != t.Format() {
		return fmt.Errorf("%w: module is for %s, engine for %s", triple.ErrMismatch, t, target)
	}
	return nil
}
