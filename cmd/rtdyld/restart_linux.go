//go:build !rtdyld_static

package main

import (
	"os"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// glibc learns when a process begins how much room threads have for thread-locals of what is loaded. A command whose objects want more starts itself
// once more in place of itself, before it has run anything of theirs, and gives the environment back to what it was, so that
// nothing sees it.

// restartedVariable is there in a command that has started itself once more. It holds what GLIBC_TUNABLES was, behind "=", or nothing if it was not set.
const restartedVariable = "RTDYLD_RESTARTED"

const tunablesVariable = "GLIBC_TUNABLES"

// restarted reports whether this command has started itself once more, and makes the environment what it was before.
func restarted() bool {
	was, again := os.LookupEnv(restartedVariable)
	if !again {
		return false
	}
	os.Unsetenv(restartedVariable)
	if value, set := strings.CutPrefix(was, "="); set {
		os.Setenv(tunablesVariable, value)
	} else {
		os.Unsetenv(tunablesVariable)
	}
	return true
}

// restart starts the command once more where threads have no room for size bytes of thread-locals; typed is what it has read of the standard input. It returns where they have room,
// where that is more than any thread has, and where nothing can be started: what does not fit is an error of its own later.
func (c *call) restart(size uint64, typed []byte) {
	if !c.watches || c.again || size > mostThreadLocals || c.ctx.Err() != nil {
		return
	}
	was := os.Environ()
	env := host.ThreadLocalEnv(was, size)
	if slices.Equal(env, was) {
		return
	}
	self, err := os.Executable()
	if err != nil || !typeAgain(typed) {
		return
	}
	mark := restartedVariable + "="
	if value, set := os.LookupEnv(tunablesVariable); set {
		mark += "=" + value
	}
	_ = syscall.Exec(self, os.Args, append(slices.Clone(env), mark))
}

// typeAgain has the standard input give once more what was read of it.
func typeAgain(typed []byte) bool {
	if len(typed) == 0 {
		return true
	}
	fd, err := unix.MemfdCreate("stdin", unix.MFD_CLOEXEC)
	if err != nil {
		return false
	}
	f := os.NewFile(uintptr(fd), "stdin")
	defer f.Close()
	if _, err := f.Write(typed); err != nil {
		return false
	}
	if _, err := f.Seek(0, 0); err != nil {
		return false
	}
	return unix.Dup3(fd, 0, 0) == nil
}
