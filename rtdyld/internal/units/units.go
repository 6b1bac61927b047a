// Package units reads what all DWARF is made of: sections by their names, headers of units, tables of abbreviations,
// values by their forms, strings and addresses. What the entries mean is for those that import it: lines and functions
// by debug/symbolize, types by cdebug.
//
// Names and numbers are those of DWARF 5, chapter 7. Before DWARF 5 the tables are the same with fewer rows; what
// GNU's compilers wrote before is in the user range.
//
// Law: bytes never make it panic, and each step is counted, so that what it costs has the bound that is set in [Data.Steps].
package units

import (
	"errors"
	"fmt"
	"strings"
)

// Data are the sections of one object, and how much may still be read of them.
type Data struct {
	Big      bool
	Infos    [][]byte // each section .debug_info, in file order
	Types    [][]byte // each .debug_types of DWARF 4
	Abbrev   []byte
	Line     []byte
	LineStr  []byte
	Str      []byte
	StrOff   []byte
	Addr     []byte
	Ranges   []byte
	Rnglists []byte
	CodeView bool // there is debug information of Microsoft's compilers

	Steps    int // that may be done
	MaxAttrs int // of all tables of abbreviations
	// Late is asked now and then whether it is too late for more. nil: it is not.
	Late func() bool

	left    int                 // steps until Late is asked
	abbrevs map[uint64]*Abbrevs // by offset
}

var (
	// ErrTooMuch ends a reading that costs more than its size allows.
	ErrTooMuch = errors.New("takes more steps than a sound file of its size")
	// ErrCut says that something ends before it is complete.
	ErrCut = errors.New("cut off")
)

// Section files a section by its name: ".debug_info", ".zdebug_info", "__debug_info" and,
// as Mach-O cuts names at 16 bytes, "__debug_str_offs".
func (r *Data) Section(name string, data []byte) {
	if name == ".debug$S" {
		r.CodeView = true
	}
	name, ok := Known(name)
	if !ok {
		return
	}
	to := map[string]*[]byte{
		"abbrev": &r.Abbrev, "line": &r.Line, "line_str": &r.LineStr, "str": &r.Str, "str_offsets": &r.StrOff,
		"str_offs": &r.StrOff, "addr": &r.Addr, "ranges": &r.Ranges, "rnglists": &r.Rnglists,
	}[name]
	switch {
	case name == "info":
		r.Infos = append(r.Infos, data)
	case name == "types":
		r.Types = append(r.Types, data)
	case to != nil && *to == nil:
		*to = data
	}
}

// Known gives what follows "debug_" in a name of a section, without what a format has before it.
func Known(section string) (name string, ok bool) {
	name = strings.TrimLeft(section, "._")
	name = strings.TrimPrefix(name, "z")
	return strings.CutPrefix(name, "debug_")
}

// stepsOfTime is how many steps are done between two looks at the time.
const stepsOfTime = 1 << 12

// Step reports whether n more steps may be done.
func (r *Data) Step(n int) bool {
	r.Steps -= n
	if r.left -= n; r.left < 0 && r.Late != nil {
		r.left = stepsOfTime
		if r.Late() {
			r.Steps = -1
		}
	}
	return r.Steps >= 0
}

// Kinds of units (DWARF 5, 7.5.1).
const (
	KindCompile  = 1
	KindType     = 2
	KindPartial  = 3
	KindSkeleton = 4
	KindSplit    = 5
)

// Header reads the header of a unit in a section, of .debug_types if types is set. It returns no unit for one of a
// kind that is not known.
func (r *Data) Header(info []byte, off uint64, types bool) (u *Unit, next uint64, err error) {
	c := At(info, off, r.Big)
	n, wide := c.Length()
	if c.Bad || n > uint64(c.Left()) || n == 0 {
		return nil, 0, ErrCut
	}
	next = uint64(c.At) + n
	u = &Unit{Start: off, End: next, Info: info[:next], Wide: wide}
	c.B = u.Info
	u.Version = int(c.Uint(2))
	kind := uint8(KindCompile)
	if types {
		kind = KindType
	}
	switch {
	case u.Version == 5:
		kind, u.AddrSize = c.U8(), int(c.U8())
		u.AbbrevOffset = c.Offset(wide)
	case u.Version >= 2 && u.Version <= 4:
		u.AbbrevOffset = c.Offset(wide)
		u.AddrSize = int(c.U8())
	default:
		return nil, next, fmt.Errorf("version %d", u.Version)
	}
	switch kind {
	case KindCompile, KindPartial:
	case KindSkeleton, KindSplit: // an identity follows
		c.Take(8)
	case KindType:
		u.Signature = c.Uint(8)
		u.TypeAt = off + c.Offset(wide)
	default:
		return nil, next, nil
	}
	if c.Bad {
		return nil, next, ErrCut
	}
	if u.AddrSize != 4 && u.AddrSize != 8 && u.AddrSize != 2 {
		return nil, next, fmt.Errorf("addresses of %d bytes", u.AddrSize)
	}
	// Where DWARF 5's tables begin in sections that have one alone.
	u.StrBase, u.AddrBase, u.ListBase = 8, 8, 12
	if wide {
		u.StrBase, u.AddrBase, u.ListBase = 16, 16, 20
	}
	if u.Version < 5 {
		u.StrBase, u.AddrBase, u.ListBase = 0, 0, 0
	}
	u.Kind, u.Entries = kind, uint64(c.At)
	return u, next, nil
}
