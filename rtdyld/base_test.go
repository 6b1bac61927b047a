package rtdyld_test

import (
	"encoding/binary"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/reloc/amd64"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestTableBase: T and its own name are as far behind the start of the GOT, which
// _GLOBAL_OFFSET_TABLE_ is, as the processor says.
func TestTableBase(t *testing.T) {
	const bias = 0x7ff0
	arch := *amd64.ELF.Arch
	arch.TableBias, arch.TableNames = bias, []string{".TOC."}
	defer rtdyld.ReplaceTable(amd64.ELF, reloc.NewTable(&arch, amd64.ELF.Rows))()

	const abs64, gotoff64, got64 = 1, 25, 27
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 32), Align: 8})
	f.AddSymbol(objgen.ELFSymbol{Name: "here", Section: data, Bind: 1})
	f.AddSymbol(objgen.ELFSymbol{Name: ".TOC.", Bind: 1})
	f.AddSymbol(objgen.ELFSymbol{Name: "_GLOBAL_OFFSET_TABLE_", Bind: 1})
	f.AddRelocs(data, true, []objgen.ELFReloc{
		{Type: gotoff64, Sym: 1}, {Offset: 8, Type: abs64, Sym: 2}, {Offset: 16, Type: abs64, Sym: 3}, {Offset: 24, Type: got64, Sym: 1},
	})
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), parse(t, "base.o", f.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	sec := section(t, objs[0], ".data")
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(sec.Mem[8*i:]) }
	start := word(2)
	for i, want := range []uint64{sec.Addr - start - bias, start + bias, start, 1<<64 - bias} {
		if w := word(i); w != want {
			t.Errorf("word %d is %#x, want %#x", i, w, want)
		}
	}
	for name, want := range map[string]uint64{".TOC.": start + bias, "_GLOBAL_OFFSET_TABLE_": start} {
		if e, err := r.Explain(name); err != nil || e.Origin != rtdyld.FromLinker || e.Symbol.Addr != want {
			t.Errorf("%s is explained as %+v, %v, want %#x", name, e, err, want)
		}
	}
}
