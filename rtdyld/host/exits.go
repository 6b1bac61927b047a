//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"errors"
	"runtime"
	"sync"
)

// exits holds the functions that code for Windows registered to be run at the end:
// on no system does a C library keep them by object.
type exits struct {
	guest          guest
	c              *libc
	atexit, onexit uint64 // C functions of this system that register one
	atEnd          uint64 // what exit is to call
	mu             sync.Mutex
	hooked         bool       // exit knows
	list           []exitFunc // in the order of registration
}

type exitFunc struct {
	f  uint64
	of member // nil: in no object
}

// windowsExits are those of the process, made once.
var windowsExits = sync.OnceValues(func() (*exits, error) {
	e := new(exits)
	var err error
	if e.c, err = getLibc(); err != nil {
		return nil, err
	}
	if e.guest, err = newGuest(windowsTarget); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		at *uint64
		fn func(uintptr) uintptr
	}{
		{&e.atexit, func(f uintptr) uintptr { e.add(f); return 0 }},
		{&e.onexit, func(f uintptr) uintptr { e.add(f); return f }},
		{&e.atEnd, func(uintptr) uintptr { e.run(nil); return 0 }},
	} {
		if *f.at, err = ownCallback(func(arg uintptr) uintptr {
			runtime.LockOSThread() // see Threads
			defer runtime.UnlockOSThread()
			return f.fn(arg)
		}); err != nil {
			return nil, err
		}
	}
	return e, nil
})

// add registers a function, for the object that it is in.
func (e *exits) add(f uintptr) {
	objects.mu.Lock()
	of := objects.find(uint64(f))
	objects.mu.Unlock()
	e.mu.Lock()
	hooked := e.hooked
	e.hooked = true
	e.list = append(e.list, exitFunc{uint64(f), of})
	e.mu.Unlock()
	if !hooked {
		e.c.atProcessEnd(uintptr(e.atEnd))
	}
}

// run runs what an object registered, the youngest first, and forgets it; all that
// there is if of is nil. What runs may register more.
func (e *exits) run(of member) error {
	var errs []error
	for {
		f := uint64(0)
		e.mu.Lock()
		if of == nil {
			e.hooked = false // this is the end, for which exit called
		}
		for i := len(e.list) - 1; i >= 0 && f == 0; i-- {
			if of == nil || e.list[i].of == of {
				f = e.list[i].f
				e.list = append(e.list[:i], e.list[i+1:]...)
			}
		}
		e.mu.Unlock()
		if f == 0 {
			return errors.Join(errs...)
		}
		if _, err := e.guest.call(f); err != nil {
			errs = append(errs, err)
		}
	}
}
