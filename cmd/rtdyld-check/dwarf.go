package main

import (
	"cmp"
	"context"
	"debug/dwarf"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// lineTable reads the line tables from the debug sections of a linked object: its
// sequences by address. Without debug information there are none.
func lineTable(ctx context.Context, sections []placed, big bool) ([]sequence, error) {
	debug, err := debugSections(ctx, sections)
	if err != nil || len(debug["info"]) == 0 {
		return nil, err
	}
	if err := checkDWARF(debug, big); err != nil {
		return nil, err
	}
	data, err := dwarf.New(debug["abbrev"], nil, nil, debug["info"], debug["line"], nil, debug["ranges"], debug["str"])
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"addr", "line_str", "str_offsets", "rnglists"} {
		if b := debug[name]; b != nil {
			if err := data.AddSection(".debug_"+name, b); err != nil {
				return nil, err
			}
		}
	}
	var out []sequence
	rows := maxRows
	r := data.Reader()
	for off := range units(debug["info"], big) {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		r.Seek(off.entries)
		unit, err := r.Next()
		if err != nil {
			return out, err
		}
		if unit == nil {
			break
		}
		if unit.Tag != dwarf.TagCompileUnit {
			continue
		}
		seqs, err := unitLines(data, big, unit, debug, &rows)
		out = append(out, seqs...)
		if err != nil {
			return out, err
		}
	}
	slices.SortStableFunc(out, func(a, b sequence) int {
		return cmp.Or(cmp.Compare(a.low(), b.low()), cmp.Compare(a.end(), b.end()))
	})
	return out, nil
}

// unitLines reads the line table of a compilation unit.
// It takes its rows from those that there may be.
func unitLines(data *dwarf.Data, big bool, unit *dwarf.Entry, debug map[string][]byte, rows *int) ([]sequence, error) {
	lr, err := data.LineReader(unit)
	if lr == nil || err != nil {
		return nil, err
	}
	offset, _ := unit.Val(dwarf.AttrStmtList).(int64)
	names := lineFiles(debug, uint64(offset), big)
	index := map[*dwarf.LineFile]int{}
	for i, f := range lr.Files() {
		if f != nil {
			index[f] = i
		}
	}
	var out []sequence
	var seq sequence
	for {
		var e dwarf.LineEntry
		if err := lr.Next(&e); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			} else {
				err = fmt.Errorf("line table at %#x: %w", offset, err)
			}
			return out, err
		}
		if *rows--; *rows < 0 {
			return out, fmt.Errorf("line table at %#x: the object has more than %d rows, which are not read", offset, maxRows)
		}
		file := noFile
		if e.File != nil {
			file = []byte(e.File.Name)
			if i, ok := index[e.File]; ok && i < len(names) {
				file = names[i]
			}
		}
		seq = append(seq, row{e.Address, file, e.Line})
		if e.EndSequence {
			if len(seq) > 1 && seq.low() < seq.end() {
				out = append(out, seq)
			}
			seq = nil
		}
	}
}

// noFile is the name where a row names no file.
var noFile = []byte("<invalid>")

// lineFiles reads the names of the files of a line table as they stand there, without
// the folders that debug/dwarf puts before them. By index, as the table counts. What
// cannot be read is left out.
func lineFiles(debug map[string][]byte, offset uint64, big bool) [][]byte {
	c := &cursor{Cursor: bin.Cursor{B: debug["line"], Big: big}}
	if c.Seek(offset); c.Bad {
		return nil
	}
	if c.Uint(4) == 0xffffffff { // unit_length
		c.wide = true
		c.Uint(8)
	}
	version := c.Uint(2)
	if version >= 5 {
		c.Uint(2) // address_size, segment_selector_size
	}
	c.offset() // header_length
	c.Uint(1)  // minimum_instruction_length
	if version >= 4 {
		c.Uint(1) // maximum_operations_per_instruction
	}
	c.Uint(3) // default_is_stmt, line_base, line_range
	if base := c.Uint(1); base > 0 {
		c.Take(base - 1) // standard_opcode_lengths
	}
	if version >= 5 {
		c.entries(debug) // directories
		return c.entries(debug)
	}
	for len(c.CString()) > 0 { // include_directories
	}
	names := [][]byte{nil} // counted from 1
	for name := c.CString(); len(name) > 0; name = c.CString() {
		c.ULEB() // directory
		c.ULEB() // time
		c.ULEB() // length
		names = append(names, name)
	}
	return names
}
