package rtdyld

import (
	"iter"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// span is a range of bytes in a section.
type span struct{ from, to uint64 }

// deadFDEs finds the records of a .eh_frame section that describe dropped code.
//
// Compilers put one .eh_frame beside all groups of an object, so that it keeps
// pointing at functions that another object's copy has replaced. Such a record
// must go, or an unwinder would find it for whatever lies at its address. It goes
// without moving anything: the record before it grows over it and its bytes
// become DW_CFA_nop, which is what pads records anyway (LSB Core, chapter 10.6.1).
func (o *Object) deadFDEs(sec *objfmt.Section) ([]span, error) {
	dead, err := o.deadFields(sec)
	if err != nil || len(dead) == 0 {
		return nil, err
	}
	order := bin.Order{Big: o.img.Big}
	var spans []span
	for at, k := uint64(0), 0; k < len(dead); {
		r, ok := frameRecord(sec.Data, at, order)
		if !ok {
			break // the end, or a broken record: what follows has no meaning
		}
		for k < len(dead) && dead[k] < r.body+4 {
			k++ // no field of a function's address
		}
		if k < len(dead) && dead[k] == r.body+4 && !r.cie && at > 0 {
			if n := len(spans); n > 0 && spans[n-1].to == at {
				spans[n-1].to = r.end
			} else {
				spans = append(spans, span{at, r.end})
			}
		}
		for k < len(dead) && dead[k] < r.end {
			k++
		}
		at = r.end
	}
	return spans, nil
}

// deadFields lists, in ascending order, the offsets of the fields of a section that
// refer to dropped sections.
func (o *Object) deadFields(sec *objfmt.Section) ([]uint64, error) {
	var dead []uint64
	var buf [objfmt.DecodeChunk]objfmt.Reloc
	for raw := sec.Raw; len(raw) > 0; {
		n, rest, err := o.img.Format.Decode(o.img, sec, buf[:], raw)
		if err != nil {
			return nil, err
		}
		for i := range buf[:n] {
			if sym := buf[i].Sym; uint64(sym) < uint64(len(o.img.Symbols)) {
				if s := o.img.Symbols[sym].Section; s < objfmt.SecSpecial && o.dropped(s) {
					dead = append(dead, buf[i].Offset)
				}
			}
		}
		raw = rest
	}
	if !slices.IsSorted(dead) {
		slices.Sort(dead)
	}
	return dead, nil
}

// record is one CIE or FDE.
type record struct {
	body, end uint64 // offset of the CIE pointer or id; end of the record
	cie       bool
}

// frameRecord reads the record at offset at; false at the terminator, at the end
// and where the length is not sound.
func frameRecord(data []byte, at uint64, order bin.Order) (record, bool) {
	b, ok := bin.Slice(data, at, 4)
	if !ok {
		return record{}, false
	}
	n, body := uint64(order.U32(b)), at+4
	if n == 0xffff_ffff {
		if b, ok = bin.Slice(data, body, 8); !ok {
			return record{}, false
		}
		n, body = order.U64(b), body+8
	}
	b, ok = bin.Slice(data, body, n)
	if !ok || n < 4 {
		return record{}, false
	}
	return record{body, body + n, order.U32(b) == 0}, true
}

// eraseFDEs writes the nops and lengthens the records before them. mem is a fresh
// copy of the file's bytes.
func eraseFDEs(mem []byte, spans []span, order bin.Order) {
	at := uint64(0)
	for _, s := range spans {
		for {
			r, ok := frameRecord(mem, at, order)
			if !ok {
				return
			}
			if r.end == s.from {
				break
			}
			at = r.end
		}
		if order.U32(mem[at:]) == 0xffff_ffff {
			order.PutU64(mem[at+4:], order.U64(mem[at+4:])+s.to-s.from)
		} else {
			order.PutU32(mem[at:], order.U32(mem[at:])+uint32(s.to-s.from))
		}
		clear(mem[s.from:s.to])
		at = s.to
	}
}

// relocs iterates over the relocations of a section that are applied: those that live
// leaves, which alone the scan has checked.
func (o *Object) relocs(id objfmt.SectionID) iter.Seq2[objfmt.Reloc, error] {
	return func(yield func(objfmt.Reloc, error) bool) {
		sec := &o.img.Sections[id]
		var buf [objfmt.DecodeChunk]objfmt.Reloc
		for raw := sec.Raw; len(raw) > 0; {
			n, rest, err := o.img.Format.Decode(o.img, sec, buf[:], raw)
			if err != nil {
				yield(objfmt.Reloc{}, err)
				return
			}
			for _, r := range o.live(id, sec, buf[:n]) {
				if !yield(r, nil) {
					return
				}
			}
			raw = rest
		}
	}
}

// live removes from a chunk the relocations that are not applied: those in erased
// records and, in sections that only describe code, those to dropped sections,
// whose fields stay 0.
func (o *Object) live(id objfmt.SectionID, sec *objfmt.Section, rs []objfmt.Reloc) []objfmt.Reloc {
	if !o.drops {
		return rs
	}
	switch sec.Role {
	case objfmt.RoleEHFrame, objfmt.RoleExidx:
		spans := o.fdes[id]
		if sec.Role == objfmt.RoleExidx {
			spans = o.deadIndex[id]
		}
		if len(spans) == 0 {
			return rs
		}
		k := 0 // spans before k end at or before the last offset; records are in order as a rule
		return slices.DeleteFunc(rs, func(r objfmt.Reloc) bool {
			if k > 0 && r.Offset < spans[k-1].to {
				k = 0
			}
			for n := 0; k < len(spans) && spans[k].to <= r.Offset; k++ {
				if n++; n < 8 {
					continue
				}
				k, _ = slices.BinarySearchFunc(spans, r.Offset, func(s span, off uint64) int {
					if s.to <= off {
						return -1
					}
					return 1 // the first that ends behind off
				})
				break
			}
			return k < len(spans) && r.Offset >= spans[k].from
		})
	}
	if sec.Role == objfmt.RoleNote || sec.Flags&objfmt.SecLoad == 0 {
		return slices.DeleteFunc(rs, func(r objfmt.Reloc) bool {
			if uint64(r.Sym) >= uint64(len(o.img.Symbols)) {
				return false
			}
			s := o.img.Symbols[r.Sym].Section
			return s < objfmt.SecSpecial && o.dropped(s)
		})
	}
	return rs
}
