//go:build amd64 || arm64 || riscv64 || ppc64le || arm || 386

package confine

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// machine runs a program as the kernel does.
func machine(t *testing.T, prog []unix.SockFilter) func(arch, call uint32, args ...uint64) uint32 {
	t.Helper()
	var raw []bpf.RawInstruction
	for _, f := range prog {
		raw = append(raw, bpf.RawInstruction{Op: f.Code, Jt: f.Jt, Jf: f.Jf, K: f.K})
	}
	list, all := bpf.Disassemble(raw)
	if !all {
		t.Fatalf("unknown instructions in %v", list)
	}
	vm, err := bpf.NewVM(list)
	if err != nil {
		t.Fatal(err)
	}
	return func(arch, call uint32, args ...uint64) uint32 {
		// struct seccomp_data, but with words as the virtual machine reads them: the
		// highest byte first.
		b := make([]byte, 64)
		binary.BigEndian.PutUint32(b[dataCall:], call)
		binary.BigEndian.PutUint32(b[dataArch:], arch)
		for i, a := range args {
			binary.BigEndian.PutUint32(b[dataArgs+8*i:], uint32(a))
			binary.BigEndian.PutUint32(b[dataArgs+8*i+4:], uint32(a>>32))
		}
		r, err := vm.Run(b)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(r)
	}
}

// decide runs a program on a system call and compares.
type decide struct {
	t   *testing.T
	run func(arch, call uint32, args ...uint64) uint32
}

func (d decide) want(what string, action, call uint32, args ...uint64) {
	d.t.Helper()
	if got := d.run(auditArch, call, args...); got != action {
		d.t.Errorf("%s%x: %#x, want %#x", what, args, got, action)
	}
}

// TestWX has the filter decide on system calls, harmless and others.
func TestWX(t *testing.T) {
	d := decide{t, machine(t, programOf(filterWX))}
	for prot := range uint64(16) {
		action := allow
		if prot&unix.PROT_WRITE != 0 && prot&unix.PROT_EXEC != 0 {
			action = deny
		}
		for name, call := range map[string]uint32{"mmap": archWX[0].call, "mprotect": unix.SYS_MPROTECT, "pkey_mprotect": unix.SYS_PKEY_MPROTECT} {
			d.want(name, action, call, 0x1000, 0x2000, prot, prot)
			d.want(name+" with high bits", action, call, 0, 0, prot|0xabcd_0000_0000)
		}
		d.want("munmap", allow, unix.SYS_MUNMAP, 0, 0, prot)
	}
	for flags, action := range map[uint64]uint32{0: allow, shmExec: deny, shmRdonly: allow, shmExec | shmRdonly: allow, 0x2000 | shmExec: deny} {
		d.want("shmat", action, unix.SYS_SHMAT, 1, 0, flags)
	}
	for persona, action := range map[uint64]uint32{0: allow, 8: allow, readExec: deny, readExec | 8: deny, 0xffff_ffff: allow, 0xffff_fffe: deny} {
		d.want("personality", action, unix.SYS_PERSONALITY, persona)
	}
	for _, call := range []uint32{unix.SYS_READ, unix.SYS_WRITE, unix.SYS_EXIT_GROUP, unix.SYS_MEMFD_CREATE, 439} {
		d.want("another call", allow, call, 7, 7, 7, 7, 7, 7)
	}
	d.otherMachines()
	d.rows(wxRows, allow, allow)
}

// otherMachines: no system call of another instruction set, or interface, passes.
func (d decide) otherMachines() {
	d.t.Helper()
	for _, call := range []uint32{unix.SYS_READ, unix.SYS_EXIT_GROUP, 435} {
		if got := d.run(auditArch^1, call); got != deny {
			d.t.Errorf("call %d of another machine: %#x", call, got)
		}
		if otherCalls != 0 {
			d.want("another interface", deny, otherCalls+call)
		}
	}
}

// rows: each row of a table decides on its call, and without it the rest does.
func (d decide) rows(rows []row, others, recent uint32) {
	d.t.Helper()
	for i, r := range rows {
		args := make([]uint64, 6)
		args[r.arg] = uint64(r.value)
		d.want(fmt.Sprintf("row %d, call %d", i, r.call), r.action, r.call, args...)
		without := slices.Delete(slices.Clone(rows), i, i+1)
		if got := machine(d.t, program(without, others, recent))(auditArch, r.call, args...); got == r.action {
			d.t.Errorf("row %d, call %d, changes nothing", i, r.call)
		}
	}
}

// TestSandbox has the filter decide on what a sandbox is for.
func TestSandbox(t *testing.T) {
	pid := uint64(os.Getpid())
	d := decide{t, machine(t, programOf(filterSandbox))}
	const (
		thread = 0x3d_0f00 // the flags of glibc's threads
		child  = 0x120_0011
		minus  = 1<<64 - 1
	)
	d.want("clone of a thread", allow, unix.SYS_CLONE, thread)
	d.want("clone of a process", deny, unix.SYS_CLONE, child)
	d.want("clone of a process that shares memory", deny, unix.SYS_CLONE, 0x4111) // vfork
	d.want("clone of a thread with a namespace", deny, unix.SYS_CLONE, thread|unix.CLONE_NEWUSER)
	d.want("clone3", absent, unix.SYS_CLONE3, 0, 88)
	for _, call := range []uint32{unix.SYS_KILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV} {
		d.want("for itself", allow, call, pid, pid, 9)
		for _, other := range []uint64{0, minus, pid + 1, 1, -pid} {
			d.want("for another", deny, call, other, pid, 9)
		}
	}
	d.want("fcntl of Go's runtime", allow, unix.SYS_FCNTL, 1, unix.F_GETFL, 0)
	d.want("tkill", deny, unix.SYS_TKILL, pid, 9)
	for cmd, action := range map[uint64]uint32{unix.F_DUPFD: allow, unix.F_SETFL: allow, unix.F_SETOWN: deny, 15: deny, 10: deny, unix.F_SETLEASE: deny} {
		for _, call := range fcntls {
			d.want("fcntl", action, call, 1, cmd, 0)
			d.want("fcntl for signals", deny, call, 1, cmd, unix.O_ASYNC)
		}
	}
	for cmd, action := range map[uint64]uint32{unix.TCGETS: allow, unix.TIOCSTI: deny, unix.TIOCSPGRP: deny, unix.TCSETS: deny, unix.TIOCLINUX: deny} {
		d.want("ioctl", action, unix.SYS_IOCTL, 0, cmd)
	}
	for option, action := range map[uint64]uint32{unix.PR_SET_NAME: allow, unix.PR_SET_PTRACER: deny, unix.PR_SET_SECCOMP: deny, unix.PR_SET_MM: deny} {
		d.want("prctl", action, unix.SYS_PRCTL, option)
	}
	for name, call := range map[string]uint32{
		"openat": unix.SYS_OPENAT, "open_by_handle_at": unix.SYS_OPEN_BY_HANDLE_AT, "unlinkat": unix.SYS_UNLINKAT, "mkdirat": unix.SYS_MKDIRAT,
		"statx": unix.SYS_STATX, "faccessat": unix.SYS_FACCESSAT, "readlinkat": unix.SYS_READLINKAT, "chdir": unix.SYS_CHDIR,
		"socket": unix.SYS_SOCKET, "socketpair": unix.SYS_SOCKETPAIR, "connect": unix.SYS_CONNECT, "bind": unix.SYS_BIND, "sendto": unix.SYS_SENDTO,
		"sendmsg": unix.SYS_SENDMSG, "execve": unix.SYS_EXECVE, "execveat": unix.SYS_EXECVEAT, "unshare": unix.SYS_UNSHARE, "setns": unix.SYS_SETNS,
		"ptrace": unix.SYS_PTRACE, "bpf": unix.SYS_BPF, "perf_event_open": unix.SYS_PERF_EVENT_OPEN, "keyctl": unix.SYS_KEYCTL,
		"userfaultfd": unix.SYS_USERFAULTFD, "shmget": unix.SYS_SHMGET, "mount": unix.SYS_MOUNT, "setpriority": unix.SYS_SETPRIORITY,
		"seccomp": unix.SYS_SECCOMP, "kcmp": unix.SYS_KCMP, "name_to_handle_at": unix.SYS_NAME_TO_HANDLE_AT, "mq_open": unix.SYS_MQ_OPEN,
	} {
		d.want(name, deny, call, pid, pid, pid)
	}
	for name, call := range map[string]uint32{
		"io_uring_setup": unix.SYS_IO_URING_SETUP, "openat2": unix.SYS_OPENAT2, "pidfd_open": unix.SYS_PIDFD_OPEN,
		"pidfd_send_signal": unix.SYS_PIDFD_SEND_SIGNAL, "process_madvise": unix.SYS_PROCESS_MADVISE, "the future's": 5000,
	} {
		d.want(name, absent, call, pid, pid, pid)
	}
	d.otherMachines()
	d.rows(sandboxRows(uint32(pid)), deny, absent)
}

// TestApplyNothing: no limits, no restrictions.
func TestApplyNothing(t *testing.T) {
	if rs := Apply(Limits{}); len(rs) != 0 {
		t.Errorf("%v", rs)
	}
}
