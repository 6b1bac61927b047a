package place

import (
	"context"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Threads is an object's block of thread-locals, which every thread has. The sections
// with initial contents come first: they are the template, which lies in the object's
// memory. Zero-filled ones are in the block alone.
type Threads struct {
	Size, Align uint64 // bytes, of the block
	Init        uint64 // bytes of the template
	Commons     Piece  // common symbols, offsets behind CommonsAt in the block; written before all else
	CommonsAt   uint64
	Bad         objfmt.SectionID // after an error: that has no place, Size bytes into the block
	at          []threadSection
}

// threadSection is a thread-local section's offset in the block.
type threadSection struct {
	id  objfmt.SectionID
	off uint64
}

// Offset is where a section is in the block, in bytes; false for one that is not
// thread-local or not in memory.
func (t *Threads) Offset(id objfmt.SectionID) (off uint64, ok bool) {
	for lo, hi := 0, len(t.at); lo < hi; {
		mid := int(uint(lo+hi) >> 1)
		switch x := &t.at[mid]; {
		case x.id == id:
			return x.off, true
		case x.id < id:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, false
}

// PlaceThreads places the thread-local sections of the file in a block, in file order,
// those with contents first, common symbols last, and the template in the object's memory. The error is [ErrTooLarge], with t.Bad,
// or the context's.
func (l *Layout) PlaceThreads(ctx context.Context, t *Threads) error {
	var at []threadSection
	var done heed.Count
	for i := range l.file {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		if l.isThread(i) {
			at = append(at, threadSection{id: objfmt.SectionID(i)})
		}
	}
	if at == nil && t.Commons.Size == 0 {
		return nil
	}
	var block Piece
	*t = Threads{Align: 1, Commons: t.Commons, at: at}
	for _, zero := range [...]objfmt.SectionFlags{0, objfmt.SecZeroFill} {
		for i := range t.at {
			if err := done.Items(ctx, 1); err != nil {
				return err
			}
			x := &t.at[i]
			s := &l.file[x.id]
			if s.Flags&objfmt.SecZeroFill != zero {
				continue
			}
			var err error
			if x.off, err = block.Add(s.Size, s.Alignment()); err != nil {
				t.Bad, t.Size = x.id, block.Size
				return err
			}
		}
		if zero == 0 {
			t.Init = block.Size
		}
	}
	if t.Commons.Size > 0 {
		var err error
		if t.CommonsAt, err = block.Add(t.Commons.Size, t.Commons.Align); err != nil {
			t.Bad, t.Size = objfmt.SecCommon, block.Size
			return err
		}
	}
	t.Size, t.Align = block.Size, max(block.Align, 1)
	if t.Init == 0 {
		return nil
	}
	if err := l.Add(l.TemplateID(), t.Init, t.Align); err != nil {
		t.Bad = l.TemplateID()
		return err
	}
	for _, x := range t.at {
		if err := done.Items(ctx, 1); err != nil {
			return err
		}
		l.Sections[x.id].off = l.Template.off + min(x.off, t.Init)
	}
	return nil
}

// isThread reports whether a section of the file is thread-local and in memory.
func (l *Layout) isThread(i int) bool {
	return l.file[i].Flags&objfmt.SecTLS != 0 && l.Kept(objfmt.SectionID(i))
}
