package perf

import (
	"debug/elf"
	"testing"

	"github.com/go-rtdyld/rtdyld/triple"
)

// TestMachines: a jitdump says for which processor its code is by the number that ELF has for it.
func TestMachines(t *testing.T) {
	for a, want := range map[triple.Arch]elf.Machine{
		triple.X86_64: elf.EM_X86_64, triple.X86: elf.EM_386, triple.AArch64: elf.EM_AARCH64, triple.ARM: elf.EM_ARM, triple.Thumb: elf.EM_ARM,
		triple.RISCV64: elf.EM_RISCV, triple.PPC64: elf.EM_PPC64, triple.PPC64LE: elf.EM_PPC64, triple.SystemZ: elf.EM_S390, triple.LoongArch64: elf.EM_LOONGARCH,
		triple.MIPS: elf.EM_MIPS, triple.MIPSEL: elf.EM_MIPS, triple.MIPS64: elf.EM_MIPS, triple.MIPS64EL: elf.EM_MIPS, triple.AVR: elf.EM_NONE,
	} {
		if got := elfMachine(a); got != uint32(want) {
			t.Errorf("%v is %d, want %d", a, got, want)
		}
	}
	if elfMachine(triple.Host().Arch) == 0 {
		t.Error("this processor has no number")
	}
}
