package reloc

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Padding is how objects of a target ask their linker for alignments inside sections:
// the assembler has put in the most bytes that can be needed, and a relocation says so.
type Padding struct {
	// At says of a record whether it is such a one, how many bytes there are and to which
	// alignment in bytes, a power of two, what is behind them goes.
	At func(r *Reloc) (size, align uint64, ok bool)
	// Fill writes the instructions that stay.
	Fill func(dst []byte)
}

// WithPadding returns the table with the way in which its objects are padded.
func (t *Table) WithPadding(p Padding) *Table { t.Padding = &p; return t }

// Trim cuts from the sections of an image what they have too much of padding: bytes, and
// with them symbols, sizes, relocations and addends, follow ([objfmt.ObjectImage.Edited]).
// How much that is depends on nothing but the file, since sections are aligned to all
// that is in them. An image without padding, or of a target without it, is returned as it
// is; else one of the two is to be closed. Errors are *objfmt.FormatError.
func (t *Table) Trim(img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	if t.Padding == nil {
		return img, nil
	}
	var edits map[uint32]*objfmt.Edits
	var pads []pad
	for i := range img.Sections {
		sec := &img.Sections[i]
		pads = pads[:0]
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				return nil, err
			}
			if size, align, ok := t.Padding.At(&r); ok {
				pads = append(pads, pad{r.Offset, size, align})
			}
		}
		if len(pads) == 0 {
			continue
		}
		if sec.Flags&objfmt.SecCompressed != 0 {
			return nil, &objfmt.FormatError{File: img.Name, What: "section " + fmt.Sprint(sec.Number), Msg: "padding for an alignment in a compressed section", Err: objfmt.ErrUnsupported}
		}
		slices.SortStableFunc(pads, func(a, b pad) int { return cmp.Compare(a.off, b.off) })
		e, msg := t.cut(sec, pads)
		if msg != "" {
			return nil, &objfmt.FormatError{File: img.Name, What: "section " + fmt.Sprint(sec.Number), Msg: msg}
		}
		if edits == nil {
			edits = map[uint32]*objfmt.Edits{}
		}
		edits[sec.Number] = e
	}
	if edits == nil {
		return img, nil
	}
	return img.Edited(edits), nil
}

// pad is padding of size bytes at an offset.
type pad struct{ off, size, align uint64 }

// cut decides how much of each padding stays; msg says what is wrong.
func (t *Table) cut(sec *objfmt.Section, pads []pad) (e *objfmt.Edits, msg string) {
	e = &objfmt.Edits{}
	gone, end := uint64(0), uint64(0)
	for _, p := range pads {
		if p.off < end || p.off > uint64(len(sec.Data)) || p.size > uint64(len(sec.Data))-p.off {
			return nil, fmt.Sprintf("padding of %#x bytes at offset %#x overlaps another or lies outside", p.size, p.off)
		}
		end = p.off + p.size
		stay := -(p.off - gone) & (p.align - 1)
		if stay > p.size {
			return nil, fmt.Sprintf("padding of %#x bytes at offset %#x, where an alignment to %#x needs %#x", p.size, p.off, p.align, stay)
		}
		e.Align = max(e.Align, uint8(bits.TrailingZeros64(p.align)))
		if stay == p.size {
			continue
		}
		fill := make([]byte, stay)
		t.Padding.Fill(fill)
		e.List = append(e.List, objfmt.Edit{Off: p.off, N: p.size, New: fill})
		gone += p.size - stay
	}
	return e, ""
}
