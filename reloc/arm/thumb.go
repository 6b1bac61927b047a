package arm

import "github.com/go-rtdyld/rtdyld/internal/bin"

// Thumb instructions of 32 bits are two halfwords, the first one at the lower
// address. Here they are one number, the first halfword in the upper half, as the
// Architecture Reference Manual prints them.

func get32(b []byte) uint32 { return uint32(le.Uint16(b))<<16 | uint32(le.Uint16(b[2:])) }

// set32 replaces the bits of mask.
func set32(b []byte, mask, bits uint32) {
	w := get32(b)&^mask | bits&mask
	le.PutUint16(b, uint16(w>>16))
	le.PutUint16(b[2:], uint16(w))
}

// set16 replaces the bits of mask in an instruction of 16 bits.
func set16(b []byte, mask, bits uint16) {
	le.PutUint16(b, le.Uint16(b)&^mask|bits&mask)
}

// BL, BLX, B.W:
//
//	31   27 26 25     16 15 14 13 12 11 10       0
//	 11110   S  imm10     1  1 J1  1 J2   imm11      BL
//	 11110   S  imm10     1  1 J1  0 J2   imm11      BLX; bit 0 is 0
//	 11110   S  imm10     1  0 J1  1 J2   imm11      B.W
//
// The displacement is S:I1:I2:imm10:imm11:0 with I1 = not(J1 xor S), I2 = not(J2
// xor S), so that J1 and J2 are 1 within 4 MiB, as they were before Thumb-2. That of
// BLX counts from the program counter rounded down to a multiple of 4.
func putThumbBranch(b []byte, _ bin.Order, v uint64) {
	w := uint32(v)
	s := w >> 24 & 1
	j1, j2 := w>>23&1^s^1, w>>22&1^s^1
	set32(b, 0x07ff2fff, s<<26|w<<4&0x03ff0000|j1<<13|j2<<11|w>>1&0x7ff)
}

func getThumbBranch(b []byte, _ bin.Order) int64 {
	w := get32(b)
	s := w >> 26 & 1
	i1, i2 := w>>13&1^s^1, w>>11&1^s^1
	return signed(s<<24|i1<<23|i2<<22|w>>4&0x003ff000|w<<1&0xffe, 25)
}

// B<cond>.W:
//
//	31   27 26 25  22 21   16 15 14 13 12 11 10       0
//	 11110   S  cond   imm6    1  0 J1  0 J2   imm11
//
// The displacement is S:J2:J1:imm6:imm11:0.
func putBranch19(b []byte, _ bin.Order, v uint64) {
	w := uint32(v)
	set32(b, 0x043f2fff, w<<6&(1<<26)|w<<4&0x003f0000|w>>18&1<<13|w>>19&1<<11|w>>1&0x7ff)
}

func getBranch19(b []byte, _ bin.Order) int64 {
	w := get32(b)
	return signed(w>>26&1<<20|w>>11&1<<19|w>>13&1<<18|w>>4&0x3f000|w<<1&0xffe, 21)
}

// B:
//
//	15   11 10       0
//	 11100    imm11
func putBranch11(b []byte, _ bin.Order, v uint64) { set16(b, 0x7ff, uint16(v>>1)) }
func getBranch11(b []byte, _ bin.Order) int64     { return signed(uint32(le.Uint16(b)), 11) << 1 }

// B<cond>:
//
//	15  12 11  8 7        0
//	 1101   cond    imm8
func putBranch8(b []byte, _ bin.Order, v uint64) { b[0] = byte(v >> 1) }
func getBranch8(b []byte, _ bin.Order) int64     { return int64(int8(b[0])) << 1 }

// CBZ, CBNZ:
//
//	15  12 11 10 9 8 7    3 2  0
//	 1011  op  0 i 1  imm5   Rn
//
// The displacement is i:imm5:0. As an addend it counts from -4.
func putBranch6(b []byte, _ bin.Order, v uint64) {
	set16(b, 0x2f8, uint16(v<<3&0x200|v<<2&0xf8))
}

func getBranch6(b []byte, _ bin.Order) int64 {
	w := int64(le.Uint16(b))
	return (w>>3&0x40|w>>2&0x3e+4)&0x7f - 4
}

// MOVW, MOVT:
//
//	31   27 26 25    20 19   16 15 14  12 11  8 7        0
//	 11110   i  10x100    imm4    0  imm3   Rd     imm8
//
// The constant is imm4:i:imm3:imm8.
func putThumbMOVW(b []byte, _ bin.Order, v uint64) {
	w := uint32(v)
	set32(b, 0x040f70ff, w<<4&0x000f0000|w<<15&(1<<26)|w<<4&0x7000|w&0xff)
}

func putThumbMOVT(b []byte, _ bin.Order, v uint64) { putThumbMOVW(b, little, v>>16) }

func thumbImm16(b []byte) uint32 {
	w := get32(b)
	return w>>4&0xf000 | w>>15&0x800 | w>>4&0x700 | w&0xff
}

func getThumbMOV(b []byte, _ bin.Order) int64  { return signed(thumbImm16(b), 16) }
func getThumbHigh(b []byte, _ bin.Order) int64 { return int64(thumbImm16(b)) << 16 }

func putThumbMOV32(b []byte, _ bin.Order, v uint64) {
	putThumbMOVW(b[:4], little, v)
	putThumbMOVT(b[4:8], little, v)
}

func getThumbMOV32(b []byte, _ bin.Order) int64 {
	return int64(int32(thumbImm16(b[4:8])<<16 | thumbImm16(b[:4])))
}

// ADR.W:
//
//	31   27 26 25        16 15 14  12 11  8 7        0
//	 11110   i  1000001111    0  imm3   Rd     imm8     forwards
//	 11110   i  1010101111    0  imm3   Rd     imm8     backwards
//
// The distance is i:imm3:imm8.
func putADR(b []byte, _ bin.Order, v uint64) {
	n, up := size(v)
	back := uint32(0x00a00000)
	if up != 0 {
		back = 0
	}
	set32(b, 0x04a070ff, back|n<<15&(1<<26)|n<<4&0x7000|n&0xff)
}

func getADR(b []byte, _ bin.Order) int64 {
	w := get32(b)
	n := int64(w>>15&0x800 | w>>4&0x700 | w&0xff)
	if w&0x00a00000 == 0x00a00000 {
		return -n
	}
	return n
}

// LDR.W, LDRB.W, LDRH.W, LDRSB.W, LDRSH.W of a literal:
//
//	31      24 23 22    16 15  12 11          0
//	 1111100x   U  xx11111    Rt      imm12
func putPC12(b []byte, _ bin.Order, v uint64) {
	n, up := size(v)
	set32(b, 1<<23|0xfff, up|n)
}

func getPC12(b []byte, _ bin.Order) int64 {
	w := get32(b)
	return withSign(w&0xfff, w)
}

// LDR.W with a constant:
//
//	31           20 19  16 15  12 11          0
//	 111110001101     Rn     Rt      imm12
func putLDR12(b []byte, _ bin.Order, v uint64) { set32(b, 0xfff, uint32(v)) }
func getLDR12(b []byte, _ bin.Order) int64     { return int64(get32(b) & 0xfff) }

// LDR of a literal, ADR:
//
//	15   11 10  8 7        0
//	 xx00x    Rd   distance/4
//
// As an addend the distance counts from -4.
func putPC8(b []byte, _ bin.Order, v uint64) { b[0] = byte(v >> 2) }
func getPC8(b []byte, _ bin.Order) int64     { return (int64(b[0])<<2+4)&0x3ff - 4 }

// LDR, STR with a constant:
//
//	15   11 10     6 5  3 2  0
//	 0110L   imm/4    Rn   Rt
func putLDR5(b []byte, _ bin.Order, v uint64) { set16(b, 0x7c0, uint16(v<<4)) }
func getLDR5(b []byte, _ bin.Order) int64     { return int64(le.Uint16(b) >> 4 & 0x7c) }

// ADD, MOV with a constant: the low byte of the instruction.
func getImm8(b []byte, _ bin.Order) int64 { return int64(b[0]) }
