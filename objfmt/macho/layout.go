package macho

import (
	"sync"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// kinds has, by grammar and by the upper byte of a record's second word, the records that name a symbol and come by themselves: what
// Decode makes of them depends on nothing else.
var kinds = sync.OnceValue(func() *[numGrammars][256]objfmt.RowKind {
	var of [numGrammars][256]objfmt.RowKind
	for top := range uint32(256) {
		w := top << pcrelAt
		var r record
		r.loadWords(0, w)
		if !r.extern {
			continue
		}
		k := objfmt.RowKind{Type: r.typ, Row: true}
		x8664, arm64, i386, arm := k, k, k, k
		if x8664.Row = r.kind() != X8664Subtractor; r.pcrel {
			x8664.Addend = -1 << r.length
		}
		arm64.Row = r.kind() != ARM64Subtractor && r.kind() != ARM64Addend && r.kind() != ARM64AuthenticatedPointer
		i386.Row, i386.From = i386Pairing[r.kind()] == alone, r.pcrel
		arm.Row, arm.From = armPairing[r.kind()] == alone, r.pcrel
		of[grammarX8664][top], of[grammarARM64][top], of[grammarI386][top], of[grammarARM][top] = x8664, arm64, i386, arm
	}
	return &of
})

// layoutOf is where records of a grammar have what, in an object with nsyms symbols.
func layoutOf(g grammar, nsyms uint32) objfmt.Layout {
	return objfmt.Layout{
		Size: recordSize, SymShift: 32, SymMask: symbolBits, TypeShift: 32 + pcrelAt, TypeMask: 0xff,
		Kinds: &kinds()[g], Symbols: nsyms,
	}
}

// Layout implements objfmt.Format. Raw of sections with a stride has other things, too.
func (f *image) Layout(_ *objfmt.ObjectImage, sec *objfmt.Section) (*objfmt.Layout, uint64) {
	own := &f.secs[sec.Number-1]
	if own.stride != 0 || f.layout.Size == 0 {
		return nil, 0
	}
	return &f.layout, own.addr
}
