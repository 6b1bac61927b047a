// Package records has the memory that parsers make images in.
//
// Law: kinds of records and nothing else; what is in them is the parsers'.
package records

import (
	"github.com/go-rtdyld/rtdyld/internal/arena"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Memory is where records of images lie, a kind beside the other. It must not be used concurrently.
type Memory struct {
	Images   arena.Of[objfmt.ObjectImage]
	Sections arena.Of[objfmt.Section]
	Symbols  arena.Of[objfmt.Symbol]
	Hashes   arena.Of[uint32]
	More     arena.Of[uint64]
	Groups   arena.Of[objfmt.Group]
	Members  arena.Of[objfmt.SectionID]
	words    arena.Words // of those below it
}

// Apart has memory for each image by itself. Any goroutine may use it.
var Apart = &Memory{}

// Shared is memory for n images of so many bytes of input together.
func Shared(n int, input uint64) *Memory {
	m := &Memory{}
	m.Images.InitFor(input, n)
	m.Sections.Init(input)

	m.words.Init(input)
	m.Symbols.Share(&m.words)
	m.Hashes.Share(&m.words)
	m.More.Share(&m.words)
	m.Groups.Share(&m.words)
	m.Members.Share(&m.words)
	return m
}

// Names are records of n symbols, and keys of so many names: in one piece if images do not share memory.
func (m *Memory) Names(n, keys int) (symbols []objfmt.Symbol, hashes []uint32, more []uint64) {
	if m == Apart {
		return arena.Three[objfmt.Symbol, uint32, uint64](n, keys, keys)
	}
	return m.Symbols.Take(n), m.Hashes.Take(keys), m.More.Take(keys)
}
