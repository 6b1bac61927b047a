package unwind

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// An entry of __compact_unwind is a function's address and size, an encoding, and two
// pointers that are of no account here. Encodings are those of Apple's
// <mach-o/compact_unwind_encoding.h>: a mode, and where registers are saved.
const (
	cuModeMask = 0x0f000000

	cuX86Frame      = 0x01000000
	cuX86Stack      = 0x02000000
	cuX86StackFound = 0x03000000 // the size is in an instruction
	cuX86DWARF      = 0x04000000

	cuARM64Stack = 0x02000000
	cuARM64DWARF = 0x03000000
	cuARM64Frame = 0x04000000
)

// compactX64 and compactX86 are the DWARF numbers of registers as encodings for x86-64
// and i386 number them.
var (
	compactX64 = [7]uint8{0, 3, 12, 13, 14, 15, 6}
	compactX86 = [7]uint8{0, 3, 1, 2, 7, 6, 5}
)

// compact reads a __compact_unwind section.
func (r *reader) compact(p *part) {
	size := uint64(16 + 2*8)
	if r.t.addr == 4 {
		size = 12 + 2*4
	}
	if uint64(len(p.mem))%size != 0 {
		r.bad(p, uint64(len(p.mem))/size*size, "size of the table is no multiple of an entry")
	}
	for off := uint64(0); uint64(len(p.mem))-off >= size; off += size {
		c := over(p.mem[off:off+size], r.t.big)
		start := c.Uint(r.t.addr)
		end := start + c.Uint(4)
		if msg := r.compactEntry(start, end, uint32(c.Uint(4))); msg != "" {
			r.bad(p, off, msg)
		}
	}
}

// compactEntry adds the entry of a function.
func (r *reader) compactEntry(start, end uint64, encoding uint32) (msg string) {
	mode := encoding & cuModeMask
	if mode == 0 || start == end {
		return "" // nothing is known
	}
	if r.t.m.slot == 8 && r.t.arch != triple.X86_64 && mode == cuARM64DWARF || r.t.arch.IsX86() && mode == cuX86DWARF {
		return "" // __eh_frame has it
	}
	part := r.codeAt(start)
	if part == nil || end-start > uint64(len(part.mem))-(start-part.addr) {
		return "describes what is no code of the object"
	}
	code := part.mem[start-part.addr:][:end-start]
	if r.scan -= len(code); r.scan < 0 {
		return "describes code that many others describe"
	}
	w := program{data: r.t.m.data}
	whole := false
	switch {
	case r.t.arch.IsX86():
		whole, msg = r.compactX86(&w, start, code, encoding)
	case r.t.arch.IsAArch64():
		whole, msg = r.compactARM64(&w, start, code, encoding)
	default:
		msg = "encodings of this processor are not read"
	}
	if msg != "" {
		return msg
	}
	if r.budget -= len(w.b); r.budget < 0 {
		return "too much unwind information is shared"
	}
	rank := uint8(rankCompact)
	if whole {
		rank = rankWhole
	}
	if !r.add(start, end, r.own(), w.b, rank) {
		return "too many records"
	}
	return ""
}

// compactX86 writes the rules of a function of x86-64 or i386. whole says whether its
// prolog is of the usual form.
func (r *reader) compactX86(w *program, start uint64, code []byte, encoding uint32) (whole bool, msg string) {
	m := r.t.m
	slot := int64(m.slot)
	regs := &compactX64
	if slot == 4 {
		regs = &compactX86
	}
	f := x86Frame{m: m, sp: slot, fp: fpNone, start: start, end: start + uint64(len(code))}
	switch encoding & cuModeMask {
	case cuX86Frame:
		f.fp, f.fpOff, f.sp = m.fp, 2*slot, -1
		f.saved[m.fp] = 2 * slot
		below := 2*slot + slot*int64(encoding>>16&0xff) // of the first register
		for k := range 5 {
			n := encoding >> (3 * k) & 7
			if n > 6 {
				return false, "encoding with a register that is not known"
			}
			if where := below - slot*int64(k); n != 0 && where > 2*slot {
				f.saved[regs[n]] = where
			} else if n != 0 {
				return false, "encoding saves a register where another is"
			}
		}
	case cuX86Stack, cuX86StackFound:
		f.sp = slot * int64(encoding>>16&0xff)
		if encoding&cuModeMask == cuX86StackFound {
			at := int64(encoding >> 16 & 0xff)
			if at+4 > int64(len(code)) {
				return false, "size of the frame is behind the function"
			}
			f.sp = int64(uintAt(code[at:at+4], false)) + slot*int64(encoding>>13&7)
		}
		if msg := f.permuted(regs, int(encoding>>10&7), encoding&0x3ff); msg != "" {
			return false, msg
		}
		if f.sp < slot || f.sp > uwMaxSize {
			return false, "size of the frame makes no sense"
		}
	default:
		return false, "mode that is not known"
	}
	at, whole := f.prolog(w, code)
	if whole && f.fp == fpNone && f.sp == slot {
		return true, ""
	}
	f.epilogs(w, code[at:], start+uint64(at), start+uint64(at))
	return whole, ""
}

// permuted notes which registers a frame without a frame pointer saves: count of the
// six in an order that a number stands for.
func (f *x86Frame) permuted(regs *[7]uint8, count int, order uint32) (msg string) {
	if count > 6 {
		return "encoding with more registers than there are"
	}
	slot := int64(f.m.slot)
	left := regs[1:]
	left = slices.Clone(left)
	for k := range count {
		radix := uint32(1) // number of orders of those that follow
		for i := k + 1; i < count; i++ {
			radix *= uint32(6 - i)
		}
		n := order / radix
		order %= radix
		if int(n) >= len(left) {
			return "encoding with an unknown order of registers"
		}
		f.saved[left[n]] = slot * int64(1+count-k)
		left = slices.Delete(left, int(n), int(n)+1)
	}
	if slot*int64(1+count) > f.sp {
		return "frame is smaller than what is saved"
	}
	return ""
}

// prolog writes rules for the pushes and the like that a function begins with, and, from
// there on, those that hold at calls. It returns how many bytes it has followed and
// whether they are the whole prolog.
func (f *x86Frame) prolog(p *program, code []byte) (at int, whole bool) {
	slot := int64(f.m.slot)
	sp, framed := slot, false
	missing := len(f.savedRegs())
	from := 0
	step := func(n int) {
		at += n
		p.advance(uint64(at - from))
		from = at
	}
	done := func() bool { return missing == 0 && (f.fp == fpNone && sp == f.sp || framed) }
	for !done() {
		b := code[at:]
		if n, reg := f.push(b); n > 0 && (f.fp != fpNone || sp+slot <= f.sp) {
			sp += slot
			saves := f.saved[reg] == sp
			if !saves && f.fp != fpNone {
				break
			}
			step(n)
			if !framed {
				p.defCFA(f.m.sp, sp)
			}
			if saves {
				p.offset(uint16(reg), -sp)
				missing--
			}
			continue
		}
		if n := f.framePointer(b); n > 0 && f.fp != fpNone && !framed && sp == f.fpOff {
			step(n)
			p.defCFA(f.fp, f.fpOff)
			framed = true
			continue
		}
		if n, size := f.sub(b); n > 0 && f.fp == fpNone && sp+size <= f.sp {
			step(n)
			sp += size
			p.defCFA(f.m.sp, sp)
			continue
		}
		break
	}
	if done() {
		if n, size := f.sub(code[at:]); framed {
			f.sp = sp
			if n > 0 {
				f.sp += size
			}
		}
		return at, true
	}
	if at == 0 {
		step(min(1, len(code))) // nothing is saved at the first instruction, whatever it is
	}
	if f.fp != fpNone {
		p.defCFA(f.fp, f.fpOff)
	} else {
		p.defCFA(f.m.sp, f.sp)
	}
	for _, reg := range f.savedRegs() {
		p.offset(uint16(reg), -f.saved[reg])
	}
	return at, false
}

// push recognizes the push of a register.
func (f *x86Frame) push(b []byte) (size int, reg uint8) {
	if len(b) > 0 && b[0]&0xf8 == 0x50 {
		return 1, f.number(b[0] & 7)
	}
	if f.m.slot == 8 && len(b) > 1 && b[0] == 0x41 && b[1]&0xf8 == 0x50 {
		return 2, f.number(b[1]&7 | 8)
	}
	return 0, 0
}

// framePointer recognizes mov ebp, esp.
func (f *x86Frame) framePointer(b []byte) (size int) {
	n := 0
	if f.m.slot == 8 {
		if len(b) == 0 || b[0] != 0x48 {
			return 0
		}
		n, b = 1, b[1:]
	}
	if len(b) > 1 && (b[0] == 0x89 && b[1] == 0xe5 || b[0] == 0x8b && b[1] == 0xec) {
		return n + 2
	}
	return 0
}

// sub recognizes the subtraction of a number from the stack pointer.
func (f *x86Frame) sub(b []byte) (size int, by int64) {
	n := 0
	if f.m.slot == 8 {
		if len(b) == 0 || b[0] != 0x48 {
			return 0, 0
		}
		n, b = 1, b[1:]
	}
	switch {
	case len(b) >= 3 && b[0] == 0x83 && b[1] == 0xec && b[2] < 0x80:
		return n + 3, int64(b[2])
	case len(b) >= 3 && b[0] == 0x83 && b[1] == 0xc4 && b[2] >= 0x80: // add esp, -128: shorter
		return n + 3, -int64(int8(b[2]))
	case len(b) >= 6 && b[0] == 0x81 && b[1] == 0xec && b[5] < 0x40:
		return n + 6, int64(uintAt(b[2:6], false))
	}
	return 0, 0
}

// compactSections reads all of an object's.
func (r *reader) compactSections() {
	for i := range r.parts {
		if p := &r.parts[i]; p.role == objfmt.RoleCompactUnwind {
			r.compact(p)
		}
	}
}
