//go:build amd64 || arm64 || ppc64le

package traceback

import (
	"context"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
)

// low is memory at addresses that 31 bits hold, so that anywhere is near.
type low struct{ free []byte }

func newLow(t testing.TB) *low {
	b, err := unix.Mmap(-1, 0, 64<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|0x40) // MAP_32BIT
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(b) })
	return &low{b}
}

func (m *low) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var a allocation
	for _, q := range reqs {
		at := uint64(uintptr(unsafe.Pointer(&m.free[0])))
		skip := -at & (max(q.Align, 4096) - 1)
		a = append(a, rtdyld.Block{Mem: m.free[skip : skip+q.Size : skip+q.Size], Addr: at + skip})
		m.free = m.free[skip+q.Size:]
	}
	return a, nil
}

// TestLoaded: of each address of the functions of a real archive, what is read of call frame
// information and symbols as they lie in memory is what tables say that were made before.
func TestLoaded(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("of this processor")
	}
	path := "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a"
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	m := newLow(t)
	rules, names := 0, 0
	for x, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(x)
		if err != nil {
			t.Fatal(err)
		}
		o := link(t, m, img)
		img.Close()
		sym := symbolize.New()
		sym.Finalized([]*rtdyld.Object{o})
		read := loadedOf(o)
		if read == nil {
			t.Fatalf("%s is not read", o.Name())
		}
		made := tablesOf(o, sym, false)
		for i, x := range made {
			if read[i].start != x.start || read[i].end != x.end {
				t.Fatalf("%s: %+v, want %+v", o.Name(), read[i], x)
			}
			for pc := x.start; pc < x.end; pc++ {
				if checkLoaded(t, read[i].loaded, ruleAt(x, uint32(pc-x.start)), pc) {
					rules++
				}
				arg := symbolizerArg{pc: pc}
				want, ok := sym.Symbol(uint64(pc))
				if !read[i].loaded.name(&arg) != (!ok || want.Symbol == "") || ok && want.Symbol != "" && (text(arg.funcName) != want.Symbol || uint64(pc-arg.entry) != want.Offset) {
					t.Fatalf("%s: %#x: %s at %#x, want %+v", o.Name(), pc, text(arg.funcName), arg.entry, want)
				}
				names++
			}
		}
		release(read)
	}
	if rules < 1000 || names < rules {
		t.Errorf("%d rules, %d names", rules, names)
	}
}

// checkLoaded holds the rule that is read for a pc against one of a table.
func checkLoaded(t *testing.T, l *loaded, want *rule, pc uintptr) bool {
	t.Helper()
	room := new(rule)
	ok := inside(l, pc, uintptr(unsafe.Pointer(room)))
	runtime.KeepAlive(room)
	if want == nil || want.base == baseNone {
		if ok {
			t.Fatalf("%#x: %+v, but the table has none", pc, *room)
		}
		return false
	}
	if room.off = want.off; !ok || *room != *want {
		t.Fatalf("%#x: %v %+v, want %+v %x", pc, ok, *room, *want, l.fdes)
	}
	return true
}

// TestLoadedGoes: the file that an object's names are in stays as long as somebody reads, and
// no longer.
func TestLoadedGoes(t *testing.T) {
	tb, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	path := "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a"
	if runtime.GOARCH != "amd64" {
		t.Skip("of this processor")
	}
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var img *objfmt.ObjectImage
	for x, err := range a.Members() {
		if err == nil {
			img, err = objfile.ParseMember(x)
		}
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: newLow(t), Resolver: anywhere, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	o, err := l.Load(t.Context(), img)
	if err == nil {
		err = l.Finalize(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	buffer := img.Buffer
	img.Close()
	owned := func() bool {
		if !buffer.TryRetain() {
			return false
		}
		buffer.Close()
		return true
	}
	tb.Finalized(o)
	lines := &Traceback{lines: true}
	lines.Finalized(o) // tells more, and has the place
	tb.Finalized(o)    // which it keeps
	if ts := shared.tables[o[0]]; len(ts) == 0 || ts[0].loaded != nil {
		t.Error("names took the place of lines")
	}
	lines.Unloading(o)
	tb.Finalized(o)
	readers++
	tb.Unloading(o)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if !owned() {
		t.Error("the file went while somebody reads")
	}
	readers--
	tb.Unloading(nil)
	if owned() {
		t.Error("the file stays")
	}
}
