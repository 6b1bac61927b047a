package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-rtdyld/rtdyld/internal/heed/heedtest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// events records what an Unwinder, an Initializer and a Listener are told, and
// fails where it is told to.
type events struct {
	log    []string
	fail   string // prefix of the event that fails
	inside func(event string)
}

func (e *events) event(format string, args ...any) error {
	s := fmt.Sprintf(format, args...)
	e.log = append(e.log, s)
	if e.inside != nil {
		e.inside(s)
	}
	if e.fail != "" && strings.HasPrefix(s, e.fail) {
		return errNoMemory
	}
	return nil
}

func (e *events) Formats() rtdyld.UnwindFormat { return rtdyld.EHFrame }
func (e *events) Register(_ context.Context, tables []rtdyld.UnwindTable) error {
	for _, t := range tables {
		if err := e.event("register %#x+%#x", t.Addr, len(t.Mem)); err != nil {
			return err
		}
	}
	return nil
}
func (e *events) Deregister(_ context.Context, tables []rtdyld.UnwindTable) error {
	var errs []error
	for _, t := range tables {
		errs = append(errs, e.event("deregister %#x+%#x", t.Addr, len(t.Mem)))
	}
	return errors.Join(errs...)
}
func (e *events) Init(_ context.Context, objs []*rtdyld.Object, f []uint64) error {
	return e.event("init %s %#x", objectNames(objs), f)
}
func (e *events) Fini(_ context.Context, objs []*rtdyld.Object, f []uint64) error {
	return e.event("fini %s %#x", objectNames(objs), f)
}
func (e *events) Finalized(objs []*rtdyld.Object) { e.event("finalized %s", objectNames(objs)) }
func (e *events) Unloading(objs []*rtdyld.Object) {
	e.event("unloading %s with %d symbols", objectNames(objs), len(objs[0].Symbols()))
}

func objectNames(objs []*rtdyld.Object) string {
	var n []string
	for _, o := range objs {
		n = append(n, strings.TrimSuffix(o.Name(), ".o"))
	}
	return strings.Join(n, ",")
}

// patch changes a copy of an object's relocation number i of a section.
func patch(t testing.TB, data []byte, section string, i int, change func(*elf.Rela64)) []byte {
	t.Helper()
	data = bytes.Clone(data)
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	s := f.Section(".rela" + section)
	if s == nil {
		t.Fatalf("no relocations of %s", section)
	}
	var r elf.Rela64
	b := data[int(s.Offset)+24*i:][:24]
	if _, err := binary.Decode(b, binary.LittleEndian, &r); err != nil {
		t.Fatal(err)
	}
	change(&r)
	if _, err := binary.Encode(b, binary.LittleEndian, &r); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestLoadFails makes each step of a load fail and compares everything that the
// linker knows with what it knew before.
func TestLoadFails(t *testing.T) {
	good := []string{"x_strong", "x_common64", "comdat_2", "hidden_1", "user"}
	type setup struct {
		mem *memory
		tls *threads
	}
	try := func(name string, more func(s *setup) (context.Context, []*objfmt.ObjectImage), check func(error) bool) {
		t.Run(name, func(t *testing.T) {
			s := &setup{&memory{}, &threads{}}
			r := newRig(t, rtdyld.Config{Memory: s.mem, TLS: s.tls})
			// What the failing batch would replace, merge with or use.
			done := r.load("base", "other=tlsboth")
			r.load("x_weak", "comdat_1", "hidden_2")
			r.load("y=x_common8")
			before, sizes, live, tls := r.Dump(), r.Sizes(), s.mem.live, s.tls.live
			ctx, imgs := more(s)
			objs, err := r.Load(ctx, imgs...)
			if err == nil || objs != nil || !check(err) {
				t.Fatalf("error is %v", err)
			}
			if got := r.Dump(); got != before {
				t.Errorf("after:\n%s\nbefore:\n%s", got, before)
			}
			now := r.Sizes()
			now.Slots, now.Entries, now.Numbers, now.Objects = sizes.Slots, sizes.Entries, sizes.Numbers, sizes.Objects
			if now != sizes {
				t.Errorf("tables: %+v, were %+v", now, sizes)
			}
			if s.mem.live != live || s.tls.live != tls {
				t.Errorf("%d allocations, were %d; %d blocks of thread-locals, were %d", s.mem.live, live, s.tls.live, tls)
			}
			// The linker works as if nothing had been.
			s.mem.spoil, s.tls.fail = nil, 0
			r.load(good...)
			_ = done
		})
	}
	is := func(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
	says := func(want string) func(error) bool {
		return func(err error) bool { return strings.Contains(err.Error(), want) }
	}
	batch := func(more ...*objfmt.ObjectImage) []*objfmt.ObjectImage {
		return append(images(t, good...), more...)
	}
	try("duplicate in the last object", func(*setup) (context.Context, []*objfmt.ObjectImage) {
		return t.Context(), batch(images(t, "again=base")...)
	}, is(rtdyld.ErrDuplicate))
	try("unknown relocation type", func(*setup) (context.Context, []*objfmt.ObjectImage) {
		return t.Context(), batch(parse(t, "bad.o", patch(t, file(t, "call"), ".text", 0, func(r *elf.Rela64) { r.Info = r.Info&^0xffffffff | 200 })))
	}, is(rtdyld.ErrUnsupported))
	try("dynamic relocation type", func(*setup) (context.Context, []*objfmt.ObjectImage) {
		return t.Context(), batch(images(t, "dynamic")...)
	}, says("R_X86_64_RELATIVE"))
	try("symbol past the table", func(*setup) (context.Context, []*objfmt.ObjectImage) {
		return t.Context(), batch(parse(t, "bad.o", patch(t, file(t, "call"), ".text", 1, func(r *elf.Rela64) { r.Info = r.Info&0xffffffff | 1000<<32 })))
	}, is(objfmt.ErrFormat))
	try("relocation outside its section", func(*setup) (context.Context, []*objfmt.ObjectImage) {
		return t.Context(), batch(parse(t, "bad.o", patch(t, file(t, "call"), ".text", 1, func(r *elf.Rela64) { r.Off = 1 << 63 })))
	}, is(objfmt.ErrFormat))
	try("another target", func(*setup) (context.Context, []*objfmt.ObjectImage) {
		b := bytes.Clone(file(t, "base"))
		binary.LittleEndian.PutUint16(b[18:], uint16(elf.EM_AARCH64))
		return t.Context(), batch(parse(t, "arm.o", b))
	}, is(rtdyld.ErrTarget))
	for what, spoil := range map[string]func(a *allocation, _ []rtdyld.Request) error{
		"fails":              func(*allocation, []rtdyld.Request) error { return errNoMemory },
		"gives a block less": func(a *allocation, _ []rtdyld.Request) error { a.blocks = a.blocks[1:]; return nil },
		"gives less memory": func(a *allocation, _ []rtdyld.Request) error {
			b := &a.blocks[len(a.blocks)-1]
			b.Mem = b.Mem[1:]
			return nil
		},
		"does not align": func(a *allocation, reqs []rtdyld.Request) error {
			i := slices.IndexFunc(reqs, func(r rtdyld.Request) bool { return r.Align > 1 })
			a.blocks[i].Addr++
			return nil
		},
	} {
		try("manager "+what, func(s *setup) (context.Context, []*objfmt.ObjectImage) {
			s.mem.spoil = spoil
			return t.Context(), batch()
		}, func(err error) bool { return what != "fails" || errors.Is(err, errNoMemory) })
	}
	try("no room for the second object's thread-locals", func(s *setup) (context.Context, []*objfmt.ObjectImage) {
		s.tls.fail = s.tls.calls + 2
		return t.Context(), batch(append(images(t, "tls"), images(t, "second=tlsboth")...)...)
	}, is(errNoMemory))
	for n := range 5 {
		try(fmt.Sprintf("cancelled before step %d", n), func(*setup) (context.Context, []*objfmt.ObjectImage) {
			return heedtest.EndsAfter(n), batch()
		}, is(context.Canceled))
	}
}

// TestFirstLoadFails: the target is that of the first object loaded, not tried.
func TestFirstLoadFails(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	b := bytes.Clone(file(t, "base"))
	binary.LittleEndian.PutUint16(b[18:], uint16(elf.EM_AARCH64))
	before := r.Dump()
	if _, err := r.Load(t.Context(), parse(t, "arm.o", b)); !errors.Is(err, rtdyld.ErrUnsupported) {
		t.Fatalf("error is %v", err)
	}
	if got := r.Dump(); got != before {
		t.Errorf("left: %s", got)
	}
	r.load("base")
}

// TestRelocErrors: what is said about each bad relocation.
func TestRelocErrors(t *testing.T) {
	r := newRig(t, rtdyld.Config{})
	for want, change := range map[string]func(*elf.Rela64){
		"bad.o: .text+0x1: relocation type 200 to ext: unknown type":                                 func(r *elf.Rela64) { r.Info = r.Info&^0xffffffff | 200 },
		"bad.o: .text+0x1: R_X86_64_COPY to ext: type is for dynamic linkers only":                   func(r *elf.Rela64) { r.Info = r.Info&^0xffffffff | 5 },
		"bad.o: .text+0x1: R_X86_64_PLT32 to symbol 77: symbol number is past the symbol table":      func(r *elf.Rela64) { r.Info = r.Info&0xffffffff | 77<<32 },
		"bad.o: .text+0xf: R_X86_64_PLT32 to ext: field is outside the section of 0x15 bytes":        nil,
		"bad.o: .text+0xffffffff: R_X86_64_PLT32 to ext: field is outside the section of 0x15 bytes": func(r *elf.Rela64) { r.Off = 0xffffffff },
	} {
		if change == nil {
			change = func(r *elf.Rela64) { r.Off = 0x12 }
			want = strings.Replace(want, "0xf:", "0x12:", 1)
		}
		_, err := r.Load(t.Context(), parse(t, "bad.o", patch(t, file(t, "call"), ".text", 0, change)))
		e := wantErr[*rtdyld.RelocError](t, err, nil)
		if e.Error() != want {
			t.Errorf("error reads\n%s, want\n%s", e, want)
		}
	}
}

// TestResolveFails: after an error the objects are as Loaded as before, no other is
// touched, and the next attempt can succeed.
func TestResolveFails(t *testing.T) {
	answers := outside{}
	fail := errNoMemory
	r := newRig(t, rtdyld.Config{Resolver: resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		if fail != nil {
			return fail
		}
		return answers.Resolve(t.Context(), refs, out)
	})})
	r.load("base")
	fin := r.load("user")
	r.finalize()
	before := r.Dump()
	o := r.load("direct")
	loaded := r.Dump()
	check := func(what string, err error, ok bool) {
		t.Helper()
		if !ok {
			t.Errorf("%s: error is %v", what, err)
		}
		if got := r.Dump(); got != loaded {
			t.Errorf("%s: after:\n%s\nbefore:\n%s", what, got, loaded)
		}
	}
	err := r.Resolve(t.Context())
	check("resolver", err, errors.Is(err, errNoMemory))
	fail = nil
	err = r.Resolve(t.Context())
	check("undefined", err, errors.Is(err, rtdyld.ErrUndefined))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = r.Resolve(ctx)
	check("cancelled", err, errors.Is(err, context.Canceled))
	err = r.Finalize(ctx)
	check("cancelled", err, errors.Is(err, context.Canceled))
	answers["fun"], answers["dat"] = rtdyld.Symbol{Addr: 0x20000, Kind: rtdyld.Func}, rtdyld.Symbol{Addr: 0x30000, Kind: rtdyld.Data}
	r.finalize()
	r.unload(o...)
	before = before[:strings.Index(before, "near")] // a hint, which stays
	if got := r.Dump(); !strings.HasPrefix(got, before) {
		t.Errorf("after:\n%s\nbefore:\n%s", got, before)
	}
	if fin[0].State() != rtdyld.Finalized {
		t.Error("a finalized object is not any more")
	}
}

// TestFinalizeFails: when memory cannot be protected or frames not be registered no
// constructor runs and nobody is told; the next Finalize goes on from there, and
// objects whose constructors never ran are unloaded without destructors.
func TestFinalizeFails(t *testing.T) {
	for _, what := range []string{"protect", "register"} {
		for _, retry := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s retry=%v", what, retry), func(t *testing.T) {
				ev := &events{}
				m := &memory{}
				r := newRig(t, rtdyld.Config{Memory: m, Unwinder: ev, Initializer: ev, Listeners: []rtdyld.Listener{ev}})
				base := r.load("base")
				user := r.load("user")
				all := append(base, user...)
				calls := 0
				if what == "protect" { // of the second batch
					m.final = func() error {
						if calls++; calls == 2 {
							return errNoMemory
						}
						return nil
					}
				} else {
					ev.inside = func(string) {
						ev.fail = ""
						if calls++; calls == 2 {
							ev.fail = "register"
						}
					}
				}
				if err := r.Finalize(t.Context()); !errors.Is(err, errNoMemory) {
					t.Fatalf("error is %v", err)
				}
				if s := strings.Join(ev.log, "\n"); strings.Contains(s, "init") || strings.Contains(s, "finalized") {
					t.Errorf("told:\n%s", s)
				}
				// What a protected object refers to must not move any more, nor may it itself.
				for _, o := range all {
					err := o.MapSectionAddress(0, 0x100000)
					if what == "protect" && o == user[0] {
						if err != nil {
							t.Errorf("%s: %v", o.Name(), err)
						}
						o.MapSectionAddress(0, o.Sections()[0].Addr)
					} else if !errors.Is(err, rtdyld.ErrFinalized) {
						t.Errorf("%s: %v", o.Name(), err)
					}
				}
				if !retry {
					r.unload(all...)
					if s := strings.Join(ev.log, "\n"); strings.Contains(s, "fini ") || strings.Contains(s, "unloading") {
						t.Errorf("told:\n%s", s)
					}
					if a, b := strings.Count(s(ev), "\nregister"), strings.Count(s(ev), "\nderegister"); a-b > 1 {
						t.Errorf("frames are left:\n%s", s(ev))
					}
					return
				}
				r.finalize()
				if n := strings.Count(s(ev), "init base,user"); n != 1 || strings.Count(s(ev), "finalized base,user") != 1 {
					t.Errorf("told:\n%s", s(ev))
				}
				r.finalize()
				if n := strings.Count(s(ev), "init"); n != 1 {
					t.Errorf("constructors ran %d times", n)
				}
				r.unload(all...)
			})
		}
	}
}

// TestHalfFinalized: an object whose memory is protected already refers to one whose
// memory could not be: that one must not move either.
func TestHalfFinalized(t *testing.T) {
	m := &memory{}
	r := newRig(t, rtdyld.Config{Memory: m})
	user, base := r.load("user")[0], r.load("base")[0]
	calls := 0
	m.final = func() error {
		if calls++; calls == 2 {
			return errNoMemory
		}
		return nil
	}
	if err := r.Finalize(t.Context()); !errors.Is(err, errNoMemory) {
		t.Fatalf("error is %v", err)
	}
	if user.State() != rtdyld.Finalized || base.State() != rtdyld.Loaded {
		t.Errorf("user is %v, base %v", user.State(), base.State())
	}
	err := base.MapSectionAddress(section(t, base, ".text").ID, 0x100000)
	if !errors.Is(err, rtdyld.ErrFinalized) || !strings.Contains(err.Error(), "user.o") {
		t.Errorf("error is %v", err)
	}
	r.finalize()
}

func s(e *events) string { return "\n" + strings.Join(e.log, "\n") }

// TestPanicUnlocks: a caller's manager that panics does not leave the linker locked.
func TestPanicUnlocks(t *testing.T) {
	img := images(t, "base")[0]
	l, err := rtdyld.New(rtdyld.Config{Memory: panicky{}})
	if err != nil {
		t.Fatal(err)
	}
	objs, err := l.Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("nothing panicked: the test shows nothing")
			}
		}()
		l.Finalize(t.Context(), objs...)
	}()
	done := make(chan bool)
	go func() { l.Lookup("base"); close(done) }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("the linker is locked")
	}
}

// panicky is a manager whose allocations panic when they are finalized.
type panicky struct{}

type panickyAllocation struct{ blocks []rtdyld.Block }

func (panicky) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	a := &panickyAllocation{}
	for i, r := range reqs {
		a.blocks = append(a.blocks, rtdyld.Block{Mem: make([]byte, r.Size), Addr: uint64(i+1) << 20})
	}
	return a, nil
}

func (a *panickyAllocation) Blocks() []rtdyld.Block         { return a.blocks }
func (a *panickyAllocation) Finalize(context.Context) error { panic("as a caller's may") }
func (a *panickyAllocation) Release(context.Context) error  { return nil }

// TestDestruct: destructors run once, be it before Unload; what is in use is refused.
func TestDestruct(t *testing.T) {
	ev := &events{}
	r := newRig(t, rtdyld.Config{Initializer: ev})
	base, user := r.load("base"), r.load("user")
	r.finalize()
	later := r.load("x_strong")
	ev.log = nil
	if err := r.Destruct(t.Context(), base...); !errors.Is(err, rtdyld.ErrInUse) {
		t.Errorf("in use: %v", err)
	}
	for range 2 {
		if err := r.Destruct(t.Context(), append(base, append(user, later...)...)...); err != nil {
			t.Error(err)
		}
	}
	if len(ev.log) != 1 || !strings.HasPrefix(ev.log[0], "fini base,user ") {
		t.Errorf("told%s", s(ev))
	}
	r.unload(append(base, user...)...)
	if len(ev.log) != 1 {
		t.Errorf("told%s", s(ev))
	}
	if err := r.Destruct(t.Context(), base...); !errors.Is(err, rtdyld.ErrUnloaded) {
		t.Errorf("unloaded: %v", err)
	}
	ev.fail = "fini"
	base = r.load("base")
	r.finalize(base...)
	if err := r.Destruct(t.Context(), base...); !errors.Is(err, errNoMemory) {
		t.Errorf("error is %v", err)
	}
	r.unload(append(base, later...)...)
}

// TestRefusedMachines: objects of processors without rows are refused by name: SPARC with 32-bit addresses, V8 code and
// that of V9 for them (EM_SPARC32PLUS) alike. One without a name is refused by its number: PA-RISC, Alpha, 31-bit s390.
func TestRefusedMachines(t *testing.T) {
	for machine, text := range map[uint16]string{
		2: "target sparc-", 18: "target sparc-", 15: "machine 15 of ELF, 32 bits", 22: "machine 22 of ELF, 32 bits", 0x9026: "machine 36902 of ELF, 64 bits",
	} {
		f := &objgen.ELF{Big: true, Machine: machine, Is64: machine == 0x9026}
		f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8), Align: 8})
		r := newRig(t, rtdyld.Config{})
		if _, err := r.Load(t.Context(), parse(t, "narrow.o", f.Bytes())); !errors.Is(err, rtdyld.ErrUnsupported) || !strings.Contains(err.Error(), text) {
			t.Errorf("machine %d: %v", machine, err)
		}
	}
}
