package loong64

import (
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what LoongArch with 64-bit addresses adds to the shared words.
var arch = reloc.Arch{
	Name:             "LoongArch",
	PtrSize:          8,
	StubSize:         16,
	StubAlign:        16,
	Reach:            1<<31 - 1,
	BranchReach:      1<<27 - 1,
	InPlace:          true,
	Fields:           fields[:],
	Conflict:         conflict,
	WriteStub:        writeStub,
	WriteTLSDescStub: writeTLSDescStub,
	IFuncThunk:       uint64(4 * len(ifuncThunk)),
	IFuncSize:        16,
	WriteIFunc:       writeIFunc,
	Jumps:            jumps[:],
	CodeAlign:        4,
}

// jumps has B.
var jumps = [...]reloc.Jump{{Size: 4, Mask: 0xfc000000, Bits: 0x50000000}}

// conflict compares what e_flags say about calls (psABI, "e_flags").
func conflict(flags, others uint32) string {
	const floats = 7
	names := [8]string{1: "EF_LOONGARCH_ABI_SOFT_FLOAT", 2: "EF_LOONGARCH_ABI_SINGLE_FLOAT", 3: "EF_LOONGARCH_ABI_DOUBLE_FLOAT"}
	mine, theirs := names[flags&floats], names[others&floats]
	if mine == theirs || mine == "" || theirs == "" {
		return ""
	}
	return "floating-point ABI " + mine + ", not " + theirs
}

func put(dst []byte, words ...uint32) {
	for i, w := range words {
		le.PutUint32(dst[4*i:], w)
	}
}

// Instructions without their immediates.
const (
	pcaddT3 = 0x1c00000f // pcaddu12i $t3, 0
	addiT3  = 0x02c001ef // addi.d    $t3, $t3, 0
	ldT3    = 0x28c001ef // ld.d      $t3, $t3, 0
	ldT1    = 0x28c001ed // ld.d      $t1, $t3, 0
	jrT3    = 0x4c0001e0 // jr        $t3
	jrT1    = 0x4c0001a0 // jr        $t1
	ldA0    = 0x28c02084 // ld.d      $a0, $a0, 8
	ret     = 0x4c000020 // ret
	nop     = 0x03400000
)

// pair writes the immediates of a PCADDU12I at addr and of the instruction behind it, which
// together give target.
func pair(dst []byte, addr, target uint64) bool {
	d := target - addr
	putRounded(dst, bin.Order{}, d)
	put12(dst[4:], d)
	return int64(d) >= pairLeast && int64(d) <= pairMost
}

// writeStub writes
//
//	pcaddu12i $t3, entry
//	ld.d      $t3, $t3, entry
//	jr        $t3
//	nop
//
// which leaves alone all registers that carry arguments.
func writeStub(dst []byte, _ bin.Order, addr, entry uint64) bool {
	put(dst, pcaddT3, ldT3, jrT3, nop)
	return pair(dst, addr, entry)
}

// writeTLSDescStub writes the function of a descriptor whose second word is the offset from the
// thread pointer. It is called with the descriptor's address in $a0 and must keep every other register:
//
//	ld.d $a0, $a0, 8
//	ret
func writeTLSDescStub(dst []byte) { put(dst, ldA0, ret, nop, nop) }

// ifuncThunk is what an indirect function's first call goes through, with the address
// of its two words in $t3. It keeps all registers that can carry arguments but vectors,
// which a resolver has no use for. The resolver gets two arguments that say nothing
// about the processor, so that one that goes by them chooses code that runs everywhere.
// Two threads may come here at once: both store the same word.
var ifuncThunk = [...]uint32{
	0x02fd8063,    // addi.d $sp, $sp, -160
	0x29c00061,    // st.d $ra, $sp, 0
	0x29c0206f,    // st.d $t3, $sp, 8
	0x29c04064,    // st.d $a0, $sp, 16
	0x29c06065,    // st.d $a1, $sp, 24
	0x29c08066,    // st.d $a2, $sp, 32
	0x29c0a067,    // st.d $a3, $sp, 40
	0x29c0c068,    // st.d $a4, $sp, 48
	0x29c0e069,    // st.d $a5, $sp, 56
	0x29c1006a,    // st.d $a6, $sp, 64
	0x29c1206b,    // st.d $a7, $sp, 72
	0x2bc14060,    // fst.d $fa0, $sp, 80
	0x2bc16061,    // fst.d $fa1, $sp, 88
	0x2bc18062,    // fst.d $fa2, $sp, 96
	0x2bc1a063,    // fst.d $fa3, $sp, 104
	0x2bc1c064,    // fst.d $fa4, $sp, 112
	0x2bc1e065,    // fst.d $fa5, $sp, 120
	0x2bc20066,    // fst.d $fa6, $sp, 128
	0x2bc22067,    // fst.d $fa7, $sp, 136
	0x00150004,    // move $a0, $zero
	0x00150005,    // move $a1, $zero
	0x28c021ed,    // ld.d $t1, $t3, 8
	0x4c0001a1,    // jirl $ra, $t1, 0
	0x28c0206f,    // ld.d $t3, $sp, 8
	0x29c001e4,    // st.d $a0, $t3, 0
	0x0015008d,    // move $t1, $a0
	0x28c00061,    // ld.d $ra, $sp, 0
	0x28c04064,    // ld.d $a0, $sp, 16
	0x28c06065,    // ld.d $a1, $sp, 24
	0x28c08066,    // ld.d $a2, $sp, 32
	0x28c0a067,    // ld.d $a3, $sp, 40
	0x28c0c068,    // ld.d $a4, $sp, 48
	0x28c0e069,    // ld.d $a5, $sp, 56
	0x28c1006a,    // ld.d $a6, $sp, 64
	0x28c1206b,    // ld.d $a7, $sp, 72
	0x2b814060,    // fld.d $fa0, $sp, 80
	0x2b816061,    // fld.d $fa1, $sp, 88
	0x2b818062,    // fld.d $fa2, $sp, 96
	0x2b81a063,    // fld.d $fa3, $sp, 104
	0x2b81c064,    // fld.d $fa4, $sp, 112
	0x2b81e065,    // fld.d $fa5, $sp, 120
	0x2b820066,    // fld.d $fa6, $sp, 128
	0x2b822067,    // fld.d $fa7, $sp, 136
	0x02c28063,    // addi.d $sp, $sp, 160
	0x4c0001a0,    // jr $t1
	nop, nop, nop, // to a multiple of 16 bytes
}

// writeIFunc writes the thunk or
//
//	pcaddu12i $t3, data
//	addi.d    $t3, $t3, data
//	ld.d      $t1, $t3, 0
//	jr        $t1
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, ifuncThunk[:]...)
		return true
	}
	put(dst, pcaddT3, addiT3, ldT1, jrT1)
	return pair(dst, addr, data)
}

// padding is what R_LARCH_ALIGN says: without a symbol, the bytes that there are; with one, the alignment's
// logarithm in the low byte of its addend, and above that the most bytes that may stay. There are
// all that the alignment can need but the one instruction that is never needed.
var padding = reloc.Padding{
	At: func(r *reloc.Reloc) (size, align, most uint64, ok bool) {
		const typeAlign, instruction, limit = 102, 4, 32
		if r.Type != typeAlign {
			return 0, 0, 0, false
		}
		log := uint64(bits.Len64(uint64(r.Addend)))
		if r.Sym != 0 {
			log, most = uint64(r.Addend)&0xff, uint64(r.Addend)>>8
		}
		if log == 0 {
			return 0, 1, 0, true
		}
		if r.Addend < 0 || log > limit {
			return 1<<64 - 1, 1, 0, true // outside any section
		}
		align = 1 << log
		return align - min(align, instruction), align, most, true
	},
	Fill: func(dst []byte) {
		for ; len(dst) >= 4; dst = dst[4:] {
			le.PutUint32(dst, nop)
		}
	},
}
