package rtdyld

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/internal/link/image"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// predict gives parts the groups that they will need as far as records and GOT entries tell, and returns how many bytes the tables in front of them will take then.
// Nothing but time depends on how true that is: both passes are compared, and done again if it was not.
func (s *saver) predict(ctx context.Context, base uint64, inputs []image.Input) (meta uint64, err error) {
	s.found = arena.Make[partWords](len(s.parts), false)
	size := uint64(0)
	for i := range s.parts {
		size += s.parts[i].size
	}
	err = s.eachPart(ctx, size, func(ctx context.Context, i int, p *savedPart) error {
		switch w := &s.found[i]; {
		case p.group == image.Text, p.group == image.Frames, p.group == image.Template:
			return nil
		case p.id == p.o.pseudo(place.GOT):
			s.predictGOT(p.o, w)
			return nil
		case int(p.id) >= len(p.o.img().Sections), len(p.o.img().Sections[p.id].Raw) == 0:
			return nil
		default:
			return s.predictPart(ctx, p, w)
		}
	})
	if err != nil {
		return 0, err
	}
	if _, err := s.promote(ctx); err != nil {
		return 0, err
	}
	if s.layout, err = s.place(base, 1); err != nil {
		return 0, s.tooLarge(err)
	}
	for i := range s.parts {
		at := s.layout.Addr[s.parts[i].group] + s.parts[i].off
		for k := range s.found[i].words {
			s.found[i].words[k].Addr += at
		}
	}
	s.words = joinWords(append(s.runs(), s.predictMade()...))
	f := s.head(inputs)
	if err := s.addSymbols(ctx, f, false); err != nil {
		return 0, err
	}
	return metaSize(f.Size(), s.layout), nil
}

// predictPart lists the words, at offsets in place of addresses, that a section's records say to hold addresses.
func (s *saver) predictPart(ctx context.Context, p *savedPart, w *partWords) error {
	o := p.o
	return o.eachRecord(ctx, p.id, func(r *objfmt.Reloc) {
		if int(r.Type) >= len(o.table.Rows) {
			return
		}
		if row := &o.table.Rows[r.Type]; row.Expr != reloc.Abs || row.Need != reloc.NeedNone || o.table.Width(row.Field) != 8 {
			return
		}
		if w.words == nil {
			w.words = make([]image.Word, 0, len(o.img().Sections[p.id].Raw)/24) // ELF's records have so many bytes
		}
		s.predictWord(o, r.Sym, r.Offset, image.Address, w)
	})
}

// predictGOT is predictPart for an object's GOT.
func (s *saver) predictGOT(o *Object, w *partWords) {
	word := o.table.Arch.PtrSize
	for _, e := range o.plan.All() {
		switch off := uint64(e.Off); e.Need {
		case reloc.NeedGOT:
			s.predictWord(o, e.Sym, off, image.Address, w)
		case reloc.NeedGOTTPOff:
			s.predictWord(o, e.Sym, off, image.ThreadOffset, w)
		case reloc.NeedTLSGD:
			s.predictWord(o, e.Sym, off, image.Module, w)
			if s.importOfSymbol(o, e.Sym) >= 0 {
				s.predictWord(o, e.Sym, off+word, image.ModuleOffset, w)
			}
		case reloc.NeedTLSLD:
			w.words, w.foreign = append(w.words, image.Word{Addr: off, Import: -1, Kind: image.Module}), true
		case reloc.NeedTLSDesc:
			w.words = append(w.words, image.Word{Addr: off, Import: -1})
			s.predictWord(o, e.Sym, off+word, image.ThreadOffset, w)
		case reloc.NeedGOTDTPOff:
			if s.importOfSymbol(o, e.Sym) >= 0 {
				s.predictWord(o, e.Sym, off, image.ModuleOffset, w)
			}
		}
	}
}

// predictWord adds the word at an offset for an object's symbol.
func (s *saver) predictWord(o *Object, sym objfmt.SymbolID, off uint64, kind image.WordKind, w *partWords) {
	x := image.Word{Addr: off, Import: s.importOfSymbol(o, sym), Kind: kind}
	w.foreign = w.foreign || x.Import >= 0 || kind != image.Address
	w.words = append(w.words, x)
}

// importOfSymbol is the import that an object's symbol is, -1 if it is none.
func (s *saver) importOfSymbol(o *Object, sym objfmt.SymbolID) int32 {
	if from := o.img().FirstGlobal; sym >= from && int(sym-from) < len(o.ids) {
		if id := o.ids[sym-from]; id < symtab.Special {
			if i, is := s.index[id]; is {
				return i
			}
		}
	}
	return -1
}

// predictMade are the words of what is of no object.
func (s *saver) predictMade() [][]image.Word {
	l := s.layout
	var arrays, direct []image.Word
	for i := range uint64(s.arrays) {
		arrays = append(arrays, image.Word{Addr: l.Init + 8*i, Import: -1})
	}
	at := l.Addr[image.Foreign] + s.directAt[stubs.CanonicalGOT]
	for _, d := range s.direct {
		if d.fn {
			direct = append(direct, image.Word{Addr: at, Import: int32(d.i)})
			at += 8
		}
	}
	return [][]image.Word{arrays, direct}
}
