package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/rtdyld/engine/stubs"
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
	// CacheError is told of errors of the cache, which cost no more than compiling. nil:
	// nobody is.
	CacheError func(m *Module, err error)
	// OnLoaded is called with what was loaded before anything of it is relocated: the
	// time for MapSectionAddress. Its error fails the module. nil: nothing is called.
	OnLoaded func(ctx context.Context, m *Module, objs []*rtdyld.Object) error
	// Listeners are told of modules, in this order. See also [Engine.AddListener].
	Listeners []Listener
	// Callback makes a C function of a Go function of two words, for stubs; package
	// rtdyld/host has one. nil: modules with Functions, and lazy ones, are refused with ErrNoStubs.
	Callback func(f func(context, number uint64) uint64) (addr uint64, err error)
	// Failed is the address of a function that is called in the place of one that could not
	// be compiled or linked, with the same arguments. 0: a call of such a one returns 0
	// at once.
	Failed uint64
	// OnFailed is told of the error before. nil: nobody is.
	OnFailed func(name string, err error)
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
	cfg    Config
	linker *rtdyld.Linker
	calls  epochs

	mu        sync.Mutex
	closed    bool
	cache     compiler.ObjectCache
	listeners []*Listener   // never changed in place
	target    triple.Triple // that the Config or a module has stated
	seen      triple.Triple // what the header of the first object states, where target is zero
	sets      [numStates]set
	index     map[string][]*unit // names of units that are not loaded, in the order in which they were added
	unknown   []*unit            // sources of which nobody knows what they define
	objects   map[*rtdyld.Object]*unit
	early     map[*rtdyld.Object]struct{} // finalized before they were in objects
	running   map[*running]struct{}       // constructors that run

	mentions map[string]*mention    // names of units in memory
	uses     map[*rtdyld.Object]int // of the engine's linker, by how many units with one of their own

	table    *stubs.Table
	callback uint64 // that stubs lead to at first
	zero     uint64 // code that returns 0
	switches map[string]*switched
	numbers  map[uint32]*switched
	retired  []retired
}

// New makes an engine. The error is that of [rtdyld.New].
func New(cfg Config) (*Engine, error) {
	e := &Engine{cfg: cfg, cache: cfg.Cache, target: cfg.Linker.Triple, index: map[string][]*unit{}, objects: map[*rtdyld.Object]*unit{}, running: map[*running]struct{}{}, early: map[*rtdyld.Object]struct{}{}}
	e.mentions, e.uses = map[string]*mention{}, map[*rtdyld.Object]int{}
	e.switches, e.numbers = map[string]*switched{}, map[uint32]*switched{}
	for _, l := range cfg.Listeners {
		e.AddListener(l)
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
	lc.Initializer = &initializer{e, e.cfg.Linker.Initializer}
	lc.Listeners = append(lc.Listeners[:len(lc.Listeners):len(lc.Listeners)], &listener{e})
	return rtdyld.New(lc)
}

// Linker is the engine's linker, to look at what it has loaded. Loading or unloading
// through it is not seen by the engine.
func (e *Engine) Linker() *rtdyld.Linker { return e.linker }

// Add takes a module. Nothing of it is compiled or loaded; an object is parsed, an archive's
// index is read, a compiler is asked for what a source defines.
//
// An input whose triple is not compatible with the engine's (see [triple.Triple.CompatibleWith]), or
// whose object's header contradicts it in what it states, is refused with an error that names both and
// matches [triple.ErrMismatch] or [triple.ErrUnsupportedFormat].
// Other errors are *objfmt.FormatError, [ErrInput], [ErrNoCompiler], [ErrClosed].
func (e *Engine) Add(ctx context.Context, in Input) (*Module, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	m := &Module{e: e, in: in}
	var err error
	switch {
	case in.Object != nil:
		err = m.addObject()
	case in.Archive != nil:
		err = m.addArchive()
	case in.Lazy:
		err = m.addLazy(ctx)
	default:
		err = m.addSource(ctx)
	}
	if err == nil && in.Functions != nil {
		err = e.addSwitched(ctx, m)
	} else if err == nil && in.Lazy {
		err = e.addStubbed(ctx, m)
	} else if err == nil {
		err = e.take(m)
	}
	if err != nil {
		m.drop()
		return nil, &ModuleError{in.Name, "add", err}
	}
	return m, nil
}

func (m *Module) addObject() error {
	img, err := objfile.Parse(m.in.Name, m.in.Object)
	if err != nil {
		return err
	}
	m.units = []*unit{{m: m, name: m.in.Name, img: m.owned(img), defines: definitions(img), learnt: true}}
	return nil
}

func (m *Module) addArchive() error {
	a, err := ar.Parse(m.in.Name, m.in.Archive)
	if err != nil {
		return err
	}
	m.index = a
	for mem, err := range a.Members() {
		if err != nil {
			return err
		}
		img, err := objfile.ParseMember(mem)
		if errors.Is(err, objfmt.ErrUnknownFormat) {
			continue
		}
		if err != nil {
			return err
		}
		m.units = append(m.units, &unit{m: m, name: strings.Clone(img.Name), img: m.owned(img), defines: definitions(img), learnt: true})
	}
	return nil
}

func (m *Module) addSource(ctx context.Context) error {
	src, err := m.source()
	if err != nil {
		return err
	}
	u := &unit{m: m, name: m.in.Name, source: src, defines: m.in.Defines, learnt: m.in.Defines != nil}
	m.units = []*unit{u}
	if u.learnt {
		return nil
	}
	names, ok, err := m.e.cfg.Compiler.Defines(ctx, *src)
	if ok {
		u.defines, u.learnt = names, true
	}
	return err
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
	if src.Triple == (triple.Triple{}) {
		src.Triple = m.in.Triple
	}
	if src.Triple == (triple.Triple{}) {
		src.Triple = m.e.stated()
	}
	return &src, nil
}

// drop closes what a module holds of images that were not loaded. One that is being loaded
// is closed when that ends.
func (m *Module) drop() {
	for _, u := range m.units {
		if u.img != nil && u.flight == nil {
			u.img.Close()
			u.img = nil
		}
	}
	if m.index != nil {
		m.index.Close()
		m.index = nil
	}
}

// take checks a module's target and makes it the engine's.
func (e *Engine) take(m *Module) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.takeLocked(m)
}

func (e *Engine) takeLocked(m *Module) error {
	if e.closed {
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
			if u.source.Triple == (triple.Triple{}) {
				u.source.Triple = target
			}
		}
		if u.img != nil && target != (triple.Triple{}) {
			if err := target.CheckObject(u.img.Triple); err != nil {
				return fmt.Errorf("%s: %w", u.name, err)
			}
		}
	}
	e.target = target
	e.sets[Added].add(m)
	for _, u := range m.units {
		for _, name := range u.defines {
			e.index[name] = append(e.index[name], u)
		}
		if !u.learnt {
			e.unknown = append(e.unknown, u)
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
	case t == (triple.Triple{}):
		return nil
	case !t.Arch.Supports(t.Format()):
		return fmt.Errorf("%s: %w: %v has no objects in %v", t, triple.ErrUnsupportedFormat, t.Arch, t.Format())
	case *target == (triple.Triple{}) && e.seen != (triple.Triple{}):
		if err := t.CheckObject(e.seen); err != nil {
			return fmt.Errorf("objects before it: %w", err)
		}
		*target = t
		return nil
	case *target == (triple.Triple{}):
		*target = t
		return nil
	}
	if !target.CompatibleWith(t) || target.Format() != t.Format() {
		return fmt.Errorf("%w: module is for %s, engine for %s", triple.ErrMismatch, t, target)
	}
	return nil
}

// Close removes all modules without running destructors, as [rtdyld.Linker.Close]
// does. What the caller's memory manager keeps goes on working. Who waits for a module is
// told [ErrClosed]. Close waits for nobody: the caller sees to it that no thread is inside code
// whose memory goes, constructors included.
func (e *Engine) Close(ctx context.Context) error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return ErrClosed
	}
	e.closed = true
	var all []*Module
	for s := range e.sets {
		for m := e.sets[s].first; m != nil; m = m.next {
			all = append(all, m)
		}
	}
	for _, m := range all {
		for _, u := range m.units {
			if f := u.flight; f != nil {
				f.cancel(ErrClosed)
			}
		}
	}
	e.mu.Unlock()
	err := errors.Join(e.closeSwitched(ctx, all), e.linker.Close(ctx))
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, u := range e.objects {
		e.unbook(u)
	}
	for _, m := range all {
		e.move(m, Removed)
		m.drop()
	}
	clear(e.index) // not nil: what is being loaded may still come to its end
	clear(e.objects)
	clear(e.switches)
	clear(e.numbers)
	clear(e.mentions)
	clear(e.uses)
	e.unknown = nil
	return err
}
