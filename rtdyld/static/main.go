//go:build linux && (amd64 || arm64) && !cgo && !rtdyld_nolinkname

package static

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// RunMain calls int main(int argc, char **argv, char **envp) at addr, writes what streams hold, and returns main's result,
// all of its 32 bits. args begin with the program's name; nil stands for the arguments of this program. env is what envp has, as "NAME=value"; nil stands for
// C's environment, which getenv uses in either case.
//
// The context is looked at before the call; main itself cannot be stopped. If it calls exit, the process ends, and so it does,
// with a message, if it calls pthread_exit. The strings that it is given are kept for the rest of the process. A *[StdioError] comes with main's result, other errors mean that main was not called.
func (p *Process) RunMain(ctx context.Context, addr uint64, args, env []string) (int, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if args == nil {
		args = os.Args
	}
	c := p.w.(*world).c
	main, err := abi.Func3[int32, uintptr, uintptr, int32](c.caller, addr)
	if err != nil {
		return 0, fmt.Errorf("main: %w", err)
	}
	if err := errors.Join(checkArgs(args), checkArgs(env)); err != nil {
		return 0, err
	}
	argv, err := newVector(args)
	if err != nil {
		return 0, &ThreadError{"arguments", err}
	}
	envp := vector{addr: c.environ()}
	if env != nil {
		if envp, err = newVector(env); err != nil {
			argv.release()
			return 0, &ThreadError{"the environment", err}
		}
	}
	status := main(int32(argv.n), argv.addr, envp.addr)
	return int(status), c.flush()
}

// checkArgs refuses what would be cut off.
func checkArgs(args []string) error {
	for i, a := range args {
		if strings.IndexByte(a, 0) >= 0 {
			return &ArgumentError{i}
		}
	}
	return nil
}

// Origin is the member of the C library that defines a name, "libc.a(printf.lo)", "" if nothing that is linked of it does.
func (p *Process) Origin(name string) string {
	c := p.w.(*world).c
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, err := c.linker.Lookup(name); err == nil && s.Object != nil {
		return s.Object.Name()
	}
	return ""
}

// Attach runs constructors, in order, of objects that a linker elsewhere has put into this process's memory. Should code call exit, that runs their
// destructors, in the order of fini.
func (p *Process) Attach(ctx context.Context, init, fini []uint64) error {
	w := p.w.(*world)
	return (&initializer{w.c, w.args}).init(ctx, init, fini)
}

// Detach runs exit handlers of such objects, whose memory is given, that of the oldest first, then destructors in order.
func (p *Process) Detach(ctx context.Context, memory []mem.Range, fini []uint64) error {
	w := p.w.(*world)
	for _, m := range slices.Backward(memory) {
		if m.Size > 0 {
			w.c.finalize(m.Addr, m.Addr+m.Size-1)
		}
	}
	return (&initializer{w.c, w.args}).Fini(ctx, nil, fini)
}

// FlushStdio writes what C's streams hold. The error is a *[StdioError].
func (p *Process) FlushStdio() error { return p.w.(*world).c.flush() }
