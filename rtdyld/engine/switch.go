package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
)

// ErrNoStubs says that an engine has neither Callback nor Stubs, and so no stubs.
var ErrNoStubs = errors.New("engine has no stubs: Config.Callback and Config.Stubs are nil")

// A module with Functions has a linker of its own, so that its names are its own. Others
// get the addresses of stubs; the stubs' pointers lead to the module that is in place.

// switched is a function behind a stub.
type switched struct {
	name string      // lock none: set when it is made
	stub *stubs.Stub // lock none: set when it is made
	u    *unit       // that defines it at present; lock e.mu
	weak bool        // a definition that is not takes it over; lock e.mu
	seen uint32      // calls that were counted, see Config.HotCalls; lock e.mu
	gone atomic.Bool // calls are refused; lock none: atomic, written with e.mu held
}

func (sw *switched) symbol() rtdyld.Symbol {
	return rtdyld.Symbol{Addr: sw.stub.Addr(), Kind: rtdyld.Func, Found: true}
}

// linkerOf is the linker that a unit is loaded by.
func (e *Engine) linkerOf(u *unit) *rtdyld.Linker {
	if u.linker != nil {
		return u.linker
	}
	return e.linker
}

// addSwitched takes a module with Functions.
func (e *Engine) addSwitched(ctx context.Context, m *Module) error {
	if err := e.prepare(ctx, m); err != nil {
		return err
	}
	return e.addStubbed(ctx, m)
}

// prepare gives a module a linker of its own, and the engine its table of stubs.
func (e *Engine) prepare(ctx context.Context, m *Module) error {
	if err := e.openTable(ctx, m.units[0]); err != nil {
		return err
	}
	u := m.units[0]
	for i, name := range m.in.Functions {
		if slices.Contains(m.in.Functions[:i], name) {
			return fmt.Errorf("%w: %s: function %s is named twice", ErrInput, m.in.Name, name)
		}
	}
	if u.img != nil {
		if err := checkFunctions(u.img, m.in.Functions); err != nil {
			return err
		}
	}
	var err error
	u.linker, err = e.newLinker(&ownResolver{e, u})
	return err
}

// checkFunctions refuses an image of which not all names are functions that others see.
func checkFunctions(img *objfmt.ObjectImage, names []string) error {
	if len(names) == 0 {
		return nil
	}
	at := make(map[string]objfmt.SymbolID, len(names))
	for _, name := range names {
		at[name] = objfmt.NoSymbol
	}
	for i := img.FirstGlobal; int(i) < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; s.Defined() && s.Bind != objfmt.BindLocal {
			if name := img.SymbolName(i); at[name] == objfmt.NoSymbol {
				at[name] = i
			}
		}
	}
	for _, name := range names {
		if at[name] == objfmt.NoSymbol {
			return fmt.Errorf("%w: %s: function %s: %w", ErrInput, img.Name, name, ErrNotFound)
		}
		if !isFunction(img, at[name]) {
			return fmt.Errorf("%w: %s: %s is a variable, not a function", ErrInput, img.Name, name)
		}
	}
	return nil
}

// isFunction reports whether a symbol may be one. Where the format does not tell (Mach-O,
// assembly that states no type) it is what lies in a section of code.
func isFunction(img *objfmt.ObjectImage, id objfmt.SymbolID) bool {
	for range len(img.Symbols) {
		s := &img.Symbols[id]
		switch {
		case s.Type == objfmt.SymFunc, s.Type == objfmt.SymIFunc:
			return true
		case s.Type != objfmt.SymNone:
			return false
		case s.Section == objfmt.SecAlias && s.Value < uint64(len(img.Symbols)):
			id = objfmt.SymbolID(s.Value)
			continue
		case s.Section == objfmt.SecUndef:
			return true // which an alias stands for
		}
		return s.Section < objfmt.SecSpecial && img.Sections[s.Section].Kind == objfmt.KindCode
	}
	return false
}

// addStubbed takes a module and has its functions found, by stubs.
func (e *Engine) addStubbed(ctx context.Context, m *Module) error {
	n := 0
	for range m.functions() {
		n++
	}
	made, err := e.newStubs(ctx, n)
	if err != nil {
		return err
	}
	e.mu.Lock()
	if err = e.claim(m); err == nil {
		err = e.takeLocked(m)
	}
	if err == nil {
		made = e.connect(m, made)
	}
	e.mu.Unlock()
	freeStubs(made)
	if err != nil {
		return err
	}
	return e.syncAdded(ctx, m)
}

// syncAdded has the stubs of weak functions that were another's lead to those of a module that was taken, or removes it.
func (e *Engine) syncAdded(ctx context.Context, m *Module) (err error) {
	synced := false
	defer func() { // also if a callback panics
		if !synced {
			err = errors.Join(err, e.Remove(context.WithoutCancel(ctx), m))
		}
	}()
	err = e.syncStubs(ctx)
	synced = err == nil
	return err
}

func freeStubs(made []*stubs.Stub) {
	for _, s := range made {
		s.Free()
	}
}

// connect has a module's functions found, by their stubs. What is left of those is returned.
func (e *Engine) connect(m *Module, made []*stubs.Stub) []*stubs.Stub {
	for name, u := range m.functions() {
		if sw := e.switches[name]; sw != nil {
			sw.stub.Reset() // it was another's, and weak
		}
		made = e.lead(name, u, made)
	}
	return made
}

// lead has the stub of a name be a unit's function's; the first of made if it has none. It returns what is left of these.
func (e *Engine) lead(name string, u *unit, made []*stubs.Stub) []*stubs.Stub {
	sw := e.switches[name]
	if sw == nil {
		sw = &switched{name: name, stub: made[0]}
		e.switches[name], e.numbers[made[0].Number()] = sw, sw
		made = made[1:]
	}
	sw.u, sw.weak = u, u.isWeak(name)
	return made
}

// throughStub is the address of a function behind a stub; the unit is nil if there is
// none of that name.
func (e *Engine) throughStub(name string) (rtdyld.Symbol, *unit, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	sw := e.switches[name]
	switch {
	case sw == nil:
		return rtdyld.Symbol{}, nil, nil
	case !sw.u.m.is(present):
		return rtdyld.Symbol{}, nil, &ModuleError{sw.u.m.in.Name, "look up " + name, ErrRemoved}
	}
	return sw.symbol(), sw.u, nil
}

// called is what a stub's resolver does, on the thread that called the stub.
func (e *Engine) called(ctx context.Context, number uint64) uint64 {
	name, addr, err := e.answer(ctx, number)
	if err == nil {
		return addr
	}
	if e.cfg.OnFailed != nil {
		e.cfg.OnFailed(name, err)
	}
	return e.failed()
}

// calledElsewhere is called for a thread of another process: of what panics on this one, nobody else could recover.
func (e *Engine) calledElsewhere(ctx context.Context, number uint64) (addr uint64) {
	var name string
	err := e.caught("", func() (err error) {
		name, addr, err = e.answer(ctx, number)
		return err
	})
	if err == nil {
		return addr
	}
	if e.cfg.OnFailed != nil {
		_ = e.caught("Config.OnFailed", func() error { e.cfg.OnFailed(name, err); return nil })
	}
	return e.failed()
}

// answer makes the function of a stub ready.
func (e *Engine) answer(ctx context.Context, number uint64) (name string, addr uint64, err error) {
	var sw *switched
	if n := uint32(number); uint64(n) == number {
		e.mu.Lock()
		sw = e.numbers[n]
		e.mu.Unlock()
	}
	if sw == nil {
		return "", 0, ErrRemoved
	}
	addr, err = e.reach(WithoutWait(ctx), sw, true)
	return sw.name, addr, err
}

// failed is the address of what is called in the place of a function that cannot be called.
func (e *Engine) failed() uint64 {
	if e.cfg.Failed != 0 {
		return e.cfg.Failed
	}
	return e.table.zero
}

// reach makes the module of a function ready and has its stubs lead to it; called says that it counts as a call.
func (e *Engine) reach(ctx context.Context, sw *switched, called bool) (uint64, error) {
	for {
		e.mu.Lock()
		u := sw.u
		e.mu.Unlock()
		addrs, err := e.complete(ctx, u)
		e.mu.Lock()
		if sw.u != u {
			e.mu.Unlock()
			continue // replaced meanwhile
		}
		if err != nil {
			e.mu.Unlock()
			return 0, err
		}
		to, hot := e.arrive(sw, u, addrs, called)
		e.mu.Unlock()
		if err := e.syncStubs(ctx); err != nil {
			return 0, &ModuleError{u.m.in.Name, "call " + sw.name, err}
		}
		if hot && e.cfg.OnHot != nil {
			e.cfg.OnHot(u.m, sw.name)
			return e.anew(sw, u, to), nil
		}
		return to, nil
	}
}

// arrive is where a call goes of a function that is ready. Its stub, with all of the unit, leads there from now on, unless calls are
// counted: then it does once there have been enough, which hot says the first time. e.mu is held.
func (e *Engine) arrive(sw *switched, u *unit, addrs []uint64, called bool) (to uint64, hot bool) {
	if e.cfg.HotCalls == 0 {
		e.point(u, addrs)
		return sw.stub.Target(), false
	}
	to = addrs[slices.Index(u.functions, sw.name)]
	if called && sw.seen < e.cfg.HotCalls {
		sw.seen++
		hot = sw.seen == e.cfg.HotCalls
	}
	if sw.seen == e.cfg.HotCalls {
		sw.stub.Set(to)
	}
	return to, hot
}

// anew is where a call goes that OnHot was told of: to what has taken the unit's place, else to where it went.
func (e *Engine) anew(sw *switched, u *unit, to uint64) uint64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if sw.u != u && sw.u.m.is(present) {
		return sw.stub.Target()
	}
	return to
}

// point has the stubs of a unit's functions lead to addrs, which are parallel to them.
func (e *Engine) point(u *unit, addrs []uint64) {
	for i, name := range u.functions {
		if sw := e.switches[name]; sw != nil && sw.u == u {
			sw.stub.Set(addrs[i])
			sw.seen = e.cfg.HotCalls // what calls go to at once is not counted
		}
	}
}

// complete loads and finalizes a unit with Functions and returns where they are.
func (e *Engine) complete(ctx context.Context, u *unit) ([]uint64, error) {
	for {
		if err := e.load(ctx, u, u.functions[0]); err != nil {
			return nil, err
		}
		o, err := e.objectOf(u)
		if err != nil {
			return nil, err
		}
		if err = e.finalize(ctx, o, ""); err == nil {
			break
		}
		if !errors.Is(err, rtdyld.ErrUnloaded) || !e.isAdded(u) {
			return nil, err
		} // else it went with what it uses, which has been loaded again
	}
	o, err := e.objectOf(u) // it may have been loaded again, too
	if err != nil {
		return nil, err
	}
	if u.lazy != nil {
		return u.addresses(o)
	}
	addrs := make([]uint64, len(u.functions))
	for i, name := range u.functions {
		s, err := u.linker.Lookup(name)
		if err != nil {
			return nil, &ModuleError{u.m.in.Name, "call " + name, ErrNotFound}
		}
		addrs[i] = s.Addr
	}
	return addrs, nil
}

// objectOf is what a unit has in memory.
func (e *Engine) objectOf(u *unit) (*rtdyld.Object, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if u.obj == nil {
		return nil, &ModuleError{u.m.in.Name, "call", ErrRemoved}
	}
	return u.obj, nil
}

// ownResolver answers the linker of a module with Functions.
type ownResolver struct {
	e *Engine
	u *unit
}

// Resolve implements [rtdyld.Resolver]: stubs, then what other modules define, then names
// outside.
func (r *ownResolver) Resolve(ctx context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	e := r.e
	main := &resolver{e, e.cfg.Linker.Resolver}
	if err := main.Resolve(ctx, refs, out); err != nil {
		return err
	}
	for i := range refs {
		if out[i].Found {
			continue
		}
		s, err := e.linker.Lookup(refs[i].Name)
		if err != nil {
			continue
		}
		o := s.Object
		e.mu.Lock()
		ok := e.depend(r.u, o)
		e.mu.Unlock()
		if !ok {
			return &nameError{refs[i].Name, fmt.Errorf("%s: %w", o.Name(), ErrRemoved)}
		}
		out[i] = s
	}
	return nil
}

// finalizeDeps makes ready what a unit with Functions refers to in the engine's linker.
func (e *Engine) finalizeDeps(ctx context.Context, u *unit) error {
	if u.linker == nil {
		return nil
	}
	if err := u.linker.Resolve(ctx); err != nil {
		return err
	}
	e.mu.Lock()
	deps := slices.Clone(u.deps)
	e.mu.Unlock()
	for _, o := range deps {
		if err := e.finalize(ctx, o, ""); err != nil {
			return err
		}
	}
	return nil
}

// unloadAll unloads modules, those of the engine's linker in one.
func (e *Engine) unloadAll(ctx context.Context, ms []*Module) error {
	objs := e.shared(ms)
	return nested.Each(func() error {
		if len(objs) == 0 {
			return nil
		}
		return e.linker.Unload(ctx, objs...)
	}, func() error {
		if inMemory(objs) { // the linker has refused
			return nil
		}
		return e.discardUnits(ctx, ms)
	})
}

// discardUnits discards those of modules that have a linker of their own.
func (e *Engine) discardUnits(ctx context.Context, ms []*Module) error {
	var calls []func() error
	for i := range ms {
		if ms[i].in.Functions != nil {
			calls = append(calls, func() error { return e.discardUnit(ctx, ms[i].units[0]) })
		}
	}
	return nested.Each(calls...)
}

// unswitch gives the stubs of a module back.
func (e *Engine) unswitch(m *Module) {
	for name, u := range m.functions() {
		if sw := e.switches[name]; sw != nil && sw.u == u {
			delete(e.switches, name)
			delete(e.numbers, sw.stub.Number())
			sw.stub.Free()
		}
	}
}

// closeSwitched closes the linkers of modules with Functions, and the stubs.
func (e *Engine) closeSwitched(ctx context.Context, all []*Module) error {
	var calls []func() error
	closing := func(u *unit) { calls = append(calls, func() error { return u.closeLinker(ctx) }) }
	e.mu.Lock()
	for _, r := range e.retiredAll() {
		closing(r.u)
	}
	for _, m := range all {
		if m.in.Functions != nil {
			closing(m.units[0])
		}
	}
	t := e.table
	calls = append(calls, func() error { return t.close(ctx) })
	e.mu.Unlock()
	return nested.Each(calls...)
}

// closeLinker closes a unit's own linker, unless it is closed.
func (u *unit) closeLinker(ctx context.Context) error {
	if err := u.linker.CloseContext(ctx); !errors.Is(err, rtdyld.ErrClosed) {
		return err
	}
	return nil
}

// forgetSwitches forgets all functions behind stubs. e.mu is held.
func (e *Engine) forgetSwitches() {
	clear(e.switches)
	clear(e.numbers)
}
