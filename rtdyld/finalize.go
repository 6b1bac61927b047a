package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/nested"
	"github.com/go-rtdyld/rtdyld/internal/texts"
)

// Finalize makes the given objects ready to run: it resolves what is not
// resolved, has their memory protected, registers call frame information, tells
// the listeners and runs the constructors. Memory is protected a batch at a time,
// so the whole batches of these objects are finalized, and those of all objects
// that they refer to. Without objects, everything that is Loaded is.
//
// Constructors run with no lock held and may use the linker. Errors are those of
// Resolve and what the memory manager, the unwinder or the initializer returned.
// After an error of the first two no constructor has run and no listener was
// told; Finalize may be called again and goes on where it stopped, unless the memory
// manager says ErrLost: see [Linker.Lost]. A listener that panics keeps no other from being told, and no constructor
// from running.
func (l *Linker) Finalize(ctx context.Context, objs ...*Object) error {
	if l.recording != nil {
		return l.recordCall(ctx, DoFinalize, slices.Clone(objs), (*Linker).finalizeNow)
	}
	return l.finalizeNow(ctx, objs)
}

// finalizeNow is Finalize.
func (l *Linker) finalizeNow(ctx context.Context, objs []*Object) error {
	done, init, err := l.finalize(ctx, objs)
	if len(done) == 0 {
		return err
	}
	return join(l.start(ctx, done, init, 0), err)
}

// start tells listeners that objects' code may run from here on, and runs the constructors, which are the last of its calls.
// It makes them from a number on.
func (l *Linker) start(ctx context.Context, done []*Object, init []uint64, from int) (err error) {
	last := len(l.cfg.Listeners)
	defer func() {
		if from <= last { // a listener has panicked
			_ = l.start(ctx, done, init, from)
		}
	}()
	for from <= last {
		from++
		switch i := from - 1; {
		case i < last:
			l.cfg.Listeners[i].Finalized(done)
		case l.cfg.Initializer != nil:
			err = callError(done, "run constructors", l.cfg.Initializer.Init(ctx, done, init))
		}
	}
	return err
}

// finalize is Finalize up to where the objects' code may run: it returns those that have become
// finalized, in load order, and their constructors, which are listed before the objects' memory may go. An error
// with objects is about memory of others.
func (l *Linker) finalize(ctx context.Context, objs []*Object) (done []*Object, init []uint64, err error) {
	if err := l.begin(ctx); err != nil {
		return nil, nil, err
	}
	defer l.endWith(ctx, &err)
	set, err := l.claim(ctx, objs)
	l.tookPasses(ctx, err)
	if err != nil || len(set) == 0 {
		return nil, nil, err
	}
	defer l.unclaim(set)
	in := nested.InClaim.Mark(ctx, &set[0].batch.initial.claimed)
	defer in.Leave()
	if err = l.protect(in, set); err == nil {
		err = l.registerAll(in, set)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, o := range set {
		o.enter(finalized)
	}
	l.half -= int32(len(set))
	l.finalizedLast(set)
	if l.cfg.Initializer != nil {
		init = initFuncs(set...)
	}
	return set, init, nil
}

// claim resolves the objects that are to be finalized and claims their batches.
func (l *Linker) claim(ctx context.Context, objs []*Object) ([]*Object, error) {
	for {
		l.beginPass(ctx, DoFinalize)
		set, taken, err := l.finalizeSet(objs)
		switch {
		case err != nil:
			return nil, err
		case taken:
			if err := l.waitClaim(ctx); err != nil {
				return nil, err
			}
			continue
		case len(set) == 0:
			return nil, nil
		}
		if l.allResolved(set) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, o := range set {
				o.batch.claimed = true
				l.unpend(o)
			}
			l.claims++
			return set, nil
		}
		// Resolving may find new references, and other operations go on meanwhile.
		err = l.resolve(ctx, set)
		if err != nil && (l.closed.Load() || l.work != idle || !slices.ContainsFunc(set, (*Object).gone)) { // else finalizeSet tells which of them matter
			return nil, err
		}
		if err == nil {
			l.passed(ctx, set)
		}
	}
}

// unclaim ends what claim began.
func (l *Linker) unclaim(set []*Object) {
	for _, o := range set {
		o.batch.claimed = false
		if o.stage == loaded {
			l.pend(o)
		}
	}
	l.claims--
}

// protect finalizes the memory of claimed objects.
func (l *Linker) protect(ctx context.Context, set []*Object) error {
	for _, o := range set {
		b := o.batch
		if err := l.protectLate(ctx, o); err != nil {
			return err
		}
		if b.memory != final && b.alloc != nil {
			start := l.stepStart()
			var err error
			l.claimed(func() { err = b.alloc.Finalize(ctx) })
			l.stepDone("protect", start, err)
			if err != nil {
				if b.memory = writable; errors.Is(err, ErrLost) {
					b.memory = lost
				}
				return fmt.Errorf("%s: protect memory: %w", texts.Name(o.name), err)
			}
			moved(b.alloc, b.blocks)
		}
		b.memory = final
		if o.stage == loaded {
			o.enter(protected)
			l.half++
		}
		if l.closed.Load() {
			return ErrClosed
		}
	}
	return nil
}

// protectLate finalizes the memory of a claimed object that relocation has asked for.
func (l *Linker) protectLate(ctx context.Context, o *Object) (err error) {
	for all := o.late.list(); o.late != nil && o.late.final < len(all); o.late.final++ {
		l.claimed(func() { err = all[o.late.final].alloc.Finalize(ctx) })
		if err != nil {
			if errors.Is(err, ErrLost) {
				o.batch.memory = lost
			}
			return fmt.Errorf("%s: protect memory of stubs: %w", o.name, err)
		}
		one := [1]Block{all[o.late.final].Block}
		moved(all[o.late.final].alloc, one[:])
		all[o.late.final].Block = one[0]
	}
	return nil
}

// registerAll registers the call frames of claimed objects.
func (l *Linker) registerAll(ctx context.Context, set []*Object) error {
	if l.unwind == 0 {
		return nil
	}
	for _, o := range set {
		if o.stage == registered {
			continue
		}
		if err := l.register(ctx, o); err != nil {
			return err
		}
		o.enter(registered)
		if l.closed.Load() {
			return ErrClosed
		}
	}
	return nil
}

// finalizeSet lists the Loaded objects that finalizing objs takes along, in load
// order, and those among them that an earlier Finalize did not get done with. taken says that
// another Finalize is at work on some of them.
func (l *Linker) finalizeSet(objs []*Object) (set []*Object, taken bool, err error) {
	begin := objs
	if len(objs) == 0 {
		begin = l.pending
	}
	if b := l.wholeBatch(begin); b != nil && (len(objs) > 0 || l.half == 0 && l.claims == 0) {
		return b.objs, false, nil
	}
	if err := l.has(objs); err != nil {
		return nil, false, err
	}
	g := gather{make([]*Object, 0, len(begin))}
	add := func(o *Object) {
		if o.batch.claimed {
			taken = true
			return
		}
		if o.stage != loaded && !o.stage.half() || o.gathered {
			return
		}
		for _, p := range o.batch.objs {
			if p.stage == loaded || p.stage.half() {
				g.add(p)
			}
		}
	}
	for _, o := range begin {
		add(o)
	}
	if len(objs) == 0 && (l.half > 0 || l.claims > 0) {
		for o := range l.all() {
			add(o)
		}
	}
	for i := 0; i < len(g.objs); i++ { // add makes it grow
		for _, u := range l.names.Uses(g.objs[i].num) {
			add(l.object(u))
		}
	}
	return g.done(), taken, nil
}

// Lost lists the objects that can never be finalized, in load order: those whose memory says
// ErrLost, and all that use them. They have to be unloaded together, and may be loaded again.
func (l *Linker) Lost() []*Object {
	l.mu.Lock()
	defer l.mu.Unlock()
	var g gather
	for o := range l.all() {
		if !o.gone() && !o.batch.claimed && o.batch.memory == lost {
			g.add(o)
		}
	}
	for i := 0; i < len(g.objs); i++ { // add makes it grow
		for u := range l.all() {
			if u != nil && !u.gone() && !u.gathered && l.names.IsUser(u.num, g.objs[i].num) {
				g.add(u)
			}
		}
	}
	return g.done()
}

// wholeBatch returns the batch of objs if all its objects are Loaded and refer to
// each other or to finalized ones alone, so that finalizing them takes nothing else
// along; else nil.
func (l *Linker) wholeBatch(objs []*Object) *batch {
	if len(objs) == 0 || objs[0].l != l {
		return nil
	}
	b := objs[0].batch
	for _, o := range objs {
		if o.batch != b {
			return nil
		}
	}
	for _, o := range b.objs {
		if o.stage != loaded || b.claimed {
			return nil
		}
		for _, u := range l.names.Uses(o.num) {
			if x := l.object(u); x.batch != b && !x.stage.done() {
				return nil
			}
		}
	}
	return b
}

// allResolved reports whether objects are relocated with the present addresses.
func (l *Linker) allResolved(set []*Object) bool {
	for _, o := range set {
		if o.fields != current || o.lay.Moved() {
			return false
		}
		for _, u := range l.names.Uses(o.num) {
			if l.object(u).lay.Moved() {
				return false
			}
		}
	}
	return true
}

// leaveHalf notes that an object goes that Finalize has not got done with.
func (l *Linker) leaveHalf(o *Object) {
	if o.stage.half() {
		l.half--
	}
}
