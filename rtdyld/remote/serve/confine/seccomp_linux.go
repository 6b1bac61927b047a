//go:build amd64 || arm64 || riscv64 || ppc64le || arm || 386

package confine

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What a filter does with a system call.
const (
	allow  = uint32(unix.SECCOMP_RET_ALLOW)
	deny   = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// row decides on a system call if one of its arguments, masked, has a value. The first
// row of a table that fits is the one that counts.
type row struct {
	call        uint32
	arg         uint32
	mask, value uint32 // of the lower half of the argument; mask 0: all calls
	action      uint32
}

const (
	writeExec = unix.PROT_WRITE | unix.PROT_EXEC
	shmExec   = 0x8000     // SHM_EXEC (linux/shm.h)
	shmRdonly = 0x1000     // SHM_RDONLY
	readExec  = 0x40_0000  // READ_IMPLIES_EXEC (linux/personality.h)
	asks      = 0xffffffff // as a personality: tells it
	whole     = 0xffffffff // a mask
)

// wxRows refuse memory that is writable and executable.
var wxRows = append([]row{
	{unix.SYS_MPROTECT, 2, writeExec, writeExec, deny},
	{unix.SYS_PKEY_MPROTECT, 2, writeExec, writeExec, deny},
	{unix.SYS_SHMAT, 2, shmExec | shmRdonly, shmExec, deny},
	{unix.SYS_PERSONALITY, 0, whole, asks, allow},
	{unix.SYS_PERSONALITY, 0, readExec, readExec, deny},
}, archWX...)

// Offsets in struct seccomp_data (linux/seccomp.h); arguments are little-endian 64-bit.
const (
	dataCall = 0
	dataArch = 4
	dataArgs = 16
)

// program makes the filter of a table. others decides on system calls that no row fits:
// those from recent on, and those before.
func program(rows []row, others, recent uint32) []unix.SockFilter {
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	jump := func(op uint16, k uint32, t, f uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | op | unix.BPF_K, Jt: t, Jf: f, K: k}
	}
	ret := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	p := []unix.SockFilter{load(dataArch), jump(unix.BPF_JEQ, auditArch, 1, 0), ret(deny), load(dataCall)}
	if otherCalls != 0 {
		p = append(p, jump(unix.BPF_JGE, otherCalls, 0, 1), ret(deny))
	}
	for _, r := range rows {
		body := []unix.SockFilter{ret(r.action)}
		if r.mask != 0 {
			body = []unix.SockFilter{
				load(dataArgs + 8*r.arg),
				{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: r.mask},
				jump(unix.BPF_JEQ, r.value, 0, 1), ret(r.action),
				load(dataCall), // for the next
			}
		}
		p = append(append(p, jump(unix.BPF_JEQ, r.call, 0, uint8(len(body)))), body...)
	}
	return append(p, jump(unix.BPF_JGE, firstRecent, 0, 1), ret(recent), ret(others))
}

// firstRecent is the first number that is the same for all machines: those calls came with
// Linux 5.1 and later (asm-generic/unistd.h).
const firstRecent = 424

// programOf is the filter of a kind.
func programOf(kind filterKind) []unix.SockFilter {
	switch kind {
	case filterWX:
		return program(wxRows, allow, allow)
	case filterSandbox:
		return program(sandboxRows(uint32(os.Getpid())), deny, absent)
	}
	return []unix.SockFilter{{Code: unix.BPF_RET | unix.BPF_K, K: allow}}
}

// filter installs a filter in all threads, and with it in all threads the restriction
// that it needs itself.
func filter(kind filterKind) error {
	prog := programOf(kind)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := noNewPrivileges(); err != nil {
		return err
	}
	fprog := &unix.SockFprog{Len: uint16(len(prog)), Filter: &prog[0]}
	const setFilter, sync = 1, 1 // SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC
	tid, _, e := unix.Syscall(unix.SYS_SECCOMP, setFilter, sync, uintptr(unsafe.Pointer(fprog)))
	runtime.KeepAlive(prog)
	switch {
	case e != 0:
		return os.NewSyscallError("seccomp", e)
	case tid != 0:
		return fmt.Errorf("seccomp: thread %d has a filter of its own", tid)
	}
	return check(kind)
}

// check looks whether the system does what it says.
func check(kind filterKind) error {
	if v, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || v != 1 {
		return errIgnored
	}
	switch kind {
	case filterWX:
		b, err := unix.Mmap(-1, 0, os.Getpagesize(), writeExec, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err == nil {
			return errors.Join(errIgnored, unix.Munmap(b))
		}
	case filterSandbox:
		fd, err := unix.Open("/", unix.O_PATH|unix.O_CLOEXEC, 0)
		if err == nil {
			return errors.Join(errIgnored, unix.Close(fd))
		}
	}
	return nil
}
