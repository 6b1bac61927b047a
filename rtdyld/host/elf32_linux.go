//go:build arm || 386

package host

import "debug/elf"

// What ELF images of the process consist of.
type (
	elfProg = elf.Prog32
	elfDyn  = elf.Dyn32
	elfSym  = elf.Sym32
	elfRel  = elf.Rel32
	elfRela = elf.Rela32
)

// relocation takes r_info apart.
func relocation(info uint32) (sym, typ uint32) { return elf.R_SYM32(info), elf.R_TYPE32(info) }

// A word of the filter of DT_GNU_HASH is as wide as an address.
const (
	wordBytes = 4
	wordBits  = 32
)
