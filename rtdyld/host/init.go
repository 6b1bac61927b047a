//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"context"
	"errors"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// initializer runs constructors and destructors of loaded code, each on the
// goroutine that asks, on a thread's own stack.
type initializer struct {
	c     *libc
	guest *guest
	exits *exits // nil: the C library keeps them
	args  vector
	env   vector // addr 0: the environment of the process at the time

	before []func(objs []*rtdyld.Object) error // called before constructors
	failed func(objs []*rtdyld.Object)         // called when constructors did not all run; nil: nothing is
}

// Init implements rtdyld.Initializer. Each function gets argc, argv and envp, as
// glibc's _dl_init gives them. The context is looked at before the first: objects
// are initialized whole or not at all. Then exit runs their destructors.
func (in *initializer) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) (err error) {
	done := false
	defer func() {
		if !done && in.failed != nil { // also if a callback panics
			in.failed(objs)
		}
	}()
	for _, f := range in.before {
		if ctx.Err() != nil {
			break
		}
		if err := f(objs); err != nil {
			return err
		}
	}
	err = in.init(ctx, funcs, rtdyld.Destructors(objs...))
	done = err == nil
	return err
}

// init is Init with destructors in the order in which they run.
func (in *initializer) init(ctx context.Context, funcs, fini []uint64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if in.exits == nil {
		if err := exitDestructors.register(in.c, fini); err != nil {
			return err
		}
	}
	return in.run(funcs)
}

// Fini implements rtdyld.Initializer. What the objects registered goes first, the
// youngest object's before, then funcs. A context that is done does not keep
// destructors from running: their objects are about to go.
func (in *initializer) Fini(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	return in.fini(ctx, members(objs), funcs)
}

// members are objects as the registry has them.
func members[T member](objs []T) []member {
	ms := make([]member, len(objs))
	for i, o := range objs {
		ms[i] = o
	}
	return ms
}

func (in *initializer) fini(_ context.Context, objs []member, funcs []uint64) error {
	var errs []error
	for i := len(objs) - 1; i >= 0; i-- {
		exitDestructors.forget(in.c, objs[i])
		if in.exits != nil {
			errs = append(errs, in.exits.run(objs[i]))
		} else {
			in.c.finalize(objs[i].DSOHandle())
		}
	}
	return errors.Join(append(errs, in.runFini(funcs))...)
}

// run calls constructors in order.
func (in *initializer) run(funcs []uint64) error {
	for i, f := range funcs {
		if f == 0 {
			return &InitError{N: i, Addr: f, Msg: "no address"}
		}
	}
	env := in.env.addr
	for _, f := range funcs {
		if in.env.addr == 0 {
			env = peek[uintptr](in.c.environ) // a constructor may move it
		}
		if _, err := in.guest.call(f, uint64(in.args.n), uint64(in.args.addr), uint64(env)); err != nil {
			return err
		}
	}
	return nil
}

// runFini calls destructors in order.
func (in *initializer) runFini(funcs []uint64) error {
	for i, f := range funcs {
		if f == 0 {
			return &InitError{Fini: true, N: i, Addr: f, Msg: "no address"}
		}
	}
	for _, f := range funcs {
		if _, err := in.guest.call(f); err != nil {
			return err
		}
	}
	return nil
}

// listener keeps the registry of objects.
type listener struct {
	p    *Process
	also rtdyld.Listener // is told the same; nil: there is none
}

// Finalized implements rtdyld.Listener.
func (l listener) Finalized(objs []*rtdyld.Object) {
	l.p.enter(members(objs))
	if l.also != nil {
		l.also.Finalized(objs)
	}
}

// Unloading implements rtdyld.Listener.
func (l listener) Unloading(objs []*rtdyld.Object) {
	if l.also != nil {
		l.also.Unloading(objs)
	}
	l.p.leave(members(objs))
}

// enter notes objects that are there.
func (p *Process) enter(objs []member) {
	for _, o := range objs {
		objects.add(o)
	}
	p.live.Add(int64(len(objs)))
}

// leave forgets objects that are about to go.
func (p *Process) leave(objs []member) {
	for _, o := range objs {
		exitDestructors.forget(p.c, o)
		loadedKeys.forget(p.c, o)
		for _, mem := range objects.drop(o) {
			p.c.release(mem)
		}
	}
	p.live.Add(-int64(len(objs)))
}
