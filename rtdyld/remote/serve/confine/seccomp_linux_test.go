//go:build amd64 || arm64 || arm || 386

package confine

import (
	"encoding/binary"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// machine runs a program as the kernel does.
func machine(t *testing.T, rules []rule) func(arch, call uint32, args ...uint64) uint32 {
	t.Helper()
	var raw []bpf.RawInstruction
	for _, f := range program(rules) {
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

// TestProgram has the filter decide on system calls, harmless and others.
func TestProgram(t *testing.T) {
	const allow, deny = unix.SECCOMP_RET_ALLOW, unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	run := machine(t, rules)
	want := func(what string, got, want uint32) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %#x, want %#x", what, got, want)
		}
	}
	for prot := range uint64(16) {
		decision := uint32(allow)
		if prot&unix.PROT_WRITE != 0 && prot&unix.PROT_EXEC != 0 {
			decision = deny
		}
		for name, call := range map[string]uint32{"mmap": archRules[0].call, "mprotect": unix.SYS_MPROTECT, "pkey_mprotect": unix.SYS_PKEY_MPROTECT} {
			want(name, run(auditArch, call, 0x1000, 0x2000, prot, prot), decision)
			want(name+" with high bits", run(auditArch, call, 0, 0, prot|0xabcd_0000_0000), decision)
		}
		want("munmap", run(auditArch, unix.SYS_MUNMAP, 0, 0, prot), allow)
	}
	for flags, decision := range map[uint64]uint32{0: allow, shmExec: deny, shmRdonly: allow, shmExec | shmRdonly: allow, 0x2000 | shmExec: deny} {
		want("shmat", run(auditArch, unix.SYS_SHMAT, 1, 0, flags), decision)
	}
	for persona, decision := range map[uint64]uint32{0: allow, 8: allow, readExec: deny, readExec | 8: deny, 0xffff_ffff: allow, 0xffff_fffe: deny} {
		want("personality", run(auditArch, unix.SYS_PERSONALITY, persona), decision)
	}
	want("another machine", run(auditArch^1, unix.SYS_MUNMAP), deny)
	if otherCalls != 0 {
		want("another interface", run(auditArch, otherCalls+unix.SYS_MUNMAP), deny)
	}
	for _, call := range []uint32{unix.SYS_READ, unix.SYS_WRITE, unix.SYS_EXIT_GROUP, unix.SYS_MEMFD_CREATE, 439} {
		want("another call", run(auditArch, call, 7, 7, 7, 7, 7, 7), allow)
	}
	// Each rule alone decides on its call.
	for i, r := range rules {
		args := make([]uint64, 6)
		args[r.arg] = uint64(r.value)
		want("a rule", run(auditArch, r.call, args...), deny)
		others := append(append([]rule{}, rules[:i]...), rules[i+1:]...)
		want("without it", machine(t, others)(auditArch, r.call, args...), allow)
	}
}

// TestApplyNothing: no limits, no restrictions.
func TestApplyNothing(t *testing.T) {
	if rs := Apply(Limits{}); len(rs) != 0 {
		t.Errorf("%v", rs)
	}
}
