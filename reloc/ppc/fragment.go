package ppc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments of ABI ELFv2, which have a frame, and T in r2.
var fragmentsV2 = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 4 * (4 + 9), Write: writeFragmentV2}

// fragmentsV1 are those of ABI ELFv1, whose functions are descriptors.
var fragmentsV1 = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 4*(4+4) + 4 + descriptor, Write: writeFragmentV1}

// fragments32 are those of 32-bit PowerPC, which have T in r30.
var fragments32 = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 4 * (5 + 7), Write: writeFragment32}

// Instructions without their immediates.
const (
	mflrR0  = 0x7c0802a6 // mflr   r0
	lisR2   = 0x3c400000 // lis    r2, 0
	oriR2   = 0x60420000 // ori    r2, r2, 0
	orisR2  = 0x64420000 // oris   r2, r2, 0
	sldiR2  = 0x784207c6 // sldi   r2, r2, 32
	lisR30  = 0x3fc00000 // lis    r30, 0
	oriR30  = 0x63de0000 // ori    r30, r30, 0
	stwR30  = 0x93c10008 // stw    r30, 8(r1)
	lwzR30  = 0x83c10008 // lwz    r30, 8(r1)
	stwR0   = 0x90010014 // stw    r0, 20(r1)
	lwzR0R1 = 0x80010014 // lwz    r0, 20(r1)
	stwuR1  = 0x94210000 // stwu   r1, 0(r1)
	jump    = 0x48000000 // b      .

	frame32, frameV1, frameV2 = 16, 112, 96 // bytes
)

// branchTo is the jump at an address to another one.
func branchTo(to, at uint64) (insn uint32, ok bool) {
	d := int64(to - at)
	return jump | uint32(d)&0x3fffffc, d >= -1<<25
}

// negative is the immediate of a displacement of -n bytes.
func negative(n uint32) uint32 { return -n & 0xffff }

// writeFragmentV2 is [reloc.Fragments].Write.
func writeFragmentV2(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const end, before = 16, 48
	half := func(shift uint) uint32 { return uint32(f.Base>>shift) & 0xffff }
	b, ok := branchTo(f.Start, f.End+before)
	put(mem, o, addiR1|frameV2, ldR0, mtlrR0, blr,
		lisR2|half(48), oriR2|half(32), sldiR2, orisR2|half(16), oriR2|half(0), mflrR0, stdR0, stduR1|negative(frameV2), b)
	return f.End + end, ok
}

// writeFragmentV1 is [reloc.Fragments].Write. The descriptor follows the code.
func writeFragmentV1(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const end, before, all = 16, 28, 32
	b, ok := branchTo(f.Start, f.End+before)
	put(mem, o, addiR1|frameV1, ldR0, mtlrR0, blr, mflrR0, stdR0, stduR1|negative(frameV1), b)
	entry = (f.End + all + 7) &^ 7
	d := mem[entry-f.End:]
	o.PutU64(d, f.End+end)
	o.PutU64(d[8:], f.Base)
	o.PutU64(d[16:], 0)
	return entry, ok
}

// writeFragment32 is [reloc.Fragments].Write.
func writeFragment32(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const end, before = 20, 44
	b, ok := branchTo(f.Start, f.End+before)
	put(mem, o, lwzR0R1, mtlrR0, lwzR30, addiR1|frame32, blr,
		stwuR1|negative(frame32), mflrR0, stwR0, stwR30, lisR30|uint32(f.Base)>>16, oriR30|uint32(f.Base)&0xffff, b)
	return f.End + end, ok
}
