package ppc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// archV2 is what 64-bit PowerPC adds to the shared words.
var archV2 = reloc.Arch{
	Conflict: func(uint32, uint32) string { return "" }, // only of ELFv1, which has Descriptors
	Name:     "PowerPC",
	PtrSize:  8,
	StubSize: 32, StubAlign: 16,
	Reach:       1<<31 - 1,
	BranchReach: 1 << 25,
	Shorter:     true,
	TableBias:   0x8000, TableNames: []string{".TOC."},
	SharedTable:   true,
	LocalEntry:    localEntry,
	EnteredByStub: enteredByStub,
	BranchTail:    4, Branch: branch,
	Fields: fields[:],
	Direct: true, WriteStub: writeStub,
	Refuses:    refuses,
	PlainEntry: behindSave,
	IFuncThunk: uint64(4 * len(ifuncThunk)), IFuncSize: 32, WriteIFunc: writeIFunc,
	DTPBias:   0x8000, // "ELF Handling For Thread-Local Storage", PowerPC64
	Quad:      quad,
	Supplies:  saves,
	Fragments: &fragmentsV2,
}

// How callers are to be answered, see [reloc.Arch].Branch.
const (
	withTable    = 1 + iota // they have T in r2, and want it there afterwards
	withoutTable            // they have none
)

// What the upper three bits of st_other say of a function (ELFv2, section 3.4.1).
const (
	usesNoTable  = 0 // it neither needs T nor changes r2, as far as callers notice
	dropsTable   = 1 // it needs no T and may leave anything in r2
	leastApart   = 2 // from here on it has two entry points
	otherShift   = 5
	localEntries = 7 // bits; 7 itself is reserved
)

// localEntry is [reloc.Arch].LocalEntry.
func localEntry(other uint8) uint64 {
	if n := other >> otherShift; n >= leastApart && n < localEntries {
		return 1 << n
	}
	return 0
}

// enteredByStub is [reloc.Arch].EnteredByStub.
func enteredByStub(kinds uint16, other uint8) bool {
	n := other >> otherShift
	return kinds&(1<<withTable) != 0 && n == dropsTable || kinds&(1<<withoutTable) != 0 && n >= leastApart
}

// Instructions without their immediates.
const (
	nop       = 0x60000000 // ori    r0, r0, 0
	cror15    = 0x4def7b82 // cror   15, 15, 15, what older compilers write for it
	cror31    = 0x4ffffb82 // cror   31, 31, 31
	restoreR2 = 0xe8410018 // ld     r2, 24(r1)
	saveR2    = 0xf8410018 // std    r2, 24(r1)
	lisR12    = 0x3d800000 // lis    r12, 0
	oriR12    = 0x618c0000 // ori    r12, r12, 0
	orisR12   = 0x658c0000 // oris   r12, r12, 0
	sldiR12   = 0x798c07c6 // sldi   r12, r12, 32
	mtctrR12  = 0x7d8903a6 // mtctr  r12
	bctr      = 0x4e800420
	trap      = 0x7fe00008
	addisR11  = 0x3d6c0000 // addis  r11, r12, 0
	addiR11   = 0x396b0000 // addi   r11, r11, 0
	ldR12R11  = 0xe98b0000 // ld     r12, 0(r11)

	link       = 1 // bit of a branch that is a call
	behindSave = 4 // bytes of the instruction with which stubs begin, which saves r2
)

// branch is [reloc.Arch].Branch. A function with the same T is entered directly, others through a
// stub, behind which r2 is loaded anew. So is one with the same T that is out of reach, which leaves r2 alone.
func branch(h *reloc.Howto, code reloc.Code, s, v, p, stub uint64, sym objfmt.SymbolID, about reloc.Symbols) (uint64, bool) {
	other, here := about.Other(sym)
	n := other >> otherShift
	restore := h.Branch == withTable && (!here || n == dropsTable)
	direct := here && s != 0 && !restore && (h.Branch == withTable || n < leastApart)
	if stub == 0 {
		if !direct {
			return v, false
		}
	} else {
		if v+p != s {
			return v, false // nothing is behind a stub
		}
		v = stub - p
		if !restore {
			v += behindSave
		}
	}
	f := &fields[h.Field-reloc.FieldArch]
	if int64(v) < f.Min || int64(v) > f.Max || v&uint64(f.Align-1) != 0 || restore && !restores(code, restoreR2) {
		return v, false
	}
	f.Put(code.Insn, code.Order, v)
	return v, true
}

// restores has r2 loaded behind a call, by the instruction restore, if there is a nop for that.
// Without one nothing can be done: a stub that comes back needs a frame of its own, and callees look for the arguments that are on the stack
// in the frame that is above theirs.
func restores(code reloc.Code, restore uint32) bool {
	const at = 4
	if len(code.Insn) < at+4 || code.Order.U32(code.Insn)&link == 0 {
		return false
	}
	switch code.Order.U32(code.Insn[at:]) {
	case nop, cror15, cror31:
		code.Order.PutU32(code.Insn[at:], restore)
	case restore:
	default:
		return false
	}
	return true
}

// quad is [reloc.Arch].Quad: LQ, LXVP, STXVP, LXV and STXV have four bits of their opcode in the halfword.
func quad(code []byte, halfword uint64, o bin.Order) bool {
	b, ok := bin.Slice(code, halfword&^3, 4)
	if !ok {
		return false
	}
	const lxvp, lq, lxv, form = 6, 56, 61, 3
	w := o.U32(b)
	op := w >> 26
	return op == lq || op == lxvp || op == lxv && w&form == 1
}

// efABI are the bits of e_flags with the number of the ABI, 0 if the object does not care.
const efABI = 3

// refuses is [reloc.Arch].Refuses.
func refuses(flags uint32) string {
	switch flags & efABI {
	case 1:
		return "ABI ELFv1 (EF_PPC64_ABI 1)"
	case 3:
		return "an ABI that e_flags does not name (EF_PPC64_ABI 3)"
	}
	return ""
}

func put(dst []byte, o bin.Order, words ...uint32) {
	for i, w := range words {
		o.PutU32(dst[4*i:], w)
	}
}

// writeStub writes
//
//	std   r2, 24(r1)
//	lis   r12, target@highest
//	ori   r12, r12, target@higher
//	sldi  r12, r12, 32
//	oris  r12, r12, target@high
//	ori   r12, r12, target@l
//	mtctr r12
//	bctr
func writeStub(dst []byte, o bin.Order, addr, t uint64) bool {
	half := func(shift uint) uint32 { return uint32(t>>shift) & 0xffff }
	put(dst, o, saveR2, lisR12|half(48), oriR12|half(32), sldiR12, orisR12|half(16), oriR12|half(0), mtctrR12, bctr)
	return true
}
