package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
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
// manager says ErrLost: see [Linker.Lost].
func (l *Linker) Finalize(ctx context.Context, objs ...*Object) error {
	done, init, err := l.finalizeLocked(ctx, objs)
	if err != nil || len(done) == 0 {
		return err
	}
	// From here on the objects' code may run.
	for _, ls := range l.cfg.Listeners {
		ls.Finalized(done)
	}
	if l.cfg.Initializer != nil {
		err = l.cfg.Initializer.Init(ctx, done, init)
	}
	return err
}

// finalizeLocked is finalize under the lock, which it gives up even if a callback
// panics. The objects' memory may go once it has: their constructors are listed before.
func (l *Linker) finalizeLocked(ctx context.Context, objs []*Object) (done []*Object, init []uint64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if done, err = l.finalize(ctx, objs); err == nil && l.cfg.Initializer != nil {
		init = initFuncs(done...)
	}
	return done, init, err
}

// finalize does Finalize's work under the lock and returns the objects that have
// become Finalized, in load order.
func (l *Linker) finalize(ctx context.Context, objs []*Object) ([]*Object, error) {
	if l.closed {
		return nil, ErrClosed
	}
	var set []*Object
	for {
		var err error
		if set, err = l.finalizeSet(objs); err != nil || len(set) == 0 {
			return nil, err
		}
		if l.allResolved(set) {
			break
		}
		// Resolving may find new references, and the lock is off for a while.
		err = l.resolve(ctx, set)
		if err != nil && !slices.ContainsFunc(set, (*Object).gone) { // else finalizeSet tells which of them matter
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, o := range set {
		if !o.batch.protected && o.batch.alloc != nil {
			start := l.stepStart()
			err := o.batch.alloc.Finalize(ctx)
			l.stepDone("protect", start, err)
			if err != nil {
				o.batch.lost = errors.Is(err, ErrLost)
				return nil, fmt.Errorf("%s: protect memory: %w", o.name, err)
			}
		}
		o.batch.protected = true
		if o.state == Loaded {
			o.state = Finalized
			l.unpend(o)
			o.late = true
			l.late++
		}
	}
	if l.cfg.Unwinder != nil || l.cfg.FunctionTables != nil || l.cfg.ExidxTables != nil {
		for _, o := range set {
			if o.registered {
				continue
			}
			if err := l.register(ctx, o); err != nil {
				return nil, err
			}
		}
	}
	for _, o := range set {
		o.late = false
	}
	l.late -= len(set)
	return set, nil
}

// finalizeSet lists the Loaded objects that finalizing objs takes along, in load
// order, and those among them that an earlier Finalize did not get done with.
func (l *Linker) finalizeSet(objs []*Object) ([]*Object, error) {
	if b := l.wholeBatch(objs); b != nil {
		return b.objs, nil
	}
	set := make([]*Object, 0, len(objs))
	add := func(o *Object) {
		if o.state != Loaded && !o.late || o.picked {
			return
		}
		for _, p := range o.batch.objs {
			if (p.state == Loaded || p.late) && !p.picked {
				p.picked = true
				set = append(set, p)
			}
		}
	}
	for _, o := range objs {
		if o.l != l {
			return nil, fmt.Errorf("%s: object of another linker", o.name)
		}
		if o.gone() {
			return nil, fmt.Errorf("%s: %w", o.name, ErrUnloaded)
		}
		add(o)
	}
	if len(objs) == 0 {
		for _, o := range l.pending {
			add(o)
		}
		if l.late > 0 {
			for _, o := range l.objects {
				if o != nil {
					add(o)
				}
			}
		}
	}
	for i := 0; i < len(set); i++ { // add makes it grow
		for _, u := range set[i].uses {
			add(l.objects[u])
		}
	}
	for _, o := range set {
		o.picked = false
	}
	sortObjects(set)
	return set, nil
}

// Lost lists the objects that can never be finalized, in load order: those whose memory says
// ErrLost, and all that use them. They have to be unloaded together, and may be loaded again.
func (l *Linker) Lost() []*Object {
	l.mu.Lock()
	defer l.mu.Unlock()
	var set []*Object
	add := func(o *Object) {
		o.picked = true
		set = append(set, o)
	}
	for _, o := range l.objects {
		if o != nil && !o.gone() && o.batch.lost {
			add(o)
		}
	}
	for i := 0; i < len(set); i++ { // add makes it grow
		for _, u := range l.objects {
			if u != nil && !u.gone() && !u.picked && slices.Contains(u.uses, set[i].num) {
				add(u)
			}
		}
	}
	for _, o := range set {
		o.picked = false
	}
	sortObjects(set)
	return set
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
		if o.state != Loaded || o.late {
			return nil
		}
		for _, u := range o.uses {
			if x := l.objects[u]; x.batch != b && (x.state != Finalized || x.late) {
				return nil
			}
		}
	}
	return b
}

// allResolved reports whether objects are relocated with the present addresses.
func (l *Linker) allResolved(set []*Object) bool {
	for _, o := range set {
		if !o.resolved || o.moved {
			return false
		}
		for _, u := range o.uses {
			if l.objects[u].moved {
				return false
			}
		}
	}
	return true
}

// frames calls f with each .eh_frame section of an object, its end mark included.
func (o *Object) frames(f func(Block) error) error {
	if o.l.cfg.Unwinder == nil {
		return nil
	}
	for i := range o.img.Sections {
		id := objfmt.SectionID(i)
		if s := &o.img.Sections[i]; s.Role == objfmt.RoleEHFrame && s.Flags&objfmt.SecTLS == 0 && s.Size > 0 && o.kept(id) {
			off := o.place[i].off
			if err := f(Block{o.home(id, s.Kind).Mem[off : off+s.Size+4], o.place[i].addr}); err != nil {
				return err
			}
		}
	}
	return nil
}

// tables lists the function tables of an object.
func (o *Object) tables() (tables []Block) {
	if o.l.cfg.FunctionTables == nil || !o.coff {
		return nil
	}
	for i := range o.img.Sections {
		id := objfmt.SectionID(i)
		if s := &o.img.Sections[i]; s.Role == objfmt.RolePData && s.Size > 0 && o.kept(id) {
			tables = append(tables, Block{o.mem(id), o.place[i].addr})
		}
	}
	return tables
}

func (l *Linker) register(ctx context.Context, o *Object) error {
	var did []Block
	err := o.frames(func(b Block) error {
		if err := l.cfg.Unwinder.Register(ctx, b); err != nil {
			return fmt.Errorf("%s: register call frames: %w", o.name, err)
		}
		did = append(did, b)
		return nil
	})
	if tables := o.tables(); err == nil && len(tables) > 0 {
		if err = l.cfg.FunctionTables.RegisterTables(ctx, l.image, tables); err != nil {
			err = fmt.Errorf("%s: register function tables: %w", o.name, err)
		}
	}
	if tables := o.exidxTables(); err == nil && len(tables) > 0 {
		if err = l.cfg.ExidxTables.RegisterExidx(ctx, tables); err != nil {
			err = fmt.Errorf("%s: register index tables: %w", o.name, err)
		}
	}
	if err != nil {
		for _, b := range did {
			l.cfg.Unwinder.Deregister(ctx, b)
		}
		return err
	}
	o.registered = true
	return nil
}

func (l *Linker) deregister(ctx context.Context, o *Object) error {
	o.registered = false
	var errs []error
	o.frames(func(b Block) error {
		errs = append(errs, l.cfg.Unwinder.Deregister(ctx, b))
		return nil
	})
	if tables := o.tables(); len(tables) > 0 {
		errs = append(errs, l.cfg.FunctionTables.DeregisterTables(ctx, l.image, tables))
	}
	if tables := o.exidxTables(); len(tables) > 0 {
		errs = append(errs, l.cfg.ExidxTables.DeregisterExidx(ctx, tables))
	}
	return errors.Join(errs...)
}
