package s390x

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what z/Architecture adds to the shared words.
var arch = reloc.Arch{
	Name:         "s390x",
	PtrSize:      8,
	StubSize:     16,
	StubAlign:    8,
	Reach:        1<<31 - 1, // of distances in data, which have 32 bits; instructions reach twice as far
	Shorter:      true,
	Fields:       fields[:],
	BranchTarget: branchTarget,
	InsnEnd:      insnStart,
	WriteStub:    writeStub,
	IFuncThunk:   uint64(len(ifuncThunk)),
	IFuncSize:    24,
	WriteIFunc:   writeIFunc,
	Fragments:    &fragments,
	Jumps:        []reloc.Jump{{Before: 2, Size: 6, Mask: 0xffff, Bits: 0xf4c0}}, // JG
	CodeAlign:    2,
}

// branchTarget is [reloc.Arch].BranchTarget: branches count from the instruction.
func branchTarget(h *reloc.Howto, _ []byte, a int64) (beyond int64, set uint8) {
	switch h.Field {
	case half16, half32:
		a -= 2
	case half12:
		a--
	case half24:
		a -= 3
	}
	return a, 0
}

// insnStart is [reloc.Arch].InsnEnd: distances count from the start of the instruction. A word in
// code that is in no instruction counts from itself.
func insnStart(code []byte, off uint64) int64 {
	if off >= 2 && off <= uint64(len(code)) {
		switch code[off-2] {
		case 0xa7, 0xc0, 0xc4, 0xc6: // BRC, LARL, LGRL, EXRL and the like
			return -2
		}
	}
	return 0
}

// writeStub writes
//
//	larl %r1, entry
//	lg   %r1, 0(%r1)
//	br   %r1
//
// %r1 is what stubs may use (ABI, "Procedure Linkage Table").
func writeStub(dst []byte, o bin.Order, addr, entry uint64) bool {
	copy(dst, "\xc0\x10\x00\x00\x00\x00"+"\xe3\x10\x10\x00\x00\x04"+"\x07\xf1"+"\x07\x00")
	return larl(dst, o, addr, entry)
}

// larl writes the distance of a LARL at addr, and reports whether target is within its reach.
func larl(dst []byte, o bin.Order, addr, target uint64) bool {
	f, d := &fields[half32-reloc.FieldArch], target-addr
	f.Put(dst[2:], o, d)
	return int64(d) >= f.Min && int64(d) <= f.Max && d&1 == 0
}

// ifuncThunk is what an indirect function's first call goes through, with the address of
// its two words in %r0. It keeps all registers that can carry arguments but vectors, in the
// area that the caller has for that, and calls the resolver with no capabilities, so that
// one that goes by them chooses code that runs everywhere. Two threads may come here at
// once: both store the same word.
const ifuncThunk = "" +
	"\xeb\x2f\xf0\x10\x00\x24" + // stmg %r2, %r15, 16(%r15)
	"\x60\x00\xf0\x80" + //         std  %f0, 128(%r15)
	"\x60\x20\xf0\x88" + //         std  %f2, 136(%r15)
	"\x60\x40\xf0\x90" + //         std  %f4, 144(%r15)
	"\x60\x60\xf0\x98" + //         std  %f6, 152(%r15)
	"\xb9\x04\x00\xd0" + //         lgr  %r13, %r0
	"\xa7\xfb\xff\x60" + //         aghi %r15, -160
	"\xa7\x29\x00\x00" + //         lghi %r2, 0
	"\xe3\x10\xd0\x08\x00\x04" + // lg   %r1, 8(%r13)
	"\x0d\xe1" + //                 basr %r14, %r1
	"\xe3\x20\xd0\x00\x00\x24" + // stg  %r2, 0(%r13)
	"\xb9\x04\x00\x12" + //         lgr  %r1, %r2
	"\xeb\x2f\xf0\xb0\x00\x04" + // lmg  %r2, %r15, 176(%r15)
	"\x68\x00\xf0\x80" + //         ld   %f0, 128(%r15)
	"\x68\x20\xf0\x88" + //         ld   %f2, 136(%r15)
	"\x68\x40\xf0\x90" + //         ld   %f4, 144(%r15)
	"\x68\x60\xf0\x98" + //         ld   %f6, 152(%r15)
	"\x07\xf1" + //                 br   %r1
	"\x07\x00\x07\x00" //           to a multiple of 8 bytes

// writeIFunc writes the thunk or
//
//	larl %r1, data
//	lgr  %r0, %r1
//	lg   %r1, 0(%r1)
//	br   %r1
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		copy(dst, ifuncThunk)
		return true
	}
	copy(dst, "\xc0\x10\x00\x00\x00\x00"+"\xb9\x04\x00\x01"+"\xe3\x10\x10\x00\x00\x04"+"\x07\xf1"+"\x07\x00\x07\x00\x07\x00")
	return larl(dst, bin.Order{Big: true}, addr, data)
}

// runtimeDyld has RuntimeDyld's stubs, which are its GOT entries, too: a load of the word behind the
// code, and a jump there. Every call has one, whatever it leads to.
var runtimeDyld = reloc.RuntimeDyld{
	Size: 16, Align: 8, Always: true,
	Stub: func(typ uint32) bool { return typ == typPLT32DBL || typ == typGOTENT },
	Word: func(typ uint32) uint8 {
		if typ == typGOTENT {
			return 8
		}
		return 0
	},
	Write: writeRuntimeDyld,
}

// Numbers of the types for which RuntimeDyld makes them.
const (
	typPLT32DBL = 20
	typGOTENT   = 26
)

// writeRuntimeDyld writes
//
//	lgrl %r1, .+8
//	br   %r1
//	.quad target
func writeRuntimeDyld(dst []byte, _ uint8, addr, target uint64) bool {
	copy(dst, "\xc4\x18\x00\x00\x00\x04"+"\x07\xf1")
	bin.Order{Big: true}.PutU64(dst[8:], target)
	return true
}
