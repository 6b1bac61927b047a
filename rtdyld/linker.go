package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Linker loads objects and binds them to each other. Its methods may be called
// from many goroutines; each takes effect as a whole, and the result does not
// depend on scheduling. A linker spreads the work of one call over
// Config.Workers goroutines by itself.
type Linker struct {
	cfg Config

	mu      sync.Mutex // guards all below and every Object's state
	closed  bool
	target  triple.Triple // Config.Triple or the first object's
	names   names
	objects []*Object // by number; nil where one was unloaded
	freeNum []uint32
	pending []*Object           // objects in state Loaded, Object.at is the index
	late    int                 // finalized objects that nobody was told of, since Finalize failed
	changes uint64              // grows whenever an object comes, goes, moves or is finalized
	commons map[uint32]*common  // by name
	annexes map[uint32][]*annex // by name that has, or had, its address in one
	outside map[uint32]Symbol   // what the Resolver told beyond the address, by name
	copies  []Copy              // of data objects outside
	batches uint32              // batches so far
	hidden  hiddenNames         // of all batches, with Config.OneUnit
	emitted int                 // sections so far, in Layout RuntimeDyld
	image   uint64              // B of COFF, 0 until it is needed
	stands  map[uint32]stand    // by name
	imports map[importKey]imported
	low     bool     // some batch holds 32-bit absolute addresses: all go low
	near    uint64   // code of the last batch
	stamps  []uint32 // by object number: equal to stamp for what object stamped uses
	stamp   uint32
	stamped *Object
	aliased map[objfmt.SymbolID]uint32 // scratch of selectSymbols: names that symbols stand for

	// room is where the slices above start, so that loading one small object costs
	// few allocations.
	room struct {
		objects, pending, closing [4]*Object

		slots   [64]slot
		entries [33]name // as many as slots take, and entry 0
		reqs    [6]Request
	}
}

// New makes a linker. The error says which part of cfg is missing or contradicts
// another.
func New(cfg Config) (*Linker, error) {
	if cfg.Memory == nil {
		return nil, fmt.Errorf("rtdyld: Config.Memory is required")
	}
	if cfg.Layout > RuntimeDyld {
		return nil, fmt.Errorf("rtdyld: Config.Layout: there is no layout %d", cfg.Layout)
	}
	if cfg.CodeModel > LargeModel {
		return nil, fmt.Errorf("rtdyld: Config.CodeModel: there is no code model %d", cfg.CodeModel)
	}
	if cfg.Stubs > NoStubs {
		return nil, fmt.Errorf("rtdyld: Config.Stubs: there is no stub policy %d", cfg.Stubs)
	}
	if cfg.Layout == RuntimeDyld {
		cfg.AllSections, cfg.NoRelax = true, true
	}
	l := &Linker{cfg: cfg, target: cfg.Triple}
	l.objects, l.pending = l.room.objects[:0], l.room.pending[:0]
	l.names.slots, l.names.entries = l.room.slots[:], l.room.entries[:1]
	return l, nil
}

// Load takes images into the linker: it decides which of their definitions
// count, checks their relocations, gets memory for all of them together (they
// form a batch) and copies their contents. Nothing is relocated yet, so that
// [Object.MapSectionAddress] may give any section another target address.
//
// A batch is one unit of linking: its hidden names are seen by its own objects
// alone ([Config].OneUnit makes all batches one unit). Objects are laid out in argument order. The linker keeps the buffers of
// the images alive by itself: the caller may close an image after Load.
//
// An error leaves nothing of the batch behind and all other objects as they
// were. It is a *DuplicateError (several joined), *CommonSizeError, *RelocError,
// *objfmt.FormatError, *DroppedError, what the memory manager, Config.Reserver or
// Config.Loaded returned, or matches ErrTarget, ErrTLS or ErrUnsupported.
func (l *Linker) Load(ctx context.Context, imgs ...*objfmt.ObjectImage) ([]*Object, error) {
	return l.load(ctx, imgs, &batch{})
}

// LoadWith is [Linker.Load] of a batch that is bound by itself: two instances of one object
// may be loaded so, with two values of what they leave open. All its names are the
// batch's alone, as hidden ones are: its definitions are seen by its own objects and by
// [Object.Lookup], not by other batches nor by [Linker.Lookup], and are no duplicates of
// others. What the batch leaves open is looked for in this order: r, definitions of
// other loaded objects that all see, Config.Resolver. r's answers count for this batch
// alone; otherwise what [Resolver] says of answers is true of them. A nil r finds nothing.
func (l *Linker) LoadWith(ctx context.Context, r Resolver, imgs ...*objfmt.ObjectImage) ([]*Object, error) {
	return l.load(ctx, imgs, &batch{alone: true, resolver: r})
}

// load is Load for a new batch.
func (l *Linker) load(ctx context.Context, imgs []*objfmt.ObjectImage, b *batch) ([]*Object, error) {
	objs, err := l.loadLocked(ctx, imgs, b)
	if err != nil || l.cfg.Loaded == nil || len(objs) == 0 {
		return objs, err
	}
	if err := l.cfg.Loaded.NotifyLoaded(ctx, objs); err != nil {
		err = fmt.Errorf("notify of %d loaded objects: %w", len(objs), err)
		return nil, errors.Join(err, l.Unload(context.WithoutCancel(ctx), objs...))
	}
	return objs, nil
}

// loadLocked is load under the lock.
func (l *Linker) loadLocked(ctx context.Context, imgs []*objfmt.ObjectImage, b *batch) ([]*Object, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, ErrClosed
	}
	if err := l.fillBatch(b, imgs); err != nil {
		return nil, err
	}
	for i := range loadSteps {
		s := &loadSteps[i]
		err := ctx.Err()
		if err == nil {
			start := l.stepStart()
			err = s.run(l, ctx, b)
			l.stepDone(s.name, start, err)
		}
		if err != nil {
			l.abandon(ctx, b)
			return nil, err
		}
	}
	return append(b.room.answer[:0], b.objs...), nil // the caller's own: b.objs stays as it is
}

// loadSteps are what Load does to a batch.
var loadSteps = [...]struct {
	name string
	run  func(*Linker, context.Context, *batch) error
}{
	{"select", (*Linker).selectDefs},   // which sections and definitions count
	{"scan", (*Linker).scan},           // every relocation is known to be sound
	{"allocate", (*Linker).allocate},   // every section has its addresses
	{"copy", (*Linker).copyContents},   // every section has its contents
	{"publish", (*Linker).publishDefs}, // from here on the batch's names have addresses
}

// Close unloads all objects without running their destructors and releases their
// memory. Objects whose memory was taken over by the caller's manager keep
// running. Call frames are deregistered and the listeners told, as by Unload. What
// another goroutine is unloading goes when that is done. The caller sees to it that no
// thread runs the objects' code, constructors included. It returns the errors of the
// unwinder, the TLS provider and the memory manager, joined. Closing twice is an error,
// ErrClosed.
func (l *Linker) Close(ctx context.Context) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return ErrClosed
	}
	l.closed = true // from here on every call is refused, so that nothing below changes
	all := l.room.closing[:0]
	var ran []*Object
	for _, o := range l.objects {
		if o == nil || o.state == unloading { // the latter is Unload's, which is at work
			continue
		}
		all = append(all, o)
		if len(l.cfg.Listeners) > 0 && o.state == Finalized && !o.late {
			ran = append(ran, o)
			o.last = l.symbols(o)
		}
	}
	l.mu.Unlock()
	sortObjects(ran)
	var errs []error
	for _, o := range slices.Backward(all) {
		if o.registered {
			errs = appendError(errs, l.deregister(ctx, o))
		}
	}
	if len(ran) > 0 {
		for _, ls := range l.cfg.Listeners {
			ls.Unloading(ran)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.annexes {
		errs = appendError(errs, l.releaseAnnexes(ctx, id))
	}
	for _, o := range all {
		errs = append(errs, l.release(ctx, o)...)
		o.state = Unloaded
		errs = appendError(errs, o.closeImage())
	}
	l.objects, l.names, l.pending, l.annexes = nil, names{}, nil, nil
	return errors.Join(errs...)
}

// release gives an object's thread-locals back, and the memory of its batch with the last
// object of that.
func (l *Linker) release(ctx context.Context, o *Object) (errs []error) {
	errs = appendError(errs, o.releaseTLS(ctx))
	b := o.batch
	if b.live--; b.live == 0 {
		b.resolver = nil
		if b.alloc != nil {
			errs = appendError(errs, b.alloc.Release(ctx))
			b.alloc = nil
		}
	}
	return errs
}

// appendError appends an error if it is one.
func appendError(errs []error, err error) []error {
	if err != nil {
		errs = append(errs, err)
	}
	return errs
}

// Lookup finds a name that loaded objects define and that is visible outside
// them. The address is the target's; the code behind it may run once the object
// is finalized.
func (l *Linker) Lookup(text string) (Symbol, bool) {
	s, o := l.LookupObject(text)
	return s, o != nil
}

// LookupObject is [Linker.Lookup] and tells which object has the definition, nil if
// none has.
func (l *Linker) LookupObject(text string) (Symbol, *Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lookup(text, 0, noHidden)
}

// lookup is LookupObject as a unit sees names.
func (l *Linker) lookup(text string, unit uint32, hidden hiddenNames) (Symbol, *Object) {
	id := l.names.find(objfmt.HashName(text), text, unit, hidden)
	if id == 0 {
		return Symbol{}, nil
	}
	if e := &l.names.entries[id]; e.batch != 0 && e.obj == 0 {
		id = l.names.global(e)
	}
	for range 16 {
		if st, ok := l.stands[id]; ok && l.names.entries[id].obj == 0 {
			id = st.other
		}
	}
	if id == 0 {
		return Symbol{}, nil
	}
	e := &l.names.entries[id]
	if e.flags&nameAdopted != 0 { // what it stood for may be gone
		id = l.names.global(e)
		e = &l.names.entries[id] // entry 0 is empty
	}
	if e.obj == 0 {
		return Symbol{}, nil
	}
	o := l.objects[e.obj-1]
	s := &o.img.Symbols[e.sym]
	sym := Symbol{Addr: l.defAddr(id, e), Size: s.Size, Found: true}
	switch {
	case s.Type == objfmt.SymTLS:
		sym.Kind = TLS
		off, _ := o.tlsOffset(e.sym)
		sym.Addr = off
		if o.tls.block != nil {
			sym.Addr += uint64(o.tls.block.TPOffset())
		}
	case s.Section == objfmt.SecAbs:
		sym.Kind = Abs
	case s.Type == objfmt.SymFunc, s.Type == objfmt.SymIFunc:
		sym.Kind = Func
	case s.Type == objfmt.SymData, s.Section == objfmt.SecCommon:
		sym.Kind = Data
	}
	return sym, o
}

// Objects returns the objects that are loaded or finalized, in no promised order
// between batches and in argument order within one.
func (l *Linker) Objects() []*Object {
	l.mu.Lock()
	defer l.mu.Unlock()
	var objs []*Object
	for _, o := range l.objects {
		if o != nil {
			objs = append(objs, o)
		}
	}
	return objs
}

// perWorker is how many bytes of input keep a goroutine busy for long enough to be
// worth waking: some milliseconds.
const perWorker = 16 << 20

// Workers is how many goroutines a linker with n in Config.Workers uses on size
// bytes of input.
func Workers(n int, size uint64) int {
	if n > 0 {
		return n
	}
	return int(min(uint64(runtime.GOMAXPROCS(0)), 1+size/perWorker))
}

func (l *Linker) workers(size uint64) int { return Workers(l.cfg.Workers, size) }

// each calls f for every object on w goroutines and returns the error of the
// first object that has one. f is a method expression, so that the call for one
// small object allocates no closure.
func (l *Linker) each(objs []*Object, w int, f func(*Linker, *Object) error) error {
	if w = min(w, len(objs)); w <= 1 {
		for _, o := range objs {
			if err := f(l, o); err != nil {
				return err
			}
		}
		return nil
	}
	return l.eachParallel(objs, w, f)
}

func (l *Linker) eachParallel(objs []*Object, w int, f func(*Linker, *Object) error) error {
	n := len(objs)
	// A worker takes some neighbours at a time: their records lie together.
	chunk := max(1, min(n/(4*w), 16))
	var next, failed atomic.Int64
	failed.Store(int64(n))
	errs := make([]error, w)
	at := make([]int, w)
	work := func(k int) {
		for {
			i := int(next.Add(int64(chunk))) - chunk
			for end := min(i+chunk, n); i < end; i++ {
				if int64(i) > failed.Load() {
					return
				}
				if err := f(l, objs[i]); err != nil {
					errs[k], at[k] = err, i
					lower(&failed, int64(i))
					return
				}
			}
			if i >= n {
				return
			}
		}
	}
	var wg sync.WaitGroup
	for k := range w - 1 {
		wg.Go(func() { work(k + 1) })
	}
	work(0)
	wg.Wait()
	best := n
	var err error
	for k := range errs {
		if errs[k] != nil && at[k] < best {
			best, err = at[k], errs[k]
		}
	}
	return err
}

// lower stores v if it is less than what is there.
func lower(x *atomic.Int64, v int64) {
	for old := x.Load(); old > v; old = x.Load() {
		if x.CompareAndSwap(old, v) {
			return
		}
	}
}

// Near is an address of the memory that was given last, 0 before any was: what
// must be within reach of the loaded code should be near it.
func (l *Linker) Near() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.near
}
