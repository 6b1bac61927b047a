package rtdyld_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestTooLargeError: what no address space holds is an error that says what and where.
func TestTooLargeError(t *testing.T) {
	const half = 1 << 62
	zeros := func(names ...string) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		for _, n := range names {
			flags := uint64(3)
			if strings.HasPrefix(n, ".t") {
				flags |= 0x400
			}
			f.Add(objgen.ELFSection{Name: n, Type: 8, Flags: flags, Size: half, Align: 16})
		}
		return f.Bytes()
	}
	common := func(n int) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		for i := range n {
			f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("c", i), Bind: 1, Reserved: 0xfff2, Value: 16, Size: half})
		}
		return f.Bytes()
	}
	for _, c := range []struct {
		what string
		obj  []byte
		want rtdyld.TooLargeError
		is   error
	}{
		{"sections", zeros(".bss", ".bss2"), rtdyld.TooLargeError{Object: "big.o", Section: ".bss2", ID: 1, Offset: half, Size: half}, nil},
		{"thread-locals", zeros(".tbss", ".tbss2"), rtdyld.TooLargeError{Object: "big.o", Section: ".tbss2", ID: 1, Offset: half, Size: half}, rtdyld.ErrTLS},
		{"common symbols", common(2), rtdyld.TooLargeError{Object: "big.o", Symbol: "c1", Offset: half, Size: half}, nil},
	} {
		r := newRig(t, rtdyld.Config{TLS: &threads{}})
		_, err := r.Load(t.Context(), parse(t, "big.o", c.obj))
		var got *rtdyld.TooLargeError
		if !errors.As(err, &got) || !errors.Is(err, rtdyld.ErrTooLarge) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		if c.want.Symbol != "" {
			got.ID = 0 // the linker's own
		}
		if *got != c.want || !strings.Contains(err.Error(), "too large together") {
			t.Errorf("%s: %+v (%v), want %+v", c.what, *got, err, c.want)
		}
	}
}

// TestNoStubError: a branch that needs a stub where none can be.
func TestNoStubError(t *testing.T) {
	f := &objgen.ELF{Is64: true, Machine: 62}
	tls := f.Add(objgen.ELFSection{Name: ".tdata", Flags: 0x403, Data: make([]byte, 16), Align: 8})
	f.AddRelocs(tls, true, []objgen.ELFReloc{{Offset: 4, Type: 4, Sym: f.AddSymbol(objgen.ELFSymbol{Name: "fun", Bind: 1}), Addend: -4}})
	r := newRig(t, rtdyld.Config{Layout: rtdyld.RuntimeDyld, TLS: &threads{}})
	_, err := r.Load(t.Context(), parse(t, "tls.o", f.Bytes()))
	var got *rtdyld.NoStubError
	if !errors.As(err, &got) || !errors.Is(err, rtdyld.ErrNoStub) {
		t.Fatal(err)
	}
	if got.Object != "tls.o" || got.Section != ".tdata" || got.ID != objfmt.SectionID(tls-1) || got.Offset < 16 || got.Symbol != "fun" {
		t.Errorf("%+v", *got)
	}
}

// TestManyErrors: the text of very many undefined names ends, and says how many there are; all are in
// the error, and their names cannot forge lines.
func TestManyErrors(t *testing.T) {
	const n = 1_000_000
	e := &rtdyld.UndefinedError{Symbols: make([]rtdyld.UndefinedSymbol, n)}
	for i := range e.Symbols {
		e.Symbols[i] = rtdyld.UndefinedSymbol{Name: fmt.Sprint("name\n", i), Refs: []rtdyld.Reference{{Object: "a\x1b.o", Section: ".text", Offset: uint64(i)}}}
	}
	lines := strings.Split(e.Error(), "\n")
	if len(lines) != 21 || lines[0] != `undefined: "name\n0", referenced by "a\x1b.o": .text+0x0` || lines[20] != "and 999980 more undefined names" {
		t.Errorf("%q", lines)
	}
	users := make([]string, n)
	if text := (&rtdyld.InUseError{Object: "a.o", Users: users}).Error(); !strings.HasSuffix(text, " and 999980 more") {
		t.Errorf("%.200s", text)
	}
}

// TestManyDropped: of references to names that only dropped groups define, each is found.
func TestManyDropped(t *testing.T) {
	const n = 100
	object := func(name string) []byte {
		f := &objgen.ELF{Is64: true, Machine: 62}
		data := f.Add(objgen.ELFSection{Name: ".data", Flags: 3, Data: make([]byte, 8*n), Align: 8})
		var relocs []objgen.ELFReloc
		texts := make([]uint32, n)
		for i := range texts {
			texts[i] = f.Add(objgen.ELFSection{Name: fmt.Sprint(".text.", i), Flags: 0x206, Data: make([]byte, 16), Align: 16})
		}
		for i := range uint64(n) {
			f.AddGroup(f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint("g", i), Bind: 2, Section: texts[i]}), 1, texts[i])
			sym := f.AddSymbol(objgen.ELFSymbol{Name: fmt.Sprint(name, i), Bind: 1, Section: texts[i], Size: 4})
			relocs = append(relocs, objgen.ELFReloc{Offset: 8 * i, Type: 1, Sym: sym})
		}
		f.AddRelocs(data, true, relocs)
		return f.Bytes()
	}
	r := newRig(t, rtdyld.Config{})
	objs, err := r.Load(t.Context(), parse(t, "one.o", object("first")), parse(t, "two.o", object("second")))
	if err == nil {
		err = r.Resolve(t.Context(), objs...)
	}
	found := 0
	var walk func(error)
	walk = func(err error) {
		if d := (*rtdyld.DroppedError)(nil); errors.As(err, &d) {
			if list, ok := err.(interface{ Unwrap() []error }); ok {
				for _, e := range list.Unwrap() {
					walk(e)
				}
			} else {
				found++
			}
		}
	}
	walk(err)
	if found != n || strings.Count(err.Error(), "\n") != 20 || !strings.HasSuffix(err.Error(), "\nand 80 more errors") {
		t.Errorf("%d found: %v", found, err)
	}
}

// direct is a linker for objects that refer directly to what is out of reach; got moves GOT
// entries of canonical stubs.
func direct(t *testing.T, got func(rtdyld.Request) uint64) *rig {
	m := &memory{}
	m.place = func(_ int, r rtdyld.Request) uint64 {
		if r.Near == 0 || got == nil {
			return 0
		}
		return got(r)
	}
	return newRig(t, rtdyld.Config{
		Memory: m, Resolver: outside{"fun": {Addr: far, Kind: rtdyld.Func}, "dat": {Addr: far + 0x100, Size: 16, Kind: rtdyld.Data}},
		ReadMemory: func(context.Context, uint64, []byte) error { return nil },
	})
}

// TestCanonicalReach: a canonical stub that does not reach its GOT entry.
func TestCanonicalReach(t *testing.T) {
	r := direct(t, func(q rtdyld.Request) uint64 {
		if q.Kind != objfmt.KindCode {
			return 1 << 45
		}
		return 0
	})
	o := r.load("direct")[0]
	err := r.Resolve(t.Context(), o)
	var got *reloc.RangeError
	if !errors.As(err, &got) || got.Object != "direct.o" || got.Section != "<canonical>" || got.Type != "stub" || got.Symbol != "fun" || got.Value>>44 == 0 {
		t.Errorf("%+v (%v)", got, err)
	}
}

// TestReleaseErrorsOfFailures: what takes memory back because something else has failed returns both errors.
func TestReleaseErrorsOfFailures(t *testing.T) {
	first, second := errors.New("first"), errors.New("release")
	both := func(err error) {
		t.Helper()
		if !errors.Is(err, first) || !errors.Is(err, second) {
			t.Errorf("error is %v", err)
		}
	}
	release := func(m *memory) { m.gone = func(*allocation) error { return second } }

	r := newRig(t, rtdyld.Config{Memory: &memory{}, Loaded: loadedFails{first}})
	release(r.mem)
	_, err := r.Load(t.Context(), images(t, "base")...)
	both(err)

	r = newRig(t, rtdyld.Config{Memory: &memory{}})
	release(r.mem)
	r.mem.spoil = func(a *allocation, _ []rtdyld.Request) error { // which the linker has then
		a.blocks = a.blocks[1:]
		return nil
	}
	if _, err = r.Load(t.Context(), images(t, "base")...); !errors.Is(err, second) || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("error is %v", err)
	}

	for _, finalize := range []bool{false, true} {
		r = direct(t, nil)
		o := r.load("direct")
		r.mem.final = func() error { return first } // of the stubs
		release(r.mem)
		if finalize {
			err = r.Finalize(t.Context(), o...)
		} else {
			err = r.Resolve(t.Context(), o...)
		}
		both(err)
		r.mem.final, r.mem.gone = nil, nil
		if err := r.Finalize(t.Context(), o...); err != nil {
			t.Error(err)
		}
	}
}

type loadedFails struct{ err error }

func (l loadedFails) NotifyLoaded(context.Context, []*rtdyld.Object) error { return l.err }

// TestReleaseErrors: the call that unloads the last user of canonical stubs and copies learns that their memory could not
// be released, besides the object's own.
func TestReleaseErrors(t *testing.T) {
	r := direct(t, nil)
	o := r.load("direct")[0]
	r.resolve(o)
	if err := r.Finalize(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if r.mem.live != 2 {
		t.Fatalf("%d allocations", r.mem.live)
	}
	var errs []error
	r.mem.gone = func(*allocation) error {
		errs = append(errs, fmt.Errorf("release %d", len(errs)))
		return errs[len(errs)-1]
	}
	err := r.Unload(t.Context(), o)
	r.mem.gone = nil
	if len(errs) != 2 {
		t.Fatalf("%d released", len(errs))
	}
	for _, e := range errs {
		if !errors.Is(err, e) {
			t.Errorf("%v is not among %v", e, err)
		}
	}
}
