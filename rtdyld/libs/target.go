package libs

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/triple"
)

// target is how others call a target of libraries.
type target struct {
	arch      triple.Arch // 32-bit Arm stands for Thumb, too
	env       triple.Environment
	multiarch string   // the folder in which Debian and its children have its libraries (https://wiki.debian.org/Multiarch/Tuples)
	formats   []string // BFD's names, for OUTPUT_FORMAT of linker scripts
	gcc       string   // patterns of folders with gcc's libraries, below one of all targets, beside that of the multiarch name: of distributions that have others, and of compilers for two targets
}

// targets has a row each; the first that fits
// counts. A target without a row has the folders that all have.
var targets = []target{
	{triple.X86_64, triple.GNUX32, "", []string{"elf32-x86-64"}, "x86_64-linux-gnux32/* x86_64-linux-gnu/*/x32 x86_64-*-linux*/*/x32"},
	{triple.X86_64, triple.UnknownEnvironment, "x86_64-linux-gnu", []string{"elf64-x86-64"}, "x86_64-*-linux*/*"},
	{triple.X86, triple.UnknownEnvironment, "i386-linux-gnu", []string{"elf32-i386"}, "i686-linux-gnu/* x86_64-linux-gnu/*/32 i?86-*-linux*/* x86_64-*-linux*/*/32"},
	{triple.AArch64, triple.UnknownEnvironment, "aarch64-linux-gnu", []string{"elf64-littleaarch64"}, "aarch64-*-linux*/*"},
	{triple.RISCV64, triple.UnknownEnvironment, "riscv64-linux-gnu", []string{"elf64-littleriscv"}, "riscv64-*-linux*/*"},
	{triple.RISCV32, triple.UnknownEnvironment, "riscv32-linux-gnu", []string{"elf32-littleriscv"}, ""},
	{triple.PPC64LE, triple.UnknownEnvironment, "powerpc64le-linux-gnu", []string{"elf64-powerpcle"}, "powerpc64le-*-linux*/* ppc64le-*-linux*/*"},
	{triple.PPC64, triple.UnknownEnvironment, "powerpc64-linux-gnu", []string{"elf64-powerpc"}, ""},
	{triple.PPC, triple.UnknownEnvironment, "powerpc-linux-gnu", []string{"elf32-powerpc"}, ""},
	{triple.PPCLE, triple.UnknownEnvironment, "", []string{"elf32-powerpcle"}, ""},
	{triple.BPFEL, triple.UnknownEnvironment, "", []string{"elf64-bpfle"}, ""},
	{triple.BPFEB, triple.UnknownEnvironment, "", []string{"elf64-bpfbe"}, ""},
	{triple.SPARCV9, triple.UnknownEnvironment, "sparc64-linux-gnu", []string{"elf64-sparc"}, ""},
	{triple.SystemZ, triple.UnknownEnvironment, "s390x-linux-gnu", []string{"elf64-s390"}, "s390x-*-linux*/*"},
	{triple.LoongArch64, triple.UnknownEnvironment, "loongarch64-linux-gnu", []string{"elf64-loongarch"}, "loongarch64-*-linux*/*"},
	{triple.LoongArch32, triple.UnknownEnvironment, "", []string{"elf32-loongarch"}, ""},
	{triple.MIPS, triple.UnknownEnvironment, "mips-linux-gnu", []string{"elf32-tradbigmips"}, ""},
	{triple.MIPSEL, triple.UnknownEnvironment, "mipsel-linux-gnu", []string{"elf32-tradlittlemips"}, ""},
	{triple.MIPS64, triple.GNUABIN32, "mips64-linux-gnuabin32", []string{"elf32-ntradbigmips"}, ""},
	{triple.MIPS64, triple.UnknownEnvironment, "mips64-linux-gnuabi64", []string{"elf64-tradbigmips"}, ""},
	{triple.MIPS64EL, triple.GNUABIN32, "mips64el-linux-gnuabin32", []string{"elf32-ntradlittlemips"}, ""},
	{triple.MIPS64EL, triple.UnknownEnvironment, "mips64el-linux-gnuabi64", []string{"elf64-tradlittlemips"}, ""},
	{triple.ARM, triple.GNUEABI, "arm-linux-gnueabi", []string{"elf32-littlearm"}, ""},
	{triple.ARM, triple.UnknownEnvironment, "arm-linux-gnueabihf", []string{"elf32-littlearm"}, ""},
}

// family is the architecture under which targets has one.
func family(a triple.Arch) triple.Arch {
	if a.IsThumb() {
		return triple.ARM
	}
	return a
}

// row is the row of a target, an empty one if it has none.
func row(t triple.Triple) *target {
	for i := range targets {
		if r := &targets[i]; r.arch == family(t.Arch) && (r.env == t.Environment || r.env == triple.UnknownEnvironment) {
			return r
		}
	}
	return &target{}
}

// multiarch is the name of the folder that has the libraries of a target, "" for none.
func multiarch(t triple.Triple) string { return row(t).multiarch }

// isFormat reports whether BFD's name of a format is one of the target's. Names that are
// not known may be.
func isFormat(name string, t triple.Triple) bool {
	known := false
	for i := range targets {
		if r := &targets[i]; slices.Contains(r.formats, name) {
			if known = true; r.arch == family(t.Arch) {
				return true
			}
		}
	}
	return !known
}
