package objfmt

import (
	"context"
	"slices"
	"sort"
)

// Edit replaces N bytes of a section by New, which has at most N.
type Edit struct {
	Off, N uint64 // in the section as the file has it
	New    []byte

	gone uint64 // bytes less by the edits before it
}

// Edits are what is replaced in one section: in ascending order, not overlapping,
// within the section.
type Edits struct {
	List  []Edit
	Align uint8 // log2 of the alignment that the section needs with them
}

// At is where what is at an offset of the section in the file has gone. What is at the
// first byte of an edit stays there; a place behind what is left of it goes to its end.
func (e *Edits) At(off uint64) uint64 {
	k := sort.Search(len(e.List), func(i int) bool { return e.List[i].Off >= off })
	if k == 0 {
		return off
	}
	d := &e.List[k-1]
	if stays := d.Off + uint64(len(d.New)); off < d.Off+d.N {
		return min(off, stays) - d.gone
	}
	return off - d.gone - (d.N - uint64(len(d.New)))
}

// sum computes gone.
func (e *Edits) sum() {
	gone := uint64(0)
	for i := range e.List {
		d := &e.List[i]
		d.gone = gone
		gone += d.N - uint64(len(d.New))
	}
}

// Edited returns an image of the same object in which some sections have other bytes,
// and fewer; edits has them by the section's number in the file. Sizes, values and sizes
// of symbols, places of relocations and addends of those to section symbols follow. The two
// images own the buffer once between them: one of them is to be closed. It allocates the
// bytes of the edited sections and a copy of the symbol table.
func (img *ObjectImage) Edited(edits map[uint32]*Edits) *ObjectImage {
	own := *img
	f := &editedFormat{Format: img.Format, edits: edits}
	own.Format = f
	for _, e := range edits {
		e.sum()
	}
	own.Sections, own.Symbols = slices.Clone(img.Sections), slices.Clone(img.Symbols)
	for i := range own.Symbols {
		s := &own.Symbols[i]
		if s.Section >= SecSpecial {
			continue
		}
		e := edits[own.Sections[s.Section].Number]
		if e == nil {
			continue
		}
		at := e.At(s.Value)
		if end := s.Value + s.Size; end >= s.Value {
			s.Size = e.At(end) - at
		}
		s.Value = at
	}
	for i := range own.Sections {
		s := &own.Sections[i]
		if e := edits[s.Number]; e != nil {
			s.Data = e.apply(s.Data)
			s.Size = uint64(len(s.Data))
			s.Align = max(s.Align, e.Align)
		}
	}
	return &own
}

// apply makes the section's new bytes.
func (e *Edits) apply(data []byte) []byte {
	out := make([]byte, 0, len(data))
	at := uint64(0)
	for i := range e.List {
		d := &e.List[i]
		out = append(append(out, data[at:d.Off]...), d.New...)
		at = d.Off + d.N
	}
	return append(out, data[at:]...)
}

// editedFormat answers for an image with edits.
type editedFormat struct {
	Format
	edits map[uint32]*Edits
}

// Decode implements Format.
func (f *editedFormat) Decode(img *ObjectImage, sec *Section, dst []Reloc, raw []byte) (int, []byte, error) {
	n, rest, err := f.Format.Decode(img, sec, dst, raw)
	here := f.edits[sec.Number]
	for i := range dst[:n] {
		r := &dst[i]
		if here != nil {
			r.Offset = here.At(r.Offset)
		}
		if uint64(r.Sym) >= uint64(len(img.Symbols)) {
			continue
		}
		if s := &img.Symbols[r.Sym]; s.Type == SymSection && s.Section < SecSpecial && r.Addend > 0 {
			if e := f.edits[img.Sections[s.Section].Number]; e != nil {
				r.Addend = int64(e.At(uint64(r.Addend)))
			}
		}
	}
	return n, rest, err
}

// Full implements Format.
func (f *editedFormat) Full(ctx context.Context, img *ObjectImage) (*ObjectImage, error) {
	full, err := f.Format.Full(ctx, img)
	if err != nil {
		return nil, err
	}
	return full.Edited(f.edits), nil
}

// ContentsSize implements Format.
func (f *editedFormat) ContentsSize(img *ObjectImage, sec *Section) (uint64, error) {
	if f.edits[sec.Number] != nil {
		return uint64(len(sec.Data)), nil
	}
	return f.Format.ContentsSize(img, sec)
}

// Contents implements Format.
func (f *editedFormat) Contents(ctx context.Context, img *ObjectImage, sec *Section) ([]byte, error) {
	if f.edits[sec.Number] != nil {
		return sec.Data, nil
	}
	return f.Format.Contents(ctx, img, sec)
}
