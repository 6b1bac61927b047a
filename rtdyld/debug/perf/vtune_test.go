package perf

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"
)

// collector notes what it is told as text.
type collector struct{ events []string }

func goString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

func (c *collector) notify(event uint32, data unsafe.Pointer) {
	switch event {
	case methodLoadFinished:
		m := (*methodLoad)(data)
		c.events = append(c.events, fmt.Sprintf("%d %s %#x %d %s", m.id-firstMethod, goString(m.name), m.addr, m.size, goString(m.classFile)))
	case methodUnloadStart:
		c.events = append(c.events, fmt.Sprintf("%d gone", *(*uint32)(data)-firstMethod))
	default:
		c.events = append(c.events, fmt.Sprint("event ", event))
	}
}

// expect compares what was told since the last time.
func (c *collector) expect(t *testing.T, want ...string) {
	t.Helper()
	slices.Sort(c.events)
	if !slices.Equal(c.events, want) {
		t.Errorf("got %q, want %q", c.events, want)
	}
	c.events = nil
}

// TestVTune: each function has a number of its own in the process, by which it goes.
func TestVTune(t *testing.T) {
	lastMethod.Store(0)
	var c, other collector
	v, w := NewVTune(VTuneConfig{Notify: c.notify}), NewVTune(VTuneConfig{Notify: other.notify})
	r := newRig(t, v)
	a := r.load("a.o", object("one", "two words"), 0x7000_1000)
	c.expect(t, "0 one 0x70001000 16 a.o", "1 two words 0x70001010 16 a.o")
	newRig(t, w).load("c.o", object("three"), 0x5000)
	other.expect(t, "2 three 0x5000 16 c.o")
	r.load("b.o", object("four"), 0x4000)
	c.expect(t, "3 four 0x4000 16 b.o")
	r.unload(a)
	c.expect(t, "0 gone", "1 gone")
	if err := v.Close(); err != nil {
		t.Error(err)
	}
	c.expect(t, "3 gone")
	r.load("d.o", object("late"), 0x9000)
	c.expect(t)
}

// TestVTuneLayout: the struct is C's, for programs of 64 bits and of 32.
func TestVTuneLayout(t *testing.T) {
	var m methodLoad
	want := [...]uintptr{0, 8, 16, 24, 28, 32, 40, 48, 56, 64, 72, 76, 80}
	if unsafe.Sizeof(uintptr(0)) == 4 {
		want = [...]uintptr{0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48}
	}
	got := [...]uintptr{unsafe.Offsetof(m.id), unsafe.Offsetof(m.name), unsafe.Offsetof(m.addr), unsafe.Offsetof(m.size), unsafe.Offsetof(m.lineCount), unsafe.Offsetof(m.lines), unsafe.Offsetof(m.class),
		unsafe.Offsetof(m.classFile), unsafe.Offsetof(m.sourceFile), unsafe.Offsetof(m.userData), unsafe.Offsetof(m.userSize), unsafe.Offsetof(m.environmentType), unsafe.Sizeof(m)}
	if got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}
