package rtdyld_test

import (
	"debug/elf"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// stepObject is an object of some bytes of code with a word for a hole, a call of a function and, at the end, a jump to a continuation.
func stepObject(t testing.TB, size int) *objfmt.ObjectImage {
	f := &objgen.ELF{Is64: true, Machine: 62}
	code := make([]byte, size)
	code[size-5] = 0xe9
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "stencil", Bind: 1, Type: 2, Section: text})
	name := func(s string) uint32 { return f.AddSymbol(objgen.ELFSymbol{Name: s, Bind: 1}) }
	f.AddRelocs(text, true, []objgen.ELFReloc{
		{Offset: 0, Type: uint32(elf.R_X86_64_64), Sym: name("hole")},
		{Offset: 8, Type: uint32(elf.R_X86_64_PLT32), Addend: -4, Sym: name("callee")},
		{Offset: uint64(size - 4), Type: uint32(elf.R_X86_64_PLT32), Addend: -4, Sym: name("continue")},
	})
	return parse(t, "step.o", f.Bytes())
}

// steps is a set of templates of these sizes, which all call a function that is far away.
func steps(t testing.TB, cfg rtdyld.StencilsConfig, sizes ...int) *rtdyld.Stencils {
	t.Helper()
	var all []*rtdyld.Template
	for _, size := range sizes {
		tmpl, err := rtdyld.NewTemplate(t.Context(), stepObject(t, size), rtdyld.TemplateConfig{
			Holes: []string{"hole"}, Continuations: []string{"continue"},
			Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 1 << 45, Found: true}, true }),
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tmpl)
	}
	set, err := rtdyld.NewStencils(cfg, all...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestSequenceFlat: very many functions that come and go take no more memory than those that live at a time, allocate nothing, and no two
// that live share a byte. Calls of what is far away go through stubs.
func TestSequenceFlat(t *testing.T) {
	m := &openMemory{}
	ctx := t.Context()
	set := steps(t, rtdyld.StencilsConfig{Memory: m, Open: true}, 24, 40, 200)
	rounds := uint64(2_000_000) // every other one makes a function
	if citest.Sample() {
		rounds = 40_000
	}
	type held struct {
		f    rtdyld.Function
		mark uint64
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var live []held
	q := set.NewSequence()
	bytes, most := 0, 0
	for i := range rounds {
		if len(live) > 500 || len(live) > 0 && rnd.IntN(2) == 0 {
			k := rnd.IntN(len(live))
			h := live[k]
			code := h.f.Code()
			if got := binary.LittleEndian.Uint64(code); got != h.mark {
				t.Fatalf("the function at %#x holds %#x, not %#x", h.f.Addr(), got, h.mark)
			}
			bytes -= len(code)
			if err := h.f.Release(ctx); err != nil {
				t.Fatal(err)
			}
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		q.Reset()
		parts := 1 + rnd.IntN(9)
		for range parts {
			q.Append(rnd.IntN(3), i+1)
		}
		q.LinkAddr(parts-1, 0, 0x10000)
		f, err := q.Make(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for part := range parts {
			at := uint64(q.Offset(part))
			to := f.Addr() + at + 12 + uint64(int64(int32(binary.LittleEndian.Uint32(f.Code()[at+8:]))))
			if target := m.at(t, to, 6); target[0] != 0xff || target[1] != 0x25 {
				t.Fatalf("a call leads to % x, which is no stub", target)
			}
		}
		live = append(live, held{f, i + 1})
		bytes += len(f.Code())
		most = max(most, bytes)
	}
	if limit := uint64(2*most + 1<<20); m.used > limit {
		t.Errorf("%d bytes for functions of %d at a time", m.used, most)
	}
	for _, h := range live {
		if err := h.f.Release(ctx); err != nil {
			t.Fatal(err)
		}
	}
	f, err := q.Make(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() {
		q.Reset()
		q.Append(0, 1)
		q.Append(1, 2)
		q.Append(2, 3)
		q.Link(2, 0, 0)
		f, err := q.Make(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Release(ctx); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations a function", n)
	}
	if err := f.Release(ctx); err != nil {
		t.Error(err)
	}
	if err := set.Close(); err != nil {
		t.Error(err)
	}
	m.check(t)
}

// TestSequenceMemory: when memory for functions is used up, it holds them, 16 bytes more for each at most, and one stub with its GOT entry for all
// templates, whose room is kept for each.
func TestSequenceMemory(t *testing.T) {
	m := &openMemory{}
	ctx := t.Context()
	set := steps(t, rtdyld.StencilsConfig{Memory: m, Open: true}, 24, 40)
	q := set.NewSequence()
	var live []rtdyld.Function
	bytes, slabs, stubs := uint64(0), 0, map[uint64]int{}
	for slabs < 4 {
		q.Reset()
		q.Append(0, 1)
		q.Append(1, 2)
		q.LinkAddr(1, 0, 0x10000)
		calls, used := m.calls, m.used
		f, err := q.Make(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if m.calls > calls {
			slabs = m.calls
			// What is behind the last function of a slab is too small for another, and in front of the first one are two stubs and two words.
			if before := uint64(calls) * (64 + 32 + 32); used > bytes+16*uint64(len(live))+before {
				t.Errorf("%d bytes for %d functions of %d", used, len(live), bytes)
			}
		}
		live, bytes = append(live, f), bytes+uint64(len(f.Code()))
		for part := range 2 {
			at := uint64(q.Offset(part))
			stubs[f.Addr()+at+12+uint64(int64(int32(binary.LittleEndian.Uint32(f.Code()[at+8:]))))]++
		}
	}
	if len(stubs) != slabs {
		t.Errorf("calls in %d slabs go through %d stubs", slabs, len(stubs))
	}
	for _, f := range live {
		if err := f.Release(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.Close(); err != nil {
		t.Error(err)
	}
	m.check(t)
}
