package sparc_test

import (
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk/sparc"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/sparc64"
)

// TestNaming: calls for thread-locals name what they call if the object does, and second addends are taken out of types.
func TestNaming(t *testing.T) {
	const olo10, gdCall, ldmCall, wplt30 = 33, 59, 63, 18
	for _, named := range []bool{true, false} {
		f := &objgen.ELF{Is64: true, Big: true, Machine: 43}
		text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 32), Align: 4})
		local := f.AddSymbol(objgen.ELFSymbol{Name: "local", Section: text})
		x := f.AddSymbol(objgen.ELFSymbol{Name: "x", Bind: 1, Type: 6})
		getter := x
		if named {
			getter = f.AddSymbol(objgen.ELFSymbol{Name: "__tls_get_addr", Bind: 1})
		}
		f.AddRelocs(text, true, []objgen.ELFReloc{{Type: gdCall, Sym: x, Addend: 8}, {Offset: 4, Type: ldmCall, Sym: x}, {Offset: 8, Type: wplt30, Sym: x, Addend: 8},
			{Offset: 12, Type: olo10, Sym: local, Addend: 0x405}})
		data := f.Bytes()
		img, err := objfile.Parse("t.o", data)
		if err != nil {
			t.Fatal(err)
		}
		step, err := sparc.Steps.Naming(t.Context(), img, sparc64.ELF)
		if err != nil {
			t.Fatal(err)
		}
		var rs []objfmt.Reloc
		for r, err := range img.Relocs(0) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Type == olo10 {
				r.Type |= 0xfffffb << 8
			}
			rs = append(rs, r)
		}
		rs = step.Records(nil, rs)
		for i := range 2 {
			want := int64(0)
			if !named && i == 0 {
				want = 8
			}
			if rs[i].Sym != objfmt.SymbolID(getter) || rs[i].Addend != want {
				t.Errorf("named: %v: call %d is of symbol %d, addend %d", named, i, rs[i].Sym, rs[i].Addend)
			}
		}
		if rs[2].Sym != objfmt.SymbolID(x) || rs[2].Addend != 8 || rs[2].Type != wplt30 {
			t.Errorf("a plain call became %+v", rs[2])
		}
		if rs[3].Type != olo10 || rs[3].Addend != reloc.WithPlus(0x405, -5) || rs[3].Addend != 5-5*0x400 {
			t.Errorf("OLO10 became %+v", rs[3])
		}
		img.Close()
	}
}
