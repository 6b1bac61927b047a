package sparc64

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what SPARC V9 with 64-bit addresses adds to the shared words.
var arch = reloc.Arch{
	Name:        "SPARC V9",
	TableBehind: true,
	PtrSize:     8,
	StubSize:    24,
	StubAlign:   8,
	Reach:       1<<31 - 1,
	Shorter:     true,
	Fields:      fields[:],
	Direct:      true,
	SplitType:   splitType,
	WriteStub:   writeStub,
	Conflict:    conflict,
	Refuses:     refuses,
	IFuncThunk:  uint64(4 * len(ifuncThunk)),
	IFuncSize:   32,
	WriteIFunc:  writeIFunc,
	Fragments:   &fragments,
}

// splitType is [reloc.Arch].SplitType (SPARC Compliance Definition, "Relocation", ELF64_R_TYPE_DATA).
func splitType(typ uint32) (number uint32, more int32) {
	const olo10 = 33
	if number = typ & 0xff; number == olo10 {
		return number, int32(typ) >> 8
	}
	return typ, 0
}

// Bits of e_flags.
const (
	efUS1    = 0x200    // EF_SPARC_SUN_US1
	efHAL    = 0x400    // EF_SPARC_HAL_R1
	efUS3    = 0x800    // EF_SPARC_SUN_US3
	efLEData = 0x800000 // EF_SPARC_LEDATA
)

// conflict tells code of two makers' extensions apart, which no processor has both of.
func conflict(flags, others uint32) string {
	switch {
	case flags&efHAL != 0 && others&(efUS1|efUS3) != 0:
		return "for HAL's extensions (EF_SPARC_HAL_R1), not UltraSPARC's"
	case others&efHAL != 0 && flags&(efUS1|efUS3) != 0:
		return "for UltraSPARC's extensions, not HAL's (EF_SPARC_HAL_R1)"
	}
	return ""
}

func refuses(flags uint32) string {
	if flags&efLEData != 0 {
		return "little-endian data (EF_SPARC_LEDATA)"
	}
	return ""
}

func put(dst []byte, words ...uint32) {
	for i, w := range words {
		be.PutUint32(dst[4*i:], w)
	}
}

const (
	rdG1   = 0x83414000 // rd  %pc, %g1
	ldxG1  = 0xc2586000 // ldx [%g1 + 0], %g1
	ldxG5  = 0xca584000 // ldx [%g1], %g5
	jmpG1  = 0x81c04000 // jmp %g1
	jmpG5  = 0x81c14000 // jmp %g5
	nop    = 0x01000000
	ldxG1w = ldxG1 + 16
	ldxG1d = ldxG1 + 24
)

// writeStub writes
//
//	rd  %pc, %g1
//	ldx [%g1 + 16], %g1
//	jmp %g1
//	nop
//	.xword target
//
// %g1 is what stubs may use: %g5 has the static chain of nested functions.
func writeStub(dst []byte, _ bin.Order, _, target uint64) bool {
	put(dst, rdG1, ldxG1w, jmpG1, nop)
	be.PutUint64(dst[16:], target)
	return true
}

// ifuncThunk is what an indirect function's first call goes through, with the address of its
// two words in %g1. It has a register window of its own, so that arguments in registers are kept but for those of the
// floating-point unit, which it stores; and it calls the resolver with no capabilities, so that one that
// goes by them chooses code that runs everywhere. Two threads may come here at once: both store the same word.
var ifuncThunk = [...]uint32{
	0x9de3bed0, // save %sp, -304, %sp
	0xa0100001, // mov  %g1, %l0
	0xc13ba8af, // std  %f0, [%sp + 2047 + 176]
	0xc53ba8b7, // std  %f2, [%sp + 2047 + 184]
	0xc93ba8bf, // std  %f4, [%sp + 2047 + 192]
	0xcd3ba8c7, // std  %f6, [%sp + 2047 + 200]
	0xd13ba8cf, // std  %f8, [%sp + 2047 + 208]
	0xd53ba8d7, // std  %f10, [%sp + 2047 + 216]
	0xd93ba8df, // std  %f12, [%sp + 2047 + 224]
	0xdd3ba8e7, // std  %f14, [%sp + 2047 + 232]
	0xe13ba8ef, // std  %f16, [%sp + 2047 + 240]
	0xe53ba8f7, // std  %f18, [%sp + 2047 + 248]
	0xe93ba8ff, // std  %f20, [%sp + 2047 + 256]
	0xed3ba907, // std  %f22, [%sp + 2047 + 264]
	0xf13ba90f, // std  %f24, [%sp + 2047 + 272]
	0xf53ba917, // std  %f26, [%sp + 2047 + 280]
	0xf93ba91f, // std  %f28, [%sp + 2047 + 288]
	0xfd3ba927, // std  %f30, [%sp + 2047 + 296]
	0xe25c2008, // ldx  [%l0 + 8], %l1
	0x9fc44000, // call %l1
	0x90102000, // mov  0, %o0
	0xd0740000, // stx  %o0, [%l0]
	0x82100008, // mov  %o0, %g1
	0xc11ba8af, // ldd  [%sp + 2047 + 176], %f0
	0xc51ba8b7, // ldd  [%sp + 2047 + 184], %f2
	0xc91ba8bf, // ldd  [%sp + 2047 + 192], %f4
	0xcd1ba8c7, // ldd  [%sp + 2047 + 200], %f6
	0xd11ba8cf, // ldd  [%sp + 2047 + 208], %f8
	0xd51ba8d7, // ldd  [%sp + 2047 + 216], %f10
	0xd91ba8df, // ldd  [%sp + 2047 + 224], %f12
	0xdd1ba8e7, // ldd  [%sp + 2047 + 232], %f14
	0xe11ba8ef, // ldd  [%sp + 2047 + 240], %f16
	0xe51ba8f7, // ldd  [%sp + 2047 + 248], %f18
	0xe91ba8ff, // ldd  [%sp + 2047 + 256], %f20
	0xed1ba907, // ldd  [%sp + 2047 + 264], %f22
	0xf11ba90f, // ldd  [%sp + 2047 + 272], %f24
	0xf51ba917, // ldd  [%sp + 2047 + 280], %f26
	0xf91ba91f, // ldd  [%sp + 2047 + 288], %f28
	0xfd1ba927, // ldd  [%sp + 2047 + 296], %f30
	jmpG1,
	0x81e80000, // restore
	nop,        // to a multiple of 8 bytes
}

// writeIFunc writes the thunk or
//
//	rd  %pc, %g1
//	ldx [%g1 + 24], %g1
//	ldx [%g1], %g5
//	jmp %g5
//	nop
//	nop
//	.xword data
func writeIFunc(dst []byte, _ bin.Order, shared bool, _, data uint64) bool {
	if shared {
		put(dst, ifuncThunk[:]...)
		return true
	}
	put(dst, rdG1, ldxG1d, ldxG5, jmpG5, nop, nop)
	be.PutUint64(dst[24:], data)
	return true
}
