package rtdyld_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// leaving answers for every name that its relocations are left alone.
var leaving = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: rtdyld.LeaveAlone}, true })

// TestLeaveAlone: in all objects made for tests the fields of relocations to names that the
// Resolver wants left alone are as in the file, once and again, and all others as if the
// names were anywhere else.
func TestLeaveAlone(t *testing.T) {
	files, err := filepath.Glob("../testdata/*/*.o")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	fields, objects := 0, 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r := newRig(t, rtdyld.Config{Resolver: leaving, TLS: &threads{}, NoRelax: true, Workers: 1})
		img, err := objfile.Parse(path, data)
		if err != nil {
			continue // other tests are about why
		}
		objs, err := r.Load(t.Context(), img)
		img.Close()
		if err != nil {
			continue
		}
		for range 2 {
			if err = r.Resolve(t.Context()); err != nil {
				break
			}
			o := objs[0]
			img := o.Image()
			for _, s := range o.Sections() {
				if int(s.ID) >= len(img.Sections) || img.Sections[s.ID].Data == nil {
					continue
				}
				for rel, err := range img.Relocs(s.ID) {
					if err != nil {
						t.Fatal(err)
					}
					sym := &img.Symbols[rel.Sym]
					name := img.SymbolName(rel.Sym)
					if sym.Section != objfmt.SecUndef || sym.Bind == objfmt.BindLocal || sym.Vis >= objfmt.VisHidden || ownNames[name] {
						continue
					}
					fields++
					file := img.Sections[s.ID].Data[rel.Offset:]
					table := rtdyld.Relocations(img)
					number := rel.Type
					if split := table.Arch.SplitType; split != nil {
						number, _ = split(number)
					}
					n := table.Width(table.Rows[number].Field)
					if !bytes.Equal(s.Mem[rel.Offset:][:n], file[:n]) {
						t.Errorf("%s: %s+%#x to %s: % x, in the file % x", path, s.Name, rel.Offset, name, s.Mem[rel.Offset:][:n], file[:n])
					}
				}
			}
			objects++
			s := o.Sections()[0]
			if err := o.MapSectionAddress(s.ID, s.Addr+0x1000); err != nil {
				t.Fatal(err)
			}
		}
		var far *reloc.RangeError
		if err != nil && !errors.As(err, &far) && !errors.Is(err, rtdyld.ErrUnsupported) && !errors.Is(err, rtdyld.ErrTLS) && !errors.Is(err, objfmt.ErrFormat) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if fields < 300 || objects < 300 {
		t.Errorf("%d fields in %d objects", fields, objects)
	}
}

// ownNames are what the linker makes itself.
var ownNames = map[string]bool{"__dso_handle": true, "___dso_handle": true, "_GLOBAL_OFFSET_TABLE_": true, "__ImageBase": true, "___ImageBase": true, "_tls_index": true, "__tls_index": true, "__tls_array": true, "_gp_disp": true, ".TOC.": true}

// TestLeaveAloneNot: an offset and a plain value of all ones are what they are; a definition
// that comes later counts for what is relocated later; a difference with a name that is left
// alone is.
func TestLeaveAloneNot(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"value": {Addr: rtdyld.LeaveAlone, Kind: rtdyld.Abs}, "left": {Addr: rtdyld.LeaveAlone}}})
	first, err := r.Load(t.Context(), words(t, "a.o", "a", false, "value", "left"))
	if err != nil {
		t.Fatal(err)
	}
	r.resolve()
	if got := wordsOf(t, first[0]); got[0] != 1<<64-1 || got[1] != 0 {
		t.Errorf("it holds %#x", got)
	}
	def, err := r.Load(t.Context(), words(t, "left.o", "left", false))
	if err != nil {
		t.Fatal(err)
	}
	second, err := r.Load(t.Context(), words(t, "b.o", "b", false, "left"))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	if got := wordsOf(t, second[0]); got[0] != section(t, def[0], ".data").Addr {
		t.Errorf("it holds %#x", got)
	}

	f := &objgen.MachO{Is64: true, CPU: 0x1000007}
	f.AddSymbol(objgen.MachOSymbol{Name: "_here", Type: 0xf, Section: 1})
	f.AddSymbol(objgen.MachOSymbol{Name: "_there", Type: 1})
	f.Add(objgen.MachOSection{Name: "__data", Segment: "__DATA", Data: []byte("12345678"), Relocs: []objgen.MachOReloc{
		{Symbol: 1, Type: 5, Length: 3, Extern: true}, {Symbol: 0, Length: 3, Extern: true}, // here - there
	}})
	r = newRig(t, rtdyld.Config{Resolver: leaving})
	objs, err := r.Load(t.Context(), parse(t, "m.o", f.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	r.resolve()
	if got := section(t, objs[0], "__data").Mem; string(got) != "12345678" {
		t.Errorf("it holds %#x", binary.LittleEndian.Uint64(got))
	}
}
