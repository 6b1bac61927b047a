package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
	"github.com/go-rtdyld/rtdyld/triple"
)

// ErrNoStubs says that an engine has no Callback, and so no stubs.
var ErrNoStubs = errors.New("engine has no stubs: Config.Callback is nil")

// A module with Functions has a linker of its own, so that its names are its own. Others
// get the addresses of stubs; the stubs' pointers lead to the module that is in place.

// switched is a function behind a stub.
type switched struct {
	name string
	stub *stubs.Stub
	u    *unit // that defines it at present; guarded by e.mu
	weak bool  // a definition that is not takes it over; guarded by e.mu
	gone atomic.Bool
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
	u.functions, u.defines, u.learnt = m.in.Functions, nil, true // nobody asks for it by the index
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

// openTable makes the table of stubs when it is first needed, for the engine's target or,
// while it has none, a unit's; a source that says none is for this machine.
func (e *Engine) openTable(ctx context.Context, u *unit) error {
	if e.cfg.Callback == nil {
		return ErrNoStubs
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return ErrClosed
	case e.table != nil:
		return nil
	}
	if e.callback == 0 { // a callback is for ever: a second attempt takes no second one
		var err error
		if e.callback, err = e.cfg.Callback(func(_, number uint64) uint64 { return e.called(uint32(number)) }); err != nil {
			return err
		}
	}
	target := cmp.Or(e.target, e.seen)
	switch {
	case target != (triple.Triple{}):
	case u.img != nil:
		target = u.img.Triple
	default:
		target = cmp.Or(u.source.Triple, triple.Host())
	}
	table, err := stubs.New(stubs.Config{Memory: e.cfg.Linker.Memory, Arch: target.Arch, Resolver: e.callback})
	if err != nil {
		return err
	}
	if e.zero, err = table.Zero(ctx); err != nil {
		return errors.Join(err, table.Close(ctx))
	}
	e.table = table
	return nil
}

// newStubs takes some stubs.
func (e *Engine) newStubs(ctx context.Context, n int) (made []*stubs.Stub, err error) {
	for range n {
		s, err := e.table.Get(ctx)
		if err != nil {
			return made, err
		}
		made = append(made, s)
	}
	return made, nil
}

// addStubbed takes a module and has its functions found, by stubs.
func (e *Engine) addStubbed(ctx context.Context, m *Module) error {
	n := 0
	for range m.functions() {
		n++
	}
	made, err := e.newStubs(ctx, n)
	if err == nil {
		e.mu.Lock()
		if err = e.claim(m); err == nil {
			err = e.takeLocked(m)
		}
		if err == nil {
			made = e.connect(m, made)
		}
		e.mu.Unlock()
	}
	for _, s := range made {
		s.Free()
	}
	return err
}

// connect has a module's functions found, by their stubs. What is left of those is returned.
func (e *Engine) connect(m *Module, made []*stubs.Stub) []*stubs.Stub {
	for name, u := range m.functions() {
		sw := e.switches[name]
		if sw == nil {
			sw = &switched{name: name, stub: made[0]}
			e.switches[name], e.numbers[made[0].Number()] = sw, sw
			made = made[1:]
		} else {
			sw.stub.Reset() // it was another's, and weak
		}
		sw.u, sw.weak = u, u.isWeak(name)
	}
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
	case sw.u.m.removing:
		return rtdyld.Symbol{}, nil, &ModuleError{sw.u.m.in.Name, "look up " + name, ErrRemoved}
	}
	return sw.symbol(), sw.u, nil
}

// called is what a stub's resolver does, on the thread that called the stub.
func (e *Engine) called(number uint32) uint64 {
	e.mu.Lock()
	sw := e.numbers[number]
	e.mu.Unlock()
	name, err := "", error(ErrRemoved)
	if sw != nil {
		name = sw.name
		var addr uint64
		if addr, err = e.reach(WithoutWait(context.Background()), sw); err == nil {
			return addr
		}
	}
	if e.cfg.OnFailed != nil {
		e.cfg.OnFailed(name, err)
	}
	if e.cfg.Failed != 0 {
		return e.cfg.Failed
	}
	return e.zero
}

// reach makes the module of a function ready and has its stubs lead to it.
func (e *Engine) reach(ctx context.Context, sw *switched) (uint64, error) {
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
		e.point(u, addrs)
		to := sw.stub.Target()
		e.mu.Unlock()
		return to, nil
	}
}

// point has the stubs of a unit's functions lead to addrs, which are parallel to them.
func (e *Engine) point(u *unit, addrs []uint64) {
	for i, name := range u.functions {
		if sw := e.switches[name]; sw != nil && sw.u == u {
			sw.stub.Set(addrs[i])
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
		s, ok := u.linker.Lookup(name)
		if !ok {
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
		s, o := e.linker.LookupObject(refs[i].Name)
		if o == nil {
			continue
		}
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

// Replace puts a module with the same Functions, and perhaps more, in the place of old
// while threads call: it is compiled, linked and finalized, then all stubs lead to it, and
// when no counted call is inside old that began before, old is removed: at once, or
// with a later Replace, Remove or Close. What old kept in its data is gone with it.
//
// If anything fails before the stubs are switched, the error says so, nothing of the
// new module is left, and old stays in place.
//
// At most some dozen replaced modules wait for calls to end, then Replace waits for the
// first of them, as long as ctx lets it.
func (e *Engine) Replace(ctx context.Context, old *Module, in Input) (*Module, error) {
	fail := func(err error) (*Module, error) {
		var of *ModuleError
		if errors.As(err, &of) && of.Module == in.Name {
			return nil, err
		}
		return nil, &ModuleError{in.Name, "replace " + old.in.Name, err}
	}
	for _, name := range old.in.Functions {
		if !slices.Contains(in.Functions, name) {
			return fail(fmt.Errorf("%w: it has no %s", ErrInput, name))
		}
	}
	if in.Lazy {
		return fail(fmt.Errorf("%w: a lazy module replaces none", ErrInput))
	}
	if old.in.Functions == nil {
		return fail(fmt.Errorf("%w: it has no functions behind stubs", ErrInput))
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	m := &Module{e: e, in: in}
	err := m.addObjectOrSource(ctx)
	if err == nil {
		err = e.prepare(ctx, m)
	}
	if err == nil {
		err = e.take(m)
	}
	if err != nil {
		m.drop()
		return fail(err)
	}
	var more []*stubs.Stub
	addrs, err := e.complete(ctx, m.units[0])
	if err == nil {
		more, err = e.newStubs(ctx, len(in.Functions)-len(old.in.Functions))
	}
	if err == nil {
		err = e.exchange(old, m, addrs, more)
	}
	if err != nil {
		for _, s := range more {
			s.Free()
		}
		return fail(errors.Join(err, e.discard(context.WithoutCancel(ctx), m)))
	}
	e.retire(ctx, old.units[0])
	return m, nil
}

// addObjectOrSource reads a module that is no archive.
func (m *Module) addObjectOrSource(ctx context.Context) error {
	if m.in.Object != nil {
		return m.addObject()
	}
	return m.addSource(ctx)
}

// exchange switches the stubs of old to m, those that m has more to itself.
func (e *Engine) exchange(old, m *Module, addrs []uint64, more []*stubs.Stub) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return ErrClosed
	}
	if old.state == Removed || old.removing {
		return fmt.Errorf("%s: %w", old.in.Name, ErrRemoved)
	}
	for _, name := range m.in.Functions {
		if sw := e.switches[name]; sw != nil && sw.u != old.units[0] {
			return &rtdyld.DuplicateError{Symbol: name, First: sw.u.name, Second: m.in.Name}
		}
	}
	for _, name := range m.in.Functions {
		sw := e.switches[name]
		if sw == nil {
			sw = &switched{name: name, stub: more[0]}
			more = more[1:]
			e.switches[name], e.numbers[sw.stub.Number()] = sw, sw
		}
		sw.u = m.units[0]
	}
	e.point(m.units[0], addrs)
	old.gone.Store(true)
	e.move(old, Removed)
	return nil
}

// retired is a unit that was replaced, with the epochs of calls that may be inside.
type retired struct {
	u      *unit
	epochs []*epoch
}

// maxRetired is how many of them wait for calls to end before a Replace does.
const maxRetired = 64

// retire unloads a unit that was replaced, once nobody is inside, and those before it
// of which that is true now.
func (e *Engine) retire(ctx context.Context, u *unit) {
	e.ground(u)
	e.mu.Lock()
	u.state = Removed
	e.retired = append(e.retired, retired{u, e.calls.turn()})
	var first []*epoch
	if len(e.retired) > maxRetired {
		first = e.retired[0].epochs
	}
	e.mu.Unlock()
	if e.calls.wait(ctx, first) == nil {
		e.reap(ctx)
	}
}

// reap unloads what was replaced and has no calls inside any more.
func (e *Engine) reap(ctx context.Context) {
	e.mu.Lock()
	var gone []*unit
	e.retired = slices.DeleteFunc(e.retired, func(r retired) bool {
		if slices.ContainsFunc(r.epochs, func(x *epoch) bool { return !x.empty() }) {
			return false
		}
		gone = append(gone, r.u)
		return true
	})
	e.mu.Unlock()
	for _, u := range gone {
		e.discardUnit(context.WithoutCancel(ctx), u)
	}
}

// discard takes a module with Functions away that did not come into place.
func (e *Engine) discard(ctx context.Context, m *Module) error {
	e.mu.Lock()
	m.removing = true
	e.mu.Unlock()
	e.ground(m.units[0])
	err := e.discardUnit(ctx, m.units[0])
	e.mu.Lock()
	defer e.mu.Unlock()
	e.move(m, Removed)
	return err
}

// discardUnit unloads a unit's object, closes its linker and its image.
func (e *Engine) discardUnit(ctx context.Context, u *unit) (err error) {
	e.mu.Lock()
	o := u.obj
	e.mu.Unlock()
	if o != nil {
		err = e.unload(ctx, u)
	}
	if cerr := u.linker.Close(ctx); !errors.Is(cerr, rtdyld.ErrClosed) {
		err = errors.Join(err, cerr)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	u.state = Removed
	u.m.drop()
	return err
}

// unloadAll unloads modules, those of the engine's linker in one.
func (e *Engine) unloadAll(ctx context.Context, ms []*Module) error {
	var objs []*rtdyld.Object
	for _, m := range ms {
		if m.in.Functions == nil {
			objs = append(objs, m.Objects()...)
		}
	}
	var errs []error
	if len(objs) > 0 {
		if err := e.linker.Unload(ctx, objs...); err != nil {
			var inUse *rtdyld.InUseError
			if errors.As(err, &inUse) {
				return err
			}
			errs = append(errs, err)
		}
	}
	for _, m := range ms {
		if m.in.Functions != nil {
			errs = append(errs, e.discardUnit(ctx, m.units[0]))
		}
	}
	return errors.Join(errs...)
}

// unswitch gives the stubs of a module back.
func (e *Engine) unswitch(m *Module) {
	for name, u := range m.functions() {
		if sw := e.switches[name]; sw != nil && sw.u == u {
			sw.gone.Store(true)
			delete(e.switches, name)
			delete(e.numbers, sw.stub.Number())
			sw.stub.Free()
		}
	}
}

// closeSwitched closes the linkers of modules with Functions, and the stubs.
func (e *Engine) closeSwitched(ctx context.Context, all []*Module) error {
	var errs []error
	e.mu.Lock()
	var us []*unit
	for _, r := range e.retired {
		us = append(us, r.u)
	}
	e.retired = nil
	for _, m := range all {
		if m.in.Functions != nil {
			us = append(us, m.units[0])
		}
	}
	table := e.table
	e.mu.Unlock()
	for _, u := range us {
		if err := u.linker.Close(ctx); !errors.Is(err, rtdyld.ErrClosed) {
			errs = append(errs, err)
		}
	}
	if table != nil {
		errs = append(errs, table.Close(ctx))
	}
	return errors.Join(errs...)
}
