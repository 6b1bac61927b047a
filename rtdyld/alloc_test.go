package rtdyld_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
)

// generated is an object with calls and pointers to names of its own and to names
// that it leaves open.
func generated(relocs, own, open int) []byte {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8*relocs+8), Align: 16})
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8*relocs+8), Align: 8})
	for i := range own {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("own%d", i), Type: 2, Bind: 1, Section: text, Value: uint64(8 * (i % (relocs + 1)))})
	}
	for i := range open {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprintf("open%d", i), Bind: 1})
	}
	var calls, pointers []objgen.ELFReloc
	for i := range relocs {
		sym := uint32(1 + i%(own+open))
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
	m, err := mem.New(mem.Options{})
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// allocations counts those of an object's whole life, from bytes to Close.
func allocations(t *testing.T, data []byte) float64 {
	m := allocManager(t)
	ctx := context.Background()
	return testing.AllocsPerRun(20, func() {
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
		if err := l.Finalize(ctx, objs...); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(ctx); err != nil {
			t.Fatal(err)
		}
		img.Close()
	})
}

// TestAllocs: a small object costs ten allocations in a linker of its own, its
// buffer, image and linker among them, and no relocation or symbol costs one.
func TestAllocs(t *testing.T) {
	small := allocations(t, generated(20, 10, 10))
	t.Logf("small object: %v allocations", small)
	if small > 10 {
		t.Errorf("a small object costs %v allocations, want at most 10", small)
	}
	if many := allocations(t, generated(20000, 10, 10)); many > small+1 {
		t.Errorf("%v allocations with 20 relocations, %v with 20,000", small, many)
	}
	if many := allocations(t, generated(20000, 5000, 5000)); many > small+16 { // slices that no longer fit the room of a small object, or grow by doubling
		t.Errorf("%v allocations with 20 symbols, %v with 10,000", small, many)
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
			if err := l.Close(ctx); err != nil {
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
