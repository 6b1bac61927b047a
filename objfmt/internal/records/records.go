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
}

// Apart has memory for each image by itself. Any goroutine may use it.
var Apart = &Memory{}

// Shared is memory for images of so many bytes of input together.
func Shared(input uint64) *Memory {
	m := &Memory{}
	m.Images.Init(input)
	m.Sections.Init(input)
	m.Symbols.Init(input)
	m.Hashes.Init(input)
	m.More.Init(input)
	m.Groups.Init(input)
	m.Members.Init(input)
	return m
}
