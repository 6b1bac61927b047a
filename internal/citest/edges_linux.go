package citest

import (
	"os"
	"reflect"
	"testing"

	"golang.org/x/sys/unix"
)

// Span is a piece of address space.
type Span struct{ Addr, Size uint64 }

// Edges is memory of this process with an end to each permission, for tests of copies at
// addresses that need not be good: a page that is not mapped for use, pages that can be read
// and written from Lo, a page that can be read from ReadOnly, and nothing again from Hi.
type Edges struct {
	Lo, ReadOnly, Hi uint64
	Mem              []byte // all from Lo to Hi; there until the test ends
	Data             []byte // a copy of what Mem begins with
}

// MapEdges maps memory with so many writable pages.
func MapEdges(t testing.TB, pages int) *Edges {
	t.Helper()
	page := os.Getpagesize()
	mapped, err := unix.Mmap(-1, 0, (pages+3)*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(mapped) })
	m := &Edges{Mem: mapped[page:][:(pages+1)*page], Data: make([]byte, (pages+1)*page)}
	if err := unix.Mprotect(m.Mem, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		t.Fatal(err)
	}
	for i := range m.Data {
		m.Data[i] = byte(i * 7 >> 3)
	}
	copy(m.Mem, m.Data)
	if err := unix.Mprotect(m.Mem[pages*page:], unix.PROT_READ); err != nil {
		t.Fatal(err)
	}
	m.Lo = uint64(reflect.ValueOf(m.Mem).Pointer())
	m.ReadOnly, m.Hi = m.Lo+uint64(pages*page), m.Lo+uint64(len(m.Mem))
	return m
}

// Unreadable are pieces that have a byte, or all, where nothing can be read, or that go
// round the end of the address space.
func (m *Edges) Unreadable() []Span {
	page := uint64(os.Getpagesize())
	return []Span{{m.Lo - 1, 2}, {m.Hi, 1}, {m.Hi - 5, 6}, {m.Hi - 5*page/2, 3 * page}, {0, 1}, {1<<64 - 2, 1}, {1<<64 - 1, 2}}
}

// Unwritable are pieces that have a byte, or all, where nothing can be written.
func (m *Edges) Unwritable() []Span {
	return append([]Span{{m.ReadOnly, 1}, {m.ReadOnly - 5, 6}, {m.Lo, uint64(len(m.Mem))}}, m.Unreadable()...)
}
