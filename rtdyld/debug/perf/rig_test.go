package perf

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/triple"
)

// memory gives Go slices at made-up addresses, the next allocation at next.
type memory struct{ next uint64 }

type allocation struct{ blocks []rtdyld.Block }

func (m *memory) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a := &allocation{}
	for _, r := range reqs {
		m.next = (m.next + r.Align - 1) &^ (r.Align - 1)
		a.blocks = append(a.blocks, rtdyld.Block{Mem: make([]byte, r.Size), Addr: m.next})
		m.next += r.Size
	}
	return a, nil
}

func (a *allocation) Blocks() []rtdyld.Block         { return a.blocks }
func (a *allocation) Finalize(context.Context) error { return nil }
func (a *allocation) Release(context.Context) error  { return nil }

// rig is a linker of this processor's objects with one listener.
type rig struct {
	t   testing.TB
	mem memory
	l   *rtdyld.Linker
}

func newRig(t testing.TB, ls ...rtdyld.Listener) *rig {
	if len(ls) > 0 {
	}
	r := &rig{t: t, mem: memory{0x10000}}
	var err error
	if r.l, err = rtdyld.New(rtdyld.Config{Memory: &r.mem, Listeners: ls}); err != nil {
		t.Fatal(err)
	}
	return r
}

// load loads and finalizes an object at an address, 0 for wherever it falls.
func (r *rig) load(name string, data []byte, addr uint64) *rtdyld.Object {
	r.t.Helper()
	img, err := objfile.Parse(name, data)
	if err != nil {
		r.t.Fatal(err)
	}
	defer img.Close()
	if addr != 0 {
		r.mem.next = addr
	}
	ctx := context.Background()
	objs, err := r.l.Load(ctx, img)
	if err == nil {
		err = r.l.Finalize(ctx, objs...)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return objs[0]
}

func (r *rig) unload(objs ...*rtdyld.Object) {
	r.t.Helper()
	if err := r.l.Unload(context.Background(), objs...); err != nil {
		r.t.Fatal(err)
	}
}

// object is an ELF object with functions of 16 bytes, each other code.
func object(names ...string) []byte { return sized(16, names...) }

// sized is one with functions of so many bytes.
func sized(size int, names ...string) []byte {
	host := triple.Host().Arch
	f := &objgen.ELF{Is64: strconv.IntSize == 64, Big: host.IsBigEndian(), Machine: uint16(elfMachine(host))}
	switch {
	case host.IsMIPS() && f.Is64:
		f.Flags = 0x80000005
	case host.IsMIPS():
		f.Flags = 0x70001005
	case host.IsPPC():
		f.Flags = 2
	case host.IsLoongArch():
		f.Flags = 0x43
	}
	code := make([]byte, size*len(names))
	for i := range code {
		code[i] = byte(i/size+1) ^ byte(i*7)
	}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
	for i, n := range names {
		f.AddSymbol(objgen.ELFSymbol{Name: n, Value: uint64(size * i), Size: uint64(size), Type: 2, Section: text})
	}
	return f.Bytes()
}

// row is a line of a map that names something.
type row struct {
	addr, size uint64
	name       string
}

// readMap reads a map as perf does, and is stricter: three words a line, numbers in
// hexadecimal, the end a newline. What stands for lines that were taken out is counted.
func readMap(t testing.TB, path string) (rows []row, gone int) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		text, whole := strings.CutSuffix(line, "\n")
		words := strings.SplitN(text, " ", 3)
		if !whole || len(words) != 3 || words[2] == "" {
			t.Fatalf("%s: line %q", path, line)
		}
		addr, err := strconv.ParseUint(words[0], 16, 64)
		size, err2 := strconv.ParseUint(words[1], 16, 64)
		if err != nil || err2 != nil {
			t.Fatalf("%s: line %q", path, line)
		}
		if addr == 0 && size == 0 {
			gone++
			continue
		}
		rows = append(rows, row{addr, size, words[2]})
	}
	return rows, gone
}

// at is all that the rows say of an address.
func at(rows []row, addr uint64) string {
	var names []string
	for _, r := range rows {
		if addr-r.addr < r.size {
			names = append(names, r.name)
		}
	}
	return strings.Join(names, " ")
}

// TestFormats lists the code of objects of all formats.
func TestFormats(t *testing.T) {
	code := make([]byte, 0x30)
	elf := func(machine uint16, is64 bool, syms ...objgen.ELFSymbol) []byte {
		f := &objgen.ELF{Is64: is64, Machine: machine}
		f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: code, Align: 16})
		for _, s := range syms {
			f.AddSymbol(s)
		}
		return f.Bytes()
	}
	macho := &objgen.MachO{Is64: true, CPU: 0x0100_0007, Flags: 0x2000}
	macho.Add(objgen.MachOSection{Name: "__text", Segment: "__TEXT", Flags: 0x8000_0400, Data: code, Align: 4})
	macho.AddSymbol(objgen.MachOSymbol{Name: "ltmp0", Type: 0x0e, Section: 1, Value: 0})
	macho.AddSymbol(objgen.MachOSymbol{Name: "_static", Type: 0x0e, Section: 1, Value: 0})
	macho.AddSymbol(objgen.MachOSymbol{Name: "__ZN1a1bEv", Type: 0x0f, Section: 1, Value: 0x20})
	coff := func(machine uint16) []byte {
		f := &objgen.COFF{Machine: machine}
		n := f.Add(objgen.COFFSection{Name: ".text", Flags: 0x6050_0020, Data: code})
		f.AddSymbol(objgen.COFFSymbol{Name: "_f", Section: n, Value: 0x10, Type: 0x20, Class: 2})
		f.AddSymbol(objgen.COFFSymbol{Name: "_g@8", Section: n, Value: 0x20, Type: 0x20, Class: 3})
		return f.Bytes()
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"elf", elf(62, true,
			objgen.ELFSymbol{Name: "hidden", Value: 0, Size: 0x18, Type: 2, Section: 1},
			objgen.ELFSymbol{Name: ".Lloop", Value: 8, Section: 1},
			objgen.ELFSymbol{Name: "alias", Value: 0x20, Size: 0x10, Type: 2, Section: 1},
			objgen.ELFSymbol{Name: "name", Value: 0x20, Size: 0x10, Type: 2, Bind: 1, Section: 1}), "0+18:hidden 20+10:name"},
		{"elf arm", elf(40, false,
			objgen.ELFSymbol{Name: "$t", Value: 0, Section: 1},
			objgen.ELFSymbol{Name: "$d.1", Value: 0x18, Section: 1},
			objgen.ELFSymbol{Name: "thumb", Value: 1, Size: 0x20, Type: 2, Bind: 1, Section: 1},
			objgen.ELFSymbol{Name: "arm", Value: 0x20, Size: 0x10, Type: 2, Bind: 1, Section: 1}), "0+20:thumb 20+10:arm"},
		{"macho", macho.Bytes(), "0+20:static 20+10:_ZN1a1bEv"},
		{"coff", coff(0x8664), "0+10:.text in coff 10+10:_f 20+10:_g@8"},
		{"coff 386", coff(0x14c), "0+10:.text in coff 386 10+10:f 20+10:g@8"},
	} {
		r := newRig(t)
		o := r.load(c.name, c.data, 0)
		spans, funcs := functions(o)
		var words []string
		for _, f := range funcs {
			words = append(words, fmt.Sprintf("%x+%x:%s", f.addr-spans[0].start, len(f.code), f.appendName(nil)))
		}
		if got := strings.Join(words, " "); got != c.want || len(spans) != 1 || spans[0].end-spans[0].start != 0x30 {
			t.Errorf("%s: %x\ngot  %s\nwant %s", c.name, spans, got, c.want)
		}
	}
}

// TestStubs: a stub has the name of what it leads to.
func TestStubs(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: []byte{0xe8, 0, 0, 0, 0, 0xc3}, Align: 16})
	f.AddSymbol(objgen.ELFSymbol{Name: "caller", Size: 6, Type: 2, Bind: 1, Section: text})
	f.AddSymbol(objgen.ELFSymbol{Name: "puts", Bind: 1})
	f.AddRelocs(text, true, []objgen.ELFReloc{{Offset: 1, Sym: 2, Type: 4, Addend: -4}})
	r := &rig{t: t, mem: memory{0x10000}}
	var err error
	if r.l, err = rtdyld.New(rtdyld.Config{Memory: &r.mem, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x7000_0000_0000, Kind: rtdyld.Func}, true
	})}); err != nil {
		t.Fatal(err)
	}
	_, funcs := functions(r.load("a.o", f.Bytes(), 0))
	if len(funcs) != 2 || funcs[0].name != "caller" || funcs[1].name != "puts@plt" || len(funcs[1].code) < 6 {
		t.Errorf("%+v", funcs)
	}
}
