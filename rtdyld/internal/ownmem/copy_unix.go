//go:build linux || darwin

package ownmem

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Read copies memory at addr to dst and returns how many bytes it copied: fewer than
// len(dst) come with an error, which is EFAULT for what may not be read.
func Read(addr uint64, dst []byte) (done int, err error) { return transfer(addr, dst, false) }

// Write copies src to memory at addr and returns how many bytes it copied: fewer than
// len(src) come with an error, which is EFAULT for what may not be written.
func Write(addr uint64, src []byte) (done int, err error) { return transfer(addr, src, true) }

// transfer copies between memory at addr and b.
func transfer(addr uint64, b []byte, write bool) (done int, err error) {
	if len(b) == 0 {
		return 0, nil
	}
	if end := addr + uint64(len(b)); end < addr || end != uint64(uintptr(end)) {
		return 0, unix.EFAULT
	}
	for done < len(b) {
		n, err := copyVM(uintptr(addr)+uintptr(done), b[done:], write)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
			n, err = copyPipe(uintptr(addr)+uintptr(done), b[done:], write)
			return done + n, err
		}
		if err == nil && n <= 0 {
			err = unix.EFAULT
		}
		if err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
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
