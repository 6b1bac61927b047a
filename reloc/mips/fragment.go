package mips

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Fragments of the three ABIs, which have a frame, and T in $gp: in o32 code restores it from the frame behind calls, in the
// others it is the caller's, and kept.
var (
	fragmentsO32 = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 4 * (3 + 5 + 4), Write: writeFragmentO32}
	fragmentsN32 = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 4 * (4 + 5 + 4), Write: writeFragmentN32}
	fragmentsN64 = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 4 * (4 + 9 + 8), Write: writeFragmentN64}
)

// Instructions without their immediates.
const (
	luiGP    = 0x3c1c0000 // lui    $gp, 0
	addiuGP  = 0x279c0000 // addiu  $gp, $gp, 0
	daddiuGP = 0x679c0000 // daddiu $gp, $gp, 0
	dsllGP   = 0x001ce438 // dsll   $gp, $gp, 16
	addiuSP  = 0x27bd0000 // addiu  $sp, $sp, 0
	daddiuSP = 0x67bd0000 // daddiu $sp, $sp, 0
	sdGP     = 0xffbc0000 // sd     $gp, 0($sp)
	ldGP     = 0xdfbc0000 // ld     $gp, 0($sp)
	sdRA     = 0xffbf0008 // sd     $ra, 8($sp)
	ldRA     = 0xdfbf0008 // ld     $ra, 8($sp)
	swGP     = 0xafbc0010 // sw     $gp, 16($sp)
	swRA     = 0xafbf001c // sw     $ra, 28($sp)
	lwRA     = 0x8fbf001c // lw     $ra, 28($sp)
	jrRA     = 0x03e00009 // jalr   $zero, $ra: JR, which revision 6 writes so

	frameO32, frameNew = 32, 16 // bytes
)

// negative is the immediate of a displacement of -n bytes.
func negative(n uint32) uint32 { return -n & 0xffff }

// writeFragmentO32 is [reloc.Fragments].Write.
func writeFragmentO32(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const end, gp, before = 12, 12, 32
	put(mem, o, lwRA, jrRA, addiuSP|frameO32,
		luiGP, addiuGP, addiuSP|negative(frameO32), swGP, swRA)
	putHigh(mem[gp:], o, f.Base)
	put16(mem[gp+4:], o, f.Base)
	return f.End + end, writeStub32(mem[before:], o, 0, f.Start)
}

// writeFragmentN32 is [reloc.Fragments].Write.
func writeFragmentN32(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const end, gp, before = 16, 28, 36
	put(mem, o, ldRA, ldGP, jrRA, addiuSP|frameNew,
		addiuSP|negative(frameNew), sdGP, sdRA, luiGP, addiuGP)
	putHigh(mem[gp:], o, f.Base)
	put16(mem[gp+4:], o, f.Base)
	return f.End + end, writeStub32(mem[before:], o, 0, f.Start)
}

// writeFragmentN64 is [reloc.Fragments].Write.
func writeFragmentN64(mem []byte, o bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const end, gp, before = 16, 28, 52
	put(mem, o, ldRA, ldGP, jrRA, daddiuSP|frameNew,
		daddiuSP|negative(frameNew), sdGP, sdRA, luiGP, daddiuGP, dsllGP, daddiuGP, dsllGP, daddiuGP)
	putHighest(mem[gp:], o, f.Base)
	putHigher(mem[gp+4:], o, f.Base)
	putHigh(mem[gp+12:], o, f.Base)
	put16(mem[gp+20:], o, f.Base)
	return f.End + end, writeStub64(mem[before:], o, 0, f.Start)
}
