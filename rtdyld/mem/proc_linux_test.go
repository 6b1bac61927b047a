package mem

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// region is a line of /proc/self/maps, the tests' oracle.
type region struct {
	lo, hi uint64
	perm   string
}

// regions reads /proc/self/maps with code of its own.
func regions(t testing.TB) []region {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	var list []region
	for line := range strings.Lines(string(text)) {
		var r region
		if _, err := fmt.Sscanf(line, "%x-%x %s", &r.lo, &r.hi, &r.perm); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, r)
	}
	return list
}

// perms returns the permissions of all bytes in [addr, addr+n), "mixed" if they
// differ, "none" if some of it is not mapped.
func perms(list []region, addr, n uint64) string {
	found := ""
	for _, r := range list {
		if r.lo <= addr && addr < r.hi {
			if found != "" && found != r.perm {
				return "mixed"
			}
			found = r.perm
			if addr+n <= r.hi {
				return found
			}
			n -= r.hi - addr
			addr = r.hi
		}
	}
	return "none"
}

// audit fails if any page of the process is writable and executable.
func audit(t testing.TB) {
	t.Helper()
	for _, r := range regions(t) {
		if strings.Contains(r.perm, "w") && strings.Contains(r.perm, "x") {
			t.Errorf("%x-%x is %s", r.lo, r.hi, r.perm)
		}
	}
}

// tellsMemory is whether inMemory can be asked: an emulator's /proc/self/pagemap is about other
// addresses than its program's.
var tellsMemory = os.Getenv(citest.Emulator) == ""

// inMemory counts the bytes of the pages of a range that are in memory, or were and are swapped,
// and no others: what /proc/self/smaps says of a mapping is of neighbours, too, where the kernel
// has joined them.
func inMemory(addr, size uint64) (uint64, error) {
	f, err := os.Open("/proc/self/pagemap") // a word a page, proc(5)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	page := uint64(os.Getpagesize())
	words := make([]byte, ((addr+size+page-1)/page-addr/page)*8)
	if _, err := f.ReadAt(words, int64(addr/page*8)); err != nil {
		return 0, err
	}
	var n uint64
	for ; len(words) > 0; words = words[8:] {
		if binary.NativeEndian.Uint64(words)>>62 != 0 {
			n += page
		}
	}
	return n, nil
}

// wantInMemory checks how much of a slab is in memory.
func wantInMemory(t testing.TB, when string, s *slab, least, most uint64) {
	t.Helper()
	if !tellsMemory {
		return
	}
	n, err := inMemory(s.base, uint64(len(s.mem)))
	if err != nil {
		t.Fatal(err)
	}
	if n < least || n > most {
		t.Errorf("%d bytes in memory %s, want %d to %d", n, when, least, most)
	}
}

// manager makes a manager that the test closes and that must then be empty.
func manager(t testing.TB, cfg Config) *Manager {
	t.Helper()
	m, err := New(cfg)
	return made(t, m, err)
}

// made is what a test has made, which it closes at its end without an error.
func made[T interface{ Close() error }](t testing.TB, m T, err error) T {
	t.Helper()
	if errors.Is(err, objfmt.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

func allocate(t testing.TB, m *Manager, reqs ...rtdyld.Request) rtdyld.Allocation {
	t.Helper()
	a, err := m.Allocate(context.Background(), reqs)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func finalize(t testing.TB, a rtdyld.Allocation) {
	t.Helper()
	if err := a.Finalize(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func release(t testing.TB, a rtdyld.Allocation) {
	t.Helper()
	if err := a.Release(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func code(size uint64) rtdyld.Request {
	return rtdyld.Request{Kind: objfmt.KindCode, Size: size, Align: 16, Object: "code.o"}
}

func rodata(size uint64) rtdyld.Request {
	return rtdyld.Request{Kind: objfmt.KindReadOnly, Size: size, Align: 8, Object: "rodata.o"}
}

func data(size uint64) rtdyld.Request {
	return rtdyld.Request{Kind: objfmt.KindWritable, Size: size, Align: 8, Object: "data.o"}
}

// small is an object of the usual size.
func small() []rtdyld.Request { return []rtdyld.Request{code(2048), rodata(512), data(256)} }

// stripesOf is how many stripes the slabs of a manager have.
func stripesOf(m *Manager) (n int) {
	for _, s := range m.slabs {
		for k := range s.stripe {
			if s.stripe[k].size > 0 {
				n++
			}
		}
	}
	return n
}
