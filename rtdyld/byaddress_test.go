package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// apartObject makes an AArch64 object with two sections of code: .text.a calls far, far, far+8, out, own,
// and .text.b, where far is, calls own, which is in .text.a.
func apartObject() []byte {
	const allocExec, call26 = 6, 283
	f := objgen.ELF{Is64: true, Machine: 183}
	code := func(n int) (b []byte) {
		for range n {
			b = binary.LittleEndian.AppendUint32(b, 0x94000000)
		}
		return b
	}
	a := f.Add(objgen.ELFSection{Name: ".text.a", Flags: allocExec, Data: code(5), Align: 4})
	b := f.Add(objgen.ELFSection{Name: ".text.b", Flags: allocExec, Data: code(3), Align: 4})
	own := f.AddSymbol(objgen.ELFSymbol{Name: "own", Section: a, Type: 2, Bind: 1})
	far := f.AddSymbol(objgen.ELFSymbol{Name: "far", Section: b, Type: 2, Bind: 1})
	out := f.AddSymbol(objgen.ELFSymbol{Name: "out", Bind: 1})
	f.AddRelocs(a, true, []objgen.ELFReloc{
		{Offset: 0, Type: call26, Sym: far}, {Offset: 4, Type: call26, Sym: far}, {Offset: 8, Type: call26, Sym: far, Addend: 8},
		{Offset: 12, Type: call26, Sym: out}, {Offset: 16, Type: call26, Sym: own},
	})
	f.AddRelocs(b, true, []objgen.ELFReloc{{Offset: 0, Type: call26, Sym: own}})
	return f.Bytes()
}

// firstWithin gives blocks that are to be somewhere low addresses there, each its own.
func firstWithin() func(int, rtdyld.Request) uint64 {
	n := uint64(0)
	return func(_ int, r rtdyld.Request) uint64 {
		if r.Within == (rtdyld.AddressRange{}) {
			return 0
		}
		n += 0x1000
		return (r.Within.First + n) &^ (r.Align - 1)
	}
}

// moveSection maps a section by name.
func moveSection(t *testing.T, o *rtdyld.Object, name string, addr uint64) {
	t.Helper()
	if err := o.MapSectionAddress(section(t, o, name).ID, addr); err != nil {
		t.Fatal(err)
	}
}

// TestStubsByAddress: stubs are made for branches that do not get to their targets, where these lie at last, near
// them, each once, and go with the object.
func TestStubsByAddress(t *testing.T) {
	const out = 0x7000_0000_0000
	m := &memory{next: 0x10000000, place: firstWithin()}
	r := newRig(t, rtdyld.Config{Memory: m, Stubs: rtdyld.StubsByAddress, Resolver: outside{"out": {Addr: out, Kind: rtdyld.Func}}})
	objs, err := r.Load(t.Context(), parse(t, "apart.o", apartObject()))
	if err != nil {
		t.Fatal(err)
	}
	o := objs[0]
	through := func(at, want uint64) uint64 {
		t.Helper()
		stub := r.branchTarget(at)
		if got := r.stubTarget(stub); got != want {
			t.Errorf("the branch at %#x leads to %#x, want %#x", at, got, want)
		}
		return stub
	}
	r.resolve() // all close together
	if n, k := len(o.Islands()), o.Counts().Stubs; n != 1 || k != 1 {
		t.Errorf("%d islands with %d stubs where one branch leads away", n, k)
	}
	for _, at := range []uint64{0x5_0000_0000, 0x8_0000_0000} {
		moveSection(t, o, ".text.a", at)
		moveSection(t, o, ".text.b", at+1<<30)
		r.resolve()
		own, far := at, at+1<<30
		if a, b := through(own, far), through(own+4, far); a != b {
			t.Errorf("two branches to far have stubs %#x and %#x", a, b)
		}
		through(own+8, far+8)
		through(own+12, out)
		if got := r.branchTarget(own + 16); got != own {
			t.Errorf("own is in reach, and the branch leads to %#x", got)
		}
		through(far, own)
		if n := len(o.Islands()); n != 2 {
			t.Errorf("%d islands near two sections", n)
		}
		if n := o.Counts().Stubs; n != 4 {
			t.Errorf("%d stubs", n)
		}
		for _, s := range o.Made() {
			if s.What != "stub" || s.In != objfmt.SecUndef || r.stubTarget(s.Addr) == 0 {
				t.Errorf("%+v", s)
			}
		}
	}
	if m.live != 3 {
		t.Errorf("%d allocations for an object and two islands", m.live)
	}
	failed := errors.New("no")
	fails := 2
	m.final = func() error {
		if fails--; fails == 0 {
			return failed // the second island's
		}
		return nil
	}
	if err := r.Finalize(t.Context()); !errors.Is(err, failed) {
		t.Errorf("Finalize: %v", err)
	}
	r.finalize() // which breaches a rule of the memory if it finalizes something twice
	if n := len(o.Blocks()); n != 3 || !o.Contains(o.Islands()[1].Addr) {
		t.Errorf("%d blocks", n)
	}
	r.unload(o)
	if m.live != 0 {
		t.Errorf("%d allocations are left", m.live)
	}
}

// TestStubsByAddressDetach: what is detached has its stubs with it.
func TestStubsByAddressDetach(t *testing.T) {
	m := &memory{next: 0x10000000, place: firstWithin()}
	r := newRig(t, rtdyld.Config{Memory: m, Stubs: rtdyld.StubsByAddress, Resolver: phony(0x7000_0000_0000)})
	objs, err := r.Load(t.Context(), parse(t, "apart.o", apartObject()))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	d, err := r.Detach(t.Context(), objs...)
	if err != nil {
		t.Fatal(err)
	}
	if m.live != 2 || len(d.Blocks()) != 2 {
		t.Errorf("%d allocations live, %d blocks", m.live, len(d.Blocks()))
	}
	if err := d.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestStubsByAddressNowhere: a manager that has nothing within reach, or gives what is not, is told of in an error,
// other errors are the manager's own, and nothing is left.
func TestStubsByAddressNowhere(t *testing.T) {
	for name, place := range map[string]func(int, rtdyld.Request) uint64{
		"out of reach": func(_ int, r rtdyld.Request) uint64 { return 0 }, // behind the others, which are elsewhere
		"above":        func(_ int, r rtdyld.Request) uint64 { return (r.Within.Last + 1) &^ (r.Align - 1) },
	} {
		m := &memory{next: 0x10000000, place: place}
		r := newRig(t, rtdyld.Config{Memory: m, Stubs: rtdyld.StubsByAddress, Resolver: phony(0x7000_0000_0000)})
		objs, err := r.Load(t.Context(), parse(t, "apart.o", apartObject()))
		if err != nil {
			t.Fatal(err)
		}
		moveSection(t, objs[0], ".text.a", 0x5_0000_0000)
		e := wantErr[*rtdyld.OutOfReachError](t, r.Finalize(t.Context()), rtdyld.ErrOutOfReach)
		if e.Object != "apart.o" || e.Section != ".text.a" && e.Section != ".text.b" || e.Type != "R_AARCH64_CALL26" || e.Symbol == "" || e.Distance == 0 {
			t.Errorf("%s: %+v", name, e)
		}
		m.spoil = func(*allocation, []rtdyld.Request) error { return errNoMemory }
		if err := r.Finalize(t.Context()); !errors.Is(err, errNoMemory) || errors.Is(err, rtdyld.ErrOutOfReach) {
			t.Errorf("%s: %v", name, err)
		}
		m.spoil, m.place = nil, firstWithin()
		r.finalize()
	}
}

// TestStubsByAddressOthers: a processor whose branches get everywhere has no stubs, and Layout RuntimeDyld its own.
func TestStubsByAddressOthers(t *testing.T) {
	for _, c := range []struct {
		layout rtdyld.Layout
		name   string
		at     uint64 // of all names; a branch to 0 asks for a stub wherever it is
	}{{rtdyld.DefaultLayout, "../elf-i386/plt32", 0}, {rtdyld.RuntimeDyld, "plt32", 0x7000_0000}} {
		m := &memory{next: 0x10000}
		r := newRig(t, rtdyld.Config{Memory: m, Stubs: rtdyld.StubsByAddress, Layout: c.layout, Resolver: phony(c.at)})
		o := r.load("o=" + c.name)[0]
		r.finalize()
		if len(o.Islands()) != 0 || m.live != 1 {
			t.Errorf("%s, layout %v: %d islands, %d allocations", c.name, c.layout, len(o.Islands()), m.live)
		}
	}
}

// TestTableByAddress: a GOT that some reference does not reach gets memory that all do.
func TestTableByAddress(t *testing.T) {
	const text, name = 0x9_0000_0000, 0x7000_0000_0000
	m := &memory{next: 0x10000, place: firstWithin()}
	r := newRig(t, rtdyld.Config{Memory: m, Stubs: rtdyld.StubsByAddress, Resolver: phony(name)})
	o := r.load("gotpcrel")[0]
	moveSection(t, o, ".text", text)
	moveSection(t, o, ".data", text+0x1000)
	r.resolve()
	if m.live != 1 {
		t.Errorf("%d allocations though all is in reach", m.live)
	}
	for _, far := range []uint64{text + 1<<33, text - 1<<33} {
		moveSection(t, o, "<got>", far)
		r.resolve()
		got := section(t, o, "<got>")
		if d := int64(got.Addr - text); d == int64(far-text) || d > 1<<31 || d < -1<<31 {
			t.Errorf("<got> is at %#x, .text at %#x", got.Addr, uint64(text))
		}
		if slot := r.target(text + 3); binary.LittleEndian.Uint64(r.bytes(slot, 8)) != name {
			t.Errorf("the GOT entry at %#x does not have the address", slot)
		}
		if m.live != 2 {
			t.Errorf("%d allocations for an object and its GOT", m.live)
		}
	}
	moveSection(t, o, "<got>", text+0x2000)
	r.resolve()
	if got := section(t, o, "<got>"); got.Addr != text+0x2000 || m.live != 1 {
		t.Errorf("<got> is in reach at %#x, and not where it was put; %d allocations", got.Addr, m.live)
	}
	r.finalize()
}

// TestStubsByAddressWeak: a branch to a weak name that nobody defines is direct where address 0 is within reach, as ld.lld
// has it, and elsewhere through a stub.
func TestStubsByAddressWeak(t *testing.T) {
	const allocExec, weak, near, far = 6, 2, 0x201000, 0x5_0000_0000
	citest.Need(t, "ld.lld")
	for _, c := range []struct {
		emulation string
		obj       objgen.ELF
		typ       uint32
		rel       objgen.ELFReloc
		code      []byte
	}{
		{"elf_x86_64", objgen.ELF{Is64: true, Machine: 62}, 4, objgen.ELFReloc{Offset: 1, Addend: -4}, []byte{0xe8, 0, 0, 0, 0, 0xc3}},
		{"elf64_s390", objgen.ELF{Is64: true, Machine: 22, Big: true}, 20, objgen.ELFReloc{Offset: 2, Addend: 2}, []byte{0xc0, 0xe5, 0, 0, 0, 0, 7, 0xfe}},
	} {
		t.Run(c.emulation, func(t *testing.T) {
			linker := "ld.lld"
			if c.emulation == "elf64_s390" {
				linker = "ld.lld-19"
				citest.Need(t, linker)
			}
			f := c.obj
			text := f.Add(objgen.ELFSection{Name: ".text", Flags: allocExec, Data: c.code, Align: 16})
			c.rel.Type, c.rel.Sym = c.typ, f.AddSymbol(objgen.ELFSymbol{Name: "nowhere", Bind: weak})
			f.AddRelocs(text, true, []objgen.ELFReloc{c.rel})
			data := f.Bytes()
			dir := t.TempDir()
			in, out := filepath.Join(dir, "in.o"), filepath.Join(dir, "out")
			if err := os.WriteFile(in, data, 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(linker, "-m", c.emulation, "-static", "-e", "0", fmt.Sprintf("-Ttext=%#x", near), "-o", out, in)
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", cmd, err, text)
			}
			linked, err := elf.Open(out)
			if err != nil {
				t.Fatal(err)
			}
			defer linked.Close()
			want, err := linked.Section(".text").Data()
			if err != nil {
				t.Fatal(err)
			}
			m := &memory{next: near, place: firstWithin()}
			r := newRig(t, rtdyld.Config{Memory: m, Stubs: rtdyld.StubsByAddress})
			objs, err := r.Load(t.Context(), parse(t, "weak.o", data))
			if err != nil {
				t.Fatal(err)
			}
			o := objs[0]
			r.resolve()
			if s := section(t, o, ".text"); s.Addr != near || !bytes.Equal(s.Mem[:len(want)], want) || len(o.Islands()) != 0 {
				t.Errorf("at %#x, with %d islands:\n got % x\nwant % x", s.Addr, len(o.Islands()), s.Mem, want)
			}
			moveSection(t, o, ".text", far)
			r.resolve()
			if n := len(o.Islands()); n != 1 {
				t.Errorf("%d islands where address 0 is out of reach", n)
			}
		})
	}
}
