//go:build amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386

package host

import (
	"context"
	"errors"
	"os"
	"sync/atomic"

	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// taskDir is /proc/self/task, if Preopen has opened it.
var taskDir atomic.Pointer[os.File]

const taskPath = "/proc/self/task"

// Preopen gets what this package would open only when it needs it, so that it goes on
// working in a process that may open no file from then on: one in a sandbox. Libraries
// must be open before ([Config].Libraries). It
//
//   - opens files of /proc, which stay open as long as the process lives,
//   - takes the room for thread-locals of objects that is to be had, of which there is no
//     more later,
//   - has C's stdout be line buffered if it is a terminal, which C otherwise finds out by
//     a look at the file.
//
// It may be called again, for which there is no need.
func Preopen(ctx context.Context) error {
	if err := mem.Preopen(); err != nil {
		return err
	}
	d, err := os.Open(taskPath)
	if err != nil {
		return err
	}
	if !taskDir.CompareAndSwap(nil, d) {
		d.Close()
	}
	if err := reserveTLS(ctx); err != nil {
		return err
	}
	if _, err := unix.IoctlGetTermios(1, unix.TCGETS); err == nil {
		return lineBuffered()
	}
	return nil
}

// reserveTLS takes an arena for thread-locals that is as large as can be. None is no
// error: objects that need one will have it.
func reserveTLS(ctx context.Context) error {
	for _, size := range []uint64{1 << 10, arenaSize, arenaSize / 4} {
		c, err := getLibc()
		if err != nil {
			return err
		}
		b, err := c.threads().Define(ctx, rtdyld.TLSRequest{Object: "reserve", Size: size, Align: arenaAlign})
		if err == nil {
			return b.Release(ctx) // the arena stays
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}

// lineBuffered has C's stdout be written line by line.
func lineBuffered() error {
	stdout, err1 := inLibc("stdout")
	setvbuf, err2 := inLibc("setvbuf")
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	const lines = 1 // _IOLBF (stdio.h)
	purego.SyscallN(setvbuf, peek[uintptr](stdout), 0, lines, 0)
	return nil
}
