package traceback

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/triple"
)

// memory is Go memory that pretends to lie elsewhere.
type memory struct{ next atomic.Uint64 }

type allocation []rtdyld.Block

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var a allocation
	for _, q := range reqs {
		size := (q.Size + q.Align + 0xfff) &^ 0xfff
		at := (m.next.Add(size) - size + q.Align - 1) &^ (q.Align - 1)
		a = append(a, rtdyld.Block{Mem: make([]byte, q.Size), Addr: at})
	}
	return a, nil
}

func (a allocation) Blocks() []rtdyld.Block         { return a }
func (a allocation) Finalize(context.Context) error { return nil }
func (a allocation) Release(context.Context) error  { return nil }

var anywhere = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
	return rtdyld.Symbol{Addr: 0x10f00000, Kind: rtdyld.Func}, true
})

// link loads an image with a linker of its own.
func link(t testing.TB, m rtdyld.MemoryManager, img *objfmt.ObjectImage) *rtdyld.Object {
	t.Helper()
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: anywhere, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), img)
	if err == nil {
		err = l.Finalize(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return objs[0]
}

// members loads all of an archive.
func members(t testing.TB, path string) (objs []*rtdyld.Object) {
	t.Helper()
	citest.Need(t, path)
	a, err := ar.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	m := new(memory)
	m.next.Store(0x10000000)
	for x, err := range a.Members() {
		if err != nil {
			t.Fatal(err)
		}
		img, err := objfile.ParseMember(x)
		if err != nil {
			t.Fatal(err)
		}
		objs = append(objs, link(t, m, img))
		img.Close()
	}
	return objs
}

// TestRules: of each address of the functions of real archives, the rules say what
// unwind.Table.Step does by the whole table.
func TestRules(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("for the processor that rules are made for")
	}
	step := uint64(1)
	if citest.Sample() {
		step = 31
	}
	for _, path := range []string{"/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a", "/usr/x86_64-w64-mingw32/lib/libmingwex.a"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			told, lost := 0, 0
			for _, o := range members(t, path) {
				table, _ := unwind.Read(o)
				if table == nil {
					t.Fatal(o.Name())
				}
				sym := symbolize.New()
				sym.Finalized([]*rtdyld.Object{o})
				for _, x := range tablesOf(o, sym, false) {
					for pc := uint64(x.start); pc < uint64(x.end); pc += step {
						if checkRule(t, table, x, pc) {
							told++
						} else {
							lost++
						}
						if t.Failed() {
							t.Fatalf("%s", o.Name())
						}
					}
				}
			}
			t.Logf("%d addresses have rules, %d have none", told, lost)
			if told < 1000 || lost > told/10 {
				t.Errorf("%d addresses have rules, %d have none", told, lost)
			}
		})
	}
}

// checkRule holds the rule at pc against a step. It reports whether there is a rule.
func checkRule(t *testing.T, table *unwind.Table, x *table, pc uint64) bool {
	t.Helper()
	const sp, fp = 0x7000_0000, 0x7100_0000
	i := sort.Search(len(x.rules), func(i int) bool { return x.rules[i].off > uint32(pc-uint64(x.start)) }) - 1
	var r rule
	if i >= 0 {
		r = x.rules[i]
	}
	regs := unwind.Regs{Arch: triple.X86_64}
	regs.SetPC(pc)
	regs.SetSP(sp)
	regs.SetFP(fp)
	// A word of the stack is its own address, marked.
	err := table.Step(&regs, func(addr uint64, dst []byte) error {
		for i := range dst {
			dst[i] = byte((addr | 1<<60) >> (8 * i))
		}
		return nil
	})
	if r.base == baseNone {
		return false
	}
	if err != nil {
		t.Errorf("%#x: %+v, but %v", pc, r, err)
		return true
	}
	cfa := uint64(sp)
	if r.base == baseFP {
		cfa = fp
	}
	cfa += uint64(int64(r.cfa))
	ra := uint64(cfa+uint64(int64(r.raAt))) | 1<<60
	up := uint64(fp)
	if r.fp == inMemory {
		up = uint64(cfa+uint64(int64(r.fpAt))) | 1<<60
	}
	if r.ra != inMemory || regs.PC() != ra || regs.SP() != cfa || regs.FP() != up {
		t.Errorf("%#x: %+v: pc %#x sp %#x fp %#x", pc, r, regs.PC(), regs.SP(), regs.FP())
	}
	return true
}

// TestPlacesKept: what is kept of names and lines is what the symbolizer says.
func TestPlacesKept(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("for the processor that rules are made for")
	}
	n := 0
	for _, o := range members(t, "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a")[:4] {
		sym := symbolize.New()
		sym.Finalized([]*rtdyld.Object{o})
		for _, x := range tablesOf(o, sym, true) {
			for pc := x.start; pc < x.end; pc++ {
				want, ok := sym.Symbolize(uint64(pc))
				if !ok {
					continue
				}
				p := x.places[sort.Search(len(x.places), func(i int) bool { return x.places[i].off > uint32(pc-x.start) })-1]
				if int(p.n) != max(1, len(want.Frames)) {
					t.Fatalf("%#x: %d frames, want %+v", pc, p.n, want)
				}
				for i, f := range want.Frames {
					got := x.frames[int(p.first)+i]
					name := f.Func
					if i == len(want.Frames)-1 {
						name = want.Symbol
						if got.entry != uint32(pc-x.start)-uint32(want.Offset) {
							t.Fatalf("%#x: entry %#x, want %+v", pc, got.entry, want)
						}
					}
					if x.cstring(got.fn) != name || x.cstring(got.file) != f.File || int(got.line) != f.Line {
						t.Fatalf("%#x: %+v, want %+v", pc, got, want)
					}
					n++
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d frames", n)
	}
}

func (t *table) cstring(at uint32) string {
	s, _, _ := strings.Cut(string(t.text[at:]), "\x00")
	return s
}

// TestUnsupported: a program without a C library learns why it cannot have the hook.
func TestUnsupported(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("a program for this system")
	}
	if citest.Sample() {
		t.Skip("builds a program")
	}
	citest.Need(t, "go")
	exe := filepath.Join(t.TempDir(), "static")
	cmd := exec.Command("go", "build", "-o", exe, "./testdata/static")
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil || string(out) != (&UnsupportedError{noCgo}).Error()+"\ntrue\n" {
		t.Errorf("%v: %s", err, out)
	}
	if err := error(&UnsupportedError{"x"}); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
}

// BenchmarkFinalized tells of an object and takes it back.
func BenchmarkFinalized(b *testing.B) {
	objs := members(b, "/usr/lib/gcc/x86_64-linux-gnu/12/libobjc.a")
	for _, lines := range []bool{false, true} {
		name := "names"
		if lines {
			name = "lines"
		}
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = 0
				for _, o := range objs {
					ts := (&Traceback{lines}).tables(o)
					for _, x := range ts {
						size += len(x.rules)*20 + len(x.places)*12 + len(x.frames)*16 + len(x.text)
						if x.loaded != nil {
							size += len(x.loaded.fdes)*16 + len(x.loaded.code)*24
						}
					}
					release(ts)
				}
			}
			b.ReportMetric(float64(size)/float64(len(objs)), "B/object")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(objs)), "ns/object")
		})
	}
}
