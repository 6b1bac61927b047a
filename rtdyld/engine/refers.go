package engine

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// What leaves an engine must not be in use. A linker knows how its own objects use each
// other; what it cannot know is counted here, so that the cost of a removal does not depend on
// how many modules there are: who mentions the name of a stub, and which objects of the engine's
// linker are used by units with a linker of their own.

// mention is a name that objects in memory leave undefined.
type mention struct {
	name  string // lock none: set when it is made
	users int    // units; lock e.mu
}

// mention notes what a unit's object leaves undefined. e.mu is held.
func (e *Engine) mention(u *unit, o *rtdyld.Object) {
	if e.noStubs() {
		return
	}
	img := o.Image()
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if img.Symbols[i].Section != objfmt.SecUndef {
			continue
		}
		name := img.SymbolName(objfmt.SymbolID(i))
		x := e.mentions[name]
		if x == nil {
			x = &mention{name: string([]byte(name))} // the object's memory may go first
			e.mentions[x.name] = x
		}
		x.users++
		u.mentions = append(u.mentions, x)
	}
}

// unmention forgets what a unit mentions and uses. e.mu is held.
func (e *Engine) unmention(u *unit) {
	for _, x := range u.mentions {
		if x.users--; x.users == 0 {
			delete(e.mentions, x.name)
		}
	}
	for _, o := range u.deps {
		if e.uses[o]--; e.uses[o] == 0 {
			delete(e.uses, o)
		}
	}
	u.mentions, u.deps, u.isDep = nil, nil, nil
}

// forgetUses forgets what all units mention and use. e.mu is held.
func (e *Engine) forgetUses() {
	clear(e.mentions)
	clear(e.uses)
}

// depend notes that a unit with a linker of its own refers to an object of the engine's. It
// is false if that is being removed. e.mu is held.
func (e *Engine) depend(u *unit, o *rtdyld.Object) bool {
	if x := e.objects[o]; x != nil && !x.m.is(present) {
		return false
	}
	if _, known := u.isDep[o]; !known {
		if u.isDep == nil {
			u.isDep = map[*rtdyld.Object]struct{}{}
		}
		u.isDep[o] = struct{}{}
		u.deps = append(u.deps, o)
		e.uses[o]++
	}
	return true
}

// usedElsewhere refuses to take modules out that others use in a way that no linker knows
// of: objects that units with a linker of their own refer to, and stubs.
func (e *Engine) usedElsewhere(ms []*Module) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	goes := make(map[*Module]bool, len(ms))
	uses, mentions := map[*rtdyld.Object]int{}, map[*mention]int{} // by ms themselves
	for _, m := range ms {
		goes[m] = true
		for _, u := range m.units {
			for _, o := range u.deps {
				uses[o]++
			}
			for _, x := range u.mentions {
				mentions[x]++
			}
		}
	}
	for _, m := range ms {
		for _, u := range m.units {
			if u.obj != nil && e.uses[u.obj] > uses[u.obj] {
				return e.inUse(u.name, goes, func(x *unit) bool { _, is := x.isDep[u.obj]; return is })
			}
		}
		for name := range m.functions() {
			if x := e.mentions[name]; x != nil && x.users > mentions[x] {
				return e.inUse(m.in.Name, goes, func(u *unit) bool { return slices.Contains(u.mentions, x) })
			}
		}
	}
	return nil
}

// inUse is the error that names who uses something. It looks at all modules.
func (e *Engine) inUse(object string, goes map[*Module]bool, uses func(u *unit) bool) error {
	err := &rtdyld.InUseError{Object: object}
	for _, u := range e.objects {
		if !goes[u.m] && uses(u) {
			err.Users = append(err.Users, u.name)
		}
	}
	slices.Sort(err.Users)
	return err
}
