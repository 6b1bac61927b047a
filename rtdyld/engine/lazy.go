package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
)

// A lazy module is a unit a part of its source. All are loaded by the engine's linker; functions
// of those that have nothing else are behind stubs, and no object defines their names: who
// refers to one has the stub's address, whenever it was linked, so that addresses of functions
// can be compared.

// lazy is a function behind a stub of a lazy module.
type lazy struct {
	weak    bool
	section objfmt.SectionID // where it is in the unit's object, once that is there
	value   uint64
}

// functions yields the functions of a module that are behind stubs, and their units.
func (m *Module) functions() iter.Seq2[string, *unit] {
	return func(yield func(string, *unit) bool) {
		for _, u := range m.units {
			for _, name := range u.functions {
				if !yield(name, u) {
					return
				}
			}
		}
	}
}

// isWeak reports whether another definition may take the place of a function of the unit.
func (u *unit) isWeak(name string) bool {
	return u.lazy != nil && u.lazy[slices.Index(u.functions, name)].weak
}

// readLazy cuts a source into units.
func (m *Module) readLazy(ctx context.Context) (us []*unit, err error) {
	src, err := m.source()
	if err != nil {
		return nil, err
	}
	if m.e.cfg.Splitter == nil {
		return nil, ErrNoSplitter
	}
	var parts []compiler.Part
	err = m.e.aside(ctx, "Splitter.Split", func() error {
		got, err := m.e.cfg.Splitter.Split(ctx, *src)
		parts = got
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range parts {
		p := &parts[i]
		if p.Defines == nil {
			return nil, fmt.Errorf("%s: %w: it is not known what it defines, so that it cannot be compiled lazily", p.Name, objfmt.ErrUnsupported)
		}
		us = append(us, newPart(m, p, compiler.Source{Name: p.Name, Triple: src.Triple}))
	}
	if len(us) == 0 {
		return nil, fmt.Errorf("%w: %s has no parts", ErrInput, src.Name)
	}
	return us, m.e.openTable(ctx, us[0])
}

// newPart makes a unit of a part. Its functions are behind stubs if it has nothing else.
func newPart(m *Module, p *compiler.Part, src compiler.Source) *unit {
	var defines, functions []string
	var lazies []lazy
	stubbed := !slices.ContainsFunc(p.Defines, func(d compiler.Definition) bool { return !d.Function })
	for _, d := range p.Defines {
		if stubbed {
			functions, lazies = append(functions, d.Name), append(lazies, lazy{weak: d.Weak})
		} else {
			defines = append(defines, d.Name)
		}
	}
	return &unit{m: m, name: p.Name, source: &src, part: p.Source, defines: defines, learnt: true, functions: functions, lazy: lazies}
}

// claim decides whose the names of a module's functions are. A weak one that is there already is
// left to the index, which is asked when the other is gone. e.mu is held.
func (e *Engine) claim(m *Module) error {
	for _, u := range m.units {
		for i := 0; i < len(u.functions); i++ {
			name := u.functions[i]
			sw := e.switches[name]
			switch {
			case sw == nil:
			case u.isWeak(name):
				u.functions, u.lazy = slices.Delete(u.functions, i, i+1), slices.Delete(u.lazy, i, i+1)
				e.index.also(u, name)
				i--
			case !sw.weak:
				return &rtdyld.DuplicateError{Symbol: name, First: sw.u.name, Second: m.in.Name}
			}
		}
		if len(u.functions) == 0 {
			u.lazy = nil
		}
	}
	return nil
}

// enclose takes the names of a unit's functions out of a new image: their definitions are
// hidden, and all references to them, also from the unit itself, lead to their stubs. Where unwind
// information is by symbol, as COFF and Mach-O have it, the unit itself goes to its own.
func (u *unit) enclose(img *objfmt.ObjectImage) error {
	if err := checkFunctions(img, u.functions); err != nil {
		return err
	}
	at := make(map[string]int, len(u.functions))
	for i, name := range u.functions {
		at[name] = i
	}
	for i := range img.Sections {
		img.Sections[i].Group = 0
	}
	img.Groups, img.Members = nil, nil // another's copy does not count: these functions are called by stubs
	for i, n := img.FirstGlobal, len(img.Symbols); int(i) < n; i++ {
		s := img.Symbols[i]
		k, ok := at[img.SymbolName(i)]
		if !ok || !s.Defined() || s.Bind == objfmt.BindLocal {
			continue
		}
		if s.Section >= objfmt.SecSpecial {
			return fmt.Errorf("%w: %s: %s is in no section", objfmt.ErrUnsupported, img.Name, u.functions[k])
		}
		u.lazy[k].section, u.lazy[k].value = s.Section, s.Value
		s.Bind = objfmt.BindLocal
		if !img.Triple.IsELF() {
			img.Symbols[i], img.Hashes[i-img.FirstGlobal] = s, 0
			continue
		}
		img.Symbols, img.Hashes = append(img.Symbols, s), append(img.Hashes, 0)
		img.Symbols[i] = objfmt.Symbol{Name: s.Name, NameLen: s.NameLen, Section: objfmt.SecUndef, Bind: objfmt.BindGlobal}
	}
	return nil
}

// addresses lists where the functions of a unit are.
func (u *unit) addresses(o *rtdyld.Object) ([]uint64, error) {
	addrs := make([]uint64, len(u.functions))
	for i, f := range u.lazy {
		base := o.SectionAddress(f.section)
		if base == 0 {
			return nil, &ModuleError{u.m.in.Name, "call " + u.functions[i], ErrNotFound}
		}
		addrs[i] = base + f.value
	}
	return addrs, nil
}

// destruct runs the destructors of lazy modules while their names are known: what they call
// may have to be compiled.
func (e *Engine) destruct(ctx context.Context, ms []*Module) error {
	for _, m := range ms {
		if !m.in.Lazy {
			continue
		}
		if err := e.destructLazy(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// destructLazy is destruct for one of them.
func (e *Engine) destructLazy(ctx context.Context, m *Module) (err error) {
	e.mu.Lock()
	e.depart(m, destructing)
	e.mu.Unlock()
	defer func() { // also if a destructor panics
		e.mu.Lock()
		e.depart(m, leaving)
		flights := m.stop()
		e.mu.Unlock()
		err = errors.Join(err, landed(ctx, flights))
	}()
	for n := -1; err == nil; { // what is loaded meanwhile may have some, too
		objs := m.Objects()
		if len(objs) == n {
			break
		}
		n = len(objs)
		err = e.linker.Destruct(ctx, objs...)
	}
	return err
}
