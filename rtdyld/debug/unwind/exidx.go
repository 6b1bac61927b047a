package unwind

import (
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Source: Exception Handling ABI for the Arm Architecture (EHABI 32): "Index table
// entries", "The generic model", "The Arm-defined personality routines and table formats",
// "Frame unwinding instructions".

// indexEntry is an entry of .ARM.exidx.
type indexEntry struct {
	fn   uint64 // without the mark of Thumb code
	at   uint64 // address of the second word
	word uint32
	from *part
	off  uint64
}

const (
	cantUnwind = 1
	armSP      = 13
	armLR      = 14
	armPC      = 15
	armD0      = 256
)

// prel31 is the address that the lower 31 bits of a word at an address lead to.
func prel31(w uint32, at uint64) uint64 { return uint64(uint32(at) + uint32(int32(w<<1)>>1)) }

// word reads 4 bytes of the object's memory.
func (r *reader) word(addr uint64) (uint32, bool) {
	b := r.at(addr, 4)
	if b == nil {
		return 0, false
	}
	return uint32(uintAt(b, r.t.big)), true
}

// indexTables reads all .ARM.exidx sections of an object. A function ends where the next
// begins, or its section.
func (r *reader) indexTables() {
	var es []indexEntry
	for i := range r.parts {
		p := &r.parts[i]
		if p.role != objfmt.RoleExidx {
			continue
		}
		if len(p.mem)%8 != 0 {
			r.bad(p, uint64(len(p.mem))&^7, "size of the table is no multiple of an entry")
		}
		for off := uint64(0); uint64(len(p.mem))-off >= 8; off += 8 {
			first, second := uint32(uintAt(p.mem[off:off+4], r.t.big)), uint32(uintAt(p.mem[off+4:off+8], r.t.big))
			fn := prel31(first, p.addr+off) &^ 1
			if first>>31 != 0 {
				r.bad(p, off, "index table entry has the highest bit set")
			} else if r.codeAt(fn) != nil { // else of a function that was dropped, or is empty
				es = append(es, indexEntry{fn, p.addr + off + 4, second, p, off})
			}
		}
	}
	slices.SortStableFunc(es, func(a, b indexEntry) int { return cmp.Compare(a.fn, b.fn) })
	for i := range es {
		e := &es[i]
		code := r.codeAt(e.fn)
		end := code.addr + uint64(len(code.mem))
		if i+1 < len(es) {
			end = min(end, es[i+1].fn)
		}
		if end <= e.fn || e.word == cantUnwind {
			continue
		}
		if msg := r.indexEntry(e, end); msg != "" {
			r.bad(e.from, e.off, msg)
		}
	}
}

// indexEntry adds an entry.
func (r *reader) indexEntry(e *indexEntry, end uint64) (msg string) {
	bytes, msg := r.armBytes(e)
	if msg != "" {
		return msg
	}
	if r.budget -= 8 * len(bytes); r.budget < 0 {
		return "too much unwind information is shared"
	}
	f := armFrame{base: armSP}
	if msg := f.run(bytes); msg != "" || f.refused {
		return msg
	}
	if pc := &f.regs[armPC]; pc.saved { // it is what the return address is popped to
		f.regs[armLR], *pc = *pc, armSlot{}
	}
	if !r.add(e.fn, end, r.own(), r.armProgram(&f, e.fn, end), rankCompact) {
		return "too many records"
	}
	return ""
}

// armProgram is the program of a function. The instructions of its prolog and its epilogs
// are followed if they are of the usual form, be it A32 or Thumb; else the rules are those
// that hold at calls.
func (r *reader) armProgram(f *armFrame, start, end uint64) []byte {
	code := armCode{b: r.at(start, end-start), start: start, big: r.t.big}
	for _, thumb := range []bool{false, true} {
		if code.thumb = thumb; !thumb && start%4 != 0 {
			continue
		}
		p := program{b: r.prog[:0], data: r.t.m.data, big: r.t.big}
		if at, sp, ok := f.prolog(&p, &code); ok {
			if at > 0 {
				f.epilogs(&p, &code, at, at, sp)
			}
			r.prog = p.b
			return p.b
		}
	}
	sp := int64(-1)
	if f.base == armSP {
		sp = f.vsp
	}
	p := program{b: r.prog[:0], data: r.t.m.data, big: r.t.big}
	first := min(2, end-start)
	f.write(&p, first)
	r.prog = p.b
	for _, code.thumb = range []bool{false, true} {
		if n := len(p.b); code.thumb || start%4 == 0 {
			at := int(first)
			if !code.thumb {
				at = int(min(4, end-start))
			}
			if f.epilogs(&p, &code, at, int(first), sp); len(p.b) > n {
				r.prog = p.b
				break
			}
		}
	}
	return p.b
}

// armBytes are the unwinding instructions of an entry.
func (r *reader) armBytes(e *indexEntry) (b []byte, msg string) {
	const cut = "unwinding instructions lie outside the object"
	at, w := e.at, e.word
	inline := w>>31 != 0
	if !inline {
		at = prel31(w, at)
		var ok bool
		if w, ok = r.word(at); !ok {
			return nil, cut
		}
		if w>>31 == 0 { // the compilers' own personality routines: a word, then instructions
			if w, ok = r.word(at + 4); !ok {
				return nil, cut
			}
			return r.armMore([]byte{byte(w >> 16), byte(w >> 8), byte(w)}, at+8, w>>24)
		}
	}
	switch kind := w >> 24 & 0x7f; {
	case kind == 0:
		return []byte{byte(w >> 16), byte(w >> 8), byte(w)}, ""
	case (kind == 1 || kind == 2) && !inline:
		return r.armMore([]byte{byte(w >> 8), byte(w)}, at+4, w>>16&0xff)
	}
	return nil, "personality routine that is not known"
}

// armMore appends the bytes of n words to b.
func (r *reader) armMore(b []byte, at uint64, n uint32) ([]byte, string) {
	words := r.at(at, 4*uint64(n))
	if words == nil {
		return nil, "unwinding instructions lie outside the object"
	}
	for ; len(words) > 0; words = words[4:] {
		w := uint32(uintAt(words[:4], r.t.big))
		b = append(b, byte(w>>24), byte(w>>16), byte(w>>8), byte(w))
	}
	return b, ""
}

// armFrame is what unwinding instructions tell of a frame.
type armFrame struct {
	base    uint8 // register that vsp counts from
	vsp     int64 // distance from it
	regs    [16]armSlot
	floats  [32]armSlot
	any     bool // some register is saved
	refused bool // the function cannot be unwound
}

// armSlot is where a register is saved: at off from base.
type armSlot struct {
	saved bool
	off   int64
}

// pop takes registers off the stack.
func (f *armFrame) pop(slots []armSlot, mask uint32, size int64) {
	for i := range slots {
		if mask>>i&1 != 0 {
			slots[i] = armSlot{true, f.vsp}
			f.vsp += size
			f.any = true
		}
	}
}

// popFloats takes n double registers from first on off the stack.
func (f *armFrame) popFloats(first, n int, extra int64) (ok bool) {
	if first+n > len(f.floats) {
		return false
	}
	f.pop(f.floats[first:first+n], 1<<n-1, 8)
	f.vsp += extra
	return true
}

// run runs unwinding instructions.
func (f *armFrame) run(b []byte) (msg string) {
	const unknown = "unwinding instruction that is not known"
	for c := over(b, false); c.Left() > 0; {
		op := uint32(c.U8())
		if f.regs[armSP].saved && op != 0xb0 { // what follows would count from there
			return "registers are restored after the stack pointer"
		}
		ok := true
		switch {
		case op < 0x40:
			f.vsp += int64(op&0x3f)*4 + 4
		case op < 0x80:
			f.vsp -= int64(op&0x3f)*4 + 4
		case op < 0x90:
			mask := op&15<<8 | uint32(c.U8())
			if mask == 0 {
				f.refused = true
				return ""
			}
			f.pop(f.regs[4:], mask, 4)
		case op < 0xa0:
			if op == 0x9d || op == 0x9f {
				return unknown
			}
			if f.any { // what was popped could not be told from there
				return "stack pointer is restored after registers"
			}
			f.base, f.vsp = uint8(op&15), 0
		case op < 0xb0:
			mask := uint32(1)<<(op&7+1) - 1
			f.pop(f.regs[4:], mask|op>>3&1<<10, 4)
		case op == 0xb0:
			return ""
		case op == 0xb1:
			mask := uint32(c.U8())
			ok = mask != 0 && mask < 0x10
			f.pop(f.regs[:4], mask, 4)
		case op == 0xb2:
			n := c.ULEB()
			ok = n < uwMaxSize
			f.vsp += 0x204 + int64(n&0xffff_ffff)*4
		case op == 0xb3:
			sc := int(c.U8())
			ok = f.popFloats(sc>>4, sc&15+1, 4)
		case op == 0xb4: // return address authentication code
			f.vsp += 4
		case op == 0xb5: // which is of this stack pointer
		case op >= 0xb8 && op < 0xc0:
			ok = f.popFloats(8, int(op&7)+1, 4)
		case op == 0xc8:
			sc := int(c.U8())
			ok = f.popFloats(16+sc>>4, sc&15+1, 0)
		case op == 0xc9:
			sc := int(c.U8())
			ok = f.popFloats(sc>>4, sc&15+1, 0)
		case op >= 0xd0 && op < 0xd8:
			ok = f.popFloats(8, int(op&7)+1, 0)
		default:
			ok = false
		}
		if !ok || c.Bad {
			return unknown
		}
	}
	return ""
}

// write writes the rules that hold at calls, behind the first instruction, which has at
// least a number of bytes.
func (f *armFrame) write(p *program, first uint64) {
	p.advance(first)
	p.defCFA(f.base, f.vsp)
	for n, s := range f.regs {
		if s.saved {
			p.offset(uint16(n), s.off-f.vsp)
		}
	}
	for n, s := range f.floats {
		if s.saved {
			p.offset(uint16(armD0+n), s.off-f.vsp)
		}
	}
}
