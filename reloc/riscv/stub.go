package riscv

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what RISC-V with 64-bit addresses adds to the shared words.
var arch = reloc.Arch{
	Name:             "RISC-V",
	PtrSize:          8,
	StubSize:         16,
	StubAlign:        16,
	Reach:            1<<31 - 1,
	Shorter:          true,
	ShortReach:       1 << 20, // of JAL
	Conflict:         conflict,
	DTPBias:          0x800, // psABI, "Thread Local Storage"
	Fields:           fields[:],
	WriteStub:        writeStub,
	WriteTLSDescStub: writeTLSDescStub,
	IFuncThunk:       uint64(4 * len(ifuncThunk)),
	IFuncSize:        32,
	WriteIFunc:       writeIFunc,
	Jumps:            jumps[:],
	CodeAlign:        4,
}

// jumps has AUIPC and JALR to no register, and JAL likewise. Bit 12 and those above are the field's and registers.
var jumps = [...]reloc.Jump{{Size: 8, Mask: 0x7fff_0000007f, Bits: 0x0067_00000017}, {Size: 4, Mask: 0xfff, Bits: 0x6f}}

// arch32 is what it adds with 32-bit addresses.
var arch32 = reloc.Arch{
	Name:             "RISC-V, 32 bits",
	PtrSize:          4,
	StubSize:         16,
	StubAlign:        16,
	Shorter:          true,
	ShortReach:       1 << 20, // of JAL
	Direct:           true,
	Conflict:         conflict,
	DTPBias:          0x800,
	Fields:           fields32[:],
	WriteStub:        writeStub32,
	WriteTLSDescStub: func(dst []byte) { put(dst, lpad, lwA0, jrT0, unimp) },
	IFuncThunk:       uint64(4 * len(ifuncThunk32)),
	IFuncSize:        32,
	WriteIFunc:       writeIFunc32,
	Jumps:            jumps[:],
	CodeAlign:        4,
}

// conflict compares what e_flags say about calls (psABI, "File Header").
func conflict(flags, others uint32) string {
	const floatABI, rve = 6, 8
	floats := [...]string{"EF_RISCV_FLOAT_ABI_SOFT", "EF_RISCV_FLOAT_ABI_SINGLE", "EF_RISCV_FLOAT_ABI_DOUBLE", "EF_RISCV_FLOAT_ABI_QUAD"}
	switch differ := flags ^ others; {
	case differ&floatABI != 0:
		return "floating-point ABI " + floats[flags&floatABI>>1] + ", not " + floats[others&floatABI>>1]
	case differ&rve != 0 && flags&rve != 0:
		return "for 16 registers (EF_RISCV_RVE), not 32"
	case differ&rve != 0:
		return "for 32 registers, not 16 (EF_RISCV_RVE)"
	}
	return ""
}

func put(dst []byte, words ...uint32) {
	for i, w := range words {
		le.PutUint32(dst[4*i:], w)
	}
}

// Instructions without their immediates.
const (
	lpad    = 0x00000017 // lpad 0: for those who come here through a pointer; AUIPC to x0 where there is no Zicfilp
	auipcT3 = 0x00000e17 // auipc t3, 0
	addiT3  = 0x000e0e13 // addi t3, t3, 0
	ldT3    = 0x000e3e03 // ld   t3, 0(t3)
	ldT1    = 0x000e3303 // ld   t1, 0(t3)
	jrT3    = 0x000e0067 // jr   t3
	jrT1    = 0x00030067 // jr   t1
	ldA0    = 0x00853503 // ld   a0, 8(a0)
	lwT1    = 0x000e2303 // lw   t1, 0(t3)
	lwA0    = 0x00452503 // lw   a0, 4(a0)
	jrT0    = 0x00028067 // jr   t0
	unimp   = 0x00000000 // no instruction
)

// pair writes the immediates of an AUIPC at addr and of the instruction behind it, which
// together give target.
func pair(dst []byte, addr, target uint64) bool {
	d := target - addr
	putU(dst, little, d)
	putI(dst[4:], little, d)
	return int64(d) >= pairLeast && int64(d) <= pairMost
}

// writeStub writes
//
//	lpad  0
//	auipc t3, %pcrel_hi(entry)
//	ld    t3, %pcrel_lo(entry)(t3)
//	jr    t3
//
// which leaves alone all registers that carry arguments, vectors included.
func writeStub(dst []byte, _ bin.Order, addr, entry uint64) bool {
	put(dst, lpad, auipcT3, ldT3, jrT3)
	return pair(dst[4:], addr+4, entry)
}

// writeTLSDescStub writes the function of a descriptor whose second word is the
// offset from the thread pointer. It is called with the descriptor's address in a0 and
// the return address in t0 and must keep every other register:
//
//	lpad 0
//	ld   a0, 8(a0)
//	jr   t0
func writeTLSDescStub(dst []byte) { put(dst, lpad, ldA0, jrT0, unimp) }

// ifuncThunk is what an indirect function's first call goes through, with the address
// of its two words in t3. It keeps all registers that can carry arguments but vectors,
// which a resolver has no use for. The resolver gets two arguments that say nothing
// about the processor, so that one that goes by them chooses code that runs everywhere.
// Two threads may come here at once: both store the same word.
var ifuncThunk = [...]uint32{
	lpad,
	0xf6010113, // addi sp, sp, -160
	0x00113023, // sd  ra, 0(sp)
	0x01c13423, // sd  t3, 8(sp)
	0x00a13823, // sd  a0, 16(sp)
	0x00b13c23, // sd  a1, 24(sp)
	0x02c13023, // sd  a2, 32(sp)
	0x02d13423, // sd  a3, 40(sp)
	0x02e13823, // sd  a4, 48(sp)
	0x02f13c23, // sd  a5, 56(sp)
	0x05013023, // sd  a6, 64(sp)
	0x05113423, // sd  a7, 72(sp)
	0x04a13827, // fsd fa0, 80(sp)
	0x04b13c27, // fsd fa1, 88(sp)
	0x06c13027, // fsd fa2, 96(sp)
	0x06d13427, // fsd fa3, 104(sp)
	0x06e13827, // fsd fa4, 112(sp)
	0x06f13c27, // fsd fa5, 120(sp)
	0x09013027, // fsd fa6, 128(sp)
	0x09113427, // fsd fa7, 136(sp)
	0x00000513, // li  a0, 0
	0x00000593, // li  a1, 0
	0x008e3303, // ld  t1, 8(t3)
	0x000300e7, // jalr t1
	0x00813e03, // ld  t3, 8(sp)
	0x00ae3023, // sd  a0, 0(t3)
	0x00050313, // mv  t1, a0
	0x00013083, // ld  ra, 0(sp)
	0x01013503, // ld  a0, 16(sp)
	0x01813583, // ld  a1, 24(sp)
	0x02013603, // ld  a2, 32(sp)
	0x02813683, // ld  a3, 40(sp)
	0x03013703, // ld  a4, 48(sp)
	0x03813783, // ld  a5, 56(sp)
	0x04013803, // ld  a6, 64(sp)
	0x04813883, // ld  a7, 72(sp)
	0x05013507, // fld fa0, 80(sp)
	0x05813587, // fld fa1, 88(sp)
	0x06013607, // fld fa2, 96(sp)
	0x06813687, // fld fa3, 104(sp)
	0x07013707, // fld fa4, 112(sp)
	0x07813787, // fld fa5, 120(sp)
	0x08013807, // fld fa6, 128(sp)
	0x08813887, // fld fa7, 136(sp)
	0x0a010113, // addi sp, sp, 160
	jrT1,
	unimp, unimp, // to a multiple of 16 bytes
}

// writeIFunc writes the thunk or
//
//	lpad  0
//	auipc t3, %pcrel_hi(data)
//	addi  t3, t3, %pcrel_lo(data)
//	ld    t1, 0(t3)
//	jr    t1
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, ifuncThunk[:]...)
		return true
	}
	put(dst, lpad, auipcT3, addiT3, ldT1, jrT1, unimp, unimp, unimp)
	return pair(dst[4:], addr+4, data)
}

// writeStub32 writes
//
//	lpad  0
//	auipc t3, %pcrel_hi(target)
//	jr    %pcrel_lo(target)(t3)
func writeStub32(dst []byte, _ bin.Order, addr, target uint64) bool {
	put(dst, lpad, auipcT3, jrT3, unimp)
	pair(dst[4:], addr+4, target)
	return target>>32 == 0
}

// ifuncThunk32 is ifuncThunk with 32-bit addresses. It leaves the registers of the floating-point
// unit alone, which not every processor has and a resolver has no use for.
var ifuncThunk32 = [...]uint32{
	lpad,
	0xfd010113, // addi sp, sp, -48
	0x00112023, // sw  ra, 0(sp)
	0x01c12223, // sw  t3, 4(sp)
	0x00a12423, // sw  a0, 8(sp)
	0x00b12623, // sw  a1, 12(sp)
	0x00c12823, // sw  a2, 16(sp)
	0x00d12a23, // sw  a3, 20(sp)
	0x00e12c23, // sw  a4, 24(sp)
	0x00f12e23, // sw  a5, 28(sp)
	0x03012023, // sw  a6, 32(sp)
	0x03112223, // sw  a7, 36(sp)
	0x00000513, // li  a0, 0
	0x00000593, // li  a1, 0
	0x004e2303, // lw  t1, 4(t3)
	0x000300e7, // jalr t1
	0x00412e03, // lw  t3, 4(sp)
	0x00ae2023, // sw  a0, 0(t3)
	0x00050313, // mv  t1, a0
	0x00012083, // lw  ra, 0(sp)
	0x00812503, // lw  a0, 8(sp)
	0x00c12583, // lw  a1, 12(sp)
	0x01012603, // lw  a2, 16(sp)
	0x01412683, // lw  a3, 20(sp)
	0x01812703, // lw  a4, 24(sp)
	0x01c12783, // lw  a5, 28(sp)
	0x02012803, // lw  a6, 32(sp)
	0x02412883, // lw  a7, 36(sp)
	0x03010113, // addi sp, sp, 48
	jrT1,
	unimp, unimp, // to a multiple of 16 bytes
}

// writeIFunc32 is writeIFunc with LW instead of LD.
func writeIFunc32(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, ifuncThunk32[:]...)
		return true
	}
	put(dst, lpad, auipcT3, addiT3, lwT1, jrT1, unimp, unimp, unimp)
	pair(dst[4:], addr+4, data)
	return data>>32 == 0
}

// padding is what R_RISCV_ALIGN says: its addend is the number of bytes, all that the
// alignment can need but the one instruction, of two or four bytes, that is never needed.
var padding = reloc.Padding{
	At: func(r *reloc.Reloc) (size, align, _ uint64, ok bool) {
		const typeAlign, most = 43, 1 << 32
		if r.Type != typeAlign {
			return 0, 0, 0, false
		}
		if r.Addend < 0 || r.Addend > most {
			return 1<<64 - 1, 1, 0, true // outside any section
		}
		size = uint64(r.Addend)
		return size, 1 << bits.Len64(size+1), 0, true
	},
	Fill: func(dst []byte) {
		const nop, cNop = 0x00000013, 0x0001
		for ; len(dst) >= 4; dst = dst[4:] {
			le.PutUint32(dst, nop)
		}
		if len(dst) >= 2 {
			le.PutUint16(dst, cNop)
		}
	},
}
