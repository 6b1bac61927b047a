package reloc

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Padding is how objects of a target ask their linker for alignments inside sections:
// the assembler has put in the most bytes that can be needed, and a relocation says so.
type Padding struct {
	// At says of a record whether it is such a one, how many bytes there are and to which
	// alignment in bytes, a power of two, what is behind them goes; where that takes more than
	// most bytes it is not aligned, and none stay. most 0: it is.
	At func(r *Reloc) (size, align, most uint64, ok bool)
	// Fill writes the instructions that stay.
	Fill func(dst []byte)
}

// WithPadding returns the table with the way in which its objects are padded.
func (t *Table) WithPadding(p Padding) *Table { t.Padding = &p; return t }

// Trim is [Table.TrimContext] without a limit.
func (t *Table) Trim(img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	return t.TrimContext(context.Background(), img)
}

// TrimContext cuts from the sections of an image what they have too much of padding: bytes, and
// with them symbols, sizes, relocations and addends, follow ([objfmt.ObjectImage.EditedContext]).
// How much that is depends on nothing but the file, since sections are aligned to all
// that is in them. An image without padding, or of a target without it, is returned as it
// is; else one of the two is to be closed. Errors are *objfmt.FormatError; that of a ctx that ends
// names the object and matches ctx's.
func (t *Table) TrimContext(ctx context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	if t.Padding == nil {
		return img, nil
	}
	var edits map[uint32]*objfmt.Edits
	var pads []pad
	var done heed.Count
	for i := range img.Sections {
		sec := &img.Sections[i]
		pads = pads[:0]
		if err := done.Items(ctx, 1); err != nil {
			return nil, trimEnded(img, err)
		}
		for r, err := range img.Relocs(objfmt.SectionID(i)) {
			if err != nil {
				return nil, err
			}
			if err := done.Items(ctx, 1); err != nil {
				return nil, trimEnded(img, err)
			}
			if size, align, most, ok := t.Padding.At(&r); ok {
				pads = append(pads, pad{r.Offset, size, align, most})
			}
		}
		if len(pads) == 0 {
			continue
		}
		if sec.Flags&objfmt.SecCompressed != 0 {
			return nil, &objfmt.FormatError{File: img.Name, What: "section " + fmt.Sprint(sec.Number), Msg: "padding for an alignment in a compressed section", Err: objfmt.ErrUnsupported}
		}
		if err := heed.SortStable(ctx, pads, func(a, b pad) int { return cmp.Compare(a.off, b.off) }); err != nil {
			return nil, trimEnded(img, err)
		}
		e, msg, err := t.cut(ctx, sec, pads)
		if err != nil {
			return nil, trimEnded(img, err)
		}
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
	return img.EditedContext(ctx, edits)
}

// trimEnded is the error of a context that has ended.
func trimEnded(img *objfmt.ObjectImage, err error) error {
	return fmt.Errorf("%s: cut padding: %w", texts.Name(img.Name), err)
}

// pad is padding of size bytes at an offset.
type pad struct{ off, size, align, most uint64 }

// cut decides how much of each padding stays; msg says what is wrong, and err is the context's.
func (t *Table) cut(ctx context.Context, sec *objfmt.Section, pads []pad) (e *objfmt.Edits, msg string, err error) {
	e = &objfmt.Edits{}
	gone, end := uint64(0), uint64(0)
	var done heed.Count
	for _, p := range pads {
		if err := done.Items(ctx, 1); err != nil {
			return nil, "", err
		}
		if p.off < end || p.off > uint64(len(sec.Data)) || p.size > uint64(len(sec.Data))-p.off {
			return nil, fmt.Sprintf("padding of %#x bytes at offset %#x overlaps another or lies outside", p.size, p.off), nil
		}
		end = p.off + p.size
		stay := -(p.off - gone) & (p.align - 1)
		if p.most > 0 && stay > p.most {
			stay = 0
		}
		if stay > p.size {
			return nil, fmt.Sprintf("padding of %#x bytes at offset %#x, where an alignment to %#x needs %#x", p.size, p.off, p.align, stay), nil
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
	return e, "", nil
}
