package elfimage

import (
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// span is a stretch of memory of one kind, with a section header of its own.
type span struct {
	addr, end uint64
	align     uint64 // bytes
	kind      objfmt.Kind
	object    int  // whose it is: -1 if several have it
	named     bool // some symbol is in it
}

// unit is what managers of memory allocate multiples of, in bytes.
const unit = 16

// memory takes an object's sections, those that the linker made, too.
func (b *builder) memory(o *rtdyld.Object, object int) {
	for _, s := range o.Sections() {
		end := s.Addr + uint64(len(s.Mem))
		if s.Kind == objfmt.KindNone || end <= s.Addr {
			continue
		}
		b.spans = append(b.spans, span{addr: s.Addr, end: end, align: max(s.Align, 1), kind: s.Kind, object: object})
	}
}

// join sorts the stretches of memory and joins those of a kind that lie side by side, so
// that objects of a batch have few: a debugger's work is not linear in their number. Between
// two is no room for anything that belongs to others. None overlap afterwards: where two
// do, as those of objects that are mapped to the same addresses, the first keeps what it has.
func (b *builder) join() {
	slices.SortStableFunc(b.spans, func(x, y span) int {
		return cmp.Or(cmp.Compare(x.addr, y.addr), cmp.Compare(x.kind, y.kind))
	})
	out := b.spans[:0]
	for _, s := range b.spans {
		if len(out) > 0 {
			last := &out[len(out)-1]
			room := uint64(unit)
			if s.object == last.object {
				room = max(room, s.align)
			}
			if s.kind == last.kind && s.addr <= (last.end+room-1)&^(room-1) {
				last.end = max(last.end, s.end)
				if s.object != last.object {
					last.object = -1
				}
				continue
			}
			if s.end <= last.end {
				continue
			}
			if s.addr < last.end {
				s.addr, s.align = last.end, 1
			}
		}
		out = append(out, s)
	}
	b.spans = out
}

// trim leaves out stretches of data that no symbol is in.
func (b *builder) trim() {
	for _, list := range [...][]symbol{b.locals, b.globals} {
		for i := range list {
			if at := b.find(list[i].addr); at >= 0 {
				b.spans[at].named = true
			}
		}
	}
	b.spans = slices.DeleteFunc(b.spans, func(s span) bool { return s.kind != objfmt.KindCode && !s.named })
}

// find returns the index of the stretch of memory that an address is in, or at the end
// of; -1 if there is none.
func (b *builder) find(addr uint64) int {
	i, _ := slices.BinarySearchFunc(b.spans, addr, func(s span, addr uint64) int {
		if s.addr <= addr {
			return -1
		}
		return 1
	})
	if i--; i < 0 || addr > b.spans[i].end {
		return -1
	}
	return i
}
