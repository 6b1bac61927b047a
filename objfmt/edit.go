package objfmt

import (
	"context"
	"fmt"
	"sort"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
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

// sum computes gone. The error is the context's.
func (e *Edits) sum(ctx context.Context) error {
	gone := uint64(0)
	for lo := 0; lo < len(e.List); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(e.List))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			d := &e.List[i]
			d.gone = gone
			gone += d.N - uint64(len(d.New))
		}
	}
	return nil
}

// Edited is [ObjectImage.EditedContext] without a limit.
func (img *ObjectImage) Edited(edits map[uint32]*Edits) *ObjectImage {
	own, _ := img.EditedContext(context.Background(), edits) // which does not end
	return own
}

// EditedContext returns an image of the same object in which some sections have other bytes,
// and fewer; edits has them by the section's number in the file. Sizes, values and sizes
// of symbols, places of relocations and addends of those to section symbols follow. The two
// images own the buffer once between them: one of them is to be closed. It allocates the
// bytes of the edited sections and a copy of the symbol table. The error is that of a ctx that ends, which
// names the object and matches ctx's; the image is as it was then.
func (img *ObjectImage) EditedContext(ctx context.Context, edits map[uint32]*Edits) (*ObjectImage, error) {
	own := *img
	own.Format = &editedFormat{Format: img.Format, edits: edits}
	err := own.edit(ctx, edits)
	if err != nil {
		return nil, fmt.Errorf("%s: edit sections: %w", texts.Name(img.Name), err)
	}
	if p := img.Parser(); p != nil {
		own.SetParser(&editedParser{p, edits})
	}
	return &own, nil
}

// editedParser is the Parser of an image with edits.
type editedParser struct {
	of    Parser
	edits map[uint32]*Edits
}

// Parse implements Parser.
func (p *editedParser) Parse(ctx context.Context, buf *ObjectBuffer) (*ObjectImage, error) {
	img, err := p.of.Parse(ctx, buf)
	if err != nil {
		return nil, err
	}
	edited, err := img.EditedContext(ctx, p.edits)
	if err != nil {
		buf.Retain() // stays the caller's
		img.Close()
	}
	return edited, err
}

// edit makes a copy of an image what EditedContext returns. The error is the context's.
func (img *ObjectImage) edit(ctx context.Context, edits map[uint32]*Edits) (err error) {
	for _, e := range edits {
		if err := e.sum(ctx); err != nil {
			return err
		}
	}
	if img.Sections, err = heed.Clone(ctx, img.Sections); err != nil {
		return err
	}
	if img.Symbols, err = heed.Clone(ctx, img.Symbols); err != nil {
		return err
	}
	for lo := 0; lo < len(img.Symbols); lo += heed.Every {
		hi, err := heed.Piece(ctx, lo, len(img.Symbols))
		if err != nil {
			return err
		}
		for i := lo; i < hi; i++ {
			if s := &img.Symbols[i]; s.Section < SecSpecial {
				s.follow(edits[img.Sections[s.Section].Number])
			}
		}
	}
	var done heed.Count
	for i := range img.Sections {
		s := &img.Sections[i]
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if e := edits[s.Number]; e != nil {
			if s.Data, err = e.apply(ctx, s.Data); err != nil {
				return err
			}
			s.Size = uint64(len(s.Data))
			s.Align = max(s.Align, e.Align)
		}
	}
	return nil
}

// follow moves a symbol to where what it names has gone. nil: nothing has moved.
func (s *Symbol) follow(e *Edits) {
	if e == nil {
		return
	}
	at := e.At(s.Value)
	if end := s.Value + s.Size; end >= s.Value {
		s.Size = e.At(end) - at
	}
	s.Value = at
}

// apply makes the section's new bytes. The error is the context's.
func (e *Edits) apply(ctx context.Context, data []byte) ([]byte, error) {
	out := make([]byte, len(data))
	to, at := 0, uint64(0)
	var done heed.Count
	for i := range e.List {
		d := &e.List[i]
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		if err := heed.Copy(ctx, out[to:], data[at:d.Off]); err != nil {
			return nil, err
		}
		to += int(d.Off - at)
		to += copy(out[to:], d.New)
		at = d.Off + d.N
	}
	out = out[:to+len(data[at:])]
	return out, heed.Copy(ctx, out[to:], data[at:])
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

// Layout implements Format: records that are left where they are say what they said of other bytes.
func (f *editedFormat) Layout(*ObjectImage, *Section) (*Layout, uint64) { return nil, 0 }

// Full implements Format.
func (f *editedFormat) Full(ctx context.Context, img *ObjectImage) (*ObjectImage, error) {
	full, err := f.Format.Full(ctx, img)
	if err != nil {
		return nil, err
	}
	edited, err := full.EditedContext(ctx, f.edits)
	if err != nil {
		full.Close()
	}
	return edited, err
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
