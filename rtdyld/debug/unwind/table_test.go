package unwind_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/unwind"
	"github.com/go-rtdyld/rtdyld/triple"
)

// someObject is committed: five functions.
const someObject = "../../../testdata/demo/scene.o"

// TestHeader searches .eh_frame_hdr as an unwinder does, by halves, near to the code and
// far from it.
func TestHeader(t *testing.T) {
	objs, _ := load(t, compile(t, "testdata/scene.c", "x86_64-linux-gnu-gcc", "-O2", "-ffunction-sections"))
	table := read(t, objs[0])
	le := binary.LittleEndian
	for _, eh := range []uint64{base + 0x100000, base - 0x100000, 0x7000_0000_0000} {
		for _, addr := range []uint64{eh + 0x10000, eh - 0x10000, 0x7100_0000_0000} {
			frames := table.AppendEHFrame(nil, eh)
			hdr := table.AppendEHFrameHdr([]byte{1, 2, 3}, addr, eh)[3:]
			if n := len(frames); le.Uint32(frames[n-4:]) != 0 {
				t.Fatal("no zero word ends the section")
			}
			at, word := 4, func(enc byte, at int) (uint64, int) {
				if enc&15 == 0x0c {
					return le.Uint64(hdr[at:]), at + 8
				}
				return uint64(int64(int32(le.Uint32(hdr[at:])))), at + 4
			}
			if hdr[0] != 1 || hdr[1]&^7 != 0x18 || hdr[2] != 3 || hdr[3]&^7 != 0x38 {
				t.Fatalf("header is % x", hdr[:4])
			}
			ptr, at := word(hdr[1], at)
			if got := addr + 4 + ptr; got != eh {
				t.Errorf("section is at %#x, want %#x", got, eh)
			}
			n := int(le.Uint32(hdr[at:]))
			at += 4
			if n != table.Len() {
				t.Errorf("%d ranges, want %d", n, table.Len())
			}
			last := uint64(0)
			for start := range table.All() {
				var pc, fde uint64
				pc, at = word(hdr[3], at)
				fde, at = word(hdr[3], at)
				if pc += addr; pc != start || pc <= last {
					t.Fatalf("range at %#x, want %#x", pc, start)
				}
				last = pc
				off := addr + fde - eh
				if off >= uint64(len(frames)) || le.Uint32(frames[off+4:]) == 0 {
					t.Fatalf("%#x: no record at %#x", pc, off)
				}
				field, encoding := uint64(0), frames[off+4-uint64(le.Uint32(frames[off+4:]))+16]
				switch {
				case encoding == 0x1b:
					field = uint64(int64(int32(le.Uint32(frames[off+8:]))))
				case encoding == 0x1c:
					field = le.Uint64(frames[off+8:])
				default:
					t.Fatalf("encoding %#x", encoding)
				}
				if got := eh + off + 8 + field; got != pc {
					t.Fatalf("record at %#x is about %#x, want %#x", off, got, pc)
				}
			}
			if at != len(hdr) {
				t.Errorf("%d bytes, want %d", len(hdr), at)
			}
		}
	}
}

// TestRange: a part of a table has what lies in it, and is written alone.
func TestRange(t *testing.T) {
	objs, _ := load(t, compile(t, "testdata/scene.c", "x86_64-linux-gnu-gcc", "-O2", "-ffunction-sections"))
	table := read(t, objs[0])
	type span [2]uint64
	var all []span
	for s, e := range table.All() {
		all = append(all, span{s, e})
	}
	if len(all) < 8 {
		t.Fatalf("%d ranges", len(all))
	}
	part := table.Range(all[2][0], all[5][0])
	if part.Len() != 3 {
		t.Fatalf("%d ranges, want 3", part.Len())
	}
	for i, s := range all {
		_, _, ok := part.Find(s[0])
		if ok != (i >= 2 && i < 5) {
			t.Errorf("range %d is found: %v", i, ok)
		}
	}
	for s := range part.All() {
		if part.Row(s) != table.Row(s) {
			t.Errorf("%#x: %s, in the whole %s", s, part.Row(s), table.Row(s))
		}
	}
	whole, piece := table.AppendDebugFrame(nil), part.AppendDebugFrame(nil)
	if len(piece)*2 > len(whole) {
		t.Errorf("%d bytes for 3 ranges, %d for %d", len(piece), len(whole), len(all))
	}
	for _, lohi := range []span{{0, 1}, {all[0][0] + 1, all[1][0]}, {^uint64(0), 0}} {
		if n := table.Range(lohi[0], lohi[1]).Len(); n != 0 {
			t.Errorf("%x has %d ranges", lohi, n)
		}
	}
	if b := table.Range(0, 0).AppendEHFrame(nil, base); !bytes.Equal(b, []byte{0, 0, 0, 0}) {
		t.Errorf("no range is % x", b)
	}
}

// TestErrors: what there is no rule for says so.
func TestErrors(t *testing.T) {
	objs, _ := load(t, someObject)
	table := read(t, objs[0])
	var first uint64
	for first = range table.All() {
		break
	}
	nothing := func(addr uint64, dst []byte) error { return errors.New("nobody home") }
	rs := unwind.Regs{Arch: triple.X86_64}
	rs.SetPC(first)
	was := rs
	var rule *unwind.RuleError
	if err := table.Step(&rs, nothing); !errors.As(err, &rule) || rule.PC != first || !errors.Is(err, unwind.ErrRule) || rs != was {
		t.Errorf("without a stack pointer: %v", err)
	}
	rs.SetSP(0x5000)
	var bad *unwind.ReadError
	if err := table.Step(&rs, nothing); !errors.As(err, &bad) || bad.Addr != 0x5000 || !errors.Is(err, unwind.ErrRead) || bad.Unwrap().Error() != "nobody home" {
		t.Errorf("without memory: %v", err)
	}
	rs.SetPC(1)
	var none *unwind.NoRuleError
	if err := table.Step(&rs, nothing); !errors.As(err, &none) || none.PC != 1 || !errors.Is(err, unwind.ErrNoRule) {
		t.Errorf("elsewhere: %v", err)
	}
	var tables unwind.Tables
	if err := tables.Step(&rs, nothing); !errors.Is(err, unwind.ErrNoRule) {
		t.Errorf("without tables: %v", err)
	}
	rs.Arch = triple.AArch64
	var target *unwind.TargetError
	if err := table.Step(&rs, nothing); !errors.As(err, &target) || !errors.Is(err, unwind.ErrTarget) {
		t.Errorf("registers of another processor: %v", err)
	}
	for _, a := range []triple.Arch{triple.AVR, triple.BPFEL, triple.BPFEB} {
		other := unwind.Regs{Arch: a}
		if other.SetPC(1) || other.Set(0, 1) || other.PC() != 0 || other.Lookup() != 0 {
			t.Errorf("%v has registers", a)
		}
	}
}

// TestNoFrames: BPF has no registers that tables of frames are about, though clang writes such tables.
func TestNoFrames(t *testing.T) {
	source := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(source, []byte("int f(int n) { return n; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"bpfel", "bpfeb"} {
		objs, _ := load(t, compile(t, source, "clang-19", "--target="+target, "-O2", "-funwind-tables"))
		var bad *unwind.TargetError
		table, err := unwind.Read(objs[0])
		if table != nil || !errors.As(err, &bad) || bad.Have != objs[0].Image().Triple.Arch || !strings.Contains(err.Error(), "no unwind rules for bpf") {
			t.Errorf("%s: %v", target, err)
		}
	}
}

// TestUnloaded: an object that is gone has no table.
func TestUnloaded(t *testing.T) {
	ctx := context.Background()
	data, err := os.ReadFile(someObject)
	if err != nil {
		t.Fatal(err)
	}
	var tables unwind.Tables
	tables.Report = func(o *rtdyld.Object, err error) { t.Error(err) }
	l, err := rtdyld.New(rtdyld.Config{Memory: &memory{next: base}, Resolver: nowhere{}, Listeners: []rtdyld.Listener{&tables}})
	if err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Parse("o", data)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	objs, err := l.Load(ctx, img)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Finalize(ctx); err != nil {
		t.Fatal(err)
	}
	table := read(t, objs[0])
	if table.Len() == 0 || table.Arch() != triple.X86_64 {
		t.Fatalf("%d ranges for %v", table.Len(), table.Arch())
	}
	for s, e := range table.All() {
		if start, end, ok := tables.Find(e - 1); !ok || start != s || end != e {
			t.Errorf("%#x: found %#x to %#x", e-1, start, end)
		}
	}
	if err := l.Unload(ctx, objs...); err != nil {
		t.Fatal(err)
	}
	for s := range table.All() {
		if tables.Table(s) != nil {
			t.Errorf("%#x is still there", s)
		}
		if _, _, ok := table.Find(s); !ok {
			t.Errorf("%#x is no longer in its table", s)
		}
	}
	if _, err := unwind.Read(objs[0]); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("an object that is unloaded: %v", err)
	}
	tables.Unloading(objs) // nobody knows it
}

// copies are tables of one object, loaded many times.
func copies(t testing.TB, n int) []*unwind.Table {
	t.Helper()
	data, err := os.ReadFile(someObject)
	if err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Parse("o", data)
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	m := &memory{next: base}
	tables := make([]*unwind.Table, n)
	for i := range tables {
		tables[i] = read(t, link(t, m, img)[0])
	}
	return tables
}

// TestTables: a set has what was added and not removed, in whatever order, also for
// those that search while others change it.
func TestTables(t *testing.T) {
	n := 1500 // several pieces of the index
	if citest.Sample() {
		n = 600
	}
	all := copies(t, n)
	var set unwind.Tables
	set.Add(all[0])
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for !stop.Load() {
				for s := range all[0].All() {
					if set.Table(s) != all[0] {
						t.Error("a table is lost for a moment")
						return
					}
				}
				for s := range all[n-1].All() {
					if got := set.Table(s); got != nil && got != all[n-1] {
						t.Error("another table is found")
						return
					}
				}
			}
		})
	}
	in := map[*unwind.Table]bool{all[0]: true}
	check := func() {
		t.Helper()
		for i, table := range all {
			for s := range table.All() {
				want := table
				if !in[table] {
					want = nil
				}
				if got := set.Table(s); got != want {
					t.Fatalf("table %d: found %v, want %v", i, got != nil, want != nil)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, i := range r.Perm(n - 1) {
		set.Add(all[i+1])
		in[all[i+1]] = true
	}
	check()
	set.Remove(all[n/3 : n/2]...)
	for _, table := range all[n/3 : n/2] {
		delete(in, table)
	}
	check()
	set.Remove(all[n/3 : n/2]...) // are not there
	for _, i := range r.Perm(n - 1) {
		if i%3 != 0 {
			set.Remove(all[i+1])
			delete(in, all[i+1])
		}
	}
	check()
	set.Add(all[n/3 : n/3+20]...)
	for _, table := range all[n/3 : n/3+20] {
		in[table] = true
	}
	set.Remove(all[1:]...)
	in = map[*unwind.Table]bool{all[0]: true}
	check()
	stop.Store(true)
	wg.Wait()
}

// TestRegs: registers have the numbers of the processor's DWARF ABI, and values of its size.
func TestRegs(t *testing.T) {
	for _, c := range []struct {
		arch       triple.Arch
		pc, sp, fp int
		n          int
		wide       bool
	}{{triple.X86_64, 16, 7, 6, 17, true}, {triple.X86, 8, 4, 5, 9, false}, {triple.AArch64, 32, 31, 29, 33, true}, {triple.AArch64BE, 32, 31, 29, 33, true}, {triple.ARM, 15, 13, 11, 16, false}, {triple.Thumb, 15, 13, 11, 16, false},
		{triple.RISCV64, 64, 2, 8, 32, true}, {triple.RISCV32, 64, 2, 8, 32, false}, {triple.PPC64LE, 67, 1, 31, 32, true}, {triple.PPC64, 67, 1, 31, 32, true}, {triple.SystemZ, 65, 15, 11, 32, true},
		{triple.LoongArch64, 64, 3, 22, 32, true}, {triple.LoongArch32, 64, 3, 22, 32, false}, {triple.MIPS, 66, 29, 30, 32, false}, {triple.MIPSEL, 66, 29, 30, 32, false}, {triple.MIPS64, 66, 29, 30, 32, true}, {triple.MIPS64EL, 66, 29, 30, 32, true}, {triple.SPARCV9, 68, 14, 30, 32, true}} {
		r := unwind.Regs{Arch: c.arch}
		r.SetPC(1)
		r.SetSP(2)
		r.SetFP(0x1_0000_0003)
		want := uint64(0x1_0000_0003)
		if !c.wide {
			want = 3
		}
		got := ""
		for _, n := range []int{c.pc, c.sp, c.fp} {
			v, ok := r.Get(n)
			got += fmt.Sprint(v, ok, " ")
		}
		if exp := fmt.Sprint(1, true, " ", 2, true, " ", want, true, " "); got != exp || r.PC() != 1 || r.SP() != 2 || r.FP() != want {
			t.Errorf("%v: %s, want %s", c.arch, got, exp)
		}
		if r.Set(c.n, 1) || r.Set(-1, 1) || !r.Set(c.n-1, 1) {
			t.Errorf("%v has not %d registers", c.arch, c.n)
		}
		r.Forget(c.sp)
		r.Forget(100)
		if _, ok := r.Get(c.sp); ok || r.SP() != 0 {
			t.Errorf("%v: a register is known that was forgotten", c.arch)
		}
		if _, ok := r.Get(1000); ok {
			t.Error("a register that there is not")
		}
	}
	r := unwind.Regs{Arch: triple.ARM, Caller: true}
	r.SetPC(0x1001)
	if r.Lookup() != 0xfff {
		t.Errorf("a return address to Thumb code is looked up at %#x", r.Lookup())
	}
}

func BenchmarkRead(b *testing.B) {
	objs := loadMembers(b, "/usr/lib/gcc/x86_64-linux-gnu/12/libstdc++.a", 90)
	bytes, ranges := 0, 0
	for _, o := range objs {
		for _, s := range o.Sections() {
			if s.Name == ".eh_frame" {
				bytes += len(s.Mem)
			}
		}
		ranges += read(b, o).Len()
	}
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		for _, o := range objs {
			if _, err := unwind.Read(o); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ranges), "ns/range")
}

func BenchmarkReadPData(b *testing.B) {
	objs := loadMembers(b, "/usr/lib/gcc/x86_64-w64-mingw32/12-win32/libstdc++.a", 120)
	ranges := 0
	for _, o := range objs {
		ranges += read(b, o).Len()
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, o := range objs {
			if _, err := unwind.Read(o); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ranges), "ns/range")
}

// manyTables is a set of tables with starts of ranges of it in no order.
func manyTables(b *testing.B, n int) (*unwind.Tables, []uint64) {
	var set unwind.Tables
	var pcs []uint64
	for _, table := range copies(b, n) {
		set.Add(table)
		for s := range table.All() {
			pcs = append(pcs, s)
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(pcs), func(i, j int) { pcs[i], pcs[j] = pcs[j], pcs[i] })
	return &set, pcs
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{1, 100, 5000} {
		b.Run(fmt.Sprintf("objects=%d", n), func(b *testing.B) {
			set, pcs := manyTables(b, n)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if _, _, ok := set.Find(pcs[i]); !ok {
					b.Fatal("lost")
				}
				if i++; i == len(pcs) {
					i = 0
				}
			}
		})
	}
}

// BenchmarkTables adds and removes tables one by one: the time for one must not grow with
// their number.
func BenchmarkTables(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("objects=%d", n), func(b *testing.B) {
			all := copies(b, n)
			b.ReportAllocs()
			for b.Loop() {
				var set unwind.Tables
				for _, t := range all {
					set.Add(t)
				}
				for _, t := range all {
					set.Remove(t)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/object")
		})
	}
}

func BenchmarkStep(b *testing.B) {
	objs, _ := load(b, compile(b, "testdata/scene.c", "x86_64-linux-gnu-gcc", "-O2"))
	table := read(b, objs[0])
	stack := func(addr uint64, dst []byte) error {
		binary.LittleEndian.PutUint64(dst, addr)
		return nil
	}
	start, end, _ := table.Find(symbols(objs[0])["scene"])
	b.ReportAllocs()
	for b.Loop() {
		rs := unwind.Regs{Arch: triple.X86_64}
		rs.SetPC((start + end) / 2)
		rs.SetSP(0x1000)
		rs.SetFP(0x1000)
		if err := table.Step(&rs, stack); err != nil {
			b.Fatal(err)
		}
	}
}

// TestStubs: the linker's stubs leave the stack alone, and can be unwound from.
func TestStubs(t *testing.T) {
	source := filepath.Join(t.TempDir(), "calls.c")
	if err := os.WriteFile(source, []byte("void g(void); int f(int n) { g(); return n + 1; }"), 0o666); err != nil {
		t.Fatal(err)
	}
	img, err := objfile.Open(compile(t, source, "x86_64-linux-gnu-gcc"))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	objs := link(t, &memory{next: 0x7000_0000_0000}, img) // far from all names
	table := read(t, objs[0])
	stubs := 0
	for _, m := range objs[0].Made() {
		if m.What != "stub" {
			continue
		}
		stubs++
		if row := table.Row(m.Addr); row != "7+8 16=c-8" {
			t.Errorf("stub for %s: %s", m.Symbol, row)
		}
	}
	if stubs == 0 {
		t.Error("no stubs")
	}
}
