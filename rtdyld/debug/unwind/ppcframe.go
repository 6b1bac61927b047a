package unwind

// Source: 64-Bit ELF V2 ABI for Power, section 2.3.3, "Register save and restore functions".

const (
	ppcLR    = 65
	ppcLoad  = 0xe8010000 // ld  r0, 0(r1)
	ppcLoadF = 0xc8010000 // lfd f0, 0(r1)
	ppcLoadR = 0xe8010010 // ld  r0, 16(r1), the saved link register
	ppcBlr   = 0x4e800020
)

// restores adds entries for the functions that the linker makes to restore registers. Who ends by a jump to
// one has no frame any more, nor the address that it returns to in the link register. What it adds leaves no
// more than [rest, end) of the section's code.
func (r *reader) restores(p *part) (rest uint64) {
	word := func(off int) uint32 { return uint32(uintAt(p.mem[off:off+4], r.t.big)) }
	first := func(off int) int { // offset of the first of the loads that end at one
		for off >= 4 {
			if reg, ok := restored(word(off - 4)); !ok {
				break
			} else if next, ok := restored(word(off)); ok && next != reg+1 {
				break
			}
			off -= 4
		}
		return off
	}
	done, size := 0, len(p.mem)&^3
	for off := 0; off < size; off += 4 {
		if word(off) != ppcLoadR {
			continue
		}
		start, end := first(off), off
		if start < done {
			continue
		}
		for end < size && word(end) != ppcBlr {
			end += 4
		}
		end = min(end+4, size)
		if done < start {
			r.leaf(p.addr+uint64(done), p.addr+uint64(start))
		}
		r.restore(p, start, end)
		done, off = end, end-4
	}
	return p.addr + uint64(done)
}

// restored is the register that an instruction loads from its place below the frame.
func restored(w uint32) (reg uint32, ok bool) {
	reg = w >> 21 & 31
	op := w &^ (31<<21 | 0xffff)
	return reg, (op == ppcLoad || op == ppcLoadF) && w&0xffff == uint32(-8*int32(32-reg))&0xffff
}

// restore adds the entry for one of these functions: what it has not loaded yet is in its place.
func (r *reader) restore(p *part, start, end int) {
	w := program{b: r.prog[:0], data: r.t.m.data, big: r.t.big}
	w.offset(ppcLR, 16)
	for _, saved := range [...]bool{true, false} {
		at := start
		for off := start; off < end; off += 4 {
			word := uint32(uintAt(p.mem[off:off+4], r.t.big))
			reg, ok := restored(word)
			switch {
			case !ok || word>>26 != ppcLoad>>26:
			case saved:
				w.offset(uint16(reg), -8*int64(32-reg))
			default:
				w.advance(uint64(off + 4 - at))
				w.same(uint16(reg))
				at = off + 4
			}
		}
	}
	r.prog = w.b
	r.add(p.addr+uint64(start), p.addr+uint64(end), r.own(), w.b, rankLeaf)
}
