package mem

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

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

// smaps sums a field of /proc/self/smaps in bytes over the mappings inside a range.
func smaps(t testing.TB, field string, base, size uint64) uint64 {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var sum uint64
	inside := false
	for s := bufio.NewScanner(f); s.Scan(); {
		var lo, hi, kb uint64
		if n, _ := fmt.Sscanf(s.Text(), "%x-%x ", &lo, &hi); n == 2 {
			inside = lo >= base && hi <= base+size
		} else if n, _ := fmt.Sscanf(s.Text(), field+": %d kB", &kb); n == 1 && inside {
			sum += kb << 10
		}
	}
	return sum
}

// manager makes a manager that the test closes and that must then be empty.
func manager(t testing.TB, cfg Config) *Manager {
	t.Helper()
	m, err := New(cfg)
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
