package mem

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// fileMapping is a mapping of shared memory.
type fileMapping struct {
	lo, hi, off uint64
	perm        string
	file        string // device and inode
}

// fileMappings reads those of /proc/self/maps that are shared.
func fileMappings(t *testing.T) (list []fileMapping) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		var m fileMapping
		var device, inode string
		if _, err := fmt.Sscanf(line, "%x-%x %s %x %s %s", &m.lo, &m.hi, &m.perm, &m.off, &device, &inode); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if strings.Contains(line, "memfd:rtdyld") && m.perm[3] == 's' {
			m.file = device + " " + inode
			list = append(list, m)
		}
	}
	return list
}

// writableCode counts the bytes of memory that is executable at one address and writable at
// another, and those that are executable.
func writableCode(t *testing.T) (both, code uint64) {
	list := fileMappings(t)
	for _, x := range list {
		if x.perm[2] != 'x' {
			continue
		}
		code += x.hi - x.lo
		for _, w := range list {
			if w.file != x.file || w.perm[1] != 'w' {
				continue
			}
			lo, hi := max(x.off, w.off), min(x.off+x.hi-x.lo, w.off+w.hi-w.lo)
			both += max(lo, hi) - lo
		}
	}
	return both, code
}

func newDual(t *testing.T, cfg MapperConfig) *DualMapped {
	t.Helper()
	m, err := NewDualMapped(cfg)
	return made(t, m, err)
}

// TestDualWritable: nothing that can be executed can be written at another address once it
// is finalized, or given up, unless the mapper is told to leave it so.
func TestDualWritable(t *testing.T) {
	for _, keep := range []bool{false, true} {
		t.Run(fmt.Sprintf("keep=%t", keep), func(t *testing.T) {
			m, err := NewManager(newDual(t, MapperConfig{KeepWritable: keep}), Config{})
			if err != nil {
				t.Fatal(err)
			}
			check := func(when string, open uint64) {
				t.Helper()
				both, code := writableCode(t)
				if code == 0 {
					t.Errorf("%s: nothing is executable", when)
				}
				if keep != (both > open) {
					t.Errorf("%s: %d bytes of %d that are executable are writable, want at most %d: %t", when, both, code, open, !keep)
				}
			}
			var all []rtdyld.Allocation
			for i := range 20 {
				a := allocate(t, m, code(uint64(100+i*700)), rodata(300), data(200))
				fill(t, a, 0xc3)
				if err := a.Finalize(t.Context()); err != nil {
					t.Fatal(err)
				}
				check("finalized", 0)
				all = append(all, a)
			}
			for i, a := range all {
				if i%3 == 0 {
					release(t, a)
				}
			}
			check("released", 0)
			// One that is being linked has its pages, which it may share.
			a, b := allocate(t, m, code(5000)), allocate(t, m, code(3000))
			check("being linked", 4*4096)
			fill(t, a, 0xc3)
			if err := a.Finalize(t.Context()); err != nil {
				t.Fatal(err)
			}
			release(t, b) // it was not finalized
			check("given up", 0)
			for i, a := range append(all, a) {
				if i%3 != 0 || i == len(all) {
					release(t, a)
				}
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDualDistance: where memory is written lies at a distance from where it runs that
// differs from manager to manager and from process to process.
func TestDualDistance(t *testing.T) {
	const env = "RTDYLD_MEM_DISTANCE"
	distances := func() map[int64]bool {
		found := map[int64]bool{}
		for range 6 {
			m, err := NewManager(newDual(t, MapperConfig{}), Config{StripeSize: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			before := map[uint64]bool{}
			for _, f := range fileMappings(t) {
				before[f.lo] = true
			}
			a := allocate(t, m, code(100))
			fill(t, a, 0xc3)
			if err := a.Finalize(t.Context()); err != nil {
				t.Fatal(err)
			}
			var x, w *fileMapping
			for _, f := range fileMappings(t) {
				switch {
				case before[f.lo]:
				case f.perm[2] == 'x':
					x = &f
				case f.perm[0] == 'r':
					w = &f
				}
			}
			if x == nil || w == nil {
				t.Fatalf("%+v", fileMappings(t))
			}
			found[int64(w.lo-w.off)-int64(x.lo-x.off)] = true
			release(t, a)
		}
		if len(found) != 6 {
			t.Errorf("6 managers have the distances %v", found)
		}
		return found
	}
	all := distances()
	if os.Getenv(env) != "" {
		fmt.Println("distances", len(all))
		for d := range all {
			fmt.Println("distance", d)
		}
		return
	}
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), env+"=1")
		out, err := cmd.Output()
		if errors.Is(err, unix.ENOEXEC) {
			t.Skip("the kernel does not run this program: ", err)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		n, theirs := len(all), map[int64]bool{}
		for line := range strings.Lines(string(out)) {
			var d int64
			if _, err := fmt.Sscanf(line, "distance %d", &d); err == nil {
				theirs[d] = true
			}
		}
		for d := range theirs {
			all[d] = true
		}
		if len(theirs) != 6 || len(all) != n+6 {
			t.Errorf("another process has the distances %v", theirs)
		}
	}
}
