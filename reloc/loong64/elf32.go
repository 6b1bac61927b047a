package loong64

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	. "github.com/go-rtdyld/rtdyld/reloc"
)

// ELF32 has the relocation types of ELF LoongArch with 32-bit pointers. Data of 64 bits holds such an address or difference,
// too; types of instructions that only processors with 64 bits have are refused.
var ELF32 = NewTable(&arch32, elfRows32()).WithPadding(padding).WithVariants(Variants{TLS: map[uint32]uint32{76: 256, 80: 259}}).WithRuntimeDyld(sharing)

// elfRows32 are the rows where sums wrap.
func elfRows32() []Howto {
	const end = 259 + 1 // of the last row of an instruction that there is
	rows := slices.Clone(elfRows[:end])
	for i := range rows {
		switch h := &rows[i]; h.Field {
		case Any32, Signed32:
			h.Field = Wrap32
		case call30:
			h.Need = NeedNone // it gets everywhere
		case call36, upper20, upper12, pageUpper20, pageUpper12:
			*h = refused(h.Name)
			if i > typeMost {
				*h = Howto{}
			}
		}
	}
	return rows
}

// typeMost is the highest number that a record can have; rows behind it stand for others.
const typeMost = 255

// fields32 are the fields where addresses have 32 bits, so that a pair of instructions gets everywhere.
var fields32 = func() [len(fields)]Insn {
	f := fields
	for i := range f {
		if n := &f[i]; n.Min == pairLeast || n.Min == -1<<31 {
			n.Text, n.Min, n.Max, n.Rest = "32 bits", least, most, nil
		}
	}
	return f
}()

// arch32 is what LoongArch with 32-bit addresses adds to the shared words.
var arch32 = Arch{
	Name:             "LoongArch, 32 bits",
	PtrSize:          4,
	StubSize:         16,
	StubAlign:        16,
	BranchReach:      1<<27 - 1,
	InPlace:          true,
	Direct:           true,
	Fields:           fields32[:],
	Conflict:         conflict,
	WriteStub:        writeStub32,
	WriteTLSDescStub: func(dst []byte) { put(dst, lwA0, ret, nop, nop) },
	IFuncThunk:       uint64(4 * len(ifuncThunk32)),
	IFuncSize:        16,
	WriteIFunc:       writeIFunc32,
	Jumps:            jumps[:],
	CodeAlign:        4,
}

// Instructions without their immediates.
const (
	addiwT3 = 0x028001ef // addi.w $t3, $t3, 0
	lwT1    = 0x288001ed // ld.w   $t1, $t3, 0
	lwA0    = 0x28801084 // ld.w   $a0, $a0, 4
)

// writeStub32 writes
//
//	pcaddu12i $t3, target
//	addi.w    $t3, $t3, target
//	jr        $t3
//	nop
//
// which gets everywhere: sums wrap.
func writeStub32(dst []byte, _ bin.Order, addr, target uint64) bool {
	put(dst, pcaddT3, addiwT3, jrT3, nop)
	pair(dst, addr, target)
	return target>>32 == 0
}

// ifuncThunk32 is ifuncThunk with 32-bit addresses. It leaves the registers of the floating-point
// unit alone, which not every processor has and a resolver has no use for.
var ifuncThunk32 = [...]uint32{
	0x02bf4063,    // addi.w $sp, $sp, -48
	0x29800061,    // st.w $ra, $sp, 0
	0x2980106f,    // st.w $t3, $sp, 4
	0x29802064,    // st.w $a0, $sp, 8
	0x29803065,    // st.w $a1, $sp, 12
	0x29804066,    // st.w $a2, $sp, 16
	0x29805067,    // st.w $a3, $sp, 20
	0x29806068,    // st.w $a4, $sp, 24
	0x29807069,    // st.w $a5, $sp, 28
	0x2980806a,    // st.w $a6, $sp, 32
	0x2980906b,    // st.w $a7, $sp, 36
	0x00150004,    // move $a0, $zero
	0x00150005,    // move $a1, $zero
	0x288011ed,    // ld.w $t1, $t3, 4
	0x4c0001a1,    // jirl $ra, $t1, 0
	0x2880106f,    // ld.w $t3, $sp, 4
	0x298001e4,    // st.w $a0, $t3, 0
	0x0015008d,    // move $t1, $a0
	0x28800061,    // ld.w $ra, $sp, 0
	0x28802064,    // ld.w $a0, $sp, 8
	0x28803065,    // ld.w $a1, $sp, 12
	0x28804066,    // ld.w $a2, $sp, 16
	0x28805067,    // ld.w $a3, $sp, 20
	0x28806068,    // ld.w $a4, $sp, 24
	0x28807069,    // ld.w $a5, $sp, 28
	0x2880806a,    // ld.w $a6, $sp, 32
	0x2880906b,    // ld.w $a7, $sp, 36
	0x0280c063,    // addi.w $sp, $sp, 48
	0x4c0001a0,    // jr $t1
	nop, nop, nop, // to a multiple of 16 bytes
}

// writeIFunc32 writes the thunk or
//
//	pcaddu12i $t3, data
//	addi.w    $t3, $t3, data
//	ld.w      $t1, $t3, 0
//	jr        $t1
func writeIFunc32(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		put(dst, ifuncThunk32[:]...)
		return true
	}
	put(dst, pcaddT3, addiwT3, lwT1, jrT1)
	pair(dst, addr, data)
	return data>>32 == 0
}
