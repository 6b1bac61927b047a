package rtdyld_test

import (
	"bytes"
	"debug/macho"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// machoTabled is an object of Mach-O with sections, and words with the addresses of undefined symbols in the section refs.
type machoTabled struct {
	cpu      uint32
	sections []objgen.MachOSection
	refs     []string
	weak     bool // references
}

func (x machoTabled) bytes() []byte {
	f := &objgen.MachO{Is64: true, CPU: x.cpu, Flags: 0x2000} // MH_SUBSECTIONS_VIA_SYMBOLS
	if x.cpu == 0x01000007 {
		f.Subtype = 3
	}
	refs := objgen.MachOSection{Name: "refs", Segment: "__DATA", Align: 3, Data: make([]byte, 8*len(x.refs))}
	s := objgen.MachOSymbol{Type: 1}
	if x.weak {
		s.Desc = 0x40 // N_WEAK_REF
	}
	for i, name := range x.refs {
		s.Name = name
		refs.Relocs = append(refs.Relocs, objgen.MachOReloc{Address: uint32(8 * i), Symbol: f.AddSymbol(s), Length: 3, Extern: true})
	}
	f.Add(refs)
	for _, s := range x.sections {
		f.Add(s)
	}
	return f.Bytes()
}

// machoEdges are references to the start and the end of sections SEG$sect.
func machoEdges(names ...string) (refs []string) {
	for _, n := range names {
		refs = append(refs, "section$start$"+n, "section$end$"+n)
	}
	return refs
}

// TestEncapsulationMachO: section$start$SEG$sect and section$end$SEG$sect are the ends of random sections, at the same places as ld64.lld has them; both
// are one address if there are none.
func TestEncapsulationMachO(t *testing.T) {
	for _, linker := range []string{"ld64.lld-14", "ld64.lld-19"} {
		for arch, cpu := range map[string]uint32{"x86_64": 0x01000007, "arm64": 0x0100000c} {
			t.Run(linker+"/"+arch, func(t *testing.T) {
				citest.Need(t, linker)
				testEncapsulationMachO(t, linker, arch, cpu)
			})
		}
	}
}

func testEncapsulationMachO(t *testing.T, linker, arch string, cpu uint32) {
	rng := rand.New(rand.NewPCG(5, uint64(cpu)))
	names := []string{"__DATA$tab", "__DATA$a$b", "__OTHER$tab", "__DATA$none", "__NO$tab", "__TEXT$tab"}
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	args := []string{"-arch", arch, "-platform_version", "macos", "10.15", "10.15", "-dylib", "-no_data_const", "-o", out}
	var files [][]byte
	for i := range 40 {
		x := machoTabled{cpu: cpu, weak: i%16 == 0}
		if i%8 == 0 {
			x.refs = machoEdges(names...)
		}
		for range rng.IntN(6) {
			data := someBytes(rng, rng.IntN(20))
			segment, section, _ := strings.Cut([]string{names[0], names[1], names[2], names[5]}[rng.IntN(4)], "$")
			x.sections = append(x.sections, objgen.MachOSection{Name: section, Segment: segment, Align: uint32(rng.IntN(6)), Data: data})
		}
		files = append(files, x.bytes())
	}
	imgs := linkedToo(t, dir, files, linker, args...)
	want, err := macho.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	r, objs := linked(t, imgs)
	first := refWords(objs[0])
	for i := 0; i < len(objs); i += 8 {
		w := refWords(objs[i])
		for k, name := range names {
			segment, section, _ := strings.Cut(name, "$")
			var data []byte
			for _, s := range want.Sections {
				if s.Seg == segment && s.Name == section {
					if data, err = s.Data(); err != nil {
						t.Fatal(err)
					}
				}
			}
			lo, hi := w[2*k], w[2*k+1]
			if got := bytesFrom(objs, lo, hi); !bytes.Equal(got, data) || lo == 0 {
				t.Errorf("object %d: %s from %#x to %#x:\n% x\nwant\n% x", i, name, lo, hi, got, data)
			}
			if lo != first[2*k] || hi != first[2*k+1] {
				t.Errorf("object %d: %s from %#x to %#x, in the first one from %#x to %#x", i, name, lo, hi, first[2*k], first[2*k+1])
			}
		}
	}
	r.unload(objs...)
}

// TestEncapsulationMachORefused: what has no start and end, and what cannot lie together.
func TestEncapsulationMachORefused(t *testing.T) {
	const cpu = 0x01000007
	word := func(segment, name string, flags uint32) objgen.MachOSection {
		return objgen.MachOSection{Name: name, Segment: segment, Flags: flags, Align: 3, Data: make([]byte, 8)}
	}
	r := newRig(t, rtdyld.Config{TLS: &anyTLS{}})
	for what, x := range map[string]machoTabled{
		"thread-locals": {refs: machoEdges("__DATA$tls"), sections: []objgen.MachOSection{word("__DATA", "tls", 0x11)}},
		"unwind tables": {refs: machoEdges("__TEXT$__eh_frame"), sections: []objgen.MachOSection{word("__TEXT", "__eh_frame", 0)}},
		"segments":      {refs: []string{"segment$start$__DATA", "segment$end$__DATA"}},
		"no segment":    {refs: machoEdges("$x", "x", "__DATA$")},
	} {
		x.cpu = cpu
		objs, err := r.Load(t.Context(), parse(t, "a.o", x.bytes()))
		if err != nil {
			t.Fatal(err)
		}
		var undefined *rtdyld.UndefinedError
		if err := r.Resolve(t.Context()); !errors.As(err, &undefined) || len(undefined.Symbols) != len(x.refs) {
			t.Errorf("%s: %v", what, err)
		}
		r.unload(objs...)
	}
	_, err := r.Load(t.Context(),
		parse(t, "a.o", machoTabled{cpu: cpu, refs: machoEdges("__X$tab"), sections: []objgen.MachOSection{word("__X", "tab", 0)}}.bytes()),
		parse(t, "b.o", machoTabled{cpu: cpu, sections: []objgen.MachOSection{word("__X", "tab", 0x80000400)}}.bytes()))
	if !errors.Is(err, rtdyld.ErrUnsupported) || !strings.Contains(err.Error(), "b.o: section __X,tab is code, that of a.o is data, and both are to lie between section$start$__X$tab and section$end$__X$tab") {
		t.Errorf("code and data: %v", err)
	}
	d := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld})
	if _, err := d.Load(t.Context(), parse(t, "a.o", machoTabled{cpu: cpu, refs: machoEdges("__DATA$x")}.bytes())); err != nil {
		t.Fatal(err)
	}
	if err := d.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("Layout RuntimeDyld: %v", err)
	}
}

// TestEncapsulationMachOFini: destructors that a program finds by the start and the end of their pointers are those that the linker knows.
func TestEncapsulationMachOFini(t *testing.T) {
	const cpu = 0x0100000c
	list := func(n int) []objgen.MachOSection {
		return []objgen.MachOSection{{Name: "__mod_term_func", Segment: "__DATA", Flags: 0xa, Align: 3, Data: bytes.Repeat([]byte{byte(n), 0, 0, 0, 0, 0, 0, 0}, n)}}
	}
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), parse(t, "a.o", machoTabled{cpu: cpu, refs: machoEdges("__DATA$__mod_term_func"), sections: list(2)}.bytes()),
		parse(t, "b.o", machoTabled{cpu: cpu, sections: list(3)}.bytes()))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	w := refWords(objs[0])
	var found []uint64
	for b := bytesFrom(objs, w[0], w[1]); len(b) >= 8; b = b[8:] {
		found = append(found, binary.LittleEndian.Uint64(b))
	}
	known := rtdyld.Destructors(objs...)
	slices.Reverse(known)
	if fmt.Sprint(found) != "[2 2 3 3 3]" || fmt.Sprint(known) != fmt.Sprint(found) {
		t.Errorf("from start to end %#x, the linker has %#x", found, known)
	}
}
