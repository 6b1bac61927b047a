// Package mutant damages real files on purpose: objects, archives and universal files of which
// something is changed that a format says something about.
//
// A mutant has one to four changes. Most go to fields, which the package finds by the file's own
// headers: an extreme value, a size or an offset at an edge, the value of another field, a table's entry
// swapped with another or twice, a name with control characters in it. Others flip a bit, write any bytes, end
// the file early. A mutant is the same wherever it is made: it depends on the file's name, a seed and a
// number.
//
// Law: it reads headers by itself, so that a misreading of a parser's does not hide from it; what it does not
// understand it leaves to the changes of any bytes. For tests alone; it knows nothing of the project.
package mutant

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
)

// File is a file of which mutants are made. It is not changed, and may be used concurrently.
type File struct {
	Name   string
	Data   []byte
	tables []table
	texts  []span
	hash   uint64
}

// New looks for the places of a file that tell most. data is kept.
func New(name string, data []byte) *File {
	h := fnv.New64a()
	h.Write([]byte(name))
	f := &File{Name: name, Data: data, hash: h.Sum64()}
	l := layout{file: f, data: data}
	l.all(2)
	return f
}

// span is a piece of a file.
type span struct{ off, n int }

// table is entries of a file that have the same fields, one beside the other. A header is a table of one.
type table struct {
	what  string
	off   int
	n     int    // entries
	sizes []byte // of an entry's fields, bytes; see field
	size  int    // of an entry
	big   bool   // the most significant byte comes first
	text  bool   // fields are decimal numbers, filled up with spaces
}

// field is a number in a file, of 1 to 8 bytes, or a decimal number as text.
type field struct {
	table *table
	entry int
	index int // among the entry's fields
	off   int // in the file
	size  int
}

// field returns a field of an entry.
func (t *table) field(entry, index int) field {
	off := t.off + entry*t.size
	for _, n := range t.sizes[:index] {
		off += int(n)
	}
	return field{t, entry, index, off, int(t.sizes[index])}
}

func (fd field) String() string {
	return fmt.Sprintf("%s %d, field %d at %#x", fd.table.what, fd.entry, fd.index, fd.off)
}

// mutation is the making of a mutant.
type mutation struct {
	*File
	r     *rand.Rand
	data  []byte
	notes []string
	tell  bool // notes are wanted
}

// Mutant returns a mutant, as new bytes.
func (f *File) Mutant(seed, number uint64) []byte { return f.mutate(seed, number, false).data }

// Describe says what a mutant's changes are, a line each.
func (f *File) Describe(seed, number uint64) []string { return f.mutate(seed, number, true).notes }

// Random returns the random numbers of a mutant that its making does not use: for what is done with it.
func (f *File) Random(seed, number uint64) *rand.Rand {
	return rand.New(rand.NewPCG(f.hash^seed, ^number))
}

func (f *File) mutate(seed, number uint64, tell bool) *mutation {
	m := &mutation{File: f, r: rand.New(rand.NewPCG(f.hash^seed, number)), data: bytes.Clone(f.Data), tell: tell}
	n := 1
	for n < 4 && m.r.IntN(5) < 2 {
		n++
	}
	for range n {
		m.change()
	}
	return m
}

func (m *mutation) note(format string, args ...any) {
	if m.tell {
		m.notes = append(m.notes, fmt.Sprintf(format, args...))
	}
}

// changes are the ways to change a file, so many times in a hundred each.
var changes = []struct {
	weight int
	change func(*mutation) bool // false: the file has nothing to change in this way
}{
	{34, (*mutation).extreme},
	{12, (*mutation).another},
	{14, (*mutation).flipField},
	{6, (*mutation).swap},
	{7, (*mutation).duplicate},
	{9, (*mutation).name},
	{8, (*mutation).flip},
	{5, (*mutation).write},
	{4, (*mutation).truncate},
	{1, (*mutation).grow},
}

// change makes one change.
func (m *mutation) change() {
	n := m.r.IntN(100)
	for _, c := range changes {
		if n -= c.weight; n < 0 {
			if !c.change(m) {
				m.flip()
			}
			return
		}
	}
}

// flip flips a bit of any byte.
func (m *mutation) flip() bool {
	if len(m.data) == 0 {
		return false
	}
	off, bit := m.r.IntN(len(m.data)), m.r.IntN(8)
	m.data[off] ^= 1 << bit
	m.note("bit %d of the byte at %#x", bit, off)
	return true
}

// write writes any bytes, or one a number of times.
func (m *mutation) write() bool {
	if len(m.data) == 0 {
		return false
	}
	off := m.r.IntN(len(m.data))
	part := m.data[off:min(len(m.data), off+1+m.r.IntN(16))]
	b, same := byte(m.r.Uint32()), m.r.IntN(2) == 0
	for i := range part {
		if part[i] = b; !same {
			b = byte(m.r.Uint32())
		}
	}
	m.note("% x at %#x", part, off)
	return true
}

// truncate ends the file early: anywhere, at a field, or a byte beside one.
func (m *mutation) truncate() bool {
	if len(m.data) == 0 {
		return false
	}
	at := m.r.IntN(len(m.data))
	if fd, ok := m.field(); ok && m.r.IntN(2) == 0 {
		at = min(len(m.data), max(0, fd.off+m.r.IntN(3)-1))
	}
	m.data = m.data[:at]
	m.note("%d bytes of %d", at, len(m.Data))
	return true
}

// grow has more bytes follow.
func (m *mutation) grow() bool {
	n := 1 + m.r.IntN(64)
	m.data = append(m.data, make([]byte, n)...)
	m.note("%d bytes more", n)
	return true
}

// injections are what names must not do to a text: move a cursor, begin a line, mislead the eye, be no text.
var injections = []string{"\x1b[2J", "\r", "\a", "\b", "\x7f", "\u202e", "\u009b", "\xff\xfe", Injected, "\x00", "\"", " "}

// Injected begins a line of its own where a name with it is written as it is. Only mutants have it.
const Injected = "\n!injected"

// name writes control characters into a name.
func (m *mutation) name() bool {
	if len(m.texts) == 0 {
		return false
	}
	s := m.texts[m.r.IntN(len(m.texts))]
	if s.off >= len(m.data) {
		return false
	}
	off, what := s.off+m.r.IntN(s.n), injections[m.r.IntN(len(injections))]
	if off < len(m.data) {
		copy(m.data[off:min(len(m.data), s.off+s.n)], what)
	}
	m.note("%q at %#x", what, off)
	return true
}

// table picks a table, all as often.
func (m *mutation) table() *table {
	if len(m.tables) == 0 {
		return nil
	}
	return &m.tables[m.r.IntN(len(m.tables))]
}

// field picks a field that is still there.
func (m *mutation) field() (field, bool) {
	t := m.table()
	if t == nil {
		return field{}, false
	}
	fd := t.field(m.r.IntN(t.n), m.r.IntN(len(t.sizes)))
	return fd, fd.off+fd.size <= len(m.data)
}

// swap swaps two entries of a table.
func (m *mutation) swap() bool {
	a, b, ok := m.two()
	if ok {
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
		m.note("swapped")
	}
	return ok
}

// duplicate writes an entry of a table over another one.
func (m *mutation) duplicate() bool {
	a, b, ok := m.two()
	if ok {
		copy(a, b)
		m.note("the first is the second")
	}
	return ok
}

// two picks two entries of a table.
func (m *mutation) two() (a, b []byte, ok bool) {
	t := m.table()
	for range 4 {
		if t != nil && t.n > 1 {
			break
		}
		t = m.table()
	}
	if t == nil || t.n < 2 || t.off+t.n*t.size > len(m.data) {
		return nil, nil, false
	}
	i := m.r.IntN(t.n)
	j := (i + 1 + m.r.IntN(t.n-1)) % t.n
	m.note("%s %d and %d at %#x:", t.what, i, j, t.off)
	entry := func(i int) []byte { return m.data[t.off+i*t.size:][:t.size] }
	return entry(i), entry(j), true
}
