package main

import (
	"os"
	"strings"
	"testing"
)

// TestJITLinkWords22: what LLVM 22's tests want llvm-jitlink to print, beside the words of version 19.
func TestJITLinkWords22(t *testing.T) {
	sessionObjects(t)
	for _, c := range []struct {
		args   string
		status int
		said   string
	}{
		{"-noexec -abs X=0x12345 r.elf.o", 1, " (X) is out of range of Pointer16 fixup at address 0x10000000 (data, 0x10000000 + 0x0)"},
		{"-noexec u.elf.o d.elf.o d.elf.o", 1, "In d.elf.o, duplicate definition of symbol 'fun'"},
	} {
		got := jitLink(strings.Fields(c.args + slab)...)
		if got.status != c.status || !strings.Contains(got.errOut, c.said) {
			t.Errorf("%s: status %d, want %d and %q\n%s", c.args, got.status, c.status, c.said, got.errOut)
		}
	}
}

// TestReadBehind: rules of llvm-jitlink may read more than a section has, as LLVM's ELF_reloc_uleb128.s does.
func TestReadBehind(t *testing.T) {
	newerObjects(t)
	if err := os.WriteFile("c", []byte("# jitlink-check: *{8}_x = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := jitLink("-noexec", "-check=c", "one.o"); got.status != 0 {
		t.Errorf("status %d\n%s", got.status, got.errOut)
	}
}
