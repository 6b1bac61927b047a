package arm64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what AArch64 adds to the shared words, for COFF and Mach-O; archELF has the
// fields of ELF alone.
var (
	arch = reloc.Arch{
		Name:             "AArch64",
		PtrSize:          8,
		StubSize:         16,
		StubAlign:        16,
		Reach:            1<<32 - 1,
		BranchReach:      1<<27 - 1,
		Shorter:          true,
		Fields:           fields[:],
		WriteStub:        writeStub,
		WriteTLSDescStub: writeTLSDescStub,
		IFuncThunk:       uint64(4 * len(ifuncThunk)),
		IFuncSize:        32,
		WriteIFunc:       writeIFunc,
		Jumps:            jumps[:],
		CodeAlign:        4,
		Fragments:        &fragments,
	}
	archELF = func() reloc.Arch {
		a := arch
		a.Fields, a.Nowhere = fields[:elfFields], 4
		return a
	}()
)

// jumps has B.
var jumps = [...]reloc.Jump{{Size: 4, Mask: 0xfc000000, Bits: 0x14000000}}

// arch32 is AArch64 with 32-bit pointers (arm64_32).
var arch32 = reloc.Arch{
	Name:        "AArch64 with 32-bit pointers",
	PtrSize:     4,
	Wide:        true,
	StubSize:    16,
	StubAlign:   16,
	Reach:       1<<32 - 1,
	BranchReach: 1<<27 - 1,
	Shorter:     true,
	Fields:      fields[:],
	WriteStub:   writeStub32,
	Jumps:       jumps[:],
	CodeAlign:   4,
}

func put(dst []byte, words ...uint32) {
	for i, w := range words {
		binary.LittleEndian.PutUint32(dst[4*i:], w)
	}
}

// Instructions without their immediates.
const (
	bti     = 0xd503245f // bti  c
	adrpX16 = 0x90000010 // adrp x16, .
	addX16  = 0x91000210 // add  x16, x16, #0
	ldrX16  = 0xf9400210 // ldr  x16, [x16]
	ldrW16  = 0xb9400210 // ldr  w16, [x16]
	ldrX17  = 0xf9400211 // ldr  x17, [x16]
	brX16   = 0xd61f0200 // br   x16
	brX17   = 0xd61f0220 // br   x17
	ldrX0   = 0xf9400400 // ldr  x0, [x0, #8]
	ret     = 0xd65f03c0 // ret
	udf     = 0x00000000 // udf  #0
)

// page writes the immediate of the ADRP at addr that computes the page of target.
func page(adrp []byte, addr, target uint64) bool {
	d := int64(target&^0xfff - addr&^0xfff)
	putADRP(adrp, little, uint64(d))
	return d >= -1<<32 && d < 1<<32
}

// writeStub writes
//
//	bti  c                     for those who call it through a pointer
//	adrp x16, entry
//	ldr  x16, [x16, :lo12:entry]
//	br   x16
func writeStub(dst []byte, _ bin.Order, addr, entry uint64) bool {
	put(dst, bti, adrpX16, ldrX16, brX16)
	putScaled3(dst[8:], little, entry)
	return page(dst[4:], addr+4, entry) && entry&7 == 0
}

// writeStub32 is writeStub for a GOT entry of four bytes.
func writeStub32(dst []byte, _ bin.Order, addr, entry uint64) bool {
	put(dst, bti, adrpX16, ldrW16, brX16)
	putScaled2(dst[8:], little, entry)
	return page(dst[4:], addr+4, entry) && entry&3 == 0
}

// writeTLSDescStub writes the function of a descriptor whose second word is the
// offset from the thread pointer. It is called with the descriptor's address in x0
// and must keep every other register:
//
//	bti  c
//	ldr  x0, [x0, #8]
//	ret
func writeTLSDescStub(dst []byte) { put(dst, bti, ldrX0, ret, udf) }

// ifuncThunk is what an indirect function's first call goes through, with the
// address of its two words in x16. It keeps all registers that can carry arguments
// but the upper parts of SVE vectors, which a resolver has no use for. The resolver
// gets two arguments that say nothing about the processor, so that one that goes by
// them chooses code that runs everywhere. Two threads may come here at once: both
// store the same word.
var ifuncThunk = [...]uint32{
	bti,
	0xa9b27bfd, // stp x29, x30, [sp, #-224]!
	0x910003fd, // mov x29, sp
	0xa90107e0, // stp x0, x1, [sp, #16]
	0xa9020fe2, // stp x2, x3, [sp, #32]
	0xa90317e4, // stp x4, x5, [sp, #48]
	0xa9041fe6, // stp x6, x7, [sp, #64]
	0xa90543e8, // stp x8, x16, [sp, #80]
	0xad0307e0, // stp q0, q1, [sp, #96]
	0xad040fe2, // stp q2, q3, [sp, #128]
	0xad0517e4, // stp q4, q5, [sp, #160]
	0xad061fe6, // stp q6, q7, [sp, #192]
	0xd2800000, // mov x0, #0
	0xd2800001, // mov x1, #0
	0xf9400611, // ldr x17, [x16, #8]
	0xd63f0220, // blr x17
	0xf9402ff0, // ldr x16, [sp, #88]
	0xf9000200, // str x0, [x16]
	0xaa0003f1, // mov x17, x0
	0xad4307e0, // ldp q0, q1, [sp, #96]
	0xad440fe2, // ldp q2, q3, [sp, #128]
	0xad4517e4, // ldp q4, q5, [sp, #160]
	0xad461fe6, // ldp q6, q7, [sp, #192]
	0xa94543e8, // ldp x8, x16, [sp, #80]
	0xa9441fe6, // ldp x6, x7, [sp, #64]
	0xa94317e4, // ldp x4, x5, [sp, #48]
	0xa9420fe2, // ldp x2, x3, [sp, #32]
	0xa94107e0, // ldp x0, x1, [sp, #16]
	0xa8ce7bfd, // ldp x29, x30, [sp], #224
	brX17,
	udf, udf, // to a multiple of 16 bytes
}

// writeIFunc writes the thunk or
//
//	bti  c
//	adrp x16, data
//	add  x16, x16, :lo12:data
//	ldr  x17, [x16]
//	br   x17
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, ifuncThunk[:]...)
		return true
	}
	put(dst, bti, adrpX16, addX16, ldrX17, brX17, udf, udf, udf)
	putImm12(dst[8:], little, data)
	return page(dst[4:], addr+4, data)
}

// runtimeDyldStub writes RuntimeDyld's stub, which has the address in it:
//
//	movz x16, #:abs_g3:target
//	movk x16, #:abs_g2_nc:target
//	movk x16, #:abs_g1_nc:target
//	movk x16, #:abs_g0_nc:target
//	br   x16
func runtimeDyldStub(dst []byte, _ uint8, _, target uint64) bool {
	put(dst, 0xd2e00010, 0xf2c00010, 0xf2a00010, 0xf2800010, brX16)
	putMove3(dst, little, target)
	putMove2(dst[4:], little, target)
	putMove1(dst[8:], little, target)
	putMove0(dst[12:], little, target)
	return true
}

// What RuntimeDyld makes. Room is kept for every relocation, a stub made for
// branches out of the object.
var (
	elfRuntimeDyld = reloc.RuntimeDyld{
		Size: 20, Align: 1, ShareGOT: true,
		Stub:  func(typ uint32) bool { return typ == 282 || typ == 283 }, // JUMP26, CALL26
		Write: runtimeDyldStub,
	}
	coffRuntimeDyld = reloc.RuntimeDyld{
		Size: 20, Align: 8, PerSite: true, Imports: true,
		Stub:  func(typ uint32) bool { return typ == 3 }, // BRANCH26
		Write: runtimeDyldStub,
	}
	// Of Mach-O only GOT entries, of 8 bytes whatever pointers have.
	machoRuntimeDyld = reloc.RuntimeDyld{
		Size: 8, Align: 8, InSection: true, Pairs: true,
		Reserve: func(typ uint32) bool { return typ&index == 0 }, // which has no records
		Stub:    func(uint32) bool { return false },
	}
)
