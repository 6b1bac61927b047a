package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/link/chunks"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// The story: each operation is between begin and end (lock.go), which say what others may do meanwhile, and
// goes through steps, a file or some a step.
//
//	Load      fillBatch, loadSteps below, Config.Loaded; abandon takes all back (release.go)
//	Resolve   bindNames, prepare (resolve.go), makeIslands (islands.go), relocate (relocate.go), initTLS (tls.go)
//	Finalize  Resolve, claim, protect, registerAll (finalize.go), listeners, initFuncs (init.go)
//	Unload    unloadSet, vanish; finiFuncs, deregister (unwind.go), listeners; bury (unload.go)
//	Detach    unloadSet; Detached has what the linker had (detach.go)
//	MapImage  check, place, threads, bind, write, protect, register, enter (mapimage.go); listeners, initFuncs
//	Close     waits until nothing is at work; takeDown (close.go)

// Linker loads objects and binds them to each other. Its methods may be called
// from many goroutines; each takes effect as a whole, and the result does not
// depend on scheduling. A linker spreads the work of one call over
// Config.Workers goroutines by itself.
type Linker struct {
	cfg    Config // what New was given, and in Triple that of the first object once there is one; lock Linker.mu for that
	compat compat

	mu        sync.Mutex                // see lock.go; guards all below and what objects and batches are
	work      work                      // what the operation does that does not hold mu
	changed   chan struct{}             // closed when an operation ends; nil: nothing waits for that
	later     []func()                  // changes of names and objects, for when work is idle
	freed     []freed                   // to be released when mu is given up
	claims    int32                     // calls of Finalize that have claimed batches
	paused    int32                     // operations that call code of the user's between two changes
	releasing int32                     // goroutines of the linker's own that release memory without mu
	left      bool                      // Close left it to the last operation to take everything down
	closed    atomic.Bool               // with what else look-ups read, apart from what each operation writes
	half      int32                     // objects that are half finalized, since Finalize failed or is at work
	recording *Recording                // nil: Config.Recorder is not told; written by New, and its order guarded by mu
	images    atomic.Pointer[[]*Object] // what was mapped, in this order; the list is replaced; atomic, set under mu
	names     symtab.Table
	objects   chunks.List[numbered]   // by the number that names has given
	last      []*Object               // that were finalized last, which have their images still; nil: none
	pending   []*Object               // objects in state Loaded, Object.at is the index
	moved     bool                    // some of them may have sections with addresses that not all know
	scattered bool                    // the memory of some batch was
	low       bool                    // some batch holds 32-bit absolute addresses: all go low
	unwind    UnwindFormat            // formats that the unwinder is told of; written by New
	batches   uint32                  // batches so far
	dso       fixed                   // what Config.Fixed says of __dso_handle
	got       fixed                   // and of _GLOBAL_OFFSET_TABLE_
	base      fixed                   // and of T, where all objects have one
	changes   uint64                  // grows whenever an object comes, goes, moves or is finalized
	canonical map[uint32][]*canonical // by name that has, or had, its address in one
	copies    []Copy                  // of external data objects
	emitted   int                     // sections so far, in Layout RuntimeDyld
	imageBase uint64                  // B of COFF, 0 until it is needed
	imports   map[importKey]imported
	saving    *openNames     // nil: Save is not at work
	near      uint64         // code of the last batch
	checked   *triple.Triple // of an object that is one of cfg.Triple's; nil: none was looked at

	// initial is where the slices above start, so that loading one small object costs
	// few allocations. TestSizes says how much there may be.
	initial struct {
		objects [2]numbered
		pending [2]*Object
		closing [1]*Object
		freed   [1]freed
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
	if cfg.Stubs > StubsByAddress {
		return nil, fmt.Errorf("rtdyld: Config.Stubs: there is no stub policy %d", cfg.Stubs)
	}
	if cfg.Layout == RuntimeDyld {
		cfg.AllSections, cfg.NoRelax = true, true
	}
	cfg.SectionsStay = cfg.SectionsStay || cfg.Image
	l := &Linker{cfg: cfg}
	if cfg.Recorder != nil {
		l.cfg, l.recording = cfg.Recorder.Configure(cfg)
		cfg = l.cfg
	}
	l.setCompat()
	if cfg.Unwinder != nil {
		l.unwind = cfg.Unwinder.Formats()
	}
	l.objects.Init(l.initial.objects[:])
	l.pending, l.freed = l.initial.pending[:0], l.initial.freed[:0]
	l.names.Init()
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
// Where an object of ELF refers to __start_NAME or __stop_NAME, NAME an identifier of C, and no loaded object defines that, it is the start, or
// the end, of all sections NAME of the batch, which then lie one behind the other in argument order, as static linkers have it: they are
// not looked for elsewhere, and no other batch sees them. If the batch has no such sections, they are names like others.
// So are section$start$SEG$sect and section$end$SEG$sect in Mach-O; they are one address if the batch has no such sections.
// Sections NAME$part of COFF, where NAME does not begin with a dot, lie one behind the other, too, in the order of the parts' names.
//
// An error leaves nothing of the batch behind and all other objects as they
// were. It is a *DuplicateError (several joined), *CommonSizeError, *RelocError,
// *objfmt.FormatError, *DroppedError, what the memory manager, Config.Reserver or
// Config.Loaded returned, or matches ErrTarget, ErrTLS or ErrUnsupported; what releasing the batch's memory and images returned is joined with it. That of a ctx that ends,
// which every step looks at each some thousand symbols, sections and relocations, names the object and
// matches ctx's. Load does not wait then until the names of a very large batch are taken back and its memory
// is released: whatever looks sees nothing of it, and what would change something waits for that in its place. Errors of that go to Config.Logger.
func (l *Linker) Load(ctx context.Context, imgs ...*objfmt.ObjectImage) ([]*Object, error) {
	return l.load(ctx, imgs, newBatch(imgs, false, nil))
}

// LoadWith is [Linker.Load] of a batch that is bound by itself: two instances of one object
// may be loaded so, with two values of what they leave undefined. All its names are the
// batch's alone, as hidden ones are: its definitions are seen by its own objects and by
// [Object.Lookup], not by other batches nor by [Linker.Lookup], and are no duplicates of
// others. What the batch leaves undefined is looked for in this order: r, definitions of
// other loaded objects that all see, Config.Resolver. r's answers count for this batch
// alone; otherwise what [Resolver] says of answers is true of them. A nil r finds nothing.
func (l *Linker) LoadWith(ctx context.Context, r Resolver, imgs ...*objfmt.ObjectImage) ([]*Object, error) {
	return l.load(ctx, imgs, newBatch(imgs, true, r))
}

// load is Load for a new batch.
func (l *Linker) load(ctx context.Context, imgs []*objfmt.ObjectImage, b *batch) (objs []*Object, err error) {
	if l.recording != nil {
		objs, err = l.recordBatch(ctx, imgs, b)
	} else {
		objs, err = l.loadBatch(ctx, imgs, b)
	}
	if len(objs) == 0 || err == nil && l.cfg.Loaded == nil {
		return objs, err
	}
	kept := false
	defer func() {
		if !kept { // also if NotifyLoaded panics
			err = errors.Join(err, l.Unload(context.WithoutCancel(ctx), objs...))
			objs = nil
		}
	}()
	if err == nil {
		err = callError(objs, "notify of loaded objects", l.cfg.Loaded.NotifyLoaded(ctx, objs))
	}
	kept = err == nil
	return objs, err
}

// recordBatch is loadBatch that the Recording is told of.
func (l *Linker) recordBatch(ctx context.Context, imgs []*objfmt.ObjectImage, b *batch) (objs []*Object, err error) {
	op := &Operation{Do: DoLoad, Images: slices.Clone(imgs), Alone: b.alone, Resolver: b.resolver}
	err = l.record(ctx, op, func(ctx context.Context) (err error) {
		objs, err = l.loadBatch(ctx, imgs, newBatch(imgs, b.alone, op.Resolver))
		op.Objects = slices.Clone(objs)
		return err
	})
	return objs, err
}

// loadBatch is load up to where the objects are known. An error with objects is about memory of others.
func (l *Linker) loadBatch(ctx context.Context, imgs []*objfmt.ObjectImage, b *batch) (objs []*Object, err error) {
	if err := l.begin(ctx); err != nil {
		return nil, err
	}
	defer l.endWith(ctx, &err)
	objs, err = l.tryBatch(ctx, imgs, b)
	if err == errScattered {
		if err := ctx.Err(); err != nil { // what is to be taken back may not be yet
			return nil, fmt.Errorf("%s: allocate: %w", texts.Name(imgs[0].Name), err)
		}
		b = newBatch(imgs, b.alone, b.resolver)
		b.scattered = true
		objs, err = l.tryBatch(ctx, imgs, b)
	}
	l.took(ctx, err)
	return objs, err
}

// tryBatch takes a batch through the steps. An error leaves nothing of it; that may be errScattered.
func (l *Linker) tryBatch(ctx context.Context, imgs []*objfmt.ObjectImage, b *batch) (objs []*Object, err error) {
	b.beginLoad()
	done := false
	defer func() {
		if !done { // also if a callback panics
			err = join(err, l.abandon(ctx, b))
		}
		b.endLoad()
	}()
	if err := l.fillBatch(ctx, b, imgs); err != nil {
		return nil, err
	}
	for i := range loadSteps {
		s := &loadSteps[i]
		err := ctx.Err()
		if err != nil && len(b.objs) > 0 {
			err = b.objs[0].ended(s.name, err)
		}
		if err == nil {
			start := l.stepStart()
			err = s.run(l, ctx, b)
			l.stepDone(s.name, start, err)
		}
		if err == nil && l.closed.Load() {
			err = ErrClosed
		}
		if err != nil {
			return nil, err
		}
	}
	done = true
	return append(b.initial.answer[:0], b.objs...), nil // the caller's own: b.objs stays as it is
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

// Resolve binds the names that the given objects refer to and applies their
// relocations; without objects, it does so for all that are Loaded. Objects that
// were resolved before and refer to a section that has moved since are relocated
// again. Objects that are finalized are left alone.
//
// All undefined names go to Config.Resolver in one call, with no lock held. Errors are
// an *UndefinedError with every name that nobody defines, *DroppedErrors joined
// with it, a *reloc.RangeError, a *RelocError, or what the Resolver returned; what releasing memory of stubs and copies returned is joined with it. After an error the objects are
// still Loaded and Resolve may be called again.
func (l *Linker) Resolve(ctx context.Context, objs ...*Object) error {
	if l.recording != nil {
		return l.recordCall(ctx, DoResolve, slices.Clone(objs), (*Linker).resolveNow)
	}
	return l.resolveNow(ctx, objs)
}

// resolveNow is Resolve.
func (l *Linker) resolveNow(ctx context.Context, objs []*Object) (err error) {
	if err := l.begin(ctx); err != nil {
		return err
	}
	defer l.endWith(ctx, &err)
	err = l.resolve(ctx, objs)
	l.took(ctx, err)
	return err
}

// resolve is Resolve in an operation.
func (l *Linker) resolve(ctx context.Context, objs []*Object) error {
	all := len(objs) == 0
	if err := l.askFixed(ctx); err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.beginPass(ctx, DoResolve)
		set, err := l.resolveSet(ctx, objs, all)
		if err != nil {
			return err
		}
		if len(set) == 0 {
			return nil
		}
		changes := l.changes
		start := l.stepStart()
		err = l.bindNames(ctx, set)
		l.stepDone("bind", start, err)
		if err != nil && err != errOvertaken {
			l.failedPass(ctx, set)
			return err
		}
		if err != nil || l.changes != changes {
			continue // objects came or went while the Resolver worked
		}
		bound := set
		start = l.stepStart()
		if set, err = l.prepare(ctx, set); err == nil {
			if l.changes != changes {
				continue // or while memory for stubs was finalized
			}
			if err = l.makeIslands(ctx, set); err == nil {
				err = l.relocate(ctx, set)
			}
		}
		l.stepDone("apply", start, err)
		if err != nil {
			l.failedPass(ctx, bound)
		}
		return err
	}
}
