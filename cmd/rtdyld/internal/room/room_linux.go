package room

import (
	"os"
	"syscall"
)

// behind is the least number that the runtime's descriptors have in a process that loaded code shares.
const behind = 56

// Go's runtime opens what it waits for files with (epoll(7), eventfd(2)) behind the numbers that programs choose for their files, shells
// above all: it ends the process where something else is there.
func init() {
	if len(os.Args) < 2 || os.Args[1] != "run" {
		return
	}
	const dupFD = 1030 // F_DUPFD_CLOEXEC
	var taken [behind]uintptr
	n := 0
	for n < behind {
		fd, _, e := syscall.RawSyscall(syscall.SYS_FCNTL, 2, dupFD, 3)
		if e != 0 {
			break
		}
		if taken[n], n = fd, n+1; fd >= behind-1 {
			break
		}
	}
	if r, w, err := os.Pipe(); err == nil {
		_, _ = r.Close(), w.Close()
	}
	for _, fd := range taken[:n] {
		syscall.RawSyscall(syscall.SYS_CLOSE, fd, 0, 0)
	}
}
