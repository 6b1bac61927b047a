//go:build !rtdyld_static

package main

import (
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/remote/serve/apart"
)

// keepDescriptors has the program's thread, which is the caller's, go on with a copy of the table of descriptors, in which the lowest numbers are
// free. Where the system refuses that they share one. back is called when main has returned.
func keepDescriptors() (back func()) {
	if apart.Copy() != nil {
		return func() {}
	}
	const few = 16
	var path [64]byte
	for fd := 3; fd < few; fd++ {
		n, err := unix.Readlink("/proc/thread-self/fd/"+strconv.Itoa(fd), path[:])
		if err != nil || !strings.HasPrefix(string(path[:n]), "/sys/fs/cgroup/") {
			continue
		}
		// What the runtime reads now and then to know how many processors there are. What others have handed down stays.
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC != 0 {
			_ = unix.Close(fd)
		}
	}
	return apart.Returned
}
