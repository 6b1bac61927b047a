package amd64

import "github.com/go-rtdyld/rtdyld/internal/bin"

// insnEnd is [reloc.Arch].InsnEnd: four bytes, and those of an immediate behind the displacement
// (Intel SDM, volume 2, chapter 2 and appendix A). An instruction is read backwards from its
// displacement, so that of one byte that ends the instruction before it is taken for its prefix.
func insnEnd(code []byte, off uint64) int64 {
	b, ok := bin.Slice(code, 0, off)
	if n := len(b); !ok || n < 2 || b[n-1]&0xc7 != 0x05 || b[n-2] == 0x0f && b[n-1]&0xf0 == 0x80 {
		return 4 // no operand at %rip and a displacement: a branch
	}
	// at is a byte before the ModRM byte, the opcode being 1.
	at := func(i int) byte {
		if i >= len(b) {
			return 0
		}
		return b[len(b)-1-i]
	}
	op, reg := at(1), b[len(b)-1]>>3&7
	evex := at(6) == 0x62 && at(5)&8 == 0 && at(4)&4 != 0
	switch {
	case at(4) == 0xc4 && at(3)&0x1f == 3, evex && at(5)&7 == 3, at(3) == 0x0f && at(2) == 0x3a: // map 0F3A
		return 5
	case at(4) == 0xc4 && at(3)&0x1f == 2, evex && at(5)&7 == 2, at(3) == 0x0f && at(2) == 0x38: // map 0F38
		return 4
	case at(4) == 0xc4 && at(3)&0x1f == 1, evex && at(5)&7 == 1, at(3) == 0xc5, at(2) == 0x0f && (op != 0xc7 || reg != 0): // map 0F
		switch op {
		case 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6:
			return 5
		}
		return 4
	}
	switch op {
	case 0x6b, 0x80, 0x83, 0xc0, 0xc1, 0xc6:
		return 5
	case 0x69, 0x81, 0xc7:
	case 0xf6:
		if reg < 2 { // TEST
			return 5
		}
		return 4
	case 0xf7:
		if reg >= 2 {
			return 4
		}
	default:
		return 4
	}
	if at(2) == 0x66 || at(3) == 0x66 && at(2)&0xf0 == 0x40 {
		return 6
	}
	return 8
}
