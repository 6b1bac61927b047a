package engine

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/compiler"
	"github.com/go-rtdyld/rtdyld/triple"
)

// State is how far a module has come.
type State uint8

const (
	Added     State = iota // known by name, nothing done
	Loaded                 // in memory, addresses may still be mapped
	Finalized              // relocated, protected, constructors ran
	// Failed: the last attempt to compile or load it failed. Lookup, Load, Finalize and calls of
	// its functions try again: memory may have come, another module gone, a file been mended.
	// What an object that is malformed, for another target or of an unknown kind of
	// relocation fails with stays.
	Failed
	Removed // gone
	numStates
)

var stateNames = [numStates]string{"added", "loaded", "finalized", "failed", "removed"}

// String names the state.
func (s State) String() string {
	if s < numStates {
		return stateNames[s]
	}
	return "invalid"
}

// Input is what a module is made of: a name, and one of Object, Archive and Source.
type Input struct {
	// Name is for messages, and the name of objects without another.
	Name string
	// User is a value of the program's, which memory managers are told with each request for
	// the module ([rtdyld.Request]), and [Module.User] returns. nil: none.
	User any
	// Triple is the target it is made for; zero: what its objects say, and the engine's for
	// a source.
	Triple triple.Triple
	// Object is a relocatable object. It must not change while the module lives.
	Object []byte
	// Archive is an archive of objects, of which those members are loaded that are
	// needed. It must not change while the module lives.
	Archive []byte
	// Source is for the engine's compiler. Its Name and Triple are filled where empty.
	Source *compiler.Source
	// Defines are the names that the source's object will define, as its symbol table has
	// them. nil: the compiler is asked.
	Defines []string
	// Functions are those of its functions that others reach through stubs, and the only
	// names that others see of the module. It is compiled and linked when one is first
	// called, and [Engine.Replace] can put another in its place while threads call. It
	// must be an Object or a Source, and they must be functions by its symbol table.
	Functions []string
	// Lazy has a Source cut into parts by Config.Splitter, and its functions reached through stubs
	// by all, one another included: each is compiled, with what cannot be apart from it, when it is
	// first called. Variables, constructors and indirect functions are compiled when something
	// that refers to them is linked or looked up. All that the source defines is seen by others, as
	// without Lazy; of weak functions that several such modules have the first counts. Load and
	// Finalize do nothing to it. Defines and Functions must be nil: they come of the parts.
	Lazy bool
}

// Module is what an engine made of an Input. Its methods may be called concurrently.
type Module struct {
	e     *Engine     // lock none: set when it is made
	in    Input       // lock none: set when it is made
	units []*unit     // one, members of an archive, or parts of a lazy source; lock none: set until the module is taken
	large bool        // it defines very many names, see index; lock none: set until the module is taken
	index *ar.Archive // lock e.mu
	state State       // lock e.mu
	err   error       // of Failed; lock e.mu

	inMemory, ready int // units with an object; of them those whose constructors have run; lock e.mu

	prev, next *Module       // in the set of its state; lock e.mu
	presence   atomic.Uint32 // a presence; lock none: atomic, written with e.mu held

	only struct {
		unit unit
		list [1]*unit
	} // memory for units, where it is an object; lock none: set until the module is taken
}

// Name is the Input's.
func (m *Module) Name() string { return m.in.Name }

// User is the Input's.
func (m *Module) User() any { return m.in.User }

// owned is an image that says whose it is.
func (m *Module) owned(img *objfmt.ObjectImage) *objfmt.ObjectImage {
	img.Module, img.User = m, m.in.User
	return img
}

// State says how far the module has come.
func (m *Module) State() State {
	m.e.mu.Lock()
	defer m.e.mu.Unlock()
	return m.state
}

// Err is why the module is Failed, else nil. See [Failed] for when that is for good.
func (m *Module) Err() error {
	m.e.mu.Lock()
	defer m.e.mu.Unlock()
	return m.err
}

// Objects returns what of the module is in memory.
func (m *Module) Objects() []*rtdyld.Object {
	m.e.mu.Lock()
	defer m.e.mu.Unlock()
	return m.objects(nil)
}

// objects appends them. e.mu is held.
func (m *Module) objects(objs []*rtdyld.Object) []*rtdyld.Object {
	for _, u := range m.units {
		if u.obj != nil {
			objs = append(objs, u.obj)
		}
	}
	return objs
}

// failure is the error of a unit that failed, nil if none did.
func (m *Module) failure() error {
	for _, u := range m.units {
		if u.phase.broken() {
			return u.err
		}
	}
	return nil
}

// presence says whether a module is there for others:
//
//	present --> leaving --> gone     Remove, Detach; a module that Replace puts nowhere
//	            |  ^  |
//	            v  |  +--> present     refused, or given up
//	         destructing             a lazy one
//	present --> gone                 Replace has put another in its place
type presence uint32

const (
	present     presence = iota
	leaving              // it is not found, calls of its functions are refused, nothing of it may be loaded any more
	destructing          // the same, but its destructors run, and what they call may be loaded
	gone
)

// depart has a module come to a presence. e.mu is held.
func (e *Engine) depart(m *Module, to presence) {
	m.presence.Store(uint32(to))
	for _, u := range m.units {
		if to == present || to == destructing {
			e.index.show(u)
		} else {
			e.index.hide(u)
		}
	}
	for name, u := range m.functions() {
		if sw := e.switches[name]; sw != nil && sw.u == u {
			sw.gone.Store(to != present)
		}
	}
}

// is reports whether a module has a presence.
func (m *Module) is(p presence) bool { return m.presence.Load() == uint32(p) }

// leaving reports whether nothing of a module may be loaded any more.
func (m *Module) leaving() bool { return m.is(leaving) || m.is(gone) }

// sets are the modules by state.
type sets [numStates]set

// all yields all modules that are not removed. e.mu is held.
func (s *sets) all() iter.Seq[*Module] {
	return func(yield func(*Module) bool) {
		for i := range s {
			for m := s[i].first; m != nil; m = m.next {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// set is the modules of one state, linked through them.
type set struct {
	first, last *Module // lock e.mu
	n           int     // lock e.mu
}

func (s *set) add(m *Module) {
	m.prev, m.next = s.last, nil
	if s.last != nil {
		s.last.next = m
	} else {
		s.first = m
	}
	s.last = m
	s.n++
}

func (s *set) remove(m *Module) {
	if m.prev != nil {
		m.prev.next = m.next
	} else {
		s.first = m.next
	}
	if m.next != nil {
		m.next.prev = m.prev
	} else {
		s.last = m.prev
	}
	m.prev, m.next = nil, nil
	s.n--
}

// move gives a module another state.
func (e *Engine) move(m *Module, to State) {
	if m.state == to || m.state == Removed { // which is the end
		return
	}
	e.sets[m.state].remove(m)
	m.state = to
	if to != Removed {
		e.sets[to].add(m)
	}
}

// Modules yields all modules that are not removed, by state, as they were added to it.
// The engine may be used meanwhile; each state is looked at once.
func (e *Engine) Modules() iter.Seq[*Module] {
	return func(yield func(*Module) bool) {
		for s := range Removed {
			for m := range e.InState(s) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// InState yields the modules of one state at the moment of the call.
func (e *Engine) InState(s State) iter.Seq[*Module] {
	return func(yield func(*Module) bool) {
		if s >= Removed {
			return
		}
		e.mu.Lock()
		ms := make([]*Module, 0, e.sets[s].n)
		for m := e.sets[s].first; m != nil; m = m.next {
			ms = append(ms, m)
		}
		e.mu.Unlock()
		for _, m := range ms {
			if !yield(m) {
				return
			}
		}
	}
}

// Count is the number of modules of a state.
func (e *Engine) Count(s State) int {
	if s >= Removed {
		return 0
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.sets[s].n
}

// check refuses an input that is not one thing.
func (in *Input) check() error {
	n := 0
	for _, is := range []bool{in.Object != nil, in.Archive != nil, in.Source != nil} {
		if is {
			n++
		}
	}
	switch {
	case in.Name == "":
		return fmt.Errorf("%w: no name", ErrInput)
	case in.Lazy && in.Source == nil:
		return fmt.Errorf("%w: %s: only a source is compiled lazily", ErrInput, in.Name)
	case in.Lazy && (in.Functions != nil || in.Defines != nil):
		return fmt.Errorf("%w: %s: of a lazy source the parts say what it defines", ErrInput, in.Name)
	case in.Archive != nil && in.Functions != nil:
		return fmt.Errorf("%w: %s: an archive has no functions behind stubs", ErrInput, in.Name)
	case n != 1:
		return fmt.Errorf("%w: %s has %d of object, archive and source", ErrInput, in.Name, n)
	}
	return nil
}

// definitions lists the names that an image defines for others. The error is the context's.
func definitions(ctx context.Context, img *objfmt.ObjectImage) (names []string, err error) {
	if img.Import != nil {
		return []string{img.Import.Symbol, "__imp_" + img.Import.Symbol}, nil
	}
	first := min(int(img.FirstGlobal), len(img.Symbols))
	globals := img.Symbols[first:]
	for lo := 0; lo < len(globals); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(globals))
		if err != nil {
			return nil, err
		}
		for i := lo; i < hi; i++ {
			if s := &globals[i]; s.Section != objfmt.SecUndef && s.Bind != objfmt.BindLocal {
				names = append(names, string([]byte(img.SymbolName(objfmt.SymbolID(first+i)))))
			}
		}
	}
	return slices.Clip(names), nil
}
