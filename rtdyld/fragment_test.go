package rtdyld_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// fragmentRig has a linker that runs constructors.
func fragmentRig(t *testing.T, cfg rtdyld.Config) *rig {
	cfg.Initializer = new(fragmentInit)
	return newRig(t, cfg)
}

// named says what begins at addresses: names of symbols, or of what a function jumps to that the linker has made of a fragment.
func named(t *testing.T, r *rig, objs []*rtdyld.Object, addrs []uint64) string {
	t.Helper()
	const start = "\xf3\x0f\x1e\xfa\x48\x83\xec\x08\xe9"
	at := map[uint64]string{}
	for _, o := range objs {
		for _, s := range o.Symbols() {
			at[s.Addr] = s.Name
		}
	}
	var out []string
	for _, a := range addrs {
		name := at[a]
		if name == "" {
			b := r.bytes(a, len(start)+4)
			if string(b[:len(start)]) != start {
				t.Fatalf("at %#x is % x", a, b)
			}
			name = "to " + at[a+uint64(len(b))+uint64(int64(int32(binary.LittleEndian.Uint32(b[len(start):]))))]
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

// TestFragmentOrder: each section .init or .fini that counts is a function of its own: behind it is what returns. One that begins
// the function itself is entered there. They run in load order, after .preinit_array and before .init_array, or after .fini_array.
func TestFragmentOrder(t *testing.T) {
	r := fragmentRig(t, rtdyld.Config{})
	objs := r.load("fragment_begin", "fragment")
	r.finalize()
	if got := named(t, r, objs, rtdyld.InitFuncs(objs...)); got != "pre, _init, to init_group, to init_1, to init_2, ctor" {
		t.Errorf("constructors: %s", got)
	}
	if got := named(t, r, objs, rtdyld.FiniFuncs(objs...)); got != "dtor, _fini, to fini_1" {
		t.Errorf("destructors: %s", got)
	}
	for _, name := range []string{"init_1", "fini_1"} {
		if got := r.bytes(r.addr(name)+5, 5); string(got) != "\x48\x83\xc4\x08\xc3" {
			t.Errorf("behind %s is % x", name, got)
		}
	}
	if got := r.bytes(r.addr("init_2")+6, 5); string(got) != "\x48\x83\xc4\x08\xc3" {
		t.Errorf("behind init_2 is % x", got)
	}
	if s := section(t, objs[0], ".fini"); len(s.Mem) <= 4 {
		t.Errorf("the section in memory is % x", s.Mem)
	}
	// Later batches are destructed first, each in its own order.
	second, err := r.LoadWith(t.Context(), nil, images(t, "again=fragment", "fragment_begin=fragment_begin")...)
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	all := append(append([]*rtdyld.Object{}, objs...), second...)
	if got := named(t, r, all, rtdyld.FiniFuncs(all...)); got != "dtor, dtor, to fini_1, _fini, _fini, to fini_1" {
		t.Errorf("destructors of both: %s", got)
	}
	r.unload(second[1])
	if got := named(t, r, second[:1], rtdyld.FiniFuncs(second[0])); got != "dtor, to fini_1" {
		t.Errorf("destructors of what is left: %s", got)
	}
}

// TestFragmentsPlain: without an Initializer, and in Layout RuntimeDyld, nothing follows such sections.
func TestFragmentsPlain(t *testing.T) {
	plain := newRig(t, rtdyld.Config{})
	compat := fragmentRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld})
	for _, r := range []*rig{plain, compat} {
		objs := r.load("fragment")
		r.finalize()
		if got := named(t, r, objs, rtdyld.InitFuncs(objs...)); got != "pre, ctor" {
			t.Errorf("constructors: %s", got)
		}
	}
	if s := section(t, plain.Objects()[0], ".fini"); len(s.Mem) != 5 {
		t.Errorf("the section in memory is % x", s.Mem)
	}
}

// fragmentObject is an object with one section.
func fragmentObject(machine uint16, flags uint32, big bool, s objgen.ELFSection) []byte {
	f := &objgen.ELF{Is64: machine != 40 && machine != 8, Big: big, Machine: machine, Flags: flags}
	f.Add(s)
	return f.Bytes()
}

// TestFragmentRefused: what cannot be made a function is refused by name.
func TestFragmentRefused(t *testing.T) {
	const alloc, exec = 2, 4
	code := func(n int) objgen.ELFSection {
		return objgen.ELFSection{Name: ".init", Flags: alloc | exec, Data: make([]byte, n), Align: 1}
	}
	for _, c := range []struct {
		name    string
		machine uint16
		flags   uint32
		big     bool
		section objgen.ELFSection
		why     string
	}{
		{"data", 62, 0, false, objgen.ELFSection{Name: ".fini", Flags: alloc, Data: make([]byte, 4)}, "it is no code"},
		{"zeros", 62, 0, false, objgen.ELFSection{Name: ".fini", Type: 8, Flags: alloc | exec, Size: 4}, "it is no code"},
		{"riscv", 243, 5, false, code(4), "RISC-V programs have no function"},
		{"loongarch", 258, 0x43, false, code(4), "LoongArch programs have no function"},
		{"bpf", 247, 0, false, code(8), "eBPF programs have no function"},
		{"odd", 183, 0, false, code(6), "6 bytes are no number of instructions"},
		{"arm", 40, 0x5000000, false, code(6), "6 bytes are no number of instructions"},
		{"s390x", 22, 0, true, code(5), "5 bytes are no number of instructions"},
		{"far", 43, 0, true, code(9 << 20), "a branch does not reach over its 9437184 bytes"},
	} {
		r := fragmentRig(t, rtdyld.Config{})
		_, err := r.Load(t.Context(), parse(t, c.name+".o", fragmentObject(c.machine, c.flags, c.big, c.section)))
		if err == nil {
			err = r.Resolve(t.Context())
		}
		var bad *rtdyld.FragmentError
		if !errors.As(err, &bad) || !errors.Is(err, rtdyld.ErrUnsupported) || bad.Object != c.name+".o" || bad.Section != c.section.Name || bad.ID != 0 || !strings.HasPrefix(bad.Why, c.why) {
			t.Errorf("%s: %v", c.name, err)
		}
		newRig(t, rtdyld.Config{}).ok(c.name+".o", fragmentObject(c.machine, c.flags, c.big, c.section))
	}
}

// ok loads an object that is sound where nothing is run.
func (r *rig) ok(name string, data []byte) {
	r.t.Helper()
	if _, err := r.Load(r.t.Context(), parse(r.t, name, data)); err != nil {
		r.t.Errorf("without an Initializer: %v", err)
	}
}

// TestFragmentPlace: a fragment begins where an instruction may, whatever the file says, in a block of its own, too, and before
// the stubs behind it.
func TestFragmentPlace(t *testing.T) {
	for _, c := range []struct {
		name    string
		machine uint16
		flags   uint32
		branch  uint32 // a call
		typ     uint32
		size    int // of what follows
	}{{"arm64", 183, 0, 0x94000000, 283, 24}, {"arm", 40, 0x5000000, 0xebfffffe, 28, 16}} {
		f := &objgen.ELF{Is64: c.machine == 183, Machine: c.machine, Flags: c.flags}
		f.Add(objgen.ELFSection{Name: ".text.odd", Flags: 6, Data: []byte{1}, Align: 1})
		s := f.Add(objgen.ELFSection{Name: ".init", Flags: 6, Data: binary.LittleEndian.AppendUint32(nil, c.branch), Align: 1})
		sym := f.AddSymbol(objgen.ELFSymbol{Name: "away", Bind: 1})
		f.AddRelocs(s, c.machine == 183, []objgen.ELFReloc{{Sym: sym, Type: c.typ}})
		for _, by := range []bool{false, true} {
			r := fragmentRig(t, rtdyld.Config{BySection: by, Resolver: phony(0x40000000), Memory: &memory{next: 0x10000}})
			objs, err := r.Load(t.Context(), parse(t, "f.o", f.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			init := section(t, objs[0], ".init")
			funcs := rtdyld.InitFuncs(objs...)
			if init.Addr%4 != 0 || len(funcs) != 1 || funcs[0] <= init.Addr || funcs[0] >= init.Addr+uint64(4+c.size) {
				t.Errorf("%s: .init at %#x, functions %#x", c.name, init.Addr, funcs)
			}
			n := 0
			for _, m := range objs[0].Made() {
				if m.What != "stub" {
					continue
				}
				if n++; m.Addr-init.Addr < uint64(4+c.size) || by && m.For == objfmt.SecUndef {
					t.Errorf("%s: a stub is at %#x, .init at %#x", c.name, m.Addr, init.Addr)
				}
			}
			if n != 1 {
				t.Errorf("%s: %d stubs", c.name, n)
			}
		}
	}
}
