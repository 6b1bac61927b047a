package main

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// form is how a field whose value is each linker's own is compared: by what it
// leads to. T is the slots' base, where _GLOBAL_OFFSET_TABLE_ is.
type form uint8

const (
	pcSlot     form = iota + 1 // G + A - P: the slot's contents
	absSlot                    // G + A: the slot's contents
	baseSlot                   // G + A - T: the slot's contents
	x86Slot                    // baseSlot, or absSlot where the instruction has no base register (i386 psABI, R_386_GOT32X)
	fromBase                   // S + A - T: the field plus T
	toBase                     // T + A - P: the field less T
	loadSlot                   // x86-64 MOV of a slot, or the LEA that some linker makes of it: what is loaded
	pageSlot                   // AArch64 ADRP of the slot's page, one half of what leads to the slot
	lowSlot                    // AArch64 LDR by the slot's low 12 bits, the other half
	pageOffset                 // AArch64 LDR by the slot's offset from the page of T
	x86Jump                    // x86-64 branch of 32 bits, perhaps to a stub: where it ends
	a64Jump                    // AArch64 B, BL, B.cond and the like
	armJump                    // ARM B, BL, BLX
	thumbJump                  // Thumb B.W, BL, BLX
)

// field is a relocated field in both outputs.
type field struct {
	file      int // its object's number
	rel       objfmt.Reloc
	name      string // of the symbol
	typ       string
	addr      uint64 // P
	adjust    uint64 // what the format's displacements count in
	wide      bool   // of 8 bytes
	was       []byte // the section's contents in the file, then in both outputs
	got, want []byte
}

// follow reports whether a field leads to the same in both outputs. It is no error
// if that is each linker's own.
func (r *oracleRun) follow(f form, x *field) bool {
	img := r.imgs[x.file]
	if s := &img.Symbols[x.rel.Sym]; f != toBase && (s.Type == objfmt.SymIFunc || s.Bind != objfmt.BindLocal && (r.ifuncs[x.name] || r.commons[x.name] && f != loadSlot || r.names[x.name] != "")) {
		return false
	}
	k := x.rel.Offset
	switch f {
	case pageSlot, lowSlot, pageOffset:
		return r.followHalf(f, x)
	case loadSlot:
		a, okA := loaded(r.ours, x.got[k-2:], x.addr)
		b, okB := loaded(r.theirs, x.want[k-2:], x.addr)
		if !okA || !okB || a != b {
			r.Errorf("%s: %s+%#x loads %#x, in the output of %s %#x", r.files[x.file], x.name, k, a, r.linker[0], b)
			return false
		}
		return true
	}
	mine, theirs := r.slotsAt[r.files[x.file]], r.theirs.base()
	g, w, a := x.read(x.got), x.read(x.want), uint64(x.rel.Addend)
	if !x.rel.HasAddend {
		a += x.read(x.was)
	}
	a += x.adjust
	switch f {
	case fromBase:
		g, w = g+mine, w+theirs
	case toBase:
		g, w = g-mine, w-theirs
	case pcSlot:
		return r.sameSlot(x, g-a+x.addr, w-a+x.addr)
	case absSlot:
		return r.sameSlot(x, g-a, w-a)
	case x86Slot:
		if k > 0 && x.was[k-1]&0xc7 == 5 {
			return r.sameSlot(x, g-a, w-a)
		}
		fallthrough
	case baseSlot:
		return r.sameSlot(x, mine+g-a, theirs+w-a)
	}
	if g != w && (x.wide || uint32(g) != uint32(w)) {
		r.Errorf("%s: %s+%#x refers to %#x, in the output of %s to %#x", r.files[x.file], x.name, k, g, r.linker[0], w)
		return false
	}
	return true
}

func (x *field) read(b []byte) uint64 {
	if x.wide {
		return binary.LittleEndian.Uint64(b[x.rel.Offset:])
	}
	return uint64(int64(int32(binary.LittleEndian.Uint32(b[x.rel.Offset:]))))
}

// sameSlot reports whether our slot at one address has the contents of theirs at the other.
func (r *oracleRun) sameSlot(x *field, mine, theirs uint64) bool {
	if !r.imgs[x.file].Is64 {
		mine, theirs = uint64(uint32(mine)), uint64(uint32(theirs))
	}
	got, want := r.ours.read(mine, uint64(r.slotSize)), r.theirs.read(theirs, uint64(r.slotSize))
	if got == nil || !bytes.Equal(got, want) {
		r.Errorf("%s: %s at %#x by %s: our slot at %#x holds % x, that of %s at %#x % x", r.files[x.file], x.name, x.addr, x.typ, mine, got, r.linker[0], theirs, want)
		return false
	}
	return true
}

// half names what two instructions together lead to.
type half struct {
	file   int
	sym    objfmt.SymbolID
	addend int64
}

// whole has the two parts of a slot's address in our output and the other.
type whole struct {
	page, low       [2]uint64
	hasPage, hasLow bool
}

// followHalf puts halves together: all that lead to the slot of one symbol are the
// same, and the slots have the same contents.
func (r *oracleRun) followHalf(f form, x *field) bool {
	var at [2]uint64
	for i, b := range [2][]byte{x.got, x.want} {
		w := binary.LittleEndian.Uint32(b[x.rel.Offset:])
		switch {
		case f == pageSlot:
			at[i] = adrp(w, x.addr)
		default:
			at[i] = uint64(w >> 10 & 0xfff << 3)
		}
	}
	if f == pageOffset {
		return r.sameSlot(x, r.slotsAt[r.files[x.file]]&^0xfff+at[0], r.theirs.base()&^0xfff+at[1])
	}
	key := half{x.file, x.rel.Sym, x.rel.Addend}
	h := r.halves[key]
	if h == nil {
		h = &whole{}
		r.halves[key] = h
	}
	part, has := &h.low, &h.hasLow
	if f == pageSlot {
		part, has = &h.page, &h.hasPage
	}
	if *has {
		if at != *part {
			r.Errorf("%s: %s at %#x by %s leads to %#x, others of its kind to %#x", r.files[x.file], x.name, x.addr, x.typ, at, *part)
		}
		return at == *part
	}
	if *part, *has = at, true; !h.hasPage || !h.hasLow {
		return true // until the other half is found
	}
	return r.sameSlot(x, h.page[0]+h.low[0], h.page[1]+h.low[1])
}

// adrp is the page that ADRP computes.
func adrp(w uint32, pc uint64) uint64 {
	imm := uint64(w>>5&0x7ffff)<<2 | uint64(w>>29&3)
	return pc&^0xfff + uint64(int64(imm<<43)>>31)
}

// loaded is the address that MOV of a slot or LEA, whose opcode is the first of
// code, puts into a register. The displacement is at addr.
func loaded(m reader, code []byte, addr uint64) (uint64, bool) {
	to := addr + 4 + uint64(int64(int32(binary.LittleEndian.Uint32(code[2:]))))
	switch code[0] {
	case 0x8d: // lea
		return to, true
	case 0x8b: // mov
		if b := m.read(to, 8); b != nil {
			return binary.LittleEndian.Uint64(b), true
		}
	}
	return 0, false
}

// sameEnd reports whether a branch ends at the same address in both outputs, through
// stubs if need be, and does the same else.
func (r *oracleRun) sameEnd(f form, x *field) bool {
	a, restA := jumpAt(f, r.ours, x.got[x.rel.Offset:], x.addr)
	b, restB := jumpAt(f, r.theirs, x.want[x.rel.Offset:], x.addr)
	return a != 0 && a == b && restA == restB
}

type reader interface {
	read(addr, size uint64) []byte
}

// jumpAt is where the branch at the start of code, whose address is pc, ends, 0 if
// that cannot be told, and what else the instruction says. Bit 0 of ends in ARM code
// says that Thumb code is there.
func jumpAt(f form, m reader, code []byte, pc uint64) (end uint64, rest uint32) {
	w := binary.LittleEndian.Uint32(code)
	switch f {
	case x86Jump:
		return x86Ends(m, pc+4+uint64(int64(int32(w)))), 0
	case a64Jump:
		switch {
		case w>>26&0x1f == 5: // B, BL
			return a64Ends(m, pc+uint64(int64(w)<<38>>36)), w >> 26
		case w>>24&0x7e == 0x36: // TBZ, TBNZ
			return a64Ends(m, pc+uint64(int64(w>>5)<<50>>48)), w &^ 0x7ffe0
		}
		return a64Ends(m, pc+uint64(int64(w>>5)<<45>>43)), w &^ 0xffffe0
	case armJump:
		to := pc + 8 + uint64(int64(w)<<40>>38)
		if w>>28 == 15 { // BLX
			return armEnds(m, to|uint64(w>>24&1)<<1|1), 0xeb
		}
		return armEnds(m, to), w >> 24
	}
	return thumbJumps(m, code, pc)
}

// thumbJumps is jumpAt of Thumb code.
func thumbJumps(m reader, code []byte, pc uint64) (uint64, uint32) {
	hi, lo := uint64(binary.LittleEndian.Uint16(code)), uint64(binary.LittleEndian.Uint16(code[2:]))
	s, j1, j2 := hi>>10&1, lo>>13&1, lo>>11&1
	if lo>>12&5 == 0 { // B<cond>.W
		imm := s<<20 | j2<<19 | j1<<18 | hi&0x3f<<12 | lo&0x7ff<<1
		return armEnds(m, (pc+4+uint64(int64(imm<<43)>>43))|1), uint32(hi>>6&15) | 1<<16
	}
	imm := s<<24 | (1^j1^s)<<23 | (1^j2^s)<<22 | hi&0x3ff<<12 | lo&0x7ff<<1
	to := pc + 4 + uint64(int64(imm<<39)>>39)
	switch {
	case lo>>12&5 == 4: // BLX
		return armEnds(m, to&^3), 3
	default: // BL, B.W
		return armEnds(m, to|1), uint32(lo >> 14)
	}
}

// x86Ends follows jumps through memory.
func x86Ends(m reader, pc uint64) uint64 {
	if b := m.read(pc, 6); b != nil && b[0] == 0xff && b[1] == 0x25 { // jmp *(%rip)
		if p := m.read(pc+6+uint64(int64(int32(binary.LittleEndian.Uint32(b[2:])))), 8); p != nil {
			return binary.LittleEndian.Uint64(p)
		}
	}
	return pc
}

// a64Ends follows what a stub of AArch64 can do with x16: it runs instructions until
// one is met that no stub has.
func a64Ends(m reader, start uint64) uint64 {
	var x16 uint64
	for pc, n := start, 0; n < 6; n++ {
		b := m.read(pc, 4)
		if b == nil {
			return start
		}
		w := binary.LittleEndian.Uint32(b)
		switch {
		case w == 0xd503245f: // bti c
		case w&0x9f00001f == 0x90000010:
			x16 = adrp(w, pc)
		case w&0xffc003ff == 0x91000210: // add x16, x16, #imm
			x16 += uint64(w >> 10 & 0xfff)
		case w&0xffc003ff == 0xf9400210: // ldr x16, [x16, #imm]
			if b = m.read(x16+uint64(w>>10&0xfff<<3), 8); b == nil {
				return start
			}
			x16 = binary.LittleEndian.Uint64(b)
		case w&0xff00001f == 0x58000010: // ldr x16, literal
			if b = m.read(pc+uint64(int64(w>>5)<<45>>43), 8); b == nil {
				return start
			}
			x16 = binary.LittleEndian.Uint64(b)
		case w == 0xd61f0200: // br x16
			if x16 != 0 {
				return x16
			}
			return start
		default:
			return start
		}
		pc += 4
	}
	return start
}

// armEnds does the same for ARM and Thumb with ip. The address' bit 0 says which of
// the two it begins in.
func armEnds(m reader, start uint64) uint64 {
	var ip uint64
	for pc, n := start, 0; n < 4; n++ {
		b := m.read(pc&^1, 4)
		if b == nil {
			return start
		}
		w := binary.LittleEndian.Uint32(b)
		if pc&1 != 0 {
			w = bits.RotateLeft32(w, 16) // the first half is the upper one
			imm := uint64(w>>16&15<<12 | w>>26&1<<11 | w>>12&7<<8 | w&0xff)
			switch {
			case w == 0xf8dff004: // ldr.w pc, [pc, #4]
				return wordAt(m, pc&^3+8, start)
			case w&0xfbf08f00 == 0xf2400c00: // movw ip, #imm
				ip = imm
			case w&0xfbf08f00 == 0xf2c00c00: // movt ip, #imm
				ip |= imm << 16
			case w>>16 == 0x4760 && ip != 0: // bx ip
				return ip
			case w>>16 == 0x44fc && ip != 0: // add ip, pc
				ip = uint64(uint32(ip + pc&^1 + 4))
				pc -= 2
			default:
				return start
			}
		} else {
			imm := uint64(w>>16&15<<12 | w&0xfff)
			switch {
			case w == 0xe51ff004: // ldr pc, [pc, #-4]
				return wordAt(m, pc+4, start)
			case w&0xfff0f000 == 0xe300c000: // movw ip, #imm
				ip = imm
			case w&0xfff0f000 == 0xe340c000: // movt ip, #imm
				ip |= imm << 16
			case w == 0xe12fff1c && ip != 0: // bx ip
				return ip
			default:
				return start
			}
		}
		pc += 4
	}
	return start
}

func wordAt(m reader, addr, otherwise uint64) uint64 {
	if b := m.read(addr, 4); b != nil {
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return otherwise
}
