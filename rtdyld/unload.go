package rtdyld

import (
	"context"
	"errors"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// Unload takes objects out of the linker: it runs their destructors, deregisters
// their call frames, tells the listeners, forgets their names and gives their
// memory back (a batch's when the last of its objects goes). Objects that others
// use, or that hold the copy of a group or a definition that others gave way to,
// are refused with an *InUseError unless those go with them; then nothing is
// unloaded. The caller sees to it that no thread runs their code.
//
// Every object goes even if a destructor, the unwinder or the memory manager
// returns an error; the errors are joined.
func (l *Linker) Unload(ctx context.Context, objs ...*Object) error {
	if l.recording != nil {
		return l.recordCall(ctx, DoUnload, slices.Clone(objs), (*Linker).unloadNow)
	}
	return l.unloadNow(ctx, objs)
}

// unloadNow is Unload.
func (l *Linker) unloadNow(ctx context.Context, objs []*Object) (err error) {
	if err := l.begin(ctx); err != nil {
		return err
	}
	set, err := l.unloadSet(ctx, objs)
	l.took(ctx, err)
	if err != nil || len(set) == 0 {
		return join(err, l.end(ctx))
	}
	ran := l.vanish(set)
	kept := l.takeFreed() // stubs, which destructors may use
	defer func() {        // also if a callback panics
		err = errors.Join(err, l.bury(ctx, set, kept))
	}()
	p := parting{l: l, set: set, ran: ran}
	defer p.tell(ctx) // what is left of it if a destructor panics
	p.errs = appendError(nil, l.unlock(ctx))

	due := ran
	if slices.ContainsFunc(ran, (*Object).isDestructed) {
		due = slices.DeleteFunc(slices.Clone(ran), (*Object).isDestructed)
	}
	if l.cfg.Initializer != nil && len(due) > 0 {
		p.errs = appendError(p.errs, callError(due, "run destructors", l.cfg.Initializer.Fini(ctx, due, finiFuncs(due...))))
	}
	p.tell(ctx)
	return texts.Join(p.errs...)
}

// parting is what unwinder and listeners are told of objects that go.
type parting struct {
	l        *Linker
	set, ran []*Object
	told     int // calls that were made
	errs     []error
}

// tell makes the calls that were not made yet, each once, the others also if one panics. It is called without mu.
func (p *parting) tell(ctx context.Context) {
	n := len(p.set)
	all := n
	if len(p.ran) > 0 {
		all += len(p.l.cfg.Listeners)
	}
	defer func() {
		if p.told < all {
			p.tell(ctx)
		}
	}()
	for p.told < all {
		p.told++
		if i := p.told - 1; i >= n {
			p.l.cfg.Listeners[i-n].Unloading(p.ran)
		} else if o := p.set[n-1-i]; o.wasRegistered() {
			p.errs = appendError(p.errs, p.l.deregister(ctx, o))
		}
	}
}

// wasRegistered reports whether the unwinder had the object's tables before somebody began to unload it.
func (o *Object) wasRegistered() bool {
	if o.stage == unloading {
		return o.was >= registered
	}
	return o.stage >= registered
}

// bury ends what vanish began.
func (l *Linker) bury(ctx context.Context, set []*Object, kept []freed) error {
	l.mu.Lock()
	var errs []error
	for _, o := range set {
		errs = appendError(errs, l.release(o))
	}
	l.freeAgain(kept)
	switch {
	case l.closed.Load(): // there are no books any more
	case l.work == idle:
		l.forgetEach(set)
		for _, o := range set {
			l.reuse(o)
		}
	default:
		l.whenIdle(func() { l.forgetEach(set) })
	}
	return errors.Join(appendError(errs, l.end(ctx))...)
}

func (l *Linker) forgetEach(set []*Object) {
	for _, o := range set {
		_ = l.forget(o) // which bury has released
	}
}

// vanish hides objects, so that nothing begins to use them, and lists those whose constructors ran.
func (l *Linker) vanish(set []*Object) (ran []*Object) {
	some := slices.ContainsFunc(set, func(o *Object) bool { return !o.stage.done() })
	if !some {
		ran = set
	}
	for _, o := range set {
		if o.was = o.stage; o.stage.done() {
			if some {
				ran = append(ran, o)
			}
			l.keepSymbols(o)
		}
	}
	for _, o := range set {
		l.leaveHalf(o)
		l.unpend(o)
		o.enter(unloading) // from here on its names are not found
	}
	l.fadeLast()
	depart(set)
	l.change()
	for _, o := range set {
		l.forgetNames(o) // in steps
	}
	return ran
}

// Destruct runs the destructors of finalized objects, as Unload would, which then does not run
// them again: what they call may so be loaded while they run. Objects that others use are refused
// with an *InUseError as by Unload. Those that are not finalized, or whose destructors have run, are
// left alone. The error is the Initializer's.
func (l *Linker) Destruct(ctx context.Context, objs ...*Object) error {
	if l.recording != nil {
		return l.recordCall(ctx, DoDestruct, slices.Clone(objs), (*Linker).destructNow)
	}
	return l.destructNow(ctx, objs)
}

// destructNow is Destruct.
func (l *Linker) destructNow(ctx context.Context, objs []*Object) error {
	if err := l.begin(ctx); err != nil {
		return err
	}
	set, err := l.unloadSet(ctx, objs)
	l.took(ctx, err)
	set = slices.DeleteFunc(slices.Clone(set), func(o *Object) bool { return o.stage != finalized })
	var fini []uint64
	if err == nil && l.cfg.Initializer != nil {
		fini = finiFuncs(set...)
	}
	for _, o := range set {
		o.enter(destructed)
	}
	released := l.end(ctx)
	if err != nil || l.cfg.Initializer == nil || len(set) == 0 {
		return join(err, released)
	}
	return join(callError(set, "run destructors", l.cfg.Initializer.Fini(ctx, set, fini)), released)
}

func (o *Object) isDestructed() bool { return o.was == destructed }

// inUse says which objects, other than those that go, use one: in the order in which they were loaded.
func (l *Linker) inUse(ctx context.Context, o *Object, inside map[uint32]uint32) error {
	var users []*Object
	for u := range l.all() {
		if _, goes := inside[u.num]; !goes && l.names.IsUser(u.num, o.num) {
			users = append(users, u)
		}
	}
	sortObjects(users)
	e := &InUseError{Object: o.name}
	for _, u := range users {
		e.Users = append(e.Users, u.name)
	}
	l.failedWith(ctx, users)
	return e
}

// unloadSet checks that no object outside objs uses any of them and returns them
// without repetition, in load order, in a list that is not to be changed. It waits for calls of Finalize that have claimed them.
func (l *Linker) unloadSet(ctx context.Context, objs []*Object) ([]*Object, error) {
	for slices.ContainsFunc(objs, func(o *Object) bool { return o.l == l && o.batch.claimed }) {
		if err := l.waitClaim(ctx); err != nil {
			return nil, err
		}
	}
	if err := l.has(objs); err != nil {
		return nil, err
	}
	if len(objs) == 1 && len(objs[0].batch.objs) == 1 && objs[0].linked == nil && l.names.Users(objs[0].num) == 0 {
		return objs[0].batch.objs, nil // as most are
	}
	set := make([]*Object, 0, len(objs))
	inside := make(map[uint32]uint32, len(objs)) // uses from within the set, by object
	for _, o := range objs {
		if _, twice := inside[o.num]; !twice {
			inside[o.num] = 0
			set = append(set, o)
		}
	}
	for _, o := range set {
		for _, u := range l.names.Uses(o.num) {
			if n, ok := inside[u]; ok {
				inside[u] = n + 1
			}
		}
	}
	for _, o := range set {
		if o.linked != nil {
			if e := l.imageInUse(ctx, o, inside); e != nil {
				return nil, e
			}
		}
		if l.names.Users(o.num) == inside[o.num] {
			continue
		}
		return nil, l.inUse(ctx, o, inside)
	}
	sortObjects(set)
	if e := l.usedTogether(set, inside); e != nil {
		return nil, e
	}
	return set, nil
}
