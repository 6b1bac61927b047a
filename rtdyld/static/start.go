//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/static/internal/glue"
)

//go:linkname getAuxv runtime.getAuxv
func getAuxv() []uintptr

// shape is what the glue says of itself: struct shape in glue's start.c.
type shape struct {
	Glue                  uint64
	Room, Reserved, Align uint64 // of thread-locals
	Memory                uint64 // bytes behind a C stack
}

const glueVersion = 1

// isGlue reports a name that is the glue's alone.
func isGlue(name string) bool { return strings.HasPrefix(name, "rtdyld_") }

// starting is struct start in glue's start.c.
type starting struct {
	adopted, environment, name uintptr
	failure                    int64
}

// start looks at what is linked and has libc start on this thread. From then on there is no way back.
func (c *libc) start(ctx context.Context, args []string) error {
	if err := c.look(); err != nil {
		return err
	}
	c.caller = c.newCaller()
	var err error
	if c.args, err = newVector(args); err != nil {
		return &ThreadError{"arguments", err}
	}
	if c.env, err = newVector(os.Environ(), append(getAuxv(), 0, 0)...); err != nil {
		return &ThreadError{"the environment", err}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	a, err := takePlace(c.funcs.shape, c.way)
	if err != nil {
		return err
	}
	s := &starting{adopted: a.addr, environment: c.env.addr}
	if len(args) > 0 {
		s.name = peek[uintptr](c.args.addr)
	}
	c.runFirst(uintptr(c.funcs.start), unsafe.Pointer(s), a.addr)
	if s.failure != 0 {
		return &UnsupportedError{"this libc", fmt.Sprintf("its structures are not those of the musl that it says it is (%d)", s.failure)}
	}
	c.tls.started(c)
	if c.way != nil {
		if r := int32(c.call(c.funcs.callbacks, c.way.Drop())); r != 0 {
			return &ThreadError{"callbacks on C's threads", syscall.Errno(r)}
		}
		c.way.Started(c.funcs.bind, c.funcs.bounds)
	}
	c.mu.Lock()
	c.ready = true
	c.frames.linked(c.images)
	waiting := c.waiting
	c.waiting = nil
	c.mu.Unlock()
	return (&initializer{c, c.args}).Init(ctx, nil, waiting)
}

// look finds the glue's functions, and refuses versions that are not known.
func (c *libc) look() error {
	version, err := c.linker.Lookup("rtdyld_version")
	if err != nil {
		return err
	}
	if v := text(peek[uintptr](uintptr(version.Addr))); !glue.Known(v) {
		return &UnsupportedError{"musl " + v, "1.2.3, 1.2.4 and 1.2.5 are known"}
	}
	sh, err := c.linker.Lookup("rtdyld_shape")
	if err != nil {
		return err
	}
	f := &c.funcs
	if f.shape = peek[shape](uintptr(sh.Addr)); f.shape.Glue != glueVersion || f.shape.Room != tlsRoom || f.shape.Reserved != tlsReserved || f.shape.Align != tlsAlign {
		return &UnsupportedError{"this glue", "its objects and package static are not of one version"}
	}
	for name, at := range map[string]*uint64{
		"start": &f.start, "adopt": &f.adopt, "fill": &f.fill, "finalize": &f.finalize, "destructor": &f.destructor, "destructed": &f.destructed, "flush": &f.flush, "exit": &f.exit,
		"blocked": &f.blocked, "threads": &f.threads, "callbacks": &f.callbacks, "bind": &f.bind, "bounds": &f.bounds, "callable": &f.callable,
	} {
		s, err := c.linker.Lookup("rtdyld_" + name)
		if err != nil {
			return err
		}
		*at = s.Addr
	}
	threads, calls, err := handle()
	if err != nil {
		return &ThreadError{"handlers of signals", err}
	}
	*(*uint64)(pointer(uintptr(f.threads))) = threads
	*(*uint64)(pointer(uintptr(f.blocked))) &^= calls
	if c.way != nil {
		*(*int32)(pointer(uintptr(f.callable))) = 1
	}
	blockSignals(f.blocked)
	return nil
}

// call calls a function of integers.
func (c *libc) call(addr uint64, args ...uint64) uint64 {
	f := &abi.Frame{Addr: addr}
	copy(f.Reg[:6], args)
	c.caller.Call(f)
	return f.Ret[0]
}

// finalize runs exit handlers of the code from first to last.
func (c *libc) finalize(first, last uint64) {
	r := &[2]uint64{first, last}
	c.call(c.funcs.finalize, uint64(uintptr(unsafe.Pointer(r))))
	runtime.KeepAlive(r)
}

// flush writes what streams hold. The error is a *[StdioError].
func (c *libc) flush() error {
	if n := c.call(c.funcs.flush); n != 0 {
		return &StdioError{syscall.Errno(n)}
	}
	return nil
}

// environ is C's environment.
func (c *libc) environ() uintptr {
	if s, err := c.linker.Lookup("__environ"); err == nil {
		return peek[uintptr](uintptr(s.Addr))
	}
	return c.env.addr
}

// Exit ends the process with a status as C's exit does: exit handlers run, the youngest first, streams are written and closed.
// What os.Exit leaves out is left out, deferred functions among it. Without libc it is os.Exit.
func Exit(status int) {
	the.Lock()
	c := the.c
	the.Unlock()
	if c != nil {
		c.call(c.funcs.exit)
	}
	os.Exit(status)
}

// delayed is the Initializer of libc's own linker: constructors run when libc is ready. libc.mu is held.
type delayed struct{ c *libc }

// Init implements [rtdyld.Initializer].
func (d delayed) Init(ctx context.Context, objs []*rtdyld.Object, funcs []uint64) error {
	if !d.c.ready {
		d.c.waiting = append(d.c.waiting, funcs...)
		return nil
	}
	return (&initializer{d.c, d.c.args}).Init(ctx, objs, funcs)
}

// Fini implements [rtdyld.Initializer]. Nothing is unloaded that has run.
func (d delayed) Fini(context.Context, []*rtdyld.Object, []uint64) error { return nil }
