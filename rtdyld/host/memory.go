//go:build linux && (amd64 || arm64 || arm || 386)

package host

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// slab is the memory manager that all share who don't ask for their own. It lives
// as long as the process. Near libc, so that code which is not
// position-independent reaches libc's functions and data directly.
var slab = sync.OnceValues(func() (*mem.Manager, error) {
	c, err := getLibc()
	if err != nil {
		return nil, err
	}
	return mem.New(mem.Options{Near: uint64(c.malloc)})
})

// readMemory copies memory of this process to dst. What is not mapped is an error,
// never a fault: the kernel copies.
func readMemory(ctx context.Context, addr uint64, dst []byte) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	err := readVM(addr, dst)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
		err = readProc(addr, dst) // sandboxes forbid the call
	}
	if err != nil {
		return &ReadError{addr, uint64(len(dst)), err}
	}
	return nil
}

// readVM reads by process_vm_readv(2), which stops in front of a bad page.
func readVM(addr uint64, dst []byte) error {
	for len(dst) > 0 {
		local := []unix.Iovec{{Base: &dst[0]}}
		local[0].SetLen(len(dst))
		remote := []unix.RemoteIovec{{Base: uintptr(addr), Len: len(dst)}}
		n, err := unix.ProcessVMReadv(os.Getpid(), local, remote, 0)
		switch {
		case err != nil:
			return err
		case n <= 0:
			return unix.EFAULT
		}
		dst, addr = dst[n:], addr+uint64(n)
	}
	return nil
}

// readProc reads by /proc/self/mem.
func readProc(addr uint64, dst []byte) error {
	f, err := os.Open("/proc/self/mem")
	if err != nil {
		return err
	}
	defer f.Close()
	if addr >= 1<<63 {
		return unix.EFAULT
	}
	_, err = io.ReadFull(io.NewSectionReader(f, int64(addr), int64(len(dst))), dst)
	return err
}
