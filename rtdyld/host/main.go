//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// RunMain calls int main(int argc, char **argv, char **envp) at addr, flushes stdio
// and returns main's result, all of its 32 bits; a shell sees the lowest eight.
//
// args begin with the program's name; nil stands for the arguments of this program.
// env is what envp has, as "NAME=value"; nil stands for the environment of the
// process, which getenv uses in either case. Both are given as C memory that main
// may write to. It lives until the object that main is in is unloaded, so that exit
// handlers may use it, or until RunMain returns if no linker with [Process.LinkerConfig]
// knows such an object. While main runs, messages of the C library, as those of error, warn and assert are, name the program so, too: they do
// in all threads.
//
// Signals come to the thread that main runs on, and to those that it starts, not to others of this program: their handlers run where and when main
// lets them, as in a program of its own (linux/amd64 and linux/arm64, one main at a time). When it returns, signals do again what they did before.
//
// The context is looked at before the call; main itself cannot be stopped. If it
// calls exit, the process ends. If it calls pthread_exit, the result is 0 when no other
// thread of the program is left, or ctx is done. A *[StdioError] comes with main's result, other
// errors mean that main was not called.
func RunMain(ctx context.Context, caller abi.Caller, addr uint64, args, env []string) (int, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	c, err := getLibc()
	if err != nil {
		return 0, err
	}
	if args == nil {
		args = os.Args
	}
	argv, err := c.newVector(args)
	if err != nil {
		return 0, fmt.Errorf("arguments: %w", err)
	}
	defer c.settle(addr, argv)()
	envp := vector{addr: peek[uintptr](c.environ)}
	if env != nil {
		if envp, err = c.newVector(env); err != nil {
			return 0, fmt.Errorf("environment: %w", err)
		}
		defer c.settle(addr, envp)()
	}
	defer c.named(argv)()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer quiet()()
	status, err := c.callMain(ctx, caller, addr, argv, envp)
	if err != nil {
		return 0, err
	}
	return int(status), FlushStdio()
}

// callMainPlainly calls a main that returns.
func callMainPlainly(caller abi.Caller, addr uint64, argv, envp vector) (int32, error) {
	cmain, err := abi.Func3[int32, uintptr, uintptr, int32](caller, addr)
	if err != nil {
		return 0, fmt.Errorf("main: %w", err)
	}
	return cmain(int32(argv.n), argv.addr, envp.addr), nil
}

// settle has v live as long as the object that addr is in; without one the
// returned function frees it.
func (c *libc) settle(addr uint64, v vector) (done func()) {
	if objects.keep(addr, v.addr) {
		return func() {}
	}
	return func() { c.release(v.addr) }
}

// FlushStdio writes what C's stdio has buffered, in all open streams. A Go program
// that ends without it loses that. The error is a *[StdioError].
func FlushStdio() error {
	c, err := getLibc()
	if err != nil {
		return err
	}
	runtime.LockOSThread() // errno is the thread's
	defer runtime.UnlockOSThread()
	if r := callC(c.fflush, 0); int32(r) != 0 {
		return &StdioError{c.errno()}
	}
	return nil
}

// Exit ends the process with a status as C's exit does: exit handlers run, the youngest first, and streams are written. Loaded code and libraries stay
// where they are, for threads that still run ([Alone]); functions of DT_FINI_ARRAY of libraries that are open run if
// glibc has started the process, which it has not without cgo. What os.Exit leaves out is left out, deferred functions among it. Without glibc, and on Windows, it is os.Exit. It may be called once.
func Exit(status int) {
	if c, err := getLibc(); err == nil && c.exit != 0 {
		callC(c.exit, uintptr(status))
	}
	os.Exit(status)
}
