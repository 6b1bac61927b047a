//go:build amd64 || arm64 || riscv64 || ppc64le || s390x

package host

import "debug/elf"

// What ELF images of the process consist of.
type (
	elfProg = elf.Prog64
	elfDyn  = elf.Dyn64
	elfSym  = elf.Sym64
	elfRel  = elf.Rel64
	elfRela = elf.Rela64
)

// relocation takes r_info apart.
func relocation(info uint64) (sym, typ uint32) { return elf.R_SYM64(info), elf.R_TYPE64(info) }

// A word of the filter of DT_GNU_HASH is as wide as an address.
const (
	wordBytes = 8
	wordBits  = 64
)
