package rtdyld_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// generated is an object with calls and pointers to names of its own and to names
// that it leaves undefined.
func generated(relocs, own, undefined int) []byte {
	return generatedAs("own", "undefined", relocs, own, undefined)
}

// generatedAs is generated with names that begin so.
func generatedAs(ownName, undefinedName string, relocs, own, undefined int) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8*relocs+8), Align: 16})
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8*relocs+8), Align: 8})
	for i := range own {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint(ownName, i), Type: 2, Bind: 1, Section: text, Value: uint64(8 * (i % (relocs + 1)))})
	}
	for i := range undefined {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint(undefinedName, i), Bind: 1})
	}
	var calls, pointers []objgen.ELFReloc
	for i := range relocs {
		sym := uint32(1 + i%(own+undefined))
		calls = append(calls, objgen.ELFReloc{Offset: uint64(8*i + 1), Sym: sym, Type: 4, Addend: -4})
		pointers = append(pointers, objgen.ELFReloc{Offset: uint64(8 * i), Sym: sym, Type: 1})
	}
	f.AddRelocs(text, true, calls)
	f.AddRelocs(data, true, pointers)
	return f.Bytes()
}

// allocManager is a manager of this process's memory, where counting makes sense.
func allocManager(t *testing.T) *mem.Manager {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget")
	}
	m, err := mem.New(mem.Config{})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// allocations counts those of an object's whole life, from bytes to Close, and their bytes.
func allocations(t *testing.T, data []byte) (n, size float64) {
	life := oneLife(t, data, false)
	var before, after runtime.MemStats
	n, size = math.Inf(1), math.Inf(1)
	for range 5 { // what the collector takes from pools is made again
		n = min(n, testing.AllocsPerRun(4, life))
		runtime.ReadMemStats(&before)
		for range 20 {
			life()
		}
		runtime.ReadMemStats(&after)
		size = min(size, float64(after.TotalAlloc-before.TotalAlloc)/20)
	}
	return n, size
}

// oneLife returns a function that parses, loads, finalizes and closes, in a linker of its own. all: without
// naming what is to be finalized.
func oneLife(t *testing.T, data []byte, all bool) func() {
	m := allocManager(t)
	ctx := context.Background()
	return func() {
		img, err := objfile.Parse("generated.o", data)
		if err != nil {
			t.Fatal(err)
		}
		l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: near1{m}, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		objs, err := l.Load(ctx, img)
		if err != nil {
			t.Fatal(err)
		}
		if all {
			objs = nil
		}
		if err := l.Finalize(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		if err := l.CloseContext(ctx); err != nil {
			t.Fatal(err)
		}
		img.Close()
	}
}

// TestAllocs: a small object costs ten allocations in a linker of its own, its
// buffer, image and linker among them, which are less than five KiB together with what is written to its place, and no
// relocation or symbol costs an allocation.
func TestAllocs(t *testing.T) {
	small, size := allocations(t, generated(20, 10, 10))
	t.Logf("small object: %v allocations, %v bytes", small, size)
	if small > 10 {
		t.Errorf("a small object costs %v allocations, want at most 10", small)
	}
	if size > 4928 {
		t.Errorf("a small object costs %v bytes, want at most 4928", size)
	}
	if many, _ := allocations(t, generated(20000, 10, 10)); many > small+1 {
		t.Errorf("%v allocations with 20 relocations, %v with 20,000", small, many)
	}
	if many, _ := allocations(t, generated(20000, 5000, 5000)); many > small+20 { // slices that no longer fit the room of a small object, or grow by doubling, and the table of names in chunks
		t.Errorf("%v allocations with 20 symbols, %v with 10,000", small, many)
	}
}

// TestAllocsAll: Finalize without objects costs what it costs with all of a batch.
func TestAllocsAll(t *testing.T) {
	data := generated(20, 10, 10)
	named := testing.AllocsPerRun(20, oneLife(t, data, false))
	if all := testing.AllocsPerRun(20, oneLife(t, data, true)); all > named {
		t.Errorf("%v allocations where all are finalized, %v where they are named", all, named)
	}
}

// TestKept: what stays in Go's heap of an object with 100 names and 50 references to the object before it, once it is finalized and its image
// is closed.
func TestKept(t *testing.T) {
	const before, n, most = 24, 48, 11200
	ctx, m := context.Background(), allocManager(t)
	var files [before + n][]byte
	for i := range files {
		files[i] = generatedAs(fmt.Sprintf("f_%03d_", i), fmt.Sprintf("f_%03d_", max(i, 1)-1), 150, 100, 50*min(i, 1))
	}
	l, err := rtdyld.New(rtdyld.Config{Memory: m, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var first uint64
	for i, data := range files {
		if i == before {
			first = heapInUse()
		}
		img, err := objfile.Parse("generated.o", data)
		if err != nil {
			t.Fatal(err)
		}
		objs, err := l.Load(ctx, img)
		if err == nil {
			err = l.Finalize(ctx, objs...)
		}
		if err != nil {
			t.Fatal(err)
		}
		img.Close()
	}
	kept := (int64(heapInUse()) - int64(first)) / n
	t.Logf("%d bytes", kept)
	if kept > most {
		t.Errorf("an object keeps %d bytes of the heap, want at most %d", kept, most)
	}
	runtime.KeepAlive(files)
}

// heapInUse is how many bytes of the heap are in use.
func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools have left is gone
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// silent is a listener that does nothing.
type silent struct{}

func (silent) Finalized([]*rtdyld.Object) {}
func (silent) Unloading([]*rtdyld.Object) {}

// TestAllocsUnload: an object that comes and goes in a linker that stays, with a listener, costs eight
// allocations, no more with more symbols, and a name that nobody defines one.
func TestAllocsUnload(t *testing.T) {
	for _, own := range []int{1, 10} {
		m := allocManager(t)
		img, err := objfile.Parse("generated.o", generated(20, own, 10))
		if err != nil {
			t.Fatal(err)
		}
		defer img.Close()
		l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: near1{m}, Workers: 1, Listeners: []rtdyld.Listener{silent{}}})
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		n := testing.AllocsPerRun(20, comesAndGoes(t, l, img))
		if n > 8 {
			t.Errorf("an object of %d symbols costs %v allocations, want at most 8", own, n)
		}
		if n := testing.AllocsPerRun(20, func() { l.Lookup("nobody") }); n > 1 {
			t.Errorf("a name that nobody defines costs %v allocations, want one", n)
		}
	}
}

// comesAndGoes loads, finalizes and unloads an object.
func comesAndGoes(t *testing.T, l *rtdyld.Linker, img *objfmt.ObjectImage) func() {
	ctx := context.Background()
	return func() {
		objs, err := l.Load(ctx, img)
		if err == nil {
			err = l.Finalize(ctx)
		}
		if err == nil {
			err = l.Unload(ctx, objs...)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tablesTold is an unwinder that counts the tables that it is told of.
type tablesTold struct{ tables int }

func (*tablesTold) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }

func (u *tablesTold) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	u.tables += len(tables)
	return nil
}

func (*tablesTold) Deregister(context.Context, []rtdyld.UnwindTable) error { return nil }

// TestAllocsUnwinder: an unwinder costs a small object no allocation.
func TestAllocsUnwinder(t *testing.T) {
	m := allocManager(t)
	img, err := objfile.Open("../testdata/elf-link/base.o")
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	cost := func(cfg rtdyld.Config) float64 {
		cfg.Memory, cfg.Workers = m, 1
		l, err := rtdyld.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return testing.AllocsPerRun(50, comesAndGoes(t, l, img))
	}
	u := new(tablesTold)
	if without, with := cost(rtdyld.Config{}), cost(rtdyld.Config{Unwinder: u}); with > without || u.tables < 50 {
		t.Errorf("%v allocations, %v with an unwinder, which was told of %d tables", without, with, u.tables)
	}
}

// TestAllocsPerObject: the objects of a batch share most of what they need.
func TestAllocsPerObject(t *testing.T) {
	m := allocManager(t)
	ctx := context.Background()
	life := func(n int) float64 {
		data := make([][]byte, n)
		for i := range data {
			data[i] = generated(20, 0, 10)
		}
		return testing.AllocsPerRun(5, func() {
			l, err := rtdyld.New(rtdyld.Config{Memory: m, Resolver: near1{m}, Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range data {
				img, err := objfile.Parse("generated.o", d)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := l.Load(ctx, img); err != nil {
					t.Fatal(err)
				}
				img.Close()
			}
			if err := l.Finalize(ctx); err != nil {
				t.Fatal(err)
			}
			if err := l.CloseContext(ctx); err != nil {
				t.Fatal(err)
			}
		})
	}
	if each := (life(300) - life(100)) / 200; each > 10 {
		t.Errorf("%.1f allocations for each more object, want at most 10", each)
	} else {
		t.Logf("%.1f allocations an object", each)
	}
}
