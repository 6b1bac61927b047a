package rtdyld_test

import (
	"context"
	"debug/elf"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// asked is a resolver that knows nothing and remembers its questions.
type asked struct{ refs []rtdyld.Ref }

func (a *asked) Resolve(_ context.Context, refs []rtdyld.Ref, _ []rtdyld.Symbol) error {
	a.refs = append(a.refs, refs...)
	return nil
}

// TestUnusedNames: a name without a definition that no relocation refers to fails
// nothing, in any format and layout, and the Resolver is told that it is such a name; one
// that a relocation refers to, be it one that does nothing, by another name, or a
// pointer to an import, does.
func TestUnusedNames(t *testing.T) {
	const text = 0x60500020 // code, execute, read, aligned to 16
	elfFile := func(relocs ...objgen.ELFReloc) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16)})
		f.AddSymbol(objgen.ELFSymbol{Name: "zz", Bind: 1})
		f.AddSymbol(objgen.ELFSymbol{Name: "yy", Bind: 1, Type: 6})
		f.AddRelocs(data, true, relocs)
		return f.Bytes()
	}
	coffFile := func(relocs ...objgen.COFFReloc) []byte {
		f := &objgen.COFF{Machine: 0x8664}
		f.Add(objgen.COFFSection{Name: ".text", Flags: text, Data: make([]byte, 16), Relocs: relocs})
		f.AddSymbol(objgen.COFFSymbol{Name: "zz", Class: 2})
		f.AddSymbol(objgen.COFFSymbol{Name: "__imp_yy", Class: 2})
		f.AddWeak("ww", f.AddSymbol(objgen.COFFSymbol{Name: "vv", Class: 2}), 3)
		return f.Bytes()
	}
	machoFile := func(relocs ...objgen.MachOReloc) []byte {
		f := &objgen.MachO{Is64: true, CPU: 0x1000007}
		f.AddSymbol(objgen.MachOSymbol{Name: "ww", Type: 0xb, Target: "vv"})
		f.AddSymbol(objgen.MachOSymbol{Name: "vv", Type: 1})
		f.AddSymbol(objgen.MachOSymbol{Name: "zz", Type: 1})
		f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: make([]byte, 16), Relocs: relocs})
		return f.Bytes()
	}
	for _, c := range []struct {
		name string
		data []byte
		want []string // what is undefined

		behind []string // names that stand behind others, which need them
	}{
		{"elf", elfFile(), nil, nil},
		{"elf used", elfFile(objgen.ELFReloc{Sym: 1, Type: uint32(elf.R_X86_64_64)}), []string{"zz"}, nil},
		{"elf none", elfFile(objgen.ELFReloc{Sym: 1}), []string{"zz"}, nil},
		{"coff", coffFile(), nil, []string{"ww", "vv"}},
		{"coff used", coffFile(objgen.COFFReloc{Type: 1}), []string{"zz"}, []string{"ww", "vv"}},
		{"coff import", coffFile(objgen.COFFReloc{Sym: 1, Type: 1}), []string{"__imp_yy"}, []string{"ww", "vv", "yy"}},
		{"coff weak", coffFile(objgen.COFFReloc{Sym: 3, Type: 1}), []string{"vv"}, []string{"ww"}},
		{"macho", machoFile(), nil, []string{"vv"}},
		{"macho used", machoFile(objgen.MachOReloc{Symbol: 2, Length: 3, Extern: true}), []string{"zz"}, []string{"vv"}},
		{"macho indirect", machoFile(objgen.MachOReloc{Symbol: 0, Length: 3, Extern: true}), []string{"vv"}, nil},
	} {
		for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
			t.Run(c.name+" "+layout.String(), func(t *testing.T) {
				a := &asked{}
				r := newRig(t, rtdyld.Config{Resolver: a, Layout: layout})
				if _, err := r.Load(t.Context(), parse(t, "u.o", c.data)); err != nil {
					t.Fatal(err)
				}
				var got []string
				if err := r.Finalize(t.Context()); err != nil {
					for _, s := range wantErr[*rtdyld.UndefinedError](t, err, rtdyld.ErrUndefined).Symbols {
						got = append(got, s.Name)
					}
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("undefined (-want +got):\n%s", diff)
				}
				for _, ref := range a.refs {
					used := slices.Contains(c.want, ref.Name) || slices.Contains(c.behind, ref.Name)
					if ref.Unused == used {
						t.Errorf("asked for %+v", ref)
					}
				}
				if len(a.refs) == 0 {
					t.Error("the Resolver was not asked")
				}
			})
		}
	}
}

// TestUnusedElsewhere: a name that one object uses and another only mentions is undefined
// in the one.
func TestUnusedElsewhere(t *testing.T) {
	object := func(name string, relocs ...objgen.ELFReloc) *objfmt.ObjectImage {
		f := &objgen.ELF{Is64: true, Machine: 62}
		data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
		f.AddSymbol(objgen.ELFSymbol{Name: "zz", Bind: 1})
		f.AddRelocs(data, true, relocs)
		return parse(t, name, f.Bytes())
	}
	mentions, uses := object("mentions.o"), object("uses.o", objgen.ELFReloc{Sym: 1, Type: uint32(elf.R_X86_64_64)})
	for _, imgs := range [][]*objfmt.ObjectImage{{mentions, uses}, {uses, mentions}} {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), imgs...); err != nil {
			t.Fatal(err)
		}
		e := wantErr[*rtdyld.UndefinedError](t, r.Resolve(t.Context()), rtdyld.ErrUndefined)
		want := []rtdyld.UndefinedSymbol{{Name: "zz", Refs: []rtdyld.Reference{{Object: "uses.o", Section: ".data"}}}}
		if diff := cmp.Diff(want, e.Symbols); diff != "" {
			t.Errorf("undefined (-want +got):\n%s", diff)
		}
	}
}
