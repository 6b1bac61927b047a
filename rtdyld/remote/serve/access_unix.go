//go:build linux || darwin

package serve

import (
	"context"
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// OwnMemory accesses the memory of this process. It is nil where it cannot be.
func OwnMemory() Memory { return ownMemory{} }

// ownMemory has the kernel copy. Where the system has no call for that, or a sandbox
// forbids it, the bytes go through a pipe: write(2) and read(2) take an address and say
// EFAULT. /proc/self/mem would write to memory that is not writable.
type ownMemory struct{}

// Read implements Memory.
func (ownMemory) Read(ctx context.Context, addr uint64, dst []byte) error {
	return access(ctx, addr, dst, false)
}

// Write implements Memory.
func (ownMemory) Write(ctx context.Context, addr uint64, src []byte) error {
	return access(ctx, addr, src, true)
}

// access copies between memory at addr and b.
func access(ctx context.Context, addr uint64, b []byte, write bool) error {
	done := 0
	fail := func(err error) error {
		return &AccessError{Write: write, Addr: addr, Size: uint64(len(b)), Done: uint64(done), Err: err}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if end := addr + uint64(len(b)); end < addr || end != uint64(uintptr(end)) || len(b) == 0 {
		if len(b) == 0 {
			return nil
		}
		return fail(unix.EFAULT)
	}
	for done < len(b) {
		n, err := copyVM(uintptr(addr)+uintptr(done), b[done:], write)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
			n, err = copyPipe(uintptr(addr)+uintptr(done), b[done:], write)
			done += n
			if err != nil {
				return fail(err)
			}
			return nil
		}
		if err == nil && n <= 0 {
			err = unix.EFAULT
		}
		if err != nil {
			return fail(err)
		}
		done += n
	}
	return nil
}

// pipeChunk is what an empty pipe takes, in bytes, on every system.
const pipeChunk = 4096

// copyPipe copies through a pipe.
func copyPipe(addr uintptr, b []byte, write bool) (done int, err error) {
	var fd [2]int
	syscall.ForkLock.RLock()
	if err = unix.Pipe(fd[:]); err == nil {
		unix.CloseOnExec(fd[0])
		unix.CloseOnExec(fd[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return 0, os.NewSyscallError("pipe", err)
	}
	defer unix.Close(fd[0])
	defer unix.Close(fd[1])
	for done < len(b) {
		chunk := b[done:min(done+pipeChunk, len(b))]
		var n int
		if write {
			if _, err := unix.Write(fd[1], chunk); err != nil {
				return done, os.NewSyscallError("write", err)
			}
			n, err = rawIO(unix.SYS_READ, fd[0], addr+uintptr(done), len(chunk))
		} else {
			if n, err = rawIO(unix.SYS_WRITE, fd[1], addr+uintptr(done), len(chunk)); err == nil {
				_, err = unix.Read(fd[0], chunk[:n])
			}
		}
		if err != nil {
			return done, err
		}
		done += n
		if n < len(chunk) { // up to a bad page
			return done, unix.EFAULT
		}
	}
	return done, nil
}

// rawIO is read(2) or write(2) with an address that need not be good.
func rawIO(call uintptr, fd int, addr uintptr, n int) (int, error) {
	for {
		r, _, e := unix.Syscall(call, uintptr(fd), addr, uintptr(n))
		switch {
		case e == unix.EINTR:
		case e != 0:
			return 0, e
		default:
			return int(r), nil
		}
	}
}
