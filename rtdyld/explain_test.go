package rtdyld_test

import (
	"context"
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// explained is the text of an explanation without addresses.
func explained(t *testing.T, x interface {
	Explain(string) (*rtdyld.Explanation, error)
}, name string) string {
	t.Helper()
	e, err := x.Explain(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return e.Text(func(uint64) string { return "@" })
}

// TestExplain: each way in which a name gets its address, or loses a definition.
func TestExplain(t *testing.T) {
	distant := outside{"fun": {Addr: far, Kind: rtdyld.Func}, "dat": {Addr: far + 0x100, Size: 16, Kind: rtdyld.Data}}
	read := func(context.Context, uint64, []byte) error { return nil }
	for _, c := range []struct {
		what  string
		cfg   rtdyld.Config
		first []string // loaded and finalized
		then  []string // loaded
		name  string
		want  string
	}{
		{"strong", rtdyld.Config{}, nil, []string{"base", "user"}, "base", `
base is at @: base.o: .text+0x0, global
  referred to by base.o: .data+0x0, R_X86_64_64
  referred to by user.o: .text+0x1 in user, R_X86_64_PLT32
  referred to by user.o: .data+0x0, R_X86_64_64
  stub for it in user.o at @
  GOT entry for it in user.o at @
`},
		{"weak gives way", rtdyld.Config{}, nil, []string{"x_weak", "x_strong", "x_use"}, "x", `
x is at @: x_strong.o: .data+0x0, 8 bytes, global
  not x_weak.o: .data+0x0, 8 bytes, weak: gives way to that of x_strong.o
  referred to by x_use.o: .data+0x0, R_X86_64_64
`},
		{"weak is later", rtdyld.Config{}, nil, []string{"x_weak", "two=x_weak"}, "x", `
x is at @: x_weak.o: .data+0x0, 8 bytes, weak
  not two.o: .data+0x0, 8 bytes, weak: comes after that of x_weak.o
  nobody refers to it by name
`},
		{"unique and common", rtdyld.Config{}, nil, []string{"x_common8", "x_unique"}, "x", `
x is at @: x_unique.o: .data+0x0, 8 bytes, unique
  not x_common8.o: common, 8 bytes: gives way to that of x_unique.o
  referred to by x_common8.o: .data+0x0, R_X86_64_64
`},
		{"common is merged", rtdyld.Config{}, nil, []string{"x_common8", "x_common64"}, "x", `
x is at @: x_common64.o: common, 64 bytes
  not x_common8.o: common, 8 bytes: is one with that of x_common64.o
  referred to by x_common8.o: .data+0x0, R_X86_64_64
  referred to by x_common64.o: .data+0x0, R_X86_64_64
`},
		{"bound", rtdyld.Config{}, []string{"x_weak", "x_use"}, []string{"x_common8"}, "x", `
x is at @: x_weak.o: .data+0x0, 8 bytes, weak
  not x_common8.o: common, 8 bytes: came when code was bound to that of x_weak.o
  referred to by x_use.o: .data+0x0, R_X86_64_64
  referred to by x_common8.o: .data+0x0, R_X86_64_64
`},
		{"value", rtdyld.Config{}, nil, []string{"x_abs"}, "x", `
x is the value 0x1234: x_abs.o: a value, global
  nobody refers to it by name
`},
		{"group", rtdyld.Config{}, nil, []string{"comdat_1", "comdat_2"}, "f", `
f is at @: comdat_1.o: .text.f+0x0, 6 bytes, weak
  not comdat_2.o: .text.f+0x0, 6 bytes, weak: in group f, dropped for that of comdat_1.o
  referred to by comdat_1.o: .text+0x1 in user1, R_X86_64_PLT32
  referred to by comdat_1.o: .rodata.f+0x8, R_X86_64_64
  referred to by comdat_1.o: .data+0x0, R_X86_64_64
  referred to by comdat_2.o: .text+0x1 in user2, R_X86_64_PLT32
  referred to by comdat_2.o: .data+0x0, R_X86_64_64
  stub for it in comdat_2.o at @
  GOT entry for it in comdat_2.o at @
`},
		{"linkonce", rtdyld.Config{}, nil, []string{"linkonce_1", "linkonce_2"}, "lo", `
lo is at @: linkonce_1.o: .gnu.linkonce.t.lo+0x0, weak
  not linkonce_2.o: .gnu.linkonce.t.lo+0x0, weak: in group .gnu.linkonce.t.lo, dropped for that of linkonce_1.o
  referred to by linkonce_1.o: .data+0x0, R_X86_64_64
  referred to by linkonce_2.o: .data+0x0, R_X86_64_64
`},
		{"external", rtdyld.Config{Resolver: phony(0x20000), Origin: func(name string, addr uint64) string { return "lib" + name + ".so" }}, []string{"undef"}, nil, "missing1", `
missing1 is at @: external, from libmissing1.so
  the resolver was asked for it as a name that has to be defined, and said @, func
  referred to by undef.o: .text+0x1 in undef, R_X86_64_PLT32
  referred to by undef.o: .text+0xd in undef, R_X86_64_PLT32
  stub for it in undef.o at @
  GOT entry for it in undef.o at @
`},
		{"undefined", rtdyld.Config{Resolver: rtdyld.Resolvers{}}, nil, []string{"undef"}, "missing1", `
missing1 is undefined, and no resolver was asked for it
  referred to by undef.o: .text+0x1 in undef, R_X86_64_PLT32
  referred to by undef.o: .text+0xd in undef, R_X86_64_PLT32
  stub for it in undef.o at @
  GOT entry for it in undef.o at @
`},
		{"undefined and asked", rtdyld.Config{Resolver: rtdyld.Resolvers{}}, nil, []string{"undef", "fails"}, "missing1", `
missing1 is undefined
  the resolver was asked for it as a name that has to be defined, and did not know it
  referred to by undef.o: .text+0x1 in undef, R_X86_64_PLT32
  referred to by undef.o: .text+0xd in undef, R_X86_64_PLT32
  stub for it in undef.o at @
  GOT entry for it in undef.o at @
`},
		{"weak and undefined", rtdyld.Config{Resolver: rtdyld.Resolvers{}}, []string{"weak"}, nil, "w", `
w is undefined: what refers to it is weak, and has address 0
  the resolver was asked for it as a weak name, and did not know it
  referred to by weak.o: .text+0x1 in weak, R_X86_64_PLT32
  referred to by weak.o: .text+0x8 in weak, R_X86_64_REX_GOTPCRELX
  referred to by weak.o: .text+0xe in weak, R_X86_64_GOTPCRELX
  referred to by weak.o: .data+0x0, R_X86_64_64
  stub for it in weak.o at @
  GOT entry for it in weak.o at @
`},
		{"hidden", rtdyld.Config{}, nil, []string{"hidden_1", "hidden_use"}, "h", `
h is at @: hidden_1.o: .data+0x0, global, hidden
  referred to by hidden_1.o: .data+0x10, R_X86_64_64
  referred to by hidden_use.o: .data+0x0, R_X86_64_64
`},
		{"copy", rtdyld.Config{Resolver: distant, ReadMemory: read}, []string{"direct"}, nil, "dat", `
dat is at @: external, the resolver says
  a copy has its address: the definition at @ is out of reach of code that refers to it directly
  the resolver was asked for it as a name that has to be defined, and said @, data, 16 bytes
  referred to by direct.o: .text+0xf in direct, R_X86_64_PC32
`},
		{"stub", rtdyld.Config{Resolver: distant, ReadMemory: read}, []string{"direct"}, nil, "fun", `
fun is at @: external, the resolver says
  a stub has its address: the definition at @ is out of reach of code that refers to it directly
  the resolver was asked for it as a name that has to be defined, and said @, func
  referred to by direct.o: .text+0x3 in direct, R_X86_64_PC32
  referred to by direct.o: .text+0x8 in direct, R_X86_64_PC32
`},
		{"own handle", rtdyld.Config{}, nil, []string{"own"}, "__dso_handle", `
__dso_handle is at @: made by the linker, the object's own handle
  referred to by own.o: .text+0x3 in own, R_X86_64_PC32
  referred to by own.o: .data+0x0, R_X86_64_64
`},
		{"fixed", rtdyld.Config{Fixed: func(string) (uint64, bool) { return 0x500, true }}, nil, []string{"own"}, "__dso_handle", `
__dso_handle is at @: Config.Fixed says where the object's own handle is
  referred to by own.o: .text+0x3 in own, R_X86_64_PC32
  referred to by own.o: .data+0x0, R_X86_64_64
`},
		{"weak external for nothing", rtdyld.Config{Resolver: outside{"there_impl": {Addr: 0x1000}}}, []string{"weakuse=../coff-link/weakuse", "weak=../coff-link/weak"}, nil, "nothing", `
nothing is undefined: what refers to it is weak, and has address 0
  the resolver was asked for it as a weak name, and did not know it
  referred to by weakuse.o: .text+0x10 in use, IMAGE_REL_AMD64_ADDR64
`},
		{"alias", rtdyld.Config{}, []string{"directive=../coff-link/directive"}, nil, "missing", `
missing is at @: directive.o: .text+0x0, global
  alias of present, says directive.o
  referred to by directive.o: .text+0x1 in use, IMAGE_REL_AMD64_ADDR64
`},
		{"what it is alias of", rtdyld.Config{}, []string{"directive=../coff-link/directive"}, nil, "present", `
present is at @: directive.o: .text+0x0, global
  referred to by directive.o: .text+0x1 in use, IMAGE_REL_AMD64_ADDR64, as missing
`},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := newRig(t, c.cfg)
			if c.first != nil {
				r.load(c.first...)
				r.finalize()
			}
			if n := len(c.then); n > 0 && c.then[n-1] == "fails" {
				r.load(c.then[:n-1]...)
				if err := r.Resolve(t.Context()); !errors.Is(err, rtdyld.ErrUndefined) {
					t.Fatal(err)
				}
			} else if n > 0 {
				r.load(c.then...)
			}
			if got := explained(t, r, c.name); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestExplainOwn: what objects see for themselves: hidden names, answers of the Resolver of
// LoadWith, pointers to imports.
func TestExplainOwn(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"missing1": {Addr: 0x1000, Kind: rtdyld.Func}, "missing2": {Addr: 0x1000, Kind: rtdyld.Func}}})
	r.load("main=undef")
	alone, err := r.LoadWith(t.Context(), outside{"missing1": {Addr: 0x2000, Kind: rtdyld.Func}}, images(t, "undef")...)
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	e, err := alone[0].Explain("missing1")
	if err != nil || e.Symbol.Addr != 0x2000 || !e.Asked.Own || !e.Asked.Answer.Found || !e.Hidden || len(e.Refs) != 2 || e.Refs[0].From != alone[0] {
		t.Errorf("of the batch: %+v, %v", e, err)
	}
	e, err = r.Explain("missing1")
	if err != nil || e.Symbol.Addr != 0x1000 || e.Asked.Own || e.Hidden || len(e.Refs) != 2 || e.Refs[0].Object != "main.o" {
		t.Errorf("of all: %+v, %v", e, err)
	}
	if e, err := alone[0].Explain("missing2"); err != nil || e.Symbol.Addr != 0x1000 || e.Asked.Own {
		t.Errorf("what the batch's resolver does not know: %+v, %v", e, err)
	}
	if e, err := alone[0].Explain("maybe"); err != nil || e.Origin != rtdyld.FromNowhere || !e.Asked.Ref.Weak {
		t.Errorf("a weak name: %+v, %v", e, err)
	}
}

// TestExplainCosts: a linker that nobody asks to explain keeps nothing for it, and one that was
// asked is as it was.
func TestExplainCosts(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: phony(0x20000)})
	r.load("base", "user", "undef", "comdat_1", "comdat_2")
	r.finalize()
	before, sizes := r.Dump(), r.Sizes()
	for _, name := range []string{"base", "missing1", "f", "nowhere", "__dso_handle"} {
		r.Explain(name)
	}
	if got := r.Dump(); got != before || r.Sizes() != sizes {
		t.Errorf("after:\n%s\nbefore:\n%s", got, before)
	}
}

// TestChain: why a member came in, from what was named on; reasons that go in a circle end.
func TestChain(t *testing.T) {
	reasons := []rtdyld.Reason{{"a", "x", "main.o"}, {"b", "y", "a"}, {"c", "z", "b"}, {"p", "u", "q"}, {"q", "v", "p"}, {"r", "w", ""}}
	for member, want := range map[string]int{"c": 3, "a": 1, "r": 1, "main.o": 0, "p": 6} {
		chain := rtdyld.Chain(reasons, member)
		if len(chain) != want || want > 0 && chain[want-1].Member != member {
			t.Errorf("%s: %v", member, chain)
		}
	}
}

// TestExplainErrors: names that nobody has, objects and linkers that are gone.
func TestExplainErrors(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	o := r.load("base")[0]
	for _, x := range []interface {
		Explain(string) (*rtdyld.Explanation, error)
	}{r, o} {
		if _, err := x.Explain("nowhere"); !errors.Is(err, rtdyld.ErrUndefined) {
			t.Errorf("nowhere: %v", err)
		}
	}
	r.finalize()
	r.unload(o)
	if _, err := o.Explain("base"); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("of an object that is unloaded: %v", err)
	}
	r.Close()
	if _, err := r.Explain("base"); !errors.Is(err, rtdyld.ErrClosed) {
		t.Errorf("of a linker that is closed: %v", err)
	}
}

// TestExplainImageBase: the image base before and after it is chosen, and as the configuration says it.
func TestExplainImageBase(t *testing.T) {
	for _, given := range []uint64{0, 0x7f0000000000} {
		f := &objgen.COFF{Machine: 0x8664}
		data := f.Add(objgen.COFFSection{Name: ".data", Flags: 0xc0000040, Data: make([]byte, 16)})
		f.AddSymbol(objgen.COFFSymbol{Name: "__ImageBase", Class: 2})
		f.AddSymbol(objgen.COFFSymbol{Name: "x", Class: 2, Section: 1, Value: 8})
		f.Section(data).Relocs = []objgen.COFFReloc{{Type: 1}, {Address: 8, Sym: 1, Type: 3}}
		r := newRig(t, rtdyld.Config{ImageBase: given, Memory: &memory{next: 0x7f0000010000}})
		o, err := r.Load(t.Context(), parse(t, "base.o", f.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		for _, relocated := range []bool{false, true} {
			if relocated {
				r.resolve()
			}
			base := binary.LittleEndian.Uint64(section(t, o[0], ".data").Mem)
			want := "the image base"
			switch {
			case given != 0:
				base, want = given, want+", as Config.ImageBase says"
			case !relocated:
				base, want = 0, want+", which is chosen with the first object that is relocated"
			}
			if e, err := o[0].Explain("__ImageBase"); err != nil || e.Origin != rtdyld.FromLinker || e.Symbol.Addr != base || e.What != want {
				t.Errorf("relocated %v: %v %v, want %q at %#x", relocated, e, err, want, base)
			}
		}
	}
}

// TestImageBaseOfELF: what means the image base in COFF is a name like any other elsewhere.
func TestImageBaseOfELF(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"__ImageBase": {Addr: 0x5000}}})
	if _, err := r.Load(t.Context(), words(t, "a.o", "a", false, "__ImageBase", "___ImageBase")); err != nil {
		t.Fatal(err)
	}
	var undefined *rtdyld.UndefinedError
	if err := r.Resolve(t.Context()); !errors.As(err, &undefined) || len(undefined.Symbols) != 1 || undefined.Symbols[0].Name != "___ImageBase" {
		t.Errorf("the error is %v", err)
	}
	if _, err := r.Load(t.Context(), words(t, "b.o", "___ImageBase", false)); err != nil {
		t.Fatal(err)
	}
	r.resolve()
	if got := r.word("a", 0); got != 0x5000 {
		t.Errorf("__ImageBase is %#x, the resolver says 0x5000", got)
	}
}
