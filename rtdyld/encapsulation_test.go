package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// outputSections are sections of objects that a linker's script has as one output section for each name, as their encapsulation symbols
// ask for.
type outputSections map[string][]rtdyld.LoadedSection

// gatherOutputs lists the sections in the order of the objects that images refer to by __start_NAME or __stop_NAME.
func gatherOutputs(imgs []*objfmt.ObjectImage, objs []*rtdyld.Object) outputSections {
	out := outputSections{}
	for _, img := range imgs {
		for i := range img.Symbols {
			for _, prefix := range [...]string{"__start_", "__stop_"} {
				if name, ok := strings.CutPrefix(img.SymbolName(objfmt.SymbolID(i)), prefix); ok && !img.Symbols[i].Defined() {
					out[name] = nil
				}
			}
		}
	}
	for _, o := range objs {
		for _, s := range o.Sections() {
			if list, ok := out[s.Name]; ok {
				out[s.Name] = append(list, s)
			}
		}
	}
	return out
}

// has reports whether a section is in one of them.
func (out outputSections) has(s rtdyld.LoadedSection) bool { return len(out[s.Name]) > 0 }

// script has them, where their first sections are: what follows is the linker's to place.
func (out outputSections) script() string {
	var b strings.Builder
	names := slices.SortedFunc(maps.Keys(out), func(a, b string) int {
		return strings.Compare(fmt.Sprintf("%16x", out.at(a)), fmt.Sprintf("%16x", out.at(b)))
	})
	for _, name := range names {
		if len(out[name]) > 0 {
			fmt.Fprintf(&b, "  %s %#x : { KEEP(*(%[1]s)) }\n", name, out.at(name))
		}
	}
	return b.String()
}

// at is where one is.
func (out outputSections) at(name string) uint64 {
	if len(out[name]) == 0 {
		return 0
	}
	return out[name][0].Addr
}

// cut cuts what the linker has made of them, by address, into sections.
func (out outputSections) cut(t *testing.T, made map[uint64][]byte) {
	t.Helper()
	for name, list := range out {
		whole, ok := made[out.at(name)]
		if !ok { // zeros, which are not in the file
			continue
		}
		for _, s := range list {
			off := s.Addr - list[0].Addr
			if off+uint64(len(s.Mem)) > uint64(len(whole)) {
				t.Fatalf("section %s at %#x is not among the %#x bytes from %#x on", name, s.Addr, len(whole), list[0].Addr)
			}
			made[s.Addr] = whole[off:][:len(s.Mem)]
		}
		if n := len(list); n > 0 && list[n-1].Addr+uint64(len(list[n-1].Mem)) != list[0].Addr+uint64(len(whole)) {
			t.Errorf("sections %s end at %#x, want %#x", name, list[n-1].Addr+uint64(len(list[n-1].Mem)), list[0].Addr+uint64(len(whole)))
		}
	}
}

// Flags and types of sections, bindings and visibility of ELF.
const (
	shfWrite, shfAlloc, shfExec, shfTLS = 1, 2, 4, 0x400
	shtNobits                           = 8
	stbWeak, stvHidden                  = 2, 2
)

// tabled is an object with sections, and words with the addresses of symbols, named by the section "refs".
type tabled struct {
	big      bool
	sections []objgen.ELFSection
	refs     []objgen.ELFSymbol
	defines  []objgen.ELFSymbol // in section refs, or at a reserved place
}

func (x tabled) bytes() []byte {
	f := &objgen.ELF{Is64: true, Big: x.big, Machine: uint16(elf.EM_X86_64)}
	word := uint32(1) // R_X86_64_64
	if x.big {
		f.Machine, word = uint16(elf.EM_S390), 22 // R_390_64
	}
	refs := f.Add(objgen.ELFSection{Name: "refs", Flags: shfAlloc | shfWrite, Align: 8, Data: make([]byte, 8*len(x.refs))})
	for _, s := range x.sections {
		f.Add(s)
	}
	var list []objgen.ELFReloc
	for i, s := range x.refs {
		if s.Bind == 0 {
			s.Bind = 1
		}
		list = append(list, objgen.ELFReloc{Offset: uint64(8 * i), Sym: f.AddSymbol(s), Type: word})
	}
	f.AddRelocs(refs, true, list)
	for _, s := range x.defines {
		if s.Bind, s.Section = 1, refs; s.Reserved != 0 {
			s.Section = 0
		}
		f.AddSymbol(s)
	}
	return f.Bytes()
}

// edges are references to the start and the end of sections.
func edges(names ...string) (refs []objgen.ELFSymbol) {
	for _, n := range names {
		refs = append(refs, objgen.ELFSymbol{Name: "__start_" + n}, objgen.ELFSymbol{Name: "__stop_" + n})
	}
	return refs
}

// refWords are what an object's section refs holds.
func refWords(o *rtdyld.Object) (list []uint64) {
	order := binary.ByteOrder(binary.LittleEndian)
	if o.Image().Big {
		order = binary.BigEndian
	}
	for _, s := range o.Sections() {
		if s.Name == "refs" {
			for b := s.Mem; len(b) > 0; b = b[8:] {
				list = append(list, order.Uint64(b))
			}
		}
	}
	return list
}

// bytesFrom are the bytes of objects' sections from lo to hi, with zeros in gaps.
func bytesFrom(objs []*rtdyld.Object, lo, hi uint64) []byte {
	b := make([]byte, min(hi-lo, 1<<20))
	for _, o := range objs {
		for _, s := range o.Sections() {
			if s.Addr >= lo && s.Addr < hi {
				copy(b[s.Addr-lo:], s.Mem)
			}
		}
	}
	return b
}

// table is a section of data.
func table(name, data string, flags, align uint64) objgen.ELFSection {
	return objgen.ELFSection{Name: name, Flags: shfAlloc | flags, Align: align, Data: []byte(data)}
}

// TestEncapsulation: __start_NAME and __stop_NAME are the ends of what all objects of a batch have in sections NAME, in their
// order and without gaps but for alignment; what is not in memory does not count.
func TestEncapsulation(t *testing.T) {
	for _, big := range []bool{false, true} {
		for _, bySection := range []bool{false, true} {
			r := newRig(t, rtdyld.Config{BySection: bySection})
			objs, err := r.Load(t.Context(),
				parse(t, "a.o", tabled{big: big, refs: edges("tab", "one", "zero"), sections: []objgen.ELFSection{
					table("tab", "12345678", 0, 8), table("tab2", "no", 0, 1), table("tab", "9", 0, 1), table("one", "only", 0, 4), table("zero", "", 0, 4),
				}}.bytes()),
				parse(t, "b.o", tabled{big: big, sections: []objgen.ELFSection{
					{Name: "tab", Data: []byte("no memory"), Align: 1}, table(".tab", "no", 0, 1), table("tab", "AB", shfWrite, 16),
				}}.bytes()),
				parse(t, "c.o", tabled{big: big, refs: edges("tab"), sections: []objgen.ELFSection{
					{Name: "tab", Type: shtNobits, Flags: shfAlloc | shfWrite, Size: 3, Align: 1}, table("tab", "CDEF", 0, 4),
				}}.bytes()),
			)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			w := refWords(objs[0])
			if got, want := string(bytesFrom(objs, w[0], w[1])), "123456789\x00\x00\x00\x00\x00\x00\x00AB\x00\x00\x00\x00\x00\x00CDEF"; got != want {
				t.Errorf("between __start_tab and __stop_tab: %q, want %q", got, want)
			}
			if got := string(r.bytes(w[2], int(w[3]-w[2]))); got != "only" {
				t.Errorf("between __start_one and __stop_one: %q", got)
			}
			if w[4] != w[5] || w[4] == 0 {
				t.Errorf("__start_zero is %#x, __stop_zero %#x", w[4], w[5])
			}
			if c := refWords(objs[2]); !slices.Equal(c, w[:2]) {
				t.Errorf("c.o has %#x, a.o %#x", c, w[:2])
			}
			for _, o := range objs {
				for _, s := range o.Sections() {
					if s.Name == "tab" && s.Kind != objfmt.KindWritable {
						t.Errorf("%s: section tab is %v beside one that is written", o.Name(), s.Kind)
					}
				}
			}
			if s, err := r.Lookup("__start_tab"); err == nil {
				t.Errorf("all see __start_tab: %+v", s)
			}
		}
	}
}

// TestEncapsulationBatches: each batch has its own symbols, as JITLink's objects have; a definition counts before them, and a resolver's answer
// does not.
func TestEncapsulationBatches(t *testing.T) {
	asked := map[string]bool{}
	r := newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		for i := range refs {
			asked[refs[i].Name] = true
			if out[i].Addr = 0x1000; refs[i].Name == "__start_lib" {
				out[i].Found = true
			}
		}
		return nil
	})})
	load := func(name string, x tabled) *rtdyld.Object {
		t.Helper()
		objs, err := r.Load(t.Context(), parse(t, name, x.bytes()))
		if err != nil {
			t.Fatal(err)
		}
		return objs[0]
	}
	a := load("a.o", tabled{refs: edges("tab"), sections: []objgen.ELFSection{table("tab", "first", 0, 1)}})
	b := load("b.o", tabled{refs: append(edges("tab"), objgen.ELFSymbol{Name: "__start_lib"}), sections: []objgen.ELFSection{table("tab", "2nd", 0, 1), table("lib", "x", 0, 1)}})
	r.finalize()
	for o, want := range map[*rtdyld.Object]string{a: "first", b: "2nd"} {
		if w := refWords(o); string(r.bytes(w[0], int(w[1]-w[0]))) != want {
			t.Errorf("%s: %q, want %q", o.Name(), r.bytes(w[0], int(w[1]-w[0])), want)
		}
	}
	if w := refWords(b); w[2] == 0x1000 || len(asked) > 0 {
		t.Errorf("__start_lib is %#x, as a resolver says that was asked for %v", w[2], asked)
	}

	// A batch without such sections has none of the symbols: a resolver is asked, a weak one is 0.
	weak := objgen.ELFSymbol{Name: "__start_tab", Bind: stbWeak, Other: stvHidden}
	c := load("c.o", tabled{refs: []objgen.ELFSymbol{weak, {Name: "__start_lib"}}})
	r.finalize()
	if w := refWords(c); w[0] != 0 || w[1] != 0x1000 || !asked["__start_lib"] {
		t.Errorf("without sections: %#x, asked %v", w, asked)
	}
	d := load("d.o", tabled{refs: edges("tab")})
	var undefined *rtdyld.UndefinedError
	if err := r.Resolve(t.Context(), d); !errors.As(err, &undefined) || len(undefined.Symbols) != 2 {
		t.Errorf("strong symbols without sections: %v", err)
	}
	r.unload(d)

	// What objects define, in any batch, counts.
	e := load("e.o", tabled{refs: edges("own"), sections: []objgen.ELFSection{table("own", "own", 0, 1)}, defines: []objgen.ELFSymbol{{Name: "__start_own", Value: 8}}})
	f := load("f.o", tabled{refs: edges("own"), sections: []objgen.ELFSection{table("own", "other", 0, 1)}})
	r.finalize()
	if w, s := refWords(e), r.addr("__start_own"); w[0] != s || w[1] == s {
		t.Errorf("e.o defines __start_own as %#x and has %#x", s, w)
	} else if w := refWords(f); w[0] != s || string(r.bytes(w[1]-5, 5)) != "other" {
		t.Errorf("f.o has %#x, %#x is defined", w, s)
	}
}

// TestEncapsulationStays: an object with a section that others see by its start and end is not unloaded before them, nor has the section another
// place.
func TestEncapsulationStays(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	imgs := []*objfmt.ObjectImage{parse(t, "user.o", tabled{refs: edges("tab")}.bytes())}
	for i := range 4 {
		imgs = append(imgs, parse(t, fmt.Sprintf("%d.o", i), tabled{sections: []objgen.ELFSection{table("tab", "word", 0, 4)}}.bytes()))
	}
	objs, err := r.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	r.resolve()
	w := refWords(objs[0])
	for k, s := range objs[3].Image().Sections {
		if s.Size == 4 {
			if err := objs[3].MapSectionAddress(objfmt.SectionID(k), w[1]+64); err != nil {
				t.Fatal(err)
			}
			if err := r.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUnsupported) || !strings.Contains(fmt.Sprint(err), "has another place than among") {
				t.Errorf("a section in the middle was moved: %v", err)
			}
			if err := objs[3].MapSectionAddress(objfmt.SectionID(k), w[0]+8); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.finalize(objs[0])
	for _, o := range objs {
		if o.State() != rtdyld.Finalized {
			t.Errorf("%s is %v", o.Name(), o.State())
		}
	}
	var use *rtdyld.InUseError
	for _, o := range objs[1:] {
		if err := r.Unload(t.Context(), o); !errors.As(err, &use) {
			t.Errorf("%s was unloaded before user.o: %v", o.Name(), err)
		}
	}
	for _, o := range objs {
		r.unload(o)
	}
}

// TestEncapsulationRefused: what cannot lie together, and what has no address.
func TestEncapsulationRefused(t *testing.T) {
	code := objgen.ELFSection{Name: "tab", Flags: shfAlloc | shfExec, Align: 1, Data: []byte("code")}
	r := newRig(t, rtdyld.Config{TLS: &anyTLS{}})
	_, err := r.Load(t.Context(), parse(t, "a.o", tabled{refs: edges("tab"), sections: []objgen.ELFSection{table("tab", "r", 0, 1), code}}.bytes()),
		parse(t, "b.o", tabled{sections: []objgen.ELFSection{table("tab", "w", shfWrite, 1)}}.bytes()))
	if !errors.Is(err, rtdyld.ErrUnsupported) || !strings.Contains(err.Error(), "b.o: section tab is data, that of a.o is code, and both are to lie between __start_tab and __stop_tab") {
		t.Errorf("code and data: %v", err)
	}
	for what, x := range map[string]tabled{
		"thread-locals":  {refs: edges("tab"), sections: []objgen.ELFSection{table("tab", "tls", shfWrite|shfTLS, 1)}},
		"no identifier":  {refs: edges(".tab"), sections: []objgen.ELFSection{table(".tab", "dot", 0, 1)}},
		"it is a digit":  {refs: edges("0tab"), sections: []objgen.ELFSection{table("0tab", "zero", 0, 1)}},
		"not in memory":  {refs: edges("tab"), sections: []objgen.ELFSection{{Name: "tab", Align: 1, Data: []byte("note")}}},
		"another's name": {refs: edges("tab"), sections: []objgen.ELFSection{table("tab_", "x", 0, 1)}},
	} {
		objs, err := r.Load(t.Context(), parse(t, "a.o", x.bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUndefined) {
			t.Errorf("%s: %v", what, err)
		}
		r.unload(objs...)
	}

	// RuntimeDyld leaves the names to resolvers.
	d := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld})
	if _, err := d.Load(t.Context(), parse(t, "a.o", tabled{refs: edges("tab"), sections: []objgen.ELFSection{table("tab", "x", 0, 1)}}.bytes())); err != nil {
		t.Fatal(err)
	}
	if err := d.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUndefined) {
		t.Errorf("Layout RuntimeDyld: %v", err)
	}
}

// TestEncapsulationLinkers: linkers put random sections of many objects between the same symbols, at the same places.
func TestEncapsulationLinkers(t *testing.T) {
	for _, c := range []struct {
		linker string
		big    bool
	}{{"ld.lld", false}, {"ld.bfd", false}, {"s390x-linux-gnu-ld", true}} {
		t.Run(c.linker, func(t *testing.T) {
			citest.Need(t, c.linker)
			rng := rand.New(rand.NewPCG(7, uint64(len(c.linker))))
			names := []string{"tab", "_x", "Z9", "plugins"}
			dir := t.TempDir()
			out := filepath.Join(dir, "out")
			args := []string{"-e", "0", "-o", out}
			var files [][]byte
			for i := range 40 {
				x := tabled{big: c.big}
				if i%8 == 0 {
					x.refs = edges(names...)
				}
				for range rng.IntN(6) {
					data := someBytes(rng, rng.IntN(20))
					x.sections = append(x.sections, table(names[rng.IntN(len(names))], string(data), uint64(rng.IntN(2)*shfWrite), 1<<rng.IntN(6)))
				}
				files = append(files, x.bytes())
			}
			imgs := linkedToo(t, dir, files, c.linker, args...)
			want, err := elf.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			defer want.Close()
			_, objs := linked(t, imgs)
			for i := 0; i < len(objs); i += 8 {
				w := refWords(objs[i])
				for k, name := range names {
					data, err := want.Section(name).Data()
					if err != nil {
						t.Fatal(err)
					}
					if got := bytesFrom(objs, w[2*k], w[2*k+1]); !bytes.Equal(got, data) {
						t.Errorf("%s: sections %s:\n% x\nwant\n% x", objs[i].Name(), name, got, data)
					}
				}
			}
		})
	}
}

// TestGroupedSections: parts of a COFF section, NAME$part, lie together in the order of their names, as lld-link has them.
func TestGroupedSections(t *testing.T) {
	citest.Need(t, "lld-link")
	rng := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	args := []string{"/dll", "/noentry", "/machine:x64", "/opt:noref,noicf", "/out:" + filepath.Join(dir, "out.dll")}
	var files [][]byte
	for range 30 {
		f := &objgen.COFF{Machine: 0x8664}
		for range rng.IntN(6) {
			data := someBytes(rng, 1+rng.IntN(20))
			name := []string{"foo$a", "foo$m", "foo$z", "foo", "foo$a1", "other$a", "foo$a_name_that_is_longer_than_32_bytes"}[rng.IntN(7)]
			flags := uint32(chRead)
			if rng.IntN(3) == 0 {
				flags = chData
			}
			f.Add(objgen.COFFSection{Name: name, Flags: flags&^0xf00000 | uint32(1+rng.IntN(6))<<20, Data: data})
		}
		files = append(files, f.Bytes())
	}
	imgs := linkedToo(t, dir, files, "lld-link", args...)
	want, err := pe.Open(filepath.Join(dir, "out.dll"))
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	r, objs := linked(t, imgs)
	type run struct {
		name string
		kind objfmt.Kind
	}
	lo, hi := map[run]uint64{}, map[run]uint64{}
	for _, o := range objs {
		for _, s := range o.Sections() {
			k := run{strings.Split(s.Name, "$")[0], s.Kind}
			if at, ok := lo[k]; !ok || s.Addr < at {
				lo[k] = s.Addr
			}
			hi[k] = max(hi[k], s.Addr+uint64(len(s.Mem)))
		}
	}
	if len(lo) != 4 {
		t.Errorf("there are %v", lo)
	}
	for k, at := range lo {
		got, found := bytesFrom(objs, at, hi[k]), false
		for _, s := range want.Sections {
			if (s.Characteristics&0x8000_0000 != 0) == (k.kind == objfmt.KindWritable) && s.Name == k.name {
				data, err := s.Data()
				if err != nil {
					t.Fatal(err)
				}
				found = true
				if data = data[:s.VirtualSize]; !bytes.Equal(got, data) {
					t.Errorf("%v:\n% x\nwant\n% x", k, got, data)
				}
			}
		}
		if !found {
			t.Errorf("lld-link has no %v", k)
		}
	}
	var use *rtdyld.InUseError
	for i, o := range objs {
		for _, s := range o.Sections() {
			if strings.HasPrefix(s.Name, "foo") {
				if err := r.Unload(t.Context(), o); !errors.As(err, &use) {
					t.Errorf("object %d was unloaded without the others that have parts of its sections: %v", i, err)
				}
				break
			}
		}
	}
	r.unload(objs...)
}

// someBytes are n bytes of which none is 0.
func someBytes(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(1 + rng.IntN(255))
	}
	return b
}

// linkedToo parses objects that another linker links, too.
func linkedToo(t *testing.T, dir string, objs [][]byte, linker string, args ...string) (imgs []*objfmt.ObjectImage) {
	t.Helper()
	for i, b := range objs {
		file := filepath.Join(dir, fmt.Sprintf("%d.o", i))
		if err := os.WriteFile(file, b, 0o666); err != nil {
			t.Fatal(err)
		}
		imgs, args = append(imgs, parse(t, file, b)), append(args, file)
	}
	if text, err := exec.Command(linker, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return imgs
}

// linked links objects in a linker of their own.
func linked(t *testing.T, imgs []*objfmt.ObjectImage) (*rig, []*rtdyld.Object) {
	t.Helper()
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	return r, objs
}
