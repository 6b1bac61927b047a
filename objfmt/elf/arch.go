package elf

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// machine maps an e_machine to instruction sets by class and byte order.
type machine struct {
	em                     uint16
	le32, be32, le64, be64 triple.Arch
}

const none = triple.UnknownArch

// emPackedInfo is the machine whose Elf64_Rel holds r_info as fields of their own (MIPS
// 64-bit ELF, section 2.9).
const emPackedInfo = 8

// machines has the numbers that the gABI registry assigns to instruction sets
// with a name in package triple, after those that most objects are for. For 64-bit machines with 32-bit pointers see target.
var machines = [...]machine{
	{62, triple.X86_64, none, triple.X86_64, none},
	{183, triple.AArch64, triple.AArch64BE, triple.AArch64, triple.AArch64BE},
	{2, triple.SPARCEL, triple.SPARC, none, none},
	{3, triple.X86, none, none, none},
	{4, none, triple.M68k, none, none},
	{emPackedInfo, triple.MIPSEL, triple.MIPS, triple.MIPS64EL, triple.MIPS64},
	{18, none, triple.SPARC, none, none}, // EM_SPARC32PLUS
	{20, triple.PPCLE, triple.PPC, none, none},
	{21, none, none, triple.PPC64LE, triple.PPC64},
	{22, none, none, none, triple.SystemZ},
	{40, triple.ARM, triple.ARMEB, none, none},
	{42, triple.SHLE, triple.SH, none, none},
	{43, none, none, none, triple.SPARCV9},
	{45, triple.ARC, none, none, none},
	{83, triple.AVR, none, none, none},
	{94, triple.Xtensa, none, none, none},
	{105, triple.MSP430, none, none, none},
	{164, triple.Hexagon, none, none, none},
	{203, triple.XCore, none, none, none},
	{224, triple.R600, none, triple.AMDGCN, none},
	{243, triple.RISCV32, triple.RISCV32BE, triple.RISCV64, triple.RISCV64BE},
	{244, none, triple.Lanai, none, none},
	{247, none, none, triple.BPFEL, triple.BPFEB},
	{251, none, none, triple.VE, none},
	{252, triple.CSKY, none, none, none},
	{258, triple.LoongArch32, none, triple.LoongArch64, none},
}

// supplement is what the supplement of a processor adds to the gABI. 0: nothing.
type supplement struct {
	ems     [3]uint32 // e_machine
	types   *[16]objfmt.SymbolType
	large   uint64 // section flag of data that may be out of reach
	index   uint32 // section type of index tables of unwind information
	attrs   uint32 // section type of build attributes
	commons uint32 // reserved section numbers of common symbols, bit n for SHN_LORESERVE+n
}

// supplements has the machines that add something; the last row is all others.
var supplements = [...]supplement{
	{[3]uint32{62}, &symTypes, 0x10000000, 0, 0, 1 << 2},                      // EM_X86_64: SHF_X86_64_LARGE, SHN_X86_64_LCOMMON
	{[3]uint32{40}, withType13(objfmt.SymFunc), 0, 0x70000001, 0x70000003, 0}, // EM_ARM: STT_ARM_TFUNC, SHT_ARM_EXIDX, SHT_ARM_ATTRIBUTES
	{[3]uint32{emPackedInfo}, &symTypes, 0, 0, 0, 1<<0 | 1<<3},                // EM_MIPS: SHN_MIPS_ACOMMON, SHN_MIPS_SCOMMON
	{[3]uint32{164}, &symTypes, 0, 0, 0, 1<<5 - 1},                            // EM_HEXAGON: SHN_HEXAGON_SCOMMON and those of sizes
	{[3]uint32{2, 18, 43}, withType13(symRegister), 0, 0, 0, 0},               // EM_SPARC, EM_SPARC32PLUS, EM_SPARCV9: STT_SPARC_REGISTER
	{types: &symTypes},
}

// withType13 is symTypes with the processor's first number.
func withType13(t objfmt.SymbolType) *[16]objfmt.SymbolType {
	types := symTypes
	types[13] = t
	return &types
}

// supplementOf finds what a machine adds.
func supplementOf(em uint32) *supplement {
	last := len(supplements) - 1
	for i := range supplements[:last] {
		if s := &supplements[i]; em != 0 && slices.Contains(s.ems[:], em) {
			return s
		}
	}
	return &supplements[last]
}

// efMIPSABI2 marks n32 objects.
const efMIPSABI2 = 0x20

// target is the triple that a header states: the instruction set, and the
// environment where that alone tells pointers of 32 bits on a 64-bit machine.
func target(em uint32, is64, big bool, flags uint32) triple.Triple {
	a := arch(em, is64, big)
	t := triple.ForObject(a, triple.ELF)
	switch {
	case is64:
	case a == triple.X86_64:
		t.Environment = triple.GNUX32
	case a == triple.AArch64, a == triple.AArch64BE:
		t.Environment = triple.GNUILP32
	case em == emPackedInfo && flags&efMIPSABI2 != 0:
		t = triple.ForObject(arch(em, true, big), triple.ELF)
		t.Environment = triple.GNUABIN32
	}
	return t
}

// arch is the instruction set that a header states, triple.UnknownArch for one
// without a name.
func arch(em uint32, is64, big bool) triple.Arch {
	for i := range machines {
		m := &machines[i]
		if uint32(m.em) != em {
			continue
		}
		switch {
		case is64 && big:
			return m.be64
		case is64:
			return m.le64
		case big:
			return m.be32
		}
		return m.le32
	}
	return none
}

// FileType is the e_type of an ELF file (System V gABI, "ELF Header").
type FileType uint16

// File types. Others stand for files of systems.
const (
	Relocatable FileType = 1
	Program     FileType = 2
	Dynamic     FileType = 3 // a shared object, or a program that can be anywhere
	Core        FileType = 4
)

// Header returns what the header of any ELF file states: its target and its type. data are its
// first 52 bytes or more. Errors match [objfmt.ErrUnknownFormat].
func Header(data []byte) (triple.Triple, FileType, error) {
	if len(data) < 52 || string(data[:4]) != Magic || data[4]-1 > 1 || data[5]-1 > 1 {
		return triple.Triple{}, 0, objfmt.ErrUnknownFormat
	}
	o := bin.Order{Big: data[5] == 2}
	is64, flags := data[4] == 2, uint32(0)
	if !is64 {
		flags = o.U32(data[36:])
	}
	return target(uint32(o.U16(data[18:])), is64, o.Big, flags), FileType(o.U16(data[16:])), nil
}
