package gdbjit

import (
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/elfimage"
	"github.com/go-rtdyld/rtdyld/triple"
)

// A debugger's work for an entry grows with the number of entries, much faster than
// linear from some hundred on. So objects of a batch have entries together, and small
// entries are joined when there are many, in two steps: an object is described three times
// at most before something is unloaded.
const most = 256 // objects at most in an entry

var steps = [...]struct {
	size  int // entries of fewer objects may be joined
	count int // so many are
}{{16, 32}, {most, 16}}

// Listener tells debuggers of the objects of any number of linkers and engines. It may
// be used concurrently. Objects for another machine are passed over; those of a linker whose
// code runs in another process must not be shown to it.
//
// Objects that are detached from their linker stay known until they are released, as long
// as no other that was finalized with them is unloaded before.
type Listener struct {
	// Report, if not nil, is told of objects that a debugger sees less of than it
	// should, or nothing: the errors are those of package elfimage. It is set before the
	// listener is used, is called with a lock held and must not use the listener's linkers.
	Report func(error)

	mu     sync.Mutex
	groups map[*rtdyld.Object]*group
	joined [len(steps)][]*group // those that may be joined, in the order in which they came
}

// group is objects that share an entry.
type group struct {
	objs []*rtdyld.Object
	e    *entry // nil if there is no image
	step int    // the list of Listener.joined that it is in, plus one
}

// Finalized implements [rtdyld.Listener].
func (l *Listener) Finalized(objs []*rtdyld.Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var run []*rtdyld.Object
	for _, o := range objs {
		switch {
		case !here(o):
		case elfimage.Alone(o):
			l.add([]*rtdyld.Object{o}, len(steps))
		default:
			run = append(run, o)
		}
	}
	for part := range slices.Chunk(run, most) {
		l.add(part, 0)
	}
	l.join()
}

// here reports whether objects like o can run in this process.
func here(o *rtdyld.Object) bool {
	a, host := o.Image().Triple.Arch, triple.Host().Arch
	if host.IsARM() {
		return a == triple.ARM || a == triple.Thumb
	}
	return a == host && (!a.IsMIPS() || o.Image().Is64 == host.Is64Bit()) // not n32 in a process of n64
}

// add makes an entry for objects, which may be joined with others by the steps from first
// on. If they are too much for one image, they get several.
func (l *Listener) add(objs []*rtdyld.Object, first int) {
	img, err := elfimage.Make(objs...)
	if img == nil && len(objs) > 1 {
		l.add(objs[:len(objs)/2], len(steps))
		l.add(objs[len(objs)/2:], len(steps))
		return
	}
	if err != nil && l.Report != nil {
		l.Report(err)
	}
	g := &group{objs: objs}
	if img != nil {
		g.e = register(img)
	}
	for _, o := range objs {
		l.groups[o] = g
	}
	for i := first; i < len(steps) && img != nil; i++ {
		if len(objs) < steps[i].size {
			g.step = i + 1
			l.joined[i] = append(l.joined[i], g)
			return
		}
	}
}

// drop takes a group's entry away.
func (l *Listener) drop(g *group) {
	if g.e != nil {
		g.e.unregister()
	}
	if g.step > 0 {
		list := &l.joined[g.step-1]
		at := slices.Index(*list, g)
		*list = slices.Delete(*list, at, at+1)
	}
}

// join joins small entries where there are too many.
func (l *Listener) join() {
	for i := range steps {
		list := l.joined[i]
		if len(list) < steps[i].count {
			continue
		}
		l.joined[i] = nil
		var objs []*rtdyld.Object
		for _, g := range list {
			g.e.unregister()
			objs = append(objs, g.objs...)
		}
		for part := range slices.Chunk(objs, most) {
			l.add(part, i)
		}
	}
}

// Unloading implements [rtdyld.Listener].
func (l *Listener) Unloading(objs []*rtdyld.Object) {
	l.mu.Lock()
	defer l.mu.Unlock()
	gone := map[*rtdyld.Object]bool{}
	touched := map[*group]bool{}
	var order []*group
	for _, o := range objs {
		g := l.groups[o]
		if g == nil {
			continue
		}
		delete(l.groups, o)
		gone[o] = true
		if !touched[g] {
			touched[g] = true
			order = append(order, g)
		}
	}
	for _, g := range order {
		l.drop(g)
		l.keep(g.objs, gone)
	}
	l.join()
}

// keep makes entries for those of objs that are not gone. It halves them until a part
// has none that is gone: unloading the n objects of an entry one by one then makes
// fewer than 2n entries, and describes no object more than log n times.
func (l *Listener) keep(objs []*rtdyld.Object, gone map[*rtdyld.Object]bool) {
	n := 0
	for _, o := range objs {
		if gone[o] {
			n++
		}
	}
	switch {
	case n == len(objs):
	case n == 0:
		l.add(objs, keepFrom(len(objs)))
	default:
		l.keep(objs[:len(objs)/2], gone)
		l.keep(objs[len(objs)/2:], gone)
	}
}

// keepFrom is the first of the steps that join what is left of an entry of which something
// was unloaded: what is large would be cut up and joined again and again.
func keepFrom(n int) int {
	if n < steps[0].size {
		return 0
	}
	return len(steps)
}
