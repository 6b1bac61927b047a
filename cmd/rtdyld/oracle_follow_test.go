package main

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// form is how a field whose value is each linker's own is compared: by what it
// leads to. T is the slots' base, where _GLOBAL_OFFSET_TABLE_ is.
type form uint8

const (
	pcSlot       form = iota + 1 // G + A - P: the slot's contents
	pcSlotOnly                   // G - P, whatever the file's field holds
	absSlot                      // G + A: the slot's contents
	baseSlot                     // G + A - T: the slot's contents
	x86Slot                      // baseSlot, or absSlot where the instruction has no base register (i386 psABI, R_386_GOT32X)
	fromBase                     // S + A - T: the field plus T
	toBase                       // T + A - P: the field less T
	loadSlot                     // x86-64 MOV of a slot, or the LEA that some linker makes of it: what is loaded
	pageSlot                     // AArch64 ADRP of the slot's page, one half of what leads to the slot
	lowSlot                      // AArch64 LDR by the slot's low 12 bits, the other half, or the ADD that some linker makes of it
	thumbPair                    // Thumb MOVW and MOVT of the slot's address
	pageOffset                   // AArch64 LDR by the slot's offset from the page of T
	x86Jump                      // x86-64 branch of 32 bits, perhaps to a stub: where it ends
	a64Jump                      // AArch64 B, BL, B.cond and the like
	armJump                      // ARM B, BL, BLX
	thumbJump                    // Thumb B.W, BL, BLX
	pairSlot                     // RISC-V AUIPC and a load, at low, of a slot
	riscvJump                    // RISC-V JAL, or AUIPC and JALR, which reaches all that there is
	halfSlot                     // half of G + A - P: the slot's contents
	toBaseHalf                   // half of T + A - P: the field less T
	laPage                       // LoongArch PCALAU12I to the slot's page, one half of what leads to the slot
	laLow                        // LoongArch load by the slot's low 12 bits, the other half
	laJump                       // LoongArch B, BL or PCADDU18I and JIRL, which reach all that there is
	halfJump                     // s390x BRASL and the like, which reaches all that there is
	sparcHigh                    // SPARC SETHI of the slot's offset from T, one half of what leads to the slot
	sparcLow                     // SPARC XOR of the rest, the other half
	sparcSethi                   // SPARC SETHI of the slot's offset from T, where no load is marked
	sparcOr                      // SPARC OR of the rest, likewise
	sparcLoad                    // SPARC load of the slot, or the ADD that some linker makes of it
	mipsSlot                     // MIPS load by the slot's distance from T: the slot's contents
	mipsFrom                     // MIPS word, of 8 bytes in n64: S + A - T
	mipsToBase                   // MIPS LUI and ADDIU of T - P, P being the first's address
	mipsNegative                 // MIPS LUI and DADDIU of T - (S + A)
	asFile                       // left as it is in the file
	ppcSlot                      // PowerPC halfword, the slot's distance from T: the slot's contents
	ppcJump                      // PowerPC B, BL
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
	order     bin.Order
	low       uint64 // offset of the other half, of two
	was       []byte // the section's contents in the file, then in both outputs
	got, want []byte
}

// follow reports whether a field leads to the same in both outputs. It is no error
// if that is each linker's own.
func (r *oracleRun) follow(f form, x *field) bool {
	img := r.imgs[x.file]
	if s := &img.Symbols[x.rel.Sym]; f != toBase && f != mipsToBase && (s.Type == objfmt.SymIFunc || s.Bind != objfmt.BindLocal && (r.ifuncs[x.name] || r.commons[x.name] || r.names[x.name] != "")) {
		return false
	}
	k := x.rel.Offset
	switch f {
	case pageSlot, lowSlot, pageOffset, laPage, laLow, sparcHigh, sparcLow, sparcSethi, sparcOr:
		return r.followHalf(f, x)
	case sparcLoad:
		return r.sparcLoad(x)
	case thumbPair:
		return r.sameSlot(x, thumbMove(x.got[k:])|thumbMove(x.got[k+4:])<<16, thumbMove(x.want[k:])|thumbMove(x.want[k+4:])<<16)
	case pairSlot:
		return r.sameSlot(x, x.addr+pairAt(x.got, k, x.low), x.addr+pairAt(x.want, k, x.low))
	case loadSlot:
		a, okA := loaded(r.ours, x.got[k-2:], x.addr)
		b, okB := loaded(r.theirs, x.want[k-2:], x.addr)
		if !okA || !okB || a != b {
			r.Errorf("%s: %s+%#x loads %#x, in the output of %s %#x", r.files[x.file], x.name, k, a, r.linker[0], b)
			return false
		}
		return true
	}
	if f == ppcSlot {
		return r.sameSlot(x, r.slotsAt[r.files[x.file]]+uint64(int64(int16(x.order.U16(x.got[k:])))), r.theirs.base()+uint64(int64(int16(x.order.U16(x.want[k:])))))
	}
	mine, theirs := r.slotsAt[r.files[x.file]], r.theirs.base()
	if f >= mipsSlot && f <= asFile {
		return r.followMIPS(f, x, mine, theirs)
	}
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
	case halfSlot:
		return r.sameSlot(x, 2*g-a+x.addr, 2*w-a+x.addr)
	case toBaseHalf:
		g, w = 2*g-mine, 2*w-theirs
	case pcSlotOnly:
		return r.sameSlot(x, g+x.addr, w+x.addr)
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
		return x.order.U64(b[x.rel.Offset:])
	}
	return uint64(int64(int32(x.order.U32(b[x.rel.Offset:]))))
}

// sameSlot reports whether our slot at one address has the contents of theirs at the other.
func (r *oracleRun) sameSlot(x *field, mine, theirs uint64) bool {
	if !r.imgs[x.file].Is64 {
		mine, theirs = uint64(uint32(mine)), uint64(uint32(theirs))
	}
	got, want := r.ours.read(mine, uint64(r.slotSize)), r.theirs.read(theirs, uint64(r.slotSize))
	if r.forgets && len(got) > 0 && len(want) > 0 && got[0] == want[0]|1 {
		want = append([]byte{got[0]}, want[1:]...)
		r.seen.except("slots: Thumb's bit is not there in the other output", 1)
	}
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
		case f == sparcHigh, f == sparcSethi:
			at[i] = uint64(x.order.U32(b[x.rel.Offset:]) & (1<<22 - 1) << 10)
		case f == sparcLow, f == sparcOr:
			at[i] = uint64(int64(int32(x.order.U32(b[x.rel.Offset:])<<19)) >> 19)
		case f == laPage:
			at[i] = x.addr&^0xfff + uint64(int64(int32(w<<7>>12<<12)))
		case f == laLow:
			at[i] = uint64(int64(int32(w<<10)) >> 20)
		case f == pageSlot:
			at[i] = adrp(w, x.addr)
		case w>>22 == 0x91000000>>22: // ADD
			at[i] = uint64(w>>10&0xfff) | noSlot
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
	if f == pageSlot || f == laPage || f == sparcHigh || f == sparcSethi {
		part, has = &h.page, &h.hasPage
	}
	if *has {
		if at != *part {
			r.Errorf("%s: %s at %#x by %s leads to %#x, others of its kind to %#x", r.files[x.file], x.name, x.addr, x.typ, at, *part)
		}
		return at == *part
	}
	if *part, *has = at, true; !h.hasPage || !h.hasLow || f == sparcHigh || f == sparcLow {
		return true // until the other half is found, or the load
	}
	if f == sparcSethi || f == sparcOr {
		return r.sameSlot(x, r.slotsAt[r.files[x.file]]+h.page[0]+h.low[0], r.theirs.base()+h.page[1]+h.low[1])
	}
	if mine, theirs := h.page[0]+h.low[0], h.page[1]+h.low[1]; f == laPage || f == laLow || theirs&noSlot == 0 {
		return r.sameSlot(x, mine, theirs)
	} else if b := r.ours.read(mine, 8); b != nil && binary.LittleEndian.Uint64(b) == theirs&^noSlot {
		return true
	} else {
		r.Errorf("%s: %s at %#x by %s: our slot at %#x holds % x, the output of %s has the address %#x", r.files[x.file], x.name, x.addr, x.typ, mine, b, r.linker[0], theirs&^noSlot)
	}
	return false
}

// sparcLoad compares what a load by two halves gives.
func (r *oracleRun) sparcLoad(x *field) bool {
	h := r.halves[half{x.file, x.rel.Sym, x.rel.Addend}]
	if h == nil || !h.hasPage || !h.hasLow {
		return true // those that follow have both
	}
	mine, theirs := r.slotsAt[r.files[x.file]]+(h.page[0]^h.low[0]), r.theirs.base()+(h.page[1]^h.low[1])
	const add, opcode = 0x80000000, 0xc1f80000
	if x.order.U32(x.want[x.rel.Offset:])&opcode != add {
		return r.sameSlot(x, mine, theirs)
	}
	if b := r.ours.read(mine, 8); b == nil || x.order.U64(b) != theirs {
		r.Errorf("%s: %s at %#x by %s: our slot at %#x holds % x, the output of %s has the address %#x", r.files[x.file], x.name, x.addr, x.typ, mine, b, r.linker[0], theirs)
		return false
	}
	return true
}

// noSlot is set in what leads to a symbol itself.
const noSlot = 1 << 63

// adrp is the page that ADRP computes.
func adrp(w uint32, pc uint64) uint64 {
	imm := uint64(w>>5&0x7ffff)<<2 | uint64(w>>29&3)
	return pc&^0xfff + uint64(int64(imm<<43)>>31)
}

// pairAt is what AUIPC at one offset of a section and a load at another add up to.
func pairAt(code []byte, high, low uint64) uint64 {
	h, l := binary.LittleEndian.Uint32(code[high:]), binary.LittleEndian.Uint32(code[low:])
	return uint64(int64(int32(h&^0xfff)) + int64(int32(l)>>20))
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

// asGood says how a field that is not the same in both outputs is as good in ours:
// a branch that ends at the same address through stubs, and does the same else.
func (r *oracleRun) asGood(f form, x *field) string {
	if f == riscvJump || f == halfJump || f == laJump {
		return ""
	}
	if f == ppcJump {
		k := x.rel.Offset
		a, b := ppcJumpAt(x.order, x.got[k:], x.addr), ppcJumpAt(x.order, x.want[k:], x.addr)
		if end := ppcEnds(r.theirs, x.order, b.to); end == b.to || end != ppcEnds(r.ours, x.order, a.to) || a.rest != b.rest {
			return ""
		}
		return "branch through a stub"
	}
	a := jumpAt(f, x.got[x.rel.Offset:], x.addr)
	b := jumpAt(f, x.want[x.rel.Offset:], x.addr)
	end := b.end(f, r.theirs)
	if end == b.to || end != a.end(f, r.ours) || a.rest != b.rest {
		return "" // where theirs needs no stub, ours needs none
	}
	return "branch through a stub"
}

type reader interface {
	read(addr, size uint64) []byte
}

// jump is a branch.
type jump struct {
	to   uint64 // bit 0 says that Thumb code is there
	rest uint32 // what else the instruction says
}

// end is where a jump ends that may go to a stub.
func (j jump) end(f form, m reader) uint64 {
	switch f {
	case x86Jump:
		return x86Ends(m, j.to)
	case a64Jump:
		return a64Ends(m, j.to)
	}
	return armEnds(m, j.to)
}

// jumpAt reads the branch at the start of code, whose address is pc.
func jumpAt(f form, code []byte, pc uint64) jump {
	w := binary.LittleEndian.Uint32(code)
	switch {
	case f == x86Jump:
		return jump{to: pc + 4 + uint64(int64(int32(w)))}
	case f == armJump && w>>28 == 15: // BLX
		return jump{(pc + 8 + uint64(int64(w)<<40>>38) + uint64(w>>24&1)<<1) | 1, 0xeb}
	case f == armJump: // B, BL
		return jump{pc + 8 + uint64(int64(w)<<40>>38), w >> 24}
	case f == thumbJump:
		return thumbJumpAt(code, pc)
	case w>>26&0x1f == 5: // B, BL
		return jump{pc + uint64(int64(w)<<38>>36), w >> 26}
	case w>>24&0x7e == 0x36: // TBZ, TBNZ
		return jump{pc + uint64(int64(w>>5)<<50>>48), w &^ 0x7ffe0}
	}
	return jump{pc + uint64(int64(w>>5)<<45>>43), w &^ 0xffffe0} // B.cond, CBZ, CBNZ
}

// thumbJumpAt is jumpAt of Thumb code.
func thumbJumpAt(code []byte, pc uint64) jump {
	hi, lo := uint64(binary.LittleEndian.Uint16(code)), uint64(binary.LittleEndian.Uint16(code[2:]))
	s, j1, j2 := hi>>10&1, lo>>13&1, lo>>11&1
	if lo>>12&5 == 0 { // B<cond>.W
		imm := s<<20 | j2<<19 | j1<<18 | hi&0x3f<<12 | lo&0x7ff<<1
		return jump{(pc + 4 + uint64(int64(imm<<43)>>43)) | 1, uint32(hi>>6&15) | 1<<16}
	}
	imm := s<<24 | (1^j1^s)<<23 | (1^j2^s)<<22 | hi&0x3ff<<12 | lo&0x7ff<<1
	to := pc + 4 + uint64(int64(imm<<39)>>39)
	if lo>>12&5 == 4 { // BLX
		return jump{to &^ 3, 3}
	}
	return jump{to | 1, uint32(lo >> 14)} // BL, B.W
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
	ends := armStub
	if start&1 != 0 {
		ends = thumbStub
	}
	if end := ends(m, start&^1); end != 0 {
		return end
	}
	return start
}

// armStub is where a stub in ARM code ends, 0 if there is none at pc.
func armStub(m reader, pc uint64) uint64 {
	var ip uint64
	for b := m.read(pc, 4); b != nil; b = m.read(pc, 4) {
		w := binary.LittleEndian.Uint32(b)
		imm := uint64(w>>16&15<<12 | w&0xfff)
		switch {
		case w == 0xe51ff004: // ldr pc, [pc, #-4]
			return wordAt(m, pc+4)
		case w&0xfff0f000 == 0xe300c000: // movw ip, #imm
			ip = imm
		case w&0xfff0f000 == 0xe340c000: // movt ip, #imm
			ip |= imm << 16
		case w == 0xe12fff1c: // bx ip
			return ip
		default:
			return 0
		}
		pc += 4
	}
	return 0
}

// thumbStub is the same in Thumb code.
func thumbStub(m reader, pc uint64) uint64 {
	var ip uint64
	for b := m.read(pc, 2); b != nil; b = m.read(pc, 2) {
		if binary.LittleEndian.Uint16(b) == 0x4760 { // bx ip
			return ip
		}
		if b = m.read(pc, 4); b == nil {
			break
		}
		w, imm := bits.RotateLeft32(binary.LittleEndian.Uint32(b), 16), thumbMove(b) // the first half is the upper one
		switch {
		case w == 0xf8dff004: // ldr.w pc, [pc, #4]
			return wordAt(m, pc&^3+8)
		case w&0xfbf08f00 == 0xf2400c00: // movw ip, #imm
			ip = imm
		case w&0xfbf08f00 == 0xf2c00c00: // movt ip, #imm
			ip |= imm << 16
		default:
			return 0
		}
		pc += 4
	}
	return 0
}

// thumbMove is what MOVW or MOVT in Thumb code moves.
func thumbMove(b []byte) uint64 {
	hi, lo := uint64(binary.LittleEndian.Uint16(b)), uint64(binary.LittleEndian.Uint16(b[2:]))
	return hi&15<<12 | hi>>10&1<<11 | lo>>12&7<<8 | lo&0xff
}

func wordAt(m reader, addr uint64) uint64 {
	if b := m.read(addr, 4); b != nil {
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return 0
}
