package ppc

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch32 is what 32-bit PowerPC adds to the shared words.
var arch32 = reloc.Arch{
	Name:     "32-bit PowerPC",
	PtrSize:  4,
	StubSize: 16, StubAlign: 16,
	BranchReach: 1 << 25,
	Shorter:     true,
	TableBias:   0x8000, TableNames: []string{"_GLOBAL_OFFSET_TABLE_"}, TableHead: blrl,
	Fields: fields[:],
	Direct: true, WriteStub: writeStub32,
	IFuncThunk: uint64(4 * len(ifuncThunk32)), IFuncSize: 32, WriteIFunc: writeIFunc32,
	DTPBias:   0x8000, // "ELF Handling For Thread-Local Storage", PowerPC
	Supplies:  saves32,
	Fragments: &fragments32,
	Quad:      addis,
}

// addis is [reloc.Arch].Quad: the halfword is that of ADDIS.
func addis(code []byte, halfword uint64, o bin.Order) bool {
	half := uint64(0)
	if o.Big {
		half = 2
	}
	b, ok := bin.Slice(code, halfword&^3, 4)
	return ok && halfword&3 == half && o.U32(b)>>26 == 15
}

// Instructions without registers and displacements, and of these with all.
const (
	stw      = 0x90000000
	lwz      = 0x80000000
	lisR11   = 0x3d600000 // lis    r11, 0
	addiR11s = 0x396b0000 // addi   r11, r11, 0
	lwzR12   = 0x818b0000 // lwz    r12, 0(r11)
	lwzR0    = 0x800b0004 // lwz    r0, 4(r11)
	mrR1R11  = 0x7d615b78 // mr     r1, r11
	blrl     = 0x4e800021
	liR11    = 0x39600000 // li     r11, 0
	stvxR11  = 0x7c0b01ce // stvx   v0, r11, r0
	lvxR11   = 0x7c0b00ce // lvx    v0, r11, r0
)

// writeStub32 writes
//
//	lis   r12, target@h
//	ori   r12, r12, target@l
//	mtctr r12
//	bctr
func writeStub32(dst []byte, o bin.Order, addr, t uint64) bool {
	put(dst, o, lisR12|uint32(t)>>16, oriR12|uint32(t)&0xffff, mtctrR12, bctr)
	return true
}

// saves32 are the functions that save and restore registers (Embedded Linux supplement, section 3.3.4): general and
// floating-point ones below the frame of the caller's caller at r11, which those with names that end with "_x" return to; vectors below r0.
var saves32 = []reloc.Supplied{
	run32("_savegpr_", stw, 4, "", blr), run32("_restgpr_", lwz, 4, "", blr), run32("_restgpr_", lwz, 4, "_x"),
	run32("_savefpr_", stfd, 8, "", blr), run32("_restfpr_", lfd, 8, "", blr), run32("_restfpr_", lfd, 8, "_x"),
	vectors32("_savevr_", stvxR11), vectors32("_restvr_", lvxR11),
}

// run32 makes functions that go on into each other, for registers 14 to 31 of size bytes. Without an end they leave the frame.
func run32(prefix string, op, size uint32, suffix string, end ...uint32) reloc.Supplied {
	const first, last, r11 = 14, 31, 11 << 16
	s := reloc.Supplied{Prefix: prefix, Suffix: suffix, First: first, Last: last, Each: 1, Code: make([]uint32, 0, savesMost)}
	for r := uint32(first); r <= last; r++ {
		if r == last && len(end) == 0 {
			s.Code = append(s.Code, lwzR0)
		}
		s.Code = append(s.Code, op|r<<21|r11|(size*(r-last-1))&0xffff)
	}
	if len(end) == 0 {
		end = []uint32{mtlrR0, mrR1R11, blr}
	}
	s.Code = append(s.Code, end...)
	return s
}

// vectors32 makes functions for vector registers.
func vectors32(prefix string, op uint32) reloc.Supplied {
	s := vectors(prefix, op)
	s.Code = slices.Clone(s.Code)
	for i := 0; i+1 < len(s.Code); i += 2 {
		s.Code[i] = liR11 | s.Code[i]&0xffff
	}
	return s
}

// ifuncThunk32 is what an indirect function's first call goes through, with the address of its two words in r11. It keeps the
// registers that carry arguments, but for those of vectors, which not all processors have, and the condition that says whether
// a call has floating-point ones. The resolver gets arguments that say nothing about the processor.
var ifuncThunk32 = thunk32()

func thunk32() []uint32 {
	all := make([]uint32, 0, thunkMost)
	const integers, words, condition, floats, frame, r1 = 8, 40, 44, 48, 112, 1 << 16
	add := func(insns ...uint32) { all = append(all, insns...) }
	each := func(gpr, fpr uint32) {
		for i := range uint32(8) {
			add(gpr | (3+i)<<21 | r1 | (integers + 4*i))
		}
		for i := range uint32(8) {
			add(fpr | (1+i)<<21 | r1 | (floats + 8*i))
		}
	}
	const mflrR0, mfcrR0, mtcrfR0, stwuR1, r11, mtctrR3 = 0x7c0802a6, 0x7c000026, 0x7c0ff120, 0x94210000, 11 << 21, 0x7c6903a6
	add(mflrR0, stw|r1|4, stwuR1|(0x10000-frame), mfcrR0, stw|r1|condition, stw|r11|r1|words)
	each(stw, stfd)
	add(liR3, liR4, lwzR12|4, mtctrR12, bctrl, lwz|r11|r1|words, 0x906b0000 /* stw r3, 0(r11) */, mtctrR3)
	each(lwz, lfd)
	add(lwz|r1|condition, mtcrfR0, addiR1|frame, lwz|r1|4, mtlrR0, bctr)
	for len(all)%4 != 0 {
		add(trap)
	}
	return all
}

// writeIFunc32 writes the thunk or
//
//	lis   r11, data@ha
//	addi  r11, r11, data@l
//	lwz   r12, 0(r11)
//	mtctr r12
//	bctr
func writeIFunc32(dst []byte, o bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, o, ifuncThunk32...)
		return true
	}
	d := uint32(data)
	put(dst, o, lisR11|(d+0x8000)>>16, addiR11s|d&0xffff, lwzR12, mtctrR12, bctr, trap, trap, trap)
	return true
}
