package stubs

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Target is something that code refers to directly and does not reach.
type Target struct {
	Func bool   // a function, which has a stub; else data, which is copied
	Addr uint64 // where it is
	Size uint64 // of data, bytes
}

// The pieces of a Canonical.
const (
	CanonicalCode = iota // stubs
	CanonicalGOT         // what they jump through
	CanonicalData        // copies
	NumCanonical
)

// CanonicalKinds are the kinds of memory of the pieces.
var CanonicalKinds = [NumCanonical]objfmt.Kind{objfmt.KindCode, objfmt.KindReadOnly, objfmt.KindWritable}

// Canonical is what is made within reach for targets that are not: a canonical stub is
// from then on the function's address for everybody, and copied data the data object's,
// as copy relocations make it (R_X86_64_COPY).
type Canonical struct {
	Arch  *reloc.Arch
	Order bin.Order
	// Pieces are the sizes of the memory that Add has found to be needed. Addr is to be
	// set once there is memory.
	Pieces [NumCanonical]place.Piece

	targets []placed
}

// placed is a target and where its stub or copy is.
type placed struct {
	Target
	off uint64 // in its piece
	got uint64 // in CanonicalGOT
}

// Grow makes room for n more targets to be added without allocating.
func (c *Canonical) Grow(n int) { c.targets = slices.Grow(c.targets, n) }

// Add makes room for a target. The error is [place.ErrTooLarge].
func (c *Canonical) Add(t Target) error {
	var off, got uint64
	var err error
	if !t.Func {
		off, err = c.Pieces[CanonicalData].Add(t.Size, max(min(t.Addr&-t.Addr, 64), 1))
	} else if off, err = c.Pieces[CanonicalCode].Add(c.Arch.StubSize, c.Arch.StubAlign); err == nil && !c.Arch.Direct {
		got, err = c.Pieces[CanonicalGOT].Add(c.Arch.PtrSize, c.Arch.PtrSize)
	}
	c.targets = append(c.targets, placed{t, off, got})
	return err
}

// piece is the index of the piece that a target's stub or copy is in.
func (c *Canonical) piece(i int) int {
	if c.targets[i].Func {
		return CanonicalCode
	}
	return CanonicalData
}

// Addr is the address of the stub or copy of target i, the i-th that was added.
func (c *Canonical) Addr(i int) uint64 {
	if c.targets[i].Func {
		return c.start(i) + c.Arch.PlainEntry
	}
	return c.start(i)
}

// start is where the stub or copy of target i begins.
func (c *Canonical) start(i int) uint64 { return c.Pieces[c.piece(i)].Addr + c.targets[i].off }

// Copy returns the memory for the copy of target i in that of all data, nil for a function.
func (c *Canonical) Copy(i int, data []byte) []byte {
	if c.targets[i].Func {
		return nil
	}
	return data[c.targets[i].off:][:c.targets[i].Size]
}

// WriteStub writes the stub of target i, if it is a function. The error is a *ReachError
// whose Entry is i: it does not reach its GOT entry.
func (c *Canonical) WriteStub(i int, code, got []byte) error {
	t := c.targets[i].Addr
	if !c.targets[i].Func {
		return nil
	}
	if !c.Arch.Direct {
		putWord(c.Arch, c.Order, got[c.targets[i].got:], t)
		t = c.Pieces[CanonicalGOT].Addr + c.targets[i].got
	}
	if !c.Arch.WriteStub(code[c.targets[i].off:], c.Order, c.start(i), t) {
		return &ReachError{i, t, c.start(i)}
	}
	return nil
}
