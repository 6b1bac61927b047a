package stubs

import (
	"iter"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// packed says what the entries of a plan were that keeps none: each symbol has the same, as a stub and the GOT entry that it jumps through, and
// those of a need lie one behind the other. Plan.First has the symbols. So it is of most objects whose code calls others.
type packed struct {
	n    uint32 // how many; 0: they are in Plan.List
	each [2]run // of a symbol; the second may have no need
}

// run are entries for a need, by offset.
type run struct {
	at   uint32 // of the first
	step uint32 // from one to the next
	need reloc.Need
}

// pack gives up the entries of a plan that is not applied any more, if all can be told in a few words.
func (p *Plan) pack() {
	list := p.List
	if len(list) == 0 || len(p.Details) > 0 || p.First == nil {
		return
	}
	k := packed{n: uint32(len(list))}
	m := 1 // entries of a symbol
	if len(list) > 1 && list[1].Sym == list[0].Sym {
		m = 2
	}
	for i := range m {
		k.each[i] = run{at: list[i].Off, need: list[i].Need}
		if m+i < len(list) {
			k.each[i].step = list[m+i].Off - list[i].Off
		}
	}
	i := 0
	for e := range k.entries(p.First) {
		if i == len(list) || list[i] != e {
			return
		}
		i++
	}
	if i == len(list) {
		p.List, p.packed = nil, k
	}
}

// entries are the entries, made anew.
func (k packed) entries(first reloc.Firsts) iter.Seq[reloc.Entry] {
	return func(yield func(reloc.Entry) bool) {
		each := k.each
		for i := 0; i < len(first); i += 2 {
			for w := first[i]; w != 0; w &= w - 1 {
				for j := range each {
					r := &each[j]
					if r.need == reloc.NeedNone {
						continue
					}
					if !yield(reloc.Entry{Sym: objfmt.SymbolID(16*i + bits.TrailingZeros32(w)), Off: r.at, Need: r.need}) {
						return
					}
					r.at += r.step
				}
			}
		}
	}
}

// All are the entries, also of a plan that has let go of them. They are not to be changed.
func (p *Plan) All() []reloc.Entry {
	if p.packed.n == 0 {
		return p.List
	}
	list := make([]reloc.Entry, 0, p.packed.n)
	for e := range p.packed.entries(p.First) {
		list = append(list, e)
	}
	return list
}
