package macho

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Universal files (<mach-o/fat.h>) are big-endian whatever they hold.
const (
	fatMagic   = 0xcafebabe
	fatMagic64 = 0xcafebabf

	// maxSlices tells universal files from Java classes, which begin with the same
	// four bytes: what counts slices there is a version of at least 45.
	maxSlices = 42
)

// IsUniversal reports whether data begins as a universal file does, and not as a
// Java class.
func IsUniversal(data []byte) bool {
	if len(data) < 8 {
		return false
	}
	switch binary.BigEndian.Uint32(data) {
	case fatMagic, fatMagic64:
		return binary.BigEndian.Uint32(data[4:]) <= maxSlices
	}
	return false
}

// Slice is one file in a universal file, most often an object or an archive of
// them. Offset and Size are bytes of the universal file.
type Slice struct {
	CPU, Subtype uint32 // cputype and cpusubtype
	Offset, Size uint64
}

// Triple is what the slice's entry states: the machine alone. Its Arch is unknown
// if this package knows no such machine.
func (s *Slice) Triple() triple.Triple {
	if m := machineOf(s.CPU); m != nil {
		return m.target(s.Subtype)
	}
	return triple.ForObject(triple.UnknownArch, triple.MachO)
}

// String names the slice's machine as triples do: "x86_64", "armv7s".
func (s *Slice) String() string {
	if machineOf(s.CPU) == nil {
		return cpuName(s.CPU)
	}
	return s.Triple().ArchName()
}

// Slices lists what a universal file has, in file order. Each slice lies inside
// the file. Errors are *objfmt.FormatError; name is what they call the file.
func Slices(name string, data []byte) ([]Slice, error) {
	const what = "universal header"
	fail := func(off uint64, msg string) ([]Slice, error) {
		return nil, &objfmt.FormatError{File: name, Offset: off, What: what, Msg: msg}
	}
	if !IsUniversal(data) {
		return fail(0, "no universal file")
	}
	o := binary.BigEndian
	size := uint64(20)
	wide := o.Uint32(data) == fatMagic64
	if wide {
		size = 32
	}
	n := uint64(o.Uint32(data[4:]))
	table, ok := bin.Table(data, 8, n, size)
	if !ok {
		return fail(4, "table of slices lies outside the file")
	}
	slices := make([]Slice, n)
	for i := range slices {
		s, b := &slices[i], table[uint64(i)*size:]
		s.CPU, s.Subtype = o.Uint32(b), o.Uint32(b[4:])
		if wide {
			s.Offset, s.Size = o.Uint64(b[8:]), o.Uint64(b[16:])
		} else {
			s.Offset, s.Size = uint64(o.Uint32(b[8:])), uint64(o.Uint32(b[12:]))
		}
		if _, ok := bin.Slice(data, s.Offset, s.Size); !ok {
			return fail(8+uint64(i)*size, "slice for "+s.String()+" lies outside the file")
		}
	}
	return slices, nil
}

// SliceFor returns a buffer over the slice of the universal file in buf that fits
// target t best, called "name(machine)": one of the same variant of its machine, else
// one that every such machine runs, else any for the machine. The slice is another
// owner of buf. It may hold anything: an object, an archive. Without such a slice the
// error names those that there are and matches triple.ErrMismatch.
func SliceFor(t triple.Triple, buf *objfmt.ObjectBuffer) (*objfmt.ObjectBuffer, error) {
	slices, err := Slices(buf.Name(), buf.Bytes())
	if err != nil {
		return nil, err
	}
	best, rank := -1, 0
	for i := range slices {
		if r := slices[i].rank(t); r > rank {
			best, rank = i, r
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("universal file has no slice for %s: it has %s: %w", t, names(slices), triple.ErrMismatch)
	}
	return slices[best].buffer(buf)
}

// rank says how well a slice fits, 0 for not at all.
func (s *Slice) rank(t triple.Triple) int {
	own := s.Triple()
	if own.Arch == triple.UnknownArch || t.CheckObject(own) != nil {
		return 0
	}
	switch have, want := own.SubArch.Canonical(), t.SubArch.Canonical(); {
	case own.SubArch == t.SubArch:
		return 200
	case have == want:
		return 150
	case own.SubArch == "":
		return 100
	case want == "" && revision(have) > 0:
		return 99 - revision(have) // the oldest runs everywhere
	case revision(have) > 0 && revision(have) < revision(want):
		return 50 + revision(have) // the newest that still runs
	}
	return 1
}

// revision orders the variants of ARM by what they can run, v4t first. Those with
// other conventions (v7k) or without A32 code are in no order and 0.
func revision(s triple.SubArch) int {
	for i, v := range [...]triple.SubArch{"v4t", "v5", "v5te", "v6", "v6k", "v7", "v7s", "v8"} {
		if v == s {
			return i + 1
		}
	}
	return 0
}

func (s *Slice) buffer(buf *objfmt.ObjectBuffer) (*objfmt.ObjectBuffer, error) {
	return buf.Sub(buf.Name()+"("+s.String()+")", s.Offset, s.Size)
}

// only returns the slice of a universal file that has no other.
func only(buf *objfmt.ObjectBuffer) (*objfmt.ObjectBuffer, error) {
	slices, err := Slices(buf.Name(), buf.Bytes())
	if err != nil {
		return nil, err
	}
	fail := func(msg string, sentinel error) error {
		return &objfmt.FormatError{File: buf.Name(), What: "universal header", Msg: msg, Err: sentinel}
	}
	switch len(slices) {
	case 0:
		return nil, fail("no slices", nil)
	case 1:
	default:
		return nil, fail("a universal file of several slices, "+names(slices)+": choose one by a target", objfmt.ErrUnsupported)
	}
	s, err := slices[0].buffer(buf)
	if err == nil && strings.HasPrefix(bin.String(s.Bytes()), "!<arch>\n") {
		s.Close()
		return nil, fail("its slice for "+slices[0].String()+" is an archive: its members are objects", objfmt.ErrArchive)
	}
	return s, err
}

// names lists the machines of slices.
func names(slices []Slice) string {
	all := make([]string, len(slices))
	for i := range slices {
		all[i] = slices[i].String()
	}
	return strings.Join(all, ", ")
}
