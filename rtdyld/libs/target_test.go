package libs

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/triple"
)

// TestTargets: where Debian has the libraries of a target, and which formats of linker scripts are its.
func TestTargets(t *testing.T) {
	for text, want := range map[string]struct{ folder, format, other string }{
		"powerpc64le-linux-gnu": {"powerpc64le-linux-gnu", "elf64-powerpcle", "elf64-powerpc"},
		"powerpc64-linux-gnu":   {"powerpc64-linux-gnu", "elf64-powerpc", "elf64-powerpcle"},
		"powerpc-linux-gnu":     {"powerpc-linux-gnu", "elf32-powerpc", "elf32-powerpcle"},
		"powerpcle-linux-gnu":   {"", "elf32-powerpcle", "elf32-powerpc"},
		"riscv64-linux-gnu":     {"riscv64-linux-gnu", "elf64-littleriscv", "elf64-x86-64"},
		"mips-linux-gnu":        {"", "elf32-of-nobody", "elf32-i386"},
	} {
		target, err := triple.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := multiarch(target); got != want.folder {
			t.Errorf("%s: folder %q", text, got)
		}
		if !isFormat(want.format, target) || isFormat(want.other, target) {
			t.Errorf("%s: %s is its format, %s is not", text, want.format, want.other)
		}
	}
}
