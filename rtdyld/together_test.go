package rtdyld_test

import (
	"debug/elf"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// machine is one to write branches for, by the psABI's numbers.
type machine struct {
	name  string
	file  objgen.ELF
	typ   uint32 // of a branch
	insn  string // hex, its bytes before it is relocated
	short uint32 // of one that gets less far, 0 for none
	stub  bool   // it always goes through a stub, since the other object has another table
}

var machines = []machine{
	{"x86-64", objgen.ELF{Is64: true, Machine: 62}, uint32(elf.R_X86_64_PLT32), "00000000", 0, false},
	{"AArch64", objgen.ELF{Is64: true, Machine: 183}, uint32(elf.R_AARCH64_CALL26), "00000094", uint32(elf.R_AARCH64_CONDBR19), false},
	{"ARM", objgen.ELF{Machine: 40, Flags: 0x5000000}, uint32(elf.R_ARM_CALL), "feffffeb", 51, false},
	{"RISC-V", objgen.ELF{Is64: true, Machine: 243}, uint32(elf.R_RISCV_CALL_PLT), "97000000e7800000", uint32(elf.R_RISCV_JAL), false},
	{"LoongArch", objgen.ELF{Is64: true, Machine: 258}, 66, "00000054", 0, false},
	{"s390x", objgen.ELF{Is64: true, Big: true, Machine: 22}, uint32(elf.R_390_PLT32DBL), "00000000", 65, false},
	{"SPARC", objgen.ELF{Is64: true, Big: true, Machine: 43}, uint32(elf.R_SPARC_WDISP30), "40000000", uint32(elf.R_SPARC_WDISP19), false},
	{"PowerPC", objgen.ELF{Big: true, Machine: 20}, 10, "48000001", 11, false},
	{"PowerPC64", objgen.ELF{Is64: true, Machine: 21, Flags: 2}, 10, "0100004800000060", 0, true},
}

// function is an object that defines a function of one byte more than nothing behind some bytes of code.
func (m *machine) function(t *testing.T, name string, bind byte, section uint32) *objfmt.ObjectImage {
	f := m.file
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Align: 16, Data: make([]byte, 64)})
	s := objgen.ELFSymbol{Name: name, Bind: bind, Type: 2, Section: text, Value: 16}
	if section != 0 {
		s.Reserved, s.Section, s.Type = uint16(section), 0, 0
	}
	f.AddSymbol(s)
	return parse(t, name+".o", f.Bytes())
}

// caller is an object with a function main that branches to others.
func (m *machine) caller(t *testing.T, typ uint32, names ...string) *objfmt.ObjectImage {
	f := m.file
	insn := unhex(m.insn)
	var code []byte
	var relocs []objgen.ELFReloc
	for i := range names {
		r := objgen.ELFReloc{Offset: uint64(len(code)), Sym: uint32(i) + 2, Type: typ}
		if m.file.Machine == 62 {
			r.Addend = -4
		}
		relocs = append(relocs, r)
		code = append(code, insn...)
	}
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Align: 16, Data: code})
	f.AddSymbol(objgen.ELFSymbol{Name: "main", Bind: 1, Type: 2, Section: text})
	for _, n := range names {
		f.AddSymbol(objgen.ELFSymbol{Name: n, Bind: 1})
	}
	f.AddRelocs(text, true, relocs)
	return parse(t, "main.o", f.Bytes())
}

// made lists what was made for objects, as "stub f in main.o".
func made(objs []*rtdyld.Object) (list []string) {
	for _, o := range objs {
		for _, m := range o.Made() {
			list = append(list, m.What+" "+m.Symbol+" in "+o.Name())
		}
	}
	return list
}

// spread is memory whose blocks for some objects lie far away from all others.
func spread(far ...string) *memory {
	m := &memory{}
	next := uint64(0x7e0000000000)
	m.place = func(_ int, r rtdyld.Request) (addr uint64) {
		if !slices.Contains(far, r.Object) {
			return 0
		}
		addr, next = (next+r.Align-1)&^(r.Align-1), next+(r.Size+r.Align)&^(r.Align-1)
		return addr
	}
	return m
}

func (r *rig) loadImages(imgs ...*objfmt.ObjectImage) []*rtdyld.Object {
	r.t.Helper()
	objs, err := r.Load(r.t.Context(), imgs...)
	if err != nil {
		r.t.Fatal(err)
	}
	return objs
}

// TestTogether: where sections stay nothing is made for a branch to what the same batch defines, unless it may be
// out of reach, or lead somewhere else by then.
func TestTogether(t *testing.T) {
	for i := range machines {
		m := &machines[i]
		t.Run(m.name, func(t *testing.T) {
			names := []string{"strong", "unique", "weak", "absolute", "outside"}
			load := func(cfg rtdyld.Config, typ uint32) (r *rig, objs []*rtdyld.Object) {
				cfg.Resolver = rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
					return rtdyld.Symbol{Addr: 0x40000, Kind: rtdyld.Func}, true
				})
				r = newRig(t, cfg)
				return r, r.loadImages(m.caller(t, typ, names...), m.function(t, "strong", 1, 0), m.function(t, "unique", 10, 0),
					m.function(t, "weak", 2, 0), m.function(t, "absolute", 1, uint32(elf.SHN_ABS)))
			}
			stubs := func(objs []*rtdyld.Object) (list []string) {
				for _, s := range made(objs) {
					if s, ok := strings.CutPrefix(s, "stub "); ok {
						list = append(list, strings.TrimSuffix(s, " in main.o"))
					}
				}
				return list
			}
			want := names[2:]
			if m.stub {
				want = names
			}
			r, objs := load(rtdyld.Config{SectionsStay: true}, m.typ)
			if got := stubs(objs); !slices.Equal(got, want) {
				t.Errorf("stubs for %q, want %q", got, want)
			}
			got := made(objs)
			if !m.stub && slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "strong") || strings.Contains(s, "unique") }) {
				t.Errorf("made: %q", got)
			}
			r.resolve()
			if m.file.Machine == 62 {
				for i, n := range names[:3] {
					if at := r.addr("main") + 4*uint64(i); r.target(at) != r.addr(n) {
						t.Errorf("branch leads to %#x, %s is at %#x", r.target(at), n, r.addr(n))
					}
				}
			}
			if r.mem.calls != 1 {
				t.Errorf("memory was asked for %d times", r.mem.calls)
			}
			_, objs = load(rtdyld.Config{}, m.typ)
			if got := stubs(objs); !slices.Equal(got, names) {
				t.Errorf("without the promise: stubs for %q", got)
			}
			if m.short != 0 {
				_, objs = load(rtdyld.Config{SectionsStay: true}, m.short)
				if got := stubs(objs); !slices.Equal(got, names) {
					t.Errorf("short branches: stubs for %q", got)
				}
			}
		})
	}
}

// TestTogetherScattered: memory that is not together makes a batch get all stubs, and those after it at once.
func TestTogetherScattered(t *testing.T) {
	for _, far := range [][]string{{"call_ext.o"}, {"call.o"}, {"call.o", "call_ext.o"}, nil} {
		r := newRig(t, rtdyld.Config{SectionsStay: true, Memory: spread(far...)})
		objs := r.load("call", "call_ext")
		calls, stub := 1, len(far) == 1
		if stub {
			calls = 2
		}
		if got := slices.Contains(made(objs), "stub ext in call.o"); got != stub {
			t.Errorf("%v far away: a stub: %v", far, got)
		}
		if r.mem.calls != calls || r.mem.live != 1 {
			t.Errorf("%v far away: %d calls for memory, %d of it live", far, r.mem.calls, r.mem.live)
		}
		r.finalize()
		checkCall(t, r)
		r.unload(objs...)
		r.load("call", "call_ext")
		if r.mem.calls != calls+1 {
			t.Errorf("%v far away: %d calls for memory for another batch", far, r.mem.calls-calls)
		}
		r.finalize()
		checkCall(t, r)
	}
}

// TestTogetherElsewhere: a definition that does not lie where its section's memory is makes a batch get all stubs.
func TestTogetherElsewhere(t *testing.T) {
	m := &machines[0]
	f := m.file
	text := f.Add(objgen.ELFSection{Name: ".text", Flags: 6, Data: make([]byte, 16)})
	note := f.Add(objgen.ELFSection{Name: ".note", Data: make([]byte, 16)})
	f.AddSymbol(objgen.ELFSymbol{Name: "behind", Bind: 1, Type: 2, Section: text, Value: 1 << 40})
	f.AddSymbol(objgen.ELFSymbol{Name: "noted", Bind: 1, Section: note})
	def := parse(t, "def.o", f.Bytes())
	results := map[bool]string{}
	for _, stay := range []bool{false, true} {
		again := &memory{}
		again.place = func(i int, _ rtdyld.Request) uint64 {
			if i == 0 {
				again.next = 0x7e0000000000
			}
			return 0
		}
		r := newRig(t, rtdyld.Config{SectionsStay: stay, Memory: again})
		objs := r.loadImages(m.caller(t, m.typ, "behind", "noted"), def)
		r.finalize()
		results[stay] = strings.Join(contents(objs), "\n")
	}
	if results[true] != results[false] {
		t.Errorf("got\n%s\nwant\n%s", results[true], results[false])
	}
}

// TestTogetherLater: what a later batch refers to, or brings, is reached by stubs as ever.
func TestTogetherLater(t *testing.T) {
	r := newRig(t, rtdyld.Config{SectionsStay: true, Memory: spread("call.o", "call_ext.o")})
	first := r.load("base")
	r.load("call", "call_ext")
	r.finalize()
	checkCall(t, r)
	if ext := r.load("again=relax"); len(ext) != 1 {
		t.Fatal("not loaded")
	}
	m := &machines[0]
	later := r.loadImages(m.caller(t, m.typ, "ext"), m.function(t, "other", 1, 0))
	r.finalize()
	if got := made(later); !slices.Contains(got, "stub ext in main.o") {
		t.Errorf("made: %q", got)
	}
	dest := r.target(r.addr("main"))
	if got := r.bytes(dest, 2); hex(got) != "ff 25" || le64(r.bytes(r.target(dest+2), 8)) != r.addr("ext") {
		t.Errorf("branch leads to %#x: % x", dest, got)
	}
	r.unload(later...)
	r.unload(first...)
}

// TestTogetherWeak: a weak definition may give way to one that is far away before anything is relocated.
func TestTogetherWeak(t *testing.T) {
	m := &machines[0]
	r := newRig(t, rtdyld.Config{SectionsStay: true, Memory: spread("ext2.o")})
	r.loadImages(m.caller(t, m.typ, "ext"), m.function(t, "ext", 2, 0))
	r.load("ext2=call_ext")
	r.finalize()
	dest := r.target(r.addr("main"))
	if got := r.bytes(dest, 2); hex(got) != "ff 25" || le64(r.bytes(r.target(dest+2), 8)) != r.addr("ext") {
		t.Errorf("branch leads to %#x: % x", dest, got)
	}
}

// TestTogetherCanonical: a function that has a canonical stub, since another batch refers to it directly from far away, is reached by
// branches of its own batch as before.
func TestTogetherCanonical(t *testing.T) {
	m := &machines[0]
	read := rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{}, false })
	r := newRig(t, rtdyld.Config{SectionsStay: true, Memory: spread("direct.o", "<canonical>"), Resolver: read})
	objs := r.loadImages(m.caller(t, m.typ, "fun", "dat"), m.function(t, "fun", 1, 0), m.function(t, "dat", 1, 0))
	r.load("direct")
	text := section(t, objs[1], ".text")
	r.finalize()
	if r.target(r.addr("direct")+3) == text.Addr+16 {
		t.Fatal("fun has no canonical stub")
	}
	if got := r.target(r.addr("main")); got != text.Addr+16 {
		t.Errorf("branch leads to %#x, fun is at %#x", got, text.Addr+16)
	}
}

// TestTogetherUnload: an object that others of its batch refer to is in use before anything is relocated.
func TestTogetherUnload(t *testing.T) {
	for _, stay := range []bool{true, false} {
		r := newRig(t, rtdyld.Config{SectionsStay: stay})
		objs := r.load("call", "call_ext", "base")
		err := r.Unload(t.Context(), objs[1])
		var used *rtdyld.InUseError
		switch {
		case !stay && err != nil:
			t.Error(err)
		case stay && (!errors.As(err, &used) || used.Object != "call_ext.o" || !slices.Equal(used.Users, []string{"call.o"})):
			t.Errorf("error %v", err)
		}
		if stay {
			r.unload(objs[2])
			r.finalize()
			checkCall(t, r)
			r.unload(objs[:2]...)
		}
	}
}

// TestSectionsStay: what is promised to stay cannot be moved.
func TestSectionsStay(t *testing.T) {
	r := newRig(t, rtdyld.Config{SectionsStay: true})
	o := r.load("call")[0]
	text := section(t, o, ".text")
	for what, err := range map[string]error{
		"MapSectionAddress": o.MapSectionAddress(text.ID, 0x7000000),
		"MapLocalAddress":   r.MapLocalAddress(text.Mem, 0x7000000),
	} {
		var stays *rtdyld.SectionStaysError
		if !errors.Is(err, rtdyld.ErrSectionsStay) || !errors.As(err, &stays) || *stays != (rtdyld.SectionStaysError{Object: "call.o", Section: ".text", ID: text.ID, Addr: 0x7000000}) {
			t.Errorf("%s: %v", what, err)
		} else if !strings.Contains(err.Error(), "call.o: .text cannot run at 0x7000000") {
			t.Error(err)
		}
	}
	if o.SectionAddress(text.ID) != text.Addr {
		t.Error("it has moved")
	}
}

func unhex(s string) []byte {
	b := make([]byte, len(s)/2)
	for i := range b {
		var v byte
		for _, c := range s[2*i : 2*i+2] {
			v = v<<4 | byte(strings.IndexRune("0123456789abcdef", c))
		}
		b[i] = v
	}
	return b
}

// TestTogetherData: data may lie where branches do not get.
func TestTogetherData(t *testing.T) {
	m := &machines[slices.IndexFunc(machines, func(m machine) bool { return m.name == "AArch64" })]
	apart := &memory{}
	next := uint64(0x4000_0000)
	apart.place = func(_ int, r rtdyld.Request) (addr uint64) {
		if r.Kind != objfmt.KindCode {
			addr, next = next, next+r.Size+4096
		}
		return addr
	}
	r := newRig(t, rtdyld.Config{SectionsStay: true, Memory: apart})
	objs := r.loadImages(m.caller(t, m.typ, "strong", "weak"), m.function(t, "strong", 1, 0), m.function(t, "weak", 2, 0))
	if got := made(objs); r.mem.calls != 1 || !slices.Equal(got, []string{"stub weak in main.o", "got weak in main.o"}) {
		t.Errorf("%d calls for memory, made %q", r.mem.calls, got)
	}
	r.finalize()
}
