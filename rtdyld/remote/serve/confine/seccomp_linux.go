//go:build amd64 || arm64 || arm || 386

package confine

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rule refuses a system call if an argument, masked, has a value.
type rule struct {
	call        uint32
	arg         uint32
	mask, value uint32
	except      uint32 // but not if the whole argument has this value; 0: no exception
}

const (
	writeExec = unix.PROT_WRITE | unix.PROT_EXEC
	shmExec   = 0x8000     // SHM_EXEC (linux/shm.h)
	shmRdonly = 0x1000     // SHM_RDONLY
	readExec  = 0x40_0000  // READ_IMPLIES_EXEC (linux/personality.h)
	asks      = 0xffffffff // as a personality: tells it
)

// rules are those that all systems have.
var rules = append([]rule{
	{call: unix.SYS_MPROTECT, arg: 2, mask: writeExec, value: writeExec},
	{call: unix.SYS_PKEY_MPROTECT, arg: 2, mask: writeExec, value: writeExec},
	{call: unix.SYS_SHMAT, arg: 2, mask: shmExec | shmRdonly, value: shmExec},
	{call: unix.SYS_PERSONALITY, arg: 0, mask: readExec, value: readExec, except: asks},
}, archRules...)

// Offsets in struct seccomp_data (linux/seccomp.h); arguments are little-endian 64-bit.
const (
	dataCall = 0
	dataArch = 4
	dataArgs = 16
)

// program makes the filter. It returns to the system with what is to be done.
func program(rules []rule) []unix.SockFilter {
	const deny = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
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
	for _, r := range rules {
		body := []unix.SockFilter{load(dataArgs + 8*r.arg)}
		if r.except != 0 {
			body = append(body, jump(unix.BPF_JEQ, r.except, 3, 0)) // to the last
		}
		body = append(body,
			unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: r.mask},
			jump(unix.BPF_JEQ, r.value, 0, 1), ret(deny), ret(unix.SECCOMP_RET_ALLOW))
		p = append(append(p, jump(unix.BPF_JEQ, r.call, 0, uint8(len(body)))), body...)
	}
	return append(p, ret(unix.SECCOMP_RET_ALLOW))
}

// filter installs a filter in all threads: that of the rules, or one that lets all pass,
// since it is the filter that gets all threads the restriction that it needs itself.
func filter(refuse bool) error {
	prog := program(nil)[len(program(nil))-1:]
	if refuse {
		prog = program(rules)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return os.NewSyscallError("prctl", err)
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
	return check(refuse)
}

// check looks whether the system does what it says.
func check(refuse bool) error {
	if v, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || v != 1 {
		return errIgnored
	}
	if !refuse {
		return nil
	}
	b, err := unix.Mmap(-1, 0, os.Getpagesize(), writeExec, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err == nil {
		return errors.Join(errIgnored, unix.Munmap(b))
	}
	return nil
}
