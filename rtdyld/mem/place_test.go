package mem

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseMaps(t *testing.T) {
	text := `00400000-00452000 r-xp 00000000 08:02 173521      /usr/bin/a[stack]
00e03000-00e24000 rw-p 00000000 00:00 0           [heap]
7f0000000000-7f0000021000 rw-p 00000000 00:00 0 
7fffb2c0d000-7fffb2c2e000 rw-p 00000000 00:00 0   [stack]
ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]
`
	got, err := parseMaps([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []span{
		{0x400000, 0x452000},
		{0xe03000, 0xe24000 + heapRoom},
		{0x7f0000000000, 0x7f0000021000},
		{0x7fffb2c0d000 - stackRoom, 0x7fffb2c2e000},
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(span{})); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"x\n", "12-zz r--p\n", "2000-1000 r--p 0 0 0\n", "1000 2000 r--p\n", "\n"} {
		if got, err := parseMaps([]byte(bad)); err == nil {
			t.Errorf("%q: %v, want an error", bad, got)
		}
	}
}

func TestGap(t *testing.T) {
	const M = 1 << 20
	used := []span{{4 * M, 5 * M}, {5 * M, 9 * M}, {8 * M, 9 * M}, {20 * M, 21 * M}, {64 * M, 65 * M}}
	for _, c := range []struct {
		name                 string
		size, lo, hi, target uint64
		want                 uint64
		ok                   bool
	}{
		{name: "closest above", size: 2 * M, lo: 0, hi: 1 << 40, target: 7 * M, want: 10 * M, ok: true},
		{name: "closest below", size: 2 * M, lo: 0, hi: 1 << 40, target: 4 * M, want: 2 * M, ok: true},
		{name: "highest", size: 4 * M, lo: M, hi: 64 * M, target: 64 * M, want: 60 * M, ok: true},
		{name: "the target itself", size: 4 * M, lo: M, hi: 64 * M, target: 31 * M, want: 30 * M, ok: true},
		{name: "window ends in the gap", size: 4 * M, lo: M, hi: 41 * M, target: 64 * M, want: 36 * M, ok: true},
		{name: "window starts in the gap", size: 4 * M, lo: 31 * M, hi: 64 * M, target: 0, want: 32 * M, ok: true},
		{name: "before the first", size: 4 * M, lo: 0, hi: 1 << 40, target: 0, want: 0, ok: true},
		{name: "exact fit", size: 10 * M, lo: 10 * M, hi: 64 * M, target: 0, want: 10 * M, ok: true},
		{name: "alignment takes it", size: 10 * M, lo: 0, hi: 19 * M, target: 0},
		{name: "nothing above the last", size: 2 * M, lo: 65 * M, hi: 1 << 40, target: 66 * M},
		{name: "too large", size: 44 * M, lo: 0, hi: 1 << 40, target: 0},
		{name: "empty window", size: 2 * M, lo: 10 * M, hi: 11 * M, target: 0},
		{name: "size overflows", size: ^uint64(0), lo: 0, hi: ^uint64(0), target: 0},
	} {
		got, ok := gap(used, c.size, 2*M, c.lo, c.hi, c.target)
		if got != c.want || ok != c.ok {
			t.Errorf("%s: %#x, %v; want %#x, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

func TestWindow(t *testing.T) {
	const size = 768 << 20
	for _, c := range []struct {
		name string
		near [2]uint64
		base uint64
		ok   bool
	}{
		{"nowhere special", [2]uint64{}, 1 << 40, true},
		{"just below", [2]uint64{1 << 40, 1 << 40}, 1<<40 - size, true},
		{"just above", [2]uint64{1 << 40, 1 << 40}, 1 << 40, true},
		{"farthest below", [2]uint64{1 << 40, 1 << 40}, 1<<40 - reach, true},
		{"farther below", [2]uint64{1 << 40, 1 << 40}, 1<<40 - reach - 1, false},
		{"farthest above", [2]uint64{1 << 40, 1 << 40}, 1<<40 + reach - size, true},
		{"farther above", [2]uint64{1 << 40, 1 << 40}, 1<<40 + reach - size + 1, false},
		{"both", [2]uint64{1 << 40, 1<<40 + 1<<30}, 1<<40 + 1<<29, true},
		{"one of two", [2]uint64{1 << 40, 1<<40 + 1<<30}, 1<<40 - reach, false},
		{"too far apart", [2]uint64{1 << 40, 1<<40 + 1<<33}, 1<<40 + 1<<32, false},
		{"top of the address space", [2]uint64{^uint64(0), ^uint64(0)}, ^uint64(0) - size, true},
	} {
		w := want{near: c.near}
		if got := w.reached(c.base, size); got != c.ok {
			t.Errorf("%s: %v, want %v", c.name, got, c.ok)
		}
	}
}
