//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"reflect"
	"slices"
	"sync"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// audience is told of libc's objects: the listeners of programs, as long as these are open. It is itself the listener of
// libc's linker. Its lock is held while listeners are told, as libc's is, so that each is told of an object once.
type audience struct {
	mu    sync.Mutex
	objs  []*rtdyld.Object // that libc has
	seats []*seat
}

// seat is a listener, and how many programs have it.
type seat struct {
	l rtdyld.Listener
	n int
}

// Finalized implements [rtdyld.Listener].
func (a *audience) Finalized(objs []*rtdyld.Object) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.objs = append(a.objs, objs...)
	for _, s := range a.seats {
		s.l.Finalized(objs)
	}
}

// Unloading implements [rtdyld.Listener]: libc did not start.
func (a *audience) Unloading(objs []*rtdyld.Object) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.objs = slices.DeleteFunc(a.objs, func(o *rtdyld.Object) bool { return slices.Contains(objs, o) })
	for _, s := range a.seats {
		s.l.Unloading(objs)
	}
}

// join has a program's listeners told of the objects that there are, and of those that come. One that another program has
// knows them already.
func (a *audience) join(ls []rtdyld.Listener) []*seat {
	a.mu.Lock()
	defer a.mu.Unlock()
	var own []*seat
	for _, l := range ls {
		i := -1
		if reflect.ValueOf(l).Comparable() {
			i = slices.IndexFunc(a.seats, func(s *seat) bool { return s.l == l })
		}
		if i < 0 {
			i = len(a.seats)
			a.seats = append(a.seats, &seat{l: l})
			if len(a.objs) > 0 {
				l.Finalized(slices.Clone(a.objs))
			}
		}
		a.seats[i].n++
		own = append(own, a.seats[i])
	}
	return own
}

// leave is the opposite: to a listener that no program has any more libc's objects go.
func (a *audience) leave(own []*seat) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range own {
		if s.n--; s.n > 0 {
			continue
		}
		a.seats = slices.DeleteFunc(a.seats, func(o *seat) bool { return o == s })
		if len(a.objs) > 0 {
			s.l.Unloading(slices.Clone(a.objs))
		}
	}
}
