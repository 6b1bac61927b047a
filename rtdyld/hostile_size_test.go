package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Objects of which some part, looked at once for each of many others, would take minutes
// or gigabytes although the file is small.

// soon fails if f, which takes a fraction of a second, takes more than a minute.
func soon(t *testing.T, f func()) {
	t.Helper()
	start := time.Now()
	f()
	if took := time.Since(start); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// many is how often a thing is in an object that is to take long.
func many(n int) int {
	if testing.Short() {
		return n / 50
	}
	return n
}

// TestManyLeftovers: data that mentions many places of a dropped section.
func TestManyLeftovers(t *testing.T) {
	object := func(size, n int) *objfmt.ObjectImage {
		f := &objgen.COFF{Machine: 0x8664}
		data := f.Add(objgen.COFFSection{Name: ".rdata", Flags: 0x40000040, Data: make([]byte, 8)})
		text := f.Add(objgen.COFFSection{Name: ".text$f", Flags: 0x60001020, Data: make([]byte, size)})
		f.AddSectionSymbol(text, 2, 0)
		f.AddSymbol(objgen.COFFSymbol{Name: "f", Section: text, Type: 0x20, Class: 2})
		for i := range n {
			sym := f.AddSymbol(objgen.COFFSymbol{Name: "L", Section: text, Value: uint32(i % size), Class: 3})
			f.Section(data).Relocs = append(f.Section(data).Relocs, objgen.COFFReloc{Sym: sym, Type: 1})
		}
		return parse(t, "leftovers.o", f.Bytes())
	}
	imgs := []*objfmt.ObjectImage{object(16, 0), object(32, many(150_000))}
	soon(t, func() {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), imgs...); err != nil {
			t.Fatal(err)
		}
		r.finalize()
	})
}

// TestManyDead: many local symbols of one dropped section whose name is long, and of many
// sections of a group whose name is.
func TestManyDead(t *testing.T) {
	n := many(60_000)
	long := strings.Repeat("n", 20*n)
	object := func(sections, symbols int) *objfmt.ObjectImage {
		f := &objgen.ELF{Is64: true, Machine: 62}
		data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8)})
		var members []uint32
		var relocs []objgen.ELFReloc
		for i := range sections {
			members = append(members, f.Add(objgen.ELFSection{Name: ".text." + long[:min(len(long), len(long)/(i+1))], Flags: 6 | 0x200, Data: make([]byte, 1)}))
		}
		f.AddSymbol(objgen.ELFSymbol{Name: "L", Section: data})
		for i := range symbols {
			sym := f.AddSymbol(objgen.ELFSymbol{Section: members[i%len(members)]})
			relocs = append(relocs, objgen.ELFReloc{Sym: sym, Type: 1})
		}
		f.AddGroup(f.AddSymbol(objgen.ELFSymbol{Name: long, Bind: 2, Section: members[0]}), 1, members...)
		f.AddRelocs(data, true, relocs)
		return parse(t, "dead.o", f.Bytes())
	}
	for _, sections := range []int{1, n} {
		imgs := []*objfmt.ObjectImage{object(sections, 0), object(sections, n), object(sections, n)}
		soon(t, func() {
			r := newRig(t, rtdyld.Config{})
			if _, err := r.Load(t.Context(), imgs...); err != nil {
				t.Fatal(err)
			}
			r.finalize()
		})
	}
}

// TestManyEqualGroups: a COMDAT group with many relocations meets many with few.
func TestManyEqualGroups(t *testing.T) {
	object := func(groups, relocs int) *objfmt.ObjectImage {
		f := &objgen.COFF{Machine: 0x8664, Big: true}
		for range groups {
			s := f.Add(objgen.COFFSection{Name: ".data", Flags: 0xc0001040, Data: make([]byte, 8), Relocs: make([]objgen.COFFReloc, relocs)})
			f.AddSectionSymbol(s, 4, 0)
			f.AddSymbol(objgen.COFFSymbol{Name: "x", Section: s, Class: 2})
		}
		return parse(t, "groups.o", f.Bytes())
	}
	imgs := []*objfmt.ObjectImage{object(1, many(200_000)), object(many(60_000), 1)}
	soon(t, func() {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), imgs...); !errors.Is(err, rtdyld.ErrDuplicate) || !strings.Contains(err.Error(), "relocations differ") {
			t.Errorf("%.100v", err)
		}
	})
}

// TestManySpans: relocations to and fro over many entries of dropped functions.
func TestManySpans(t *testing.T) {
	n := many(400_000)
	object := func(n int) *objfmt.ObjectImage {
		f := &objgen.ELF{Machine: 40}
		text := f.Add(objgen.ELFSection{Name: ".text.f", Flags: 6 | 0x200, Data: make([]byte, 16)})
		other := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16)})
		index := f.Add(objgen.ELFSection{Name: ".ARM.exidx", Type: 0x70000001, Flags: 2, Data: make([]byte, 16*n)})
		dead := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: text})
		alive := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: other})
		f.AddGroup(f.AddSymbol(objgen.ELFSymbol{Name: "f", Type: 2, Bind: 2, Section: text}), 1, text)
		var relocs []objgen.ELFReloc
		for i := range n {
			relocs = append(relocs, objgen.ELFReloc{Offset: uint64(16 * i), Sym: dead, Type: 42})
		}
		for range n / 2 {
			relocs = append(relocs, objgen.ELFReloc{Offset: 24, Sym: alive}, objgen.ELFReloc{Offset: uint64(16*n - 8), Sym: alive})
		}
		f.AddRelocs(index, false, relocs)
		return parse(t, "spans.o", f.Bytes())
	}
	imgs := []*objfmt.ObjectImage{object(0), object(n)}
	soon(t, func() {
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), imgs...); err != nil {
			t.Fatal(err)
		}
		r.finalize()
	})
}

// TestManyStubs: RuntimeDyld's layout names the stubs of many places among many symbols, in
// a section whose name is long.
func TestManyStubs(t *testing.T) {
	n := many(100_000)
	f := &objgen.ELF{Machine: 40}
	code := make([]byte, 4*n)
	text := f.Add(objgen.ELFSection{Name: ".text." + strings.Repeat("n", n), Flags: 6, Data: code, Align: 4})
	section := f.AddSymbol(objgen.ELFSymbol{Type: 3, Section: text})
	var relocs []objgen.ELFReloc
	for i := range n {
		f.AddSymbol(objgen.ELFSymbol{Name: "L", Section: text, Value: uint64(4 * (i/2 + 10))})
		binary.LittleEndian.PutUint32(code[4*i:], 0xeb000000|uint32(i-2)&0xffffff)
		relocs = append(relocs, objgen.ELFReloc{Offset: uint64(4 * i), Sym: section, Type: 28})
	}
	f.AddRelocs(text, false, relocs)
	img := parse(t, "stubs.o", f.Bytes())
	r := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld})
	objs, err := r.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	soon(t, func() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		made := objs[0].Made()
		runtime.ReadMemStats(&after)
		if len(made) != n || made[n/3].Symbol != "L" || len(made[1].Section) != n+6 {
			t.Errorf("%d stubs, one of %s", len(made), made[n/3].Symbol)
		}
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(100*len(img.Buffer.Bytes())); got > most {
			t.Errorf("the list of stubs takes %d bytes, want at most %d", got, most)
		}
	})
}

// TestManyUndefined: the error that says where many names are referred to in a section
// whose name is long.
func TestManyUndefined(t *testing.T) {
	const n = 5000
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data." + strings.Repeat("n", 1<<17), Flags: 3, Data: make([]byte, 8)})
	var relocs []objgen.ELFReloc
	for i := range n {
		relocs = append(relocs, objgen.ELFReloc{Sym: f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("undefined", i), Bind: 1}), Type: 1})
	}
	f.AddRelocs(data, true, relocs)
	r := newRig(t, rtdyld.Config{})
	if _, err := r.Load(t.Context(), parse(t, "undefined.o", f.Bytes())); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e := wantErr[*rtdyld.UndefinedError](t, r.Resolve(t.Context()), rtdyld.ErrUndefined)
	text := e.Error()
	runtime.ReadMemStats(&after)
	if len(e.Symbols) != n || len(e.Symbols[7].Refs[0].Section) != 1<<17+6 || !strings.Contains(text, "undefined19, referenced by undefined.o: .data.nnn") || !strings.HasSuffix(text, "\nand 4980 more undefined names") {
		t.Errorf("%d names: %.100s", len(e.Symbols), text)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 64<<20 {
		t.Errorf("the error takes %d bytes", got)
	}
}

// TestManyOpen: members of two archives need each other, one by one, while many names are
// undefined that no archive has.
func TestManyOpen(t *testing.T) {
	n := many(6000)
	link := func(i int) objgen.ArMember {
		f := &objgen.ELF{Is64: true, Machine: 62}
		name := fmt.Sprint("link", i)
		f.AddSymbol(objgen.ELFSymbol{Name: name, Bind: 1, Reserved: 0xfff1})
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("link", i+1), Bind: 1})
		return objgen.ArMember{Name: name, Data: f.Bytes(), Symbols: []string{name}}
	}
	var members [2][]objgen.ArMember
	for i := range n {
		members[i%2] = append(members[i%2], link(i))
	}
	f := &objgen.ELF{Is64: true, Machine: 62}
	for i := range 40 * n {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("undefined", i), Bind: 1})
	}
	f.AddSymbol(objgen.ELFSymbol{Name: "link0", Bind: 1})
	start := []*objfmt.ObjectImage{parse(t, "undefined.o", f.Bytes())}
	// The second needs the first again and again.
	archives := []*ar.Archive{archive(t, "odd.a", false, members[1]...), archive(t, "even.a", false, members[0]...)}
	soon(t, func() {
		all, err := rtdyld.Collect(t.Context(), start, archives, nil)
		if err != nil || len(all) != n+1 {
			t.Errorf("%d images, %v", len(all), err)
		}
		for _, img := range all[1:] {
			img.Close()
		}
	})
}

// TestManyAliases: many weak externals with one default whose name is long.
func TestManyAliases(t *testing.T) {
	n := many(100_000)
	f := &objgen.COFF{Machine: 0x8664}
	f.Add(objgen.COFFSection{Name: ".data", Flags: 0xc0000040, Data: make([]byte, 8)})
	long := strings.Repeat("n", 20*n)
	first := f.AddSymbol(objgen.COFFSymbol{Name: long, Class: 2})
	for i := range n {
		f.AddWeak(fmt.Sprint("weak", i), first+uint32(2*(i%2)*n+i%2), 2)
	}
	f.AddSymbol(objgen.COFFSymbol{Name: long, Class: 2}) // the same name in other bytes
	img := parse(t, "aliases.o", f.Bytes())
	soon(t, func() {
		r := newRig(t, rtdyld.Config{Resolver: phony(0x1000)})
		objs, err := r.Load(t.Context(), img)
		if err != nil {
			t.Fatal(err)
		}
		r.resolve()
		r.unload(objs...)
		if s := r.Sizes(); s.Names+s.Aliases != 0 {
			t.Errorf("left: %+v", s)
		}
	})
}

// TestManyHidden: many batches that hide one name, each from all others.
func TestManyHidden(t *testing.T) {
	n := many(10_000)
	f := &objgen.ELF{Is64: true, Machine: 62}
	data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 16)})
	for i := range 20 {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("hidden", i), Type: 1, Bind: 1, Other: 2, Section: data, Value: 8})
	}
	f.AddRelocs(data, true, []objgen.ELFReloc{{Sym: 7, Type: 1}})
	img := parse(t, "hidden.o", f.Bytes())
	r := newRig(t, rtdyld.Config{})
	soon(t, func() {
		var objs []*rtdyld.Object
		for range n {
			o, err := r.Load(t.Context(), img)
			if err != nil {
				t.Fatal(err)
			}
			objs = append(objs, o...)
		}
		r.resolve()
		s := section(t, objs[n/2], ".data")
		if got := binary.LittleEndian.Uint64(s.Mem); got != s.Addr+8 {
			t.Errorf("a hidden name is at %#x, want %#x", got, s.Addr+8)
		}
		for _, o := range objs {
			r.unload(o)
		}
	})
	if s := r.Sizes(); s.Names != 0 {
		t.Errorf("left: %+v", s)
	}
}

// linear fails if f, which makes something of so many parts and returns what takes time, takes 30 times as long for n of them
// as for an eighth of that. It is tried again, since others use the machine.
func linear(t *testing.T, n int, f func(n int) func()) {
	t.Helper()
	took := func(n int) float64 {
		work := f(n)
		runtime.GC()
		start := usage().seconds
		work()
		return usage().seconds - start
	}
	var few, all float64
	for range 10 {
		few, all = took(n/8), took(n)
		if testing.Short() || all < 30*max(few, 0.001) {
			return
		}
	}
	t.Errorf("%v seconds, %v for an eighth", all, few)
}

// TestManyParts: many records of values that several records make together, of padding, and of entries of a GOT, in the
// orders that suit their partners least.
func TestManyParts(t *testing.T) {
	for _, c := range []struct {
		name  string
		f     objgen.ELF
		rela  bool
		parts []parts
	}{
		{"riscv64 low before high", objgen.ELF{Machine: 243, Is64: true}, true, []parts{{typ: 24, at: 4, label: true}, {typ: 23, back: true, label: true, other: true}}},
		{"riscv64 sums", objgen.ELF{Machine: 243, Is64: true}, true, []parts{{typ: 35, label: true}, {typ: 39, label: true, other: true}}},
		{"riscv64 padding", objgen.ELF{Machine: 243, Is64: true}, true, []parts{{typ: 43, back: true, addend: 6, nothing: true}, {typ: 18, at: 6}}},
		{"loong64 padding", objgen.ELF{Machine: 258, Is64: true}, true, []parts{{typ: 102, back: true, addend: 4, nothing: true}}},
		{"mips high before low", objgen.ELF{Machine: 8, Big: true}, false, []parts{{typ: 5, label: true}, {typ: 6, at: 4, back: true, label: true}}},
		{"mips high before the low of others", objgen.ELF{Machine: 8, Big: true}, false, []parts{{typ: 5}, {typ: 6, at: 4, label: true}, {typ: 6, at: 4}}},
		{"ppc64le GOT", objgen.ELF{Machine: 21, Is64: true, Flags: 2}, true, []parts{{typ: 17}, {typ: 59, at: 4, back: true}}},
		{"s390x GOT", objgen.ELF{Machine: 22, Is64: true, Big: true}, true, []parts{{typ: 26}, {typ: 20, at: 6}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			linear(t, many(80_000), func(n int) func() {
				img := parse(t, "parts.o", manyParts(c.f, c.rela, c.parts, n))
				return func() {
					r := newRig(t, rtdyld.Config{Resolver: phony(0x12340)})
					objs, err := r.Load(t.Context(), img)
					if err != nil {
						t.Fatal(err)
					}
					r.finalize()
					r.unload(objs...)
				}
			})
		})
	}
}

// parts are records of one type, one for each of the places in a section, which are 16 bytes each and have a label.
type parts struct {
	typ     uint32
	at      int  // behind the label
	back    bool // from the last place on
	label   bool // they refer to labels; else to an undefined name each
	other   bool // that of the place as far from the other end
	nothing bool // they refer to nothing
	addend  int64
}

// manyParts is f with n places, and records of all.
func manyParts(f objgen.ELF, rela bool, all []parts, n int) []byte {
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16*n+16), Align: 16})
	for i := range n {
		f.AddSymbol(objgen.ELFSymbol{Name: "L", Section: text, Value: uint64(16 * i)})
	}
	for i := range n {
		f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("s", i), Bind: 1})
	}
	var relocs []objgen.ELFReloc
	for _, p := range all {
		for i := range n {
			if p.back {
				i = n - 1 - i
			}
			r := objgen.ELFReloc{Offset: uint64(16*i + p.at), Type: p.typ, Addend: p.addend, Sym: uint32(n + 1 + i)}
			switch {
			case p.nothing:
				r.Sym = 0
			case p.other:
				r.Sym = uint32(n - i)
			case p.label:
				r.Sym = uint32(i + 1)
			}
			relocs = append(relocs, r)
		}
	}
	f.AddRelocs(text, rela, relocs)
	return f.Bytes()
}
