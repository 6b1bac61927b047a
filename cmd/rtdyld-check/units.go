package main

import (
	"debug/dwarf"
	"errors"
	"fmt"
	"iter"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// maxRows bounds the rows of an object's line tables. A byte of a table may be a row, which takes
// more than 40.
const maxRows = 1 << 22

// dwarfUnit is where a unit of .debug_info has its first entry and its abbreviations.
type dwarfUnit struct {
	entries dwarf.Offset
	abbrev  uint64
}

// units reads the headers of units (DWARF 5, section 7.5.1), up to one that is cut off.
func units(info []byte, big bool) iter.Seq[dwarfUnit] {
	return func(yield func(dwarfUnit) bool) {
		for off := uint64(0); off < uint64(len(info)); {
			c := &cursor{Cursor: bin.Cursor{B: info, Big: big}}
			c.Seek(off)
			n := uint64(c.Uint(4))
			if n == 0xffffffff {
				c.wide = true
				n = uint64(c.Uint(8))
			}
			if c.Bad || n == 0 || n > uint64(c.Left()) {
				return
			}
			off = uint64(c.At) + n
			var u dwarfUnit
			if c.Uint(2) >= 5 {
				kind := c.Uint(1)
				c.Uint(1) // address_size
				u.abbrev = uint64(c.offset())
				switch kind {
				case 4, 5: // DW_UT_skeleton, DW_UT_split_compile
					c.Uint(8)
				case 2, 6: // DW_UT_type, DW_UT_split_type
					c.Uint(8)
					c.offset()
				}
			} else {
				u.abbrev = uint64(c.offset())
				c.Uint(1)
			}
			u.entries = dwarf.Offset(c.At)
			if c.Bad || !yield(u) {
				return
			}
		}
	}
}

var errAbbrev = errors.New("its tables of abbreviations overlap, and are not read")

// checkDWARF refuses what debug/dwarf would take more memory for than a small multiple of its size:
// it keeps the abbreviations of each unit, from where they begin to the end of their table.
func checkDWARF(debug map[string][]byte, big bool) error {
	left := 4*len(debug["abbrev"]) + 64
	seen := map[uint64]bool{}
	for u := range units(debug["info"], big) {
		if seen[u.abbrev] {
			continue
		}
		seen[u.abbrev] = true
		c := &cursor{Cursor: bin.Cursor{B: debug["abbrev"], Big: big}}
		c.Seek(u.abbrev)
		start := c.At
		for !c.Bad && c.ULEB() != 0 {
			c.ULEB() // tag
			c.Uint(1)
			for !c.Bad {
				name, form := c.ULEB(), c.ULEB()
				if form == 0x21 { // DW_FORM_implicit_const
					c.ULEB()
				}
				if name == 0 && form == 0 {
					break
				}
			}
		}
		if left -= c.At - start; left < 0 {
			return fmt.Errorf(".debug_abbrev: %w", errAbbrev)
		}
	}
	return nil
}
