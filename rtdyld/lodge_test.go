package rtdyld_test

import (
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestEmptyData: an object whose sections of data are all empty asks for no memory of data; names in them have addresses, which are aligned
// and in reach, and an instance of a template refers to its own.
func TestEmptyData(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 8), Align: 16})
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Align: 64})
	f.Add(objgen.ELFSection{Name: ".bss", Type: 8, Flags: 3, Align: 1})
	f.AddSymbol(objgen.ELFSymbol{Name: "code", Type: 2, Bind: 1, Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: "nothing", Bind: 1, Section: data})
	f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 2, Sym: 2, Type: 2, Addend: -4}})
	img := parse(t, "empty.o", f.Bytes())

	r := newRig(t, rtdyld.Config{})
	objs := r.loadImages(img)
	if q := r.mem.reqs; len(q) != 1 || q[0].Kind != objfmt.KindCode || q[0].Size != 8 || q[0].Align != 64 {
		t.Errorf("asked for %+v", q)
	}
	r.finalize()
	code, nothing := r.addr("code"), r.addr("nothing")
	if nothing != code || nothing%64 != 0 || r.target(code+2) != nothing {
		t.Errorf("code at %#x refers to %#x, which is at %#x", code, r.target(code+2), nothing)
	}
	if s := section(t, objs[0], ".data"); s.Addr != nothing || len(s.Mem) != 0 {
		t.Errorf("section %+v", s)
	}

	m := &openMemory{}
	tmpl, err := rtdyld.NewTemplate(t.Context(), img, rtdyld.TemplateConfig{Memory: m, Open: true})
	if err != nil {
		t.Fatal(err)
	}
	defer tmpl.Close()
	out := make([]rtdyld.Instance, 2)
	if err := tmpl.InstantiateAll(t.Context(), nil, out); err != nil {
		t.Fatal(err)
	}
	for _, in := range out {
		code, ok := in.Symbol("code")
		nothing, also := in.Symbol("nothing")
		field := int32(binary.LittleEndian.Uint32(m.at(t, code+2, 4)))
		if !ok || !also || nothing != code || code+6+uint64(int64(field)) != nothing {
			t.Errorf("code at %#x refers to %#x, which is at %#x", code, code+6+uint64(int64(field)), nothing)
		}
		if err := in.Release(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
