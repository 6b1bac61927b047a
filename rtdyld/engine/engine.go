package engine

import (
	"context"
	"log/slog"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Config says what an engine works with.
type Config struct {
	// Linker is the configuration of the linker. Its Memory is required; its Resolver is
	// asked for names that no module defines. Its Triple is the engine's: what sources are
	// compiled for that say no other. Zero: what the first module says; a source of which
	// neither says anything is compiled as the compiler does without, and the first
	// object's header says what the others must be.
	Linker rtdyld.Config
	// Compiler makes objects of sources. nil: sources are refused with ErrNoCompiler.
	Compiler compiler.Compiler
	// Splitter cuts sources that are added with Lazy; compiler/llvm's Compiler is one. nil: they
	// are refused with ErrNoSplitter.
	Splitter compiler.Splitter
	// Cache is asked before Compiler is, and offered what that made, with its signature in it
	// ([compiler.Stamp]); an object with that of something else is not taken. nil: there is
	// none. See also [Engine.SetCache].
	Cache compiler.ObjectCache
	// CacheError is told of errors of the cache, which cost no more than compiling; a panic of the cache fails the module. nil: not
	// called.
	CacheError func(m *Module, err error)
	// OnLoaded is called with what was loaded before anything of it is relocated: the
	// time for MapSectionAddress. Its error fails the module; what others use by then stays loaded, and the error
	// has an *rtdyld.InUseError beside. nil: nothing is called.
	OnLoaded func(ctx context.Context, m *Module, objs []*rtdyld.Object) error
	// Listeners are told of modules, in this order. See also [Engine.AddListener].
	Listeners []Listener
	// Callback makes a C function of a Go function of two words, for stubs; package
	// rtdyld/host has one. It is called once, with no lock held, when the first module needs stubs; another
	// that needs them, added from inside, is refused with rtdyld.ErrNested. nil: modules with Functions, and
	// lazy ones, are refused with ErrNoStubs, unless there is Stubs.
	Callback func(f func(context, number uint64) uint64) (addr uint64, err error)
	// CallbackContext is what stubs give Callback's function first, for one of C that stands before f and goes on to it: f itself makes no use of it.
	CallbackContext uint64
	// Stubs takes the place of Callback where the linker's code runs in another process: package rtdyld/remote's Executor. It is called with
	// no lock held; from inside, what needs stubs or sets them is refused with rtdyld.ErrNested. What it calls here panics into no
	// caller: that is an error. nil: code runs in this process.
	Stubs StubSupport
	// Failed is the address of a function, where the linker's code runs, that is called in the place of one that could not
	// be compiled or linked, with the same arguments. 0: a call of such a one returns 0
	// at once.
	Failed uint64
	// OnFailed is told of the error before. nil: not called.
	OnFailed func(name string, err error)
	// HotCalls is how many calls of each function behind a stub are counted: these go through the engine, as the first one does, which takes some
	// hundred nanoseconds for each; those that follow do not. What [Engine.Replace] has put in a module's place is not counted. 0: none are.
	HotCalls uint32
	// OnHot is told of a function that has been called HotCalls times, once, by the thread of that call and before it goes on: it may call
	// Replace, after which the call goes to the new module. nil: not called.
	OnHot func(m *Module, name string)
	// Logger gets a debug record for each module that is compiled or taken from the cache,
	// loaded, finalized, failed or removed, and an error record for what a callback panics with on a
	// goroutine of the engine's own ([PanicError]) and for what goes wrong when a replaced module is removed. Linker has a Logger of its own, of steps. nil: no
	// records.
	Logger *slog.Logger
}

// Listener is told of modules. Methods are called with no lock held, and may be called
// concurrently for different modules.
type Listener interface {
	// Compiled is told of an object that the compiler made or the cache had.
	Compiled(m *Module, object *objfmt.ObjectBuffer, cached bool)
	// Loaded is told of objects in memory that are not relocated yet.
	Loaded(m *Module, objs []*rtdyld.Object)
	// Finalized is told of objects whose code may run, before their constructors do.
	Finalized(m *Module, objs []*rtdyld.Object)
	// Removing is told of objects after their destructors ran, before their memory goes.
	Removing(m *Module, objs []*rtdyld.Object)
}

// Ignore is a Listener that does nothing, to be embedded in those that want some events.
type Ignore struct{}

// Compiled implements [Listener].
func (Ignore) Compiled(*Module, *objfmt.ObjectBuffer, bool) {}

// Loaded implements [Listener].
func (Ignore) Loaded(*Module, []*rtdyld.Object) {}

// Finalized implements [Listener].
func (Ignore) Finalized(*Module, []*rtdyld.Object) {}

// Removing implements [Listener].
func (Ignore) Removing(*Module, []*rtdyld.Object) {}

// Engine holds modules and the linker that they are linked by. Its methods may be
// called concurrently.
type Engine struct {
	cfg    Config         // lock none: set by New
	linker *rtdyld.Linker // lock none: set by New
	calls  epochs         // lock its own

	mu        sync.Mutex                  // lock none: it is held for moments, never while code of the program's runs
	life      life                        // lock mu
	end       chan struct{}               // closed by Close; lock none: set by New
	left      int                         // calls of loaded code that go on without their callers; lock mu
	sweeping  bool                        // what modules have left in index is taken out, which counts as one of left; lock mu
	back      chan struct{}               // closed when there are none; nil: nothing waits for that; lock mu
	cache     compiler.ObjectCache        // lock mu
	listeners []*Listener                 // never changed in place; lock mu
	target    triple.Triple               // that the Config or a module has stated; lock mu
	seen      triple.Triple               // what the header of the first object states, where target is zero; lock mu
	sets      sets                        // lock mu
	index     index                       // of units that are not loaded; lock mu
	objects   map[*rtdyld.Object]*unit    // lock mu
	early     map[*rtdyld.Object]struct{} // whose constructors ran before they were in objects; lock mu
	running   map[running]struct{}        // constructors that run; lock mu

	mentions map[string]*mention    // names of units in memory; lock mu
	uses     map[*rtdyld.Object]int // of the engine's linker, by how many units with one of their own; lock mu

	table    stubTable            // lock mu; what is in it once it is open is not changed, and read without
	switches map[string]*switched // lock mu
	numbers  map[uint32]*switched // lock mu
	retired  []retired            // lock mu
}

// New makes an engine. The error is that of [rtdyld.New].
func New(cfg Config) (*Engine, error) {
	e := &Engine{cfg: cfg, cache: cfg.Cache, target: cfg.Linker.Triple, index: index{names: map[string]*definers{}}, objects: map[*rtdyld.Object]*unit{}, running: map[running]struct{}{}, early: map[*rtdyld.Object]struct{}{}, end: make(chan struct{})}
	e.mentions, e.uses = map[string]*mention{}, map[*rtdyld.Object]int{}
	e.switches, e.numbers = map[string]*switched{}, map[uint32]*switched{}
	for _, l := range cfg.Listeners {
		e.AddListener(l)
	}
	if cfg.Logger != nil {
		e.AddListener(logger{cfg.Logger})
	}
	e.calls.now.Store(new(epoch))
	var err error
	if e.linker, err = e.newLinker(&resolver{e, cfg.Linker.Resolver}); err != nil {
		return nil, err
	}
	return e, nil
}

// newLinker makes a linker with the engine's configuration.
func (e *Engine) newLinker(r rtdyld.Resolver) (*rtdyld.Linker, error) {
	lc := e.cfg.Linker
	lc.Resolver = r
	if lc.Loaded != nil {
		lc.Loaded = &notifier{e, lc.Loaded}
	}
	lc.Initializer = &initializer{e, e.cfg.Linker.Initializer}
	lc.Listeners = append(lc.Listeners[:len(lc.Listeners):len(lc.Listeners)], &listener{e})
	return rtdyld.New(lc)
}

// Linker is the engine's linker, to look at what it has loaded. Loading or unloading
// through it is not seen by the engine.
func (e *Engine) Linker() *rtdyld.Linker { return e.linker }
