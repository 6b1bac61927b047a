package rtdyld_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

const far = 0x7fff00000000 // out of reach of what lies low

// TestUndefined: every undefined name is reported at once, with what refers to it.
func TestUndefined(t *testing.T) {
	var asked []rtdyld.Ref
	r := newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, _ []rtdyld.Symbol) error {
		asked = append(asked, refs...)
		return nil
	})})
	r.load("undef", "second=undef_other", "x_use", "x_weakuse")
	before := r.Dump()
	err := r.Resolve(t.Context())
	e := wantErr[*rtdyld.UndefinedError](t, err, rtdyld.ErrUndefined)
	var got []string
	for _, s := range e.Symbols {
		got = append(got, fmt.Sprint(s.Name, s.Refs))
	}
	slices.Sort(got)
	want := []string{"missing1[undef.o: .text+0x1 second.o: .text+0x1]", "missing2[undef.o: .text+0x8]", "x[x_use.o: .data+0x0]"}
	if !slices.Equal(got, want) {
		t.Errorf("undefined: %q, want %q", got, want)
	}
	for _, w := range []string{"missing1", "second.o: .text+0x1", "missing2", "undef.o: .text+0x8"} {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error lacks %q: %v", w, err)
		}
	}
	weak := map[string]bool{}
	for _, a := range asked {
		weak[a.Name] = a.Weak
	}
	if len(asked) != 4 || !weak["maybe"] || weak["x"] || weak["missing1"] {
		t.Errorf("asked for %+v", asked)
	}
	if got := r.Dump(); got != before {
		t.Errorf("after:\n%s\nbefore:\n%s", got, before)
	}
}

type resolverFunc func(refs []rtdyld.Ref, out []rtdyld.Symbol) error

func (f resolverFunc) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	return f(refs, out)
}

// TestWeak: an undefined weak name is 0: by slot, as data, and for a branch a stub
// whose slot is 0; a direct reference is an error that says weak.
func TestWeak(t *testing.T) {
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x7f0000000000}})
	o := r.load("weak")[0]
	r.finalize()
	text, slots, stubs := section(t, o, ".text"), section(t, o, "<got>"), section(t, o, "<stubs>")
	if got := r.target(text.Addr + 1); got != stubs.Addr {
		t.Errorf("branch leads to %#x, the stub is at %#x", got, stubs.Addr)
	}
	if got := r.target(stubs.Addr + 2); got != slots.Addr || hex(stubs.Mem[:2]) != "ff 25" {
		t.Errorf("stub % x jumps through %#x, the slot is at %#x", stubs.Mem, got, slots.Addr)
	}
	for _, off := range []uint64{8, 14} {
		if got := r.target(text.Addr + off); got != slots.Addr {
			t.Errorf("+%#x: slot at %#x, want %#x", off, got, slots.Addr)
		}
	}
	if hex(text.Mem[5:8]) != "48 8b 05" || hex(text.Mem[12:14]) != "ff 15" {
		t.Errorf("a load was relaxed: % x", text.Mem)
	}
	if len(slots.Mem) != 8 || binary.LittleEndian.Uint64(slots.Mem) != 0 || binary.LittleEndian.Uint64(section(t, o, ".data").Mem) != 0 {
		t.Errorf("slots % x", slots.Mem)
	}
	r.load("weakdirect")
	e := wantErr[*reloc.RangeError](t, r.Resolve(t.Context()), nil)
	if !e.Weak || e.Symbol != "w" || e.Type != "R_X86_64_PC32" || !strings.Contains(e.Error(), "weak") {
		t.Errorf("error is %v", e)
	}
}

// TestRangeError: the error of a direct reference has all numbers.
func TestRangeError(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"fun": {Addr: 0x10000, Kind: rtdyld.Func}, "dat": {Addr: far, Kind: rtdyld.Data}}})
	o := r.load("direct")[0]
	e := wantErr[*reloc.RangeError](t, r.Resolve(t.Context()), nil)
	p := section(t, o, ".text").Addr + 0xf
	if e.Object != "direct.o" || e.Section != ".text" || e.Offset != 0xf || e.Type != "R_X86_64_PC32" || e.Symbol != "dat" || e.Weak ||
		e.Value != far-4-p || e.Field != reloc.Signed32 {
		t.Errorf("error is %+v", e)
	}
	if want := fmt.Sprintf("direct.o: .text+0xf: R_X86_64_PC32 to dat: %#x does not fit signed 32", uint64(far-4-p)); e.Error() != want {
		t.Errorf("error reads %q, want %q", e.Error(), want)
	}
	// The object is still Loaded, and within reach it links.
	if o.State() != rtdyld.Loaded {
		t.Errorf("state is %v", o.State())
	}
	for _, s := range o.Sections() {
		if s.Name == ".text" {
			if err := o.MapSectionAddress(s.ID, far+0x10000); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Now dat is near, and fun far: it gets a stub, but from this manager none near.
	e = wantErr[*reloc.RangeError](t, r.Resolve(t.Context()), nil)
	if e.Symbol != "fun" {
		t.Errorf("error is %v", e)
	}
}

// TestOwnNames: __dso_handle is different in each object, and the table's address
// is that of the object's slots.
func TestOwnNames(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: phony(far)})
	objs := r.load("own", "second=own_other")
	r.finalize()
	for _, o := range objs {
		text := section(t, o, ".text")
		if got := r.target(text.Addr + 3); got != o.DSOHandle() || !o.Contains(got) {
			t.Errorf("%s: __dso_handle is %#x, DSOHandle %#x", o.Name(), got, o.DSOHandle())
		}
		if got, want := r.target(text.Addr+10), section(t, o, "<got>").Addr; got != want {
			t.Errorf("%s: _GLOBAL_OFFSET_TABLE_ is %#x, want %#x", o.Name(), got, want)
		}
		if got := binary.LittleEndian.Uint64(section(t, o, ".data").Mem); got != o.DSOHandle() {
			t.Errorf("%s: data holds %#x", o.Name(), got)
		}
	}
	if objs[0].DSOHandle() == objs[1].DSOHandle() {
		t.Error("two objects have one handle")
	}
	if _, err := r.Lookup("__dso_handle"); err == nil {
		t.Error("Lookup finds __dso_handle")
	}
	if n := r.Sizes().Names; n != 3 { // own, own_other, ext
		t.Errorf("%d names:\n%s", n, r.Dump())
	}
}

// TestFixed: an address from outside wins over one that the linker would make for each object;
// slots stay where they are.
func TestFixed(t *testing.T) {
	fixed := map[string]uint64{"__dso_handle": 0x5000, "_GLOBAL_OFFSET_TABLE_": 0x6000}
	r := newRig(t, rtdyld.Config{Resolver: phony(far), Fixed: func(name string) (uint64, bool) { addr, ok := fixed[name]; return addr, ok }})
	objs := r.load("own", "second=own_other")
	table, err := r.Load(t.Context(), words(t, "table.o", "w", false, "_GLOBAL_OFFSET_TABLE_", "ext"))
	if err != nil {
		t.Fatal(err)
	}
	r.finalize()
	for _, o := range objs {
		text := section(t, o, ".text")
		if got := r.target(text.Addr + 3); got != 0x5000 || o.DSOHandle() != 0x5000 {
			t.Errorf("%s: __dso_handle is %#x, DSOHandle %#x", o.Name(), got, o.DSOHandle())
		}
		if got, want := r.target(text.Addr+10), section(t, o, "<got>").Addr; got != want {
			t.Errorf("%s: the code finds its slots at %#x, want %#x", o.Name(), got, want)
		}
	}
	if got := wordsOf(t, table[0]); got[0] != 0x6000 {
		t.Errorf("_GLOBAL_OFFSET_TABLE_ is %#x", got[0])
	}
}

// threads is a fake TLSProvider: blocks of one module, or each its own.
type threads struct {
	each  bool // a module for each object
	fail  int  // the call that fails
	calls int
	live  int
	inits [][]byte
}

type threadBlock struct {
	p      *threads
	module uint64
	off    uint64
}

const tpSize = 0x1000 // offsets from the thread pointer are tpSize less

func (p *threads) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	p.calls++
	if p.calls == p.fail {
		return nil, errNoMemory
	}
	p.live++
	b := &threadBlock{p: p, module: 7, off: uint64(p.calls) * 0x100}
	if p.each {
		b.module = uint64(p.calls)
	}
	if req.Align != 16 || req.Size != 16 {
		return nil, fmt.Errorf("request %+v", req)
	}
	return b, nil
}
func (b *threadBlock) Module() uint64    { return b.module }
func (b *threadBlock) DTPOffset() uint64 { return b.off }
func (b *threadBlock) TPOffset() int64   { return int64(b.off) - tpSize }
func (b *threadBlock) Initialize(_ context.Context, init []byte) error {
	b.p.inits = append(b.p.inits, slices.Clone(init))
	return nil
}
func (b *threadBlock) Release(context.Context) error { b.p.live--; return nil }

// TestTLS: each way to get at a thread-local gives module and offset of its block.
func TestTLS(t *testing.T) {
	p := &threads{}
	r := newRig(t, rtdyld.Config{TLS: p})
	o := r.load("tls")[0]
	r.finalize()
	text := section(t, o, ".text").Addr
	const t2 = 0x100 + 8 // behind t1
	tp := func(off uint64) uint64 { return off - tpSize }
	slot := func(off uint64) uint64 { return binary.LittleEndian.Uint64(r.bytes(off, 8)) }
	if gd := r.target(text + 3); slot(gd) != 7 || slot(gd+8) != t2 {
		t.Errorf("general dynamic pair: %#x, %#x", slot(gd), slot(gd+8))
	}
	if ld := r.target(text + 10); slot(ld) != 7 || slot(ld+8) != 0 {
		t.Errorf("local dynamic pair: %#x, %#x", slot(ld), slot(ld+8))
	}
	word := func(off uint64) uint64 {
		return uint64(int64(int32(binary.LittleEndian.Uint32(r.bytes(text+off, 4)))))
	}
	if got := word(17); got != t2 {
		t.Errorf("offset in the block: %#x", got)
	}
	if ie := r.target(text + 24); slot(ie) != tp(t2) {
		t.Errorf("initial exec slot: %#x, want %#x", slot(ie), tp(t2))
	}
	if got := word(31); got != tp(t2) {
		t.Errorf("local exec: %#x, want %#x", got, tp(t2))
	}
	desc := r.target(text + 38)
	if f := slot(desc); hex(r.bytes(f, 5)) != "48 8b 40 08 c3" || slot(desc+8) != tp(t2) {
		t.Errorf("descriptor: %#x, %#x", f, slot(desc+8))
	}
	if a, b, c := r.word("tlsdata", 0), r.word("tlsdata", 8), r.word("tlsdata", 16); a != 7 || b != t2 || c != tp(t2) {
		t.Errorf("data: %#x, %#x, %#x", a, b, c)
	}
	// The template is relocated before it is handed over.
	if len(p.inits) != 1 || len(p.inits[0]) != 8 || binary.LittleEndian.Uint64(p.inits[0]) != r.addr("tls") {
		t.Errorf("initial values % x", p.inits)
	}
	if s, _ := r.Lookup("t2"); s.Kind != rtdyld.TLS || s.Addr != tp(t2) {
		t.Errorf("Lookup gives %+v", s)
	}
	// Another object gets at it, by local-dynamic access too: the module is the same.
	use := r.load("tlsuse")
	r.finalize()
	at := section(t, use[0], ".text").Addr
	if ie := r.target(at + 3); slot(ie) != tp(t2) {
		t.Errorf("initial exec slot of another object: %#x", slot(ie))
	}
	if ld := r.target(at + 10); slot(ld) != 7 {
		t.Errorf("local dynamic module of another object: %#x", slot(ld))
	}
	r.unload(append(use, o)...)
	if p.live != 0 {
		t.Errorf("%d blocks are left", p.live)
	}
}

// TestTLSOutside: a thread-local outside that is not static is found by its module, or by
// a descriptor of the resolver's; one that is static by its own words; and where code looks
// in the static block for what is not there, or there is no descriptor, it is refused.
func TestTLSOutside(t *testing.T) {
	link := func(object, name string, th rtdyld.ThreadLocal) (*rig, *rtdyld.Object, error) {
		r := newRig(t, rtdyld.Config{TLS: &threads{}, Resolver: outside{name: {Addr: 0x1230, Kind: rtdyld.TLS, Thread: &th}}})
		return r, r.load(object)[0], r.Resolve(t.Context())
	}
	slots := func(r *rig, o *rtdyld.Object) (w [4]uint64) {
		text := section(t, o, ".text").Addr
		for i, at := range []uint64{r.target(text + 3), r.target(text + 10)} {
			w[2*i], w[2*i+1] = binary.LittleEndian.Uint64(r.bytes(at, 8)), binary.LittleEndian.Uint64(r.bytes(at+8, 8))
		}
		return w
	}
	r, o, err := link("tlsfar", "far", rtdyld.ThreadLocal{Module: 9, Offset: 0x40, Descriptor: [2]uint64{0x1111, 0x2222}})
	if err != nil {
		t.Fatal(err)
	}
	if w := slots(r, o); w != [4]uint64{9, 0x40, 0x1111, 0x2222} {
		t.Errorf("slots are %#x", w)
	}
	if r, o, err = link("tlsfar", "far", rtdyld.ThreadLocal{Module: 9, Offset: 0x40, Static: true}); err != nil {
		t.Fatal(err)
	}
	if w := slots(r, o); w[0] != 9 || w[1] != 0x40 || hex(r.bytes(w[2], 5)) != "48 8b 40 08 c3" || w[3] != 0x1230 {
		t.Errorf("slots of a static one are %#x", w)
	}
	for _, c := range []struct{ object, name, want string }{{"tlsfar", "far", "-mtls-dialect"}, {"tlsuse", "t2", "compile with -fPIC"}} {
		_, _, err := link(c.object, c.name, rtdyld.ThreadLocal{Module: 9, Offset: 0x40})
		if !errors.Is(err, rtdyld.ErrTLS) || !strings.Contains(err.Error(), "to "+c.name+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.object, err)
		}
	}
}

// apart are threads whose blocks are at no fixed offset from the thread pointer.
type apart struct{ threads }

type apartBlock struct{ rtdyld.TLSBlock }

func (apartBlock) TPOffset() int64 { return rtdyld.NoTPOffset }

func (p *apart) Define(ctx context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	b, err := p.threads.Define(ctx, req)
	return apartBlock{b}, err
}

// TestTLSApart: code of the models that take a fixed offset for granted is refused.
func TestTLSApart(t *testing.T) {
	r := newRig(t, rtdyld.Config{TLS: &apart{}})
	r.load("tls")
	err := r.Resolve(t.Context())
	if e := wantErr[*rtdyld.RelocError](t, err, rtdyld.ErrTLS); e.Section != ".text" || !strings.Contains(e.Type, "TPOFF") || !strings.Contains(err.Error(), "compile with -fPIC") {
		t.Errorf("error is %v", err)
	}
}

// TestTLSModules: with a module for each object a local-dynamic access must not
// reach into another.
func TestTLSModules(t *testing.T) {
	p := &threads{each: true}
	r := newRig(t, rtdyld.Config{TLS: p})
	r.load("tls")
	r.load("both=tlsboth")
	err := r.Resolve(t.Context())
	if e := wantErr[*rtdyld.RelocError](t, err, rtdyld.ErrTLS); e.Symbol != "t2" || e.Object != "both.o" || e.Section != ".text" || e.Type != "R_X86_64_DTPOFF32" {
		t.Errorf("error is %v", err)
	}
}

// TestTLSRefused: without a provider, and for names that are no thread-locals.
func TestTLSRefused(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	before := r.Dump()
	for _, n := range []string{"tls", "tlsuse"} {
		if _, err := r.Load(t.Context(), images(t, "base", n)...); !errors.Is(err, rtdyld.ErrTLS) || !strings.Contains(err.Error(), n+".o") {
			t.Errorf("%s: %v", n, err)
		}
	}
	if r.Dump() != before {
		t.Errorf("left:\n%s", r.Dump())
	}
	for _, k := range []rtdyld.Kind{rtdyld.Data, rtdyld.TLS} {
		r = newRig(t, rtdyld.Config{TLS: &threads{}, Resolver: outside{"t2": {Addr: 0x10, Kind: k}}})
		r.load("tlsuse")
		// A thread-local outside has no known module for local-dynamic access.
		if err := r.Resolve(t.Context()); k == rtdyld.Data {
			if e := wantErr[*rtdyld.RelocError](t, err, rtdyld.ErrTLS); e.Symbol != "t2" || e.Section != ".text" || !strings.HasPrefix(e.Type, "R_X86_64_") {
				t.Errorf("error is %v", err)
			}
		}
	}
}

// TestCanonical: a function that a direct reference cannot reach has one address
// for the whole linker, that of its stub; a data object gets a copy.
func TestCanonical(t *testing.T) {
	value := []byte("sixteen bytes :)")
	var read []uint64
	r := newRig(t, rtdyld.Config{
		Resolver: outside{"fun": {Addr: far, Kind: rtdyld.Func}, "dat": {Addr: far + 0x100, Size: 16, Kind: rtdyld.Data}, "ext": {Addr: far, Kind: rtdyld.Func}},
		ReadMemory: func(_ context.Context, addr uint64, dst []byte) error {
			read = append(read, addr)
			copy(dst, value)
			return nil
		},
	})
	early := r.load("funref")
	r.resolve()
	if got := r.word("funref", 0); got != far {
		t.Errorf("first %#x", got)
	}
	o := r.load("direct")[0]
	r.resolve()
	text := section(t, o, ".text").Addr
	stub := r.target(text + 3)
	if call := r.target(text + 8); call != stub {
		t.Errorf("address %#x, call to %#x", stub, call)
	}
	if got := r.word("funref", 0); got != stub {
		t.Errorf("an object resolved earlier still has %#x, not the stub's %#x", got, stub)
	}
	cs := r.Copies()
	if len(cs) != 1 || cs[0].Name != "dat" || cs[0].From != far+0x100 || cs[0].Size != 16 || cs[0].Addr != r.target(text+15) || cs[0].Addr%16 != 0 {
		t.Errorf("copies: %+v", cs)
	}
	if !slices.Equal(read, []uint64{far + 0x100}) {
		t.Errorf("read %#x", read)
	}
	// All that come later agree.
	late := r.load("late=funref_late", "abs=direct_late")
	r.finalize()
	if got := r.word("funref_late", 0); got != stub {
		t.Errorf("late: %#x, want %#x", got, stub)
	}
	if got := r.target(section(t, late[1], ".text").Addr + 3); got != stub {
		t.Errorf("late: %#x, want %#x", got, stub)
	}
	r.unload(append(append(late, early...), o)...)
	if s := r.Sizes(); s.Canonical != 0 || s.Copies != 0 || s.External != 0 || r.mem.live != 0 {
		t.Errorf("left: %+v, %d allocations", s, r.mem.live)
	}
}

// TestCanonicalFollows: when code moves away from its canonical stubs new ones are made and the
// old ones go, with the external address as before, not the old stub's or copy's.
func TestCanonicalFollows(t *testing.T) {
	var read []uint64
	var at uint64
	m := &memory{}
	m.place = func(_ int, r rtdyld.Request) uint64 {
		if at += 0x1000; r.Near != 0 {
			return r.Near + 0x100000 + at
		}
		return 0
	}
	r := newRig(t, rtdyld.Config{
		Memory: m, Resolver: outside{"fun": {Addr: far, Kind: rtdyld.Func}, "dat": {Addr: far + 0x100, Size: 16, Kind: rtdyld.Data}},
		ReadMemory: func(_ context.Context, addr uint64, _ []byte) error { read = append(read, addr); return nil },
	})
	o := r.load("direct")[0]
	text := section(t, o, ".text")
	for i := range uint64(50) {
		if err := o.MapSectionAddress(text.ID, 0x10000000+i<<36); err != nil {
			t.Fatal(err)
		}
		r.resolve()
		if r.mem.live != 2 || len(r.Copies()) != 1 || r.Copies()[0].From != far+0x100 {
			t.Fatalf("move %d: %d allocations, copies %+v", i, r.mem.live, r.Copies())
		}
		now := section(t, o, ".text")
		if got := r.target(now.Addr + 15); got != r.Copies()[0].Addr {
			t.Fatalf("move %d: dat at %#x, the copy is at %#x", i, got, r.Copies()[0].Addr)
		}
	}
	for _, a := range read {
		if a != far+0x100 {
			t.Errorf("read %#x", a)
		}
	}
	r.unload(o)
	if s := r.Sizes(); s.External+s.Canonical+s.Copies != 0 || r.mem.live != 0 {
		t.Errorf("left: %+v, %d allocations", s, r.mem.live)
	}
}

// TestSizes: Z is the size of what counts, wherever it is defined.
func TestSizes(t *testing.T) {
	for def, want := range map[string]uint64{"x_strong": 8, "x_common64": 64, "": 0x1230} {
		r := newRig(t, rtdyld.Config{Resolver: outside{"x": {Addr: 0x5000, Size: 0x1230, Kind: rtdyld.Data}}})
		names := []string{"sizes", "x_weakuse"}
		if def != "" {
			names = append(names, def)
		}
		r.load(names...)
		r.finalize()
		if got := r.word("sizes", 0); got != want+4 {
			t.Errorf("%s: %#x, want %#x", def, got, want+4)
		}
	}
}

// TestCopyFails: the value cannot be read; nothing stays and the error names it.
func TestCopyFails(t *testing.T) {
	r := newRig(t, rtdyld.Config{
		Resolver:   outside{"fun": {Addr: far, Kind: rtdyld.Func}, "dat": {Addr: far, Size: 8, Kind: rtdyld.Data}},
		ReadMemory: func(context.Context, uint64, []byte) error { return errNoMemory },
	})
	r.load("direct")
	if err := r.Resolve(t.Context()); !errors.Is(err, errNoMemory) || !strings.Contains(err.Error(), "dat") {
		t.Errorf("error is %v", err)
	}
	if r.mem.live != 1 {
		t.Errorf("%d allocations", r.mem.live)
	}
}

// TestLow: absolute 32-bit references send their object, and all later, low; near
// is where the last code went.
func TestLow(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"fun": {Addr: 0x7fe00000, Kind: rtdyld.Func}, "dat": {Addr: 0x10}}})
	r.load("base")
	if q := r.mem.reqs[0]; q.Low32 || q.Near != 0 {
		t.Errorf("first request %+v", q)
	}
	near := r.Near()
	if near != r.addr("base") {
		t.Errorf("near is %#x", near)
	}
	r.load("abs32")
	for _, q := range r.mem.reqs {
		if !q.Low32 || q.Near != near {
			t.Errorf("request %+v", q)
		}
	}
	r.finalize()
	text := section(t, r.Objects()[1], ".text").Mem
	if hex(text) != "b8 00 00 e0 7f 48 c7 c1 00 00 e0 7f 48 8b 14 25 10 00 00 00 be "+hex(binary.LittleEndian.AppendUint32(nil, uint32(r.addr("here"))))+" c3" {
		t.Errorf("code is % x", text)
	}
	r.load("call_ext")
	if !r.mem.reqs[0].Low32 {
		t.Error("a later batch may go high")
	}
}

// TestNegative32: sign-extended addresses at the top of memory need no stub, and
// zero-extended ones up to 4 GiB neither.
func TestNegative32(t *testing.T) {
	r := newRig(t, rtdyld.Config{Resolver: outside{"s": {Addr: 0xffffffff81000000, Kind: rtdyld.Func}, "z": {Addr: 0xf0000000, Kind: rtdyld.Func}}})
	o := r.load("signs")[0]
	r.finalize()
	if got := hex(section(t, o, ".text").Mem); got != "48 c7 c0 00 00 00 81 b8 00 00 00 f0" {
		t.Errorf("code is %s", got)
	}
}

// TestRowsInAnObject: all that a static linker would compute, with addresses picked so that
// each field is used to its limits; comparison with ld is in TestStatic.
func TestRowsInAnObject(t *testing.T) {
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x7f0000000000}, Resolver: outside{
		"ext": {Addr: 0x7f0000000000 - 0x7fff0000}, "fun": {Addr: 0x10, Kind: rtdyld.Func},
		"low": {Addr: 0x7fffffff - 0x10}, "tiny": {Addr: 0xff - 3},
	}})
	// A branch cannot be short and far; the stub is in reach.
	o := r.load("rows")[0]
	// low has 32-bit references to outside alone: nothing of rows is low.
	r.finalize()
	data := section(t, o, ".data")
	word := func(name string, n int) uint64 {
		b := make([]byte, 8)
		copy(b, r.bytes(r.addr(name), n))
		return binary.LittleEndian.Uint64(b)
	}
	ext := uint64(0x7f0000000000 - 0x7fff0000)
	for _, c := range []struct {
		name string
		n    int
		want uint64
	}{
		{"at_NONE", 8, 0}, {"at_64", 8, ext + 0x123456789}, {"at_PC64", 8, ext - 8 - r.addr("at_PC64")},
		{"at_32", 4, 0x7fffffff}, {"at_32S", 4, 0x7fffffdf}, {"at_PC32", 4, uint64(uint32(ext - 4 - r.addr("at_PC32")))},
		{"at_16", 2, 0x101}, {"at_8", 1, 0xff}, {"at_PC16", 2, data.Addr + 0xd6 - r.addr("at_PC16")},
		{"at_PC8", 1, data.Addr + 0x67 - r.addr("at_PC8")}, {"at_SIZE32", 4, 0x32}, {"at_SIZE64", 8, 0x2e},
		{"at_PLT32", 4, uint64(uint32(section(t, o, "<stubs>").Addr - 4 - r.addr("at_PLT32")))},
	} {
		if got := word(c.name, c.n); got != c.want {
			t.Errorf("%s is %#x, want %#x", c.name, got, c.want)
		}
	}
}

// TestGOT reads each form of slot reference back through the addresses that the
// code would compute: T from the two GOTPC forms, the slot's offset from it, or the
// slot from here.
func TestGOT(t *testing.T) {
	for _, at := range []uint64{0x10000000, 0x7f0000000000} {
		r := newRig(t, rtdyld.Config{Memory: &memory{next: at}, Resolver: outside{"ext": {Addr: 0x123456789abc}, "fun": {Addr: far, Kind: rtdyld.Func}}})
		o := r.load("got")[0]
		r.finalize()
		where := func(name string) uint64 { return r.addr("at_" + name) }
		long := func(name string) uint64 { return r.word("at_"+name, 0) }
		short := func(name string) uint64 {
			return uint64(int64(int32(binary.LittleEndian.Uint32(r.bytes(where(name), 4)))))
		}
		table := where("GOTPC64") + long("GOTPC64")
		if got := where("GOTPC32") + short("GOTPC32"); got != table {
			t.Errorf("GOT is %#x by GOTPC32, %#x by GOTPC64", got, table)
		}
		slots := map[string]uint64{
			"GOT32": table + short("GOT32"), "GOT64": table + long("GOT64"),
			"GOTPCREL": where("GOTPCREL") + 4 + short("GOTPCREL"), "GOTPCREL64": where("GOTPCREL64") + long("GOTPCREL64"),
		}
		for name, slot := range slots {
			if got := le64(r.bytes(slot, 8)); got != 0x123456789abc || slot != slots["GOT64"] {
				t.Errorf("%s: slot at %#x holds %#x", name, slot, got)
			}
		}
		if got := le64(r.bytes(table+long("GOTPLT64"), 8)); got != far {
			t.Errorf("GOTPLT64: slot holds %#x", got)
		}
		if got := table + long("PLTOFF64"); got != far {
			t.Errorf("PLTOFF64 leads to %#x", got)
		}
		if got, want := table+long("GOTOFF64"), section(t, o, ".data").Addr+0x14; got != want {
			t.Errorf("GOTOFF64 leads to %#x, want %#x", got, want)
		}
		if n := o.Counts(); n.GOTEntries != 2 || n.Stubs != 0 {
			t.Errorf("%d GOT entries, %d stubs", n.GOTEntries, n.Stubs)
		}
	}
}

// TestLargeModel: code of the large model reaches anything from anywhere, without a
// stub; the test computes what its instructions compute.
func TestLargeModel(t *testing.T) {
	const data = 0x123456789000
	r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x7f0000000000}, Resolver: outside{"ext_fun": {Addr: far, Kind: rtdyld.Func}, "ext_data": {Addr: data, Kind: rtdyld.Data}}})
	o := r.load("large")[0]
	move := map[string]uint64{".text": 0x5000_0000_0000, ".data": 0x1000, ".data.rel": 0x2000, "<got>": 0x2000_0000_0000}
	for _, s := range o.Sections() {
		if a, ok := move[s.Name]; ok {
			if err := o.MapSectionAddress(s.ID, a); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.finalize()
	if n := o.Counts().Stubs; n != 0 {
		t.Errorf("%d stubs", n)
	}
	table := uint64(0x2000_0000_0000)
	text := section(t, o, ".text")
	seen := map[string]bool{}
	for rel, err := range o.Image().Relocs(text.ID) {
		if err != nil {
			t.Fatal(err)
		}
		name := o.Image().DisplayName(rel.Sym)
		v := le64(text.Mem[rel.Offset:])
		typ := rtdyld.Relocations(o.Image()).Name(rel.Type)
		seen[typ] = true
		switch typ {
		case "R_X86_64_GOTPC64":
			if got := text.Addr + rel.Offset + v - uint64(rel.Addend); got != table {
				t.Errorf("GOT is %#x", got)
			}
		case "R_X86_64_PLTOFF64":
			if table+v != far {
				t.Errorf("%s is at %#x", name, table+v)
			}
		case "R_X86_64_GOTOFF64":
			if table+v != text.Addr {
				t.Errorf("%s is at %#x", name, table+v)
			}
		case "R_X86_64_GOT64":
			want := map[string]uint64{"ext_data": data, "shared": r.addr("shared")}[name]
			if got := le64(r.bytes(table+v, 8)); got != want {
				t.Errorf("slot of %s holds %#x, want %#x", name, got, want)
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("types %v", seen)
	}
}

// TestIFunc: an indirect function is a piece of code of the linker's, the same for
// every reference; its words lead to the thunk and to the resolver.
func TestIFunc(t *testing.T) {
	for _, moved := range []bool{false, true} {
		r := newRig(t, rtdyld.Config{})
		o := r.load("ifunc")[0]
		other := r.load("other=ifuncuse")
		if moved {
			r.resolve()
			for i, s := range o.Sections() {
				if s.Name == ".text" {
					if err := o.MapSectionAddress(s.ID, 0x7f0000000000+uint64(i)<<12); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		r.finalize()
		text, code, words := section(t, o, ".text"), section(t, o, "<ifuncs>"), section(t, o, "<ifunc data>")
		f := r.addr("indirect")
		if s, _ := r.Lookup("indirect"); s.Kind != rtdyld.Func || f < code.Addr || f >= code.Addr+uint64(len(code.Mem)) {
			t.Errorf("moved %v: indirect is %+v", moved, s)
		}
		call := r.target(r.addr("ifunc") + 1)
		if call != f || r.word("ifuncs", 0) != f || le64(section(t, other[0], ".data").Mem) != f {
			t.Errorf("moved %v: called at %#x, address %#x, Lookup %#x", moved, call, r.word("ifuncs", 0), f)
		}
		inner := r.target(r.addr("ifunc") + 13)
		for _, at := range []uint64{f, inner} {
			if hex(r.bytes(at, 3)) != "4c 8d 1d" || hex(r.bytes(at+7, 3)) != "41 ff 23" {
				t.Fatalf("moved %v: code at %#x is % x", moved, at, r.bytes(at, 16))
			}
			w := r.target(at + 3)
			if got := le64(r.bytes(w, 8)); got != code.Addr || w-words.Addr >= uint64(len(words.Mem)) {
				t.Errorf("moved %v: first word at %#x is %#x, the thunk is at %#x", moved, w, got, code.Addr)
			}
			if got := le64(r.bytes(w+8, 8)); got != text.Addr {
				t.Errorf("moved %v: second word is %#x, the resolver is at %#x", moved, got, text.Addr)
			}
		}
		if inner == f {
			t.Error("two indirect functions have one address")
		}
	}
}
