//go:build (linux && (amd64 || arm64 || arm || 386 || riscv64 || ppc64le || s390x || loong64 || mips64 || mips64le || mipsle)) || (windows && amd64)

package program_test

import (
	"context"
	"errors"
	"hash/crc32"
	"io/fs"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/mem"
	"github.com/go-rtdyld/rtdyld/rtdyld/program"
	"github.com/go-rtdyld/rtdyld/triple"
)

// island is a world without a C library, as a static program has it.
type island struct {
	memory *mem.Manager
	caller abi.Caller
	cfg    rtdyld.Config
	init   error // what running constructors returns
	gives  string

	images, archives int // that Explain was told of
	closed           int
}

// newIsland makes an island that must be closed once when the test is over.
func newIsland(t testing.TB) *island {
	t.Helper()
	c, err := abi.PrivateStack()
	if err != nil {
		t.Skip(err)
	}
	m, err := mem.New(mem.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w := &island{memory: m, caller: c, cfg: rtdyld.Config{Memory: m}}
	w.cfg.Initializer = w
	t.Cleanup(func() {
		if w.closed != 1 && !t.Skipped() {
			t.Errorf("the world was closed %d times", w.closed)
		}
	})
	return w
}

func (w *island) LinkerConfig() rtdyld.Config { return w.cfg }
func (w *island) Caller() abi.Caller          { return w.caller }
func (w *island) Provides(name string) bool   { return name == w.gives }
func (w *island) Close() error                { w.closed++; return w.memory.Close() }

// Callback implements [program.World].
func (w *island) Callback(any) (uint64, error) { return 0, errors.ErrUnsupported }

// Explain implements [program.World].
func (w *island) Explain(_ context.Context, err error, images []*objfmt.ObjectImage, archives []*ar.Archive) error {
	w.images, w.archives = len(images), len(archives)
	return errors.Join(errExplained, err)
}

var errExplained = errors.New("explained")

// Init implements [rtdyld.Initializer].
func (w *island) Init(_ context.Context, _ []*rtdyld.Object, funcs []uint64) error {
	return errors.Join(w.init, w.run(funcs))
}

// Fini implements [rtdyld.Initializer].
func (w *island) Fini(_ context.Context, _ []*rtdyld.Object, funcs []uint64) error {
	return w.run(funcs)
}

func (w *island) run(funcs []uint64) error {
	for _, f := range funcs {
		call, err := abi.Func0[abi.Void](w.caller, f)
		if err != nil {
			return err
		}
		call()
	}
	return nil
}

// load loads into an island; the program is closed with the test.
func load(t testing.TB, w *island, inputs ...program.Input) *program.Program {
	t.Helper()
	p, err := program.Load(t.Context(), w, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil && !errors.Is(err, program.ErrClosed) {
			t.Errorf("close: %v", err)
		}
	})
	return p
}

// bind binds a function.
func bind[F any](t testing.TB, p *program.Program, name string) (fn F) {
	t.Helper()
	if err := p.Bind(name, &fn); err != nil {
		t.Fatal(err)
	}
	return fn
}

// TestStatic: a program needs no C library.
func TestStatic(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	p := load(t, newIsland(t), program.File("../../internal/house/testdata/crc.o"))
	crc := bind[func(data []byte, n int) uint32](t, p, "crc")
	data := []byte("the quick brown fox")
	if got, want := crc(data, len(data)), crc32.ChecksumIEEE(data); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
	var nf *program.NotFoundError
	if err := p.Bind("crcc", &crc); !errors.As(err, &nf) || nf.Near != "crc" || err.Error() != "bind crcc: not defined; did you mean crc?" {
		t.Errorf("%v", err)
	}
}

// TestThreadLocalsRefused: without the C library there are none for loaded code, and what
// wants them is refused before it is in memory.
func TestThreadLocalsRefused(t *testing.T) {
	for name, src := range map[string]string{
		"defines": "__thread int x = 7; int *f(void) { return &x; }",
		"refers":  "extern __thread int x; int *f(void) { return &x; }",
	} {
		t.Run(name, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("thread-locals are emulated by calls of a library")
			}
			w := newIsland(t)
			_, err := program.Load(t.Context(), w, program.Bytes("a.o", compile(t, src)))
			if !errors.Is(err, rtdyld.ErrTLS) || !strings.Contains(err.Error(), "a.o: thread-locals need Config.TLS") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestClose: a closed program says so, to calls of its functions too.
func TestClose(t *testing.T) {
	p := load(t, newIsland(t), program.Bytes("a.o", compile(t, "int one(void) { return 1; } int two(int a, int b, int c, int d) { return 2; } int v;")))
	one, two := bind[func() int32](t, p, "one"), bind[func(a, b, c, d int32) int32](t, p, "two")
	if one() != 1 || two(0, 0, 0, 0) != 2 {
		t.Error("wrong functions")
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Bind("one", &one); !errors.Is(err, program.ErrClosed) || err.Error() != "bind one: program is closed" {
		t.Errorf("bind: %v", err)
	}
	if _, err := p.Lookup("one"); !errors.Is(err, program.ErrClosed) {
		t.Errorf("look up: %v", err)
	}
	if _, err := program.Var[int32](p, "v"); !errors.Is(err, program.ErrClosed) {
		t.Errorf("variable: %v", err)
	}
	if err := p.Close(); !errors.Is(err, program.ErrClosed) {
		t.Errorf("close: %v", err)
	}
	for name, call := range map[string]func(){"one": func() { one() }, "two": func() { two(0, 0, 0, 0) }} {
		func() {
			defer func() {
				var e *program.CallError
				if err, _ := recover().(error); !errors.As(err, &e) || e.Name != name || !errors.Is(err, program.ErrClosed) {
					t.Errorf("call of %s: %v", name, err)
				}
			}()
			call()
		}()
	}
}

// TestArchive: members are loaded when something of them is asked for, as one unit of linking
// with those before; what fails leaves nothing and is tried again.
func TestArchive(t *testing.T) {
	lib := pack(t, map[string]string{
		"a": `int base = 40; __attribute__((visibility("hidden"))) int shared(void) { return base; } int first(void) { return shared() + 1; }`,
		"b": `__attribute__((visibility("hidden"))) int shared(void); int second(void) { return shared() + 2; }`,
		"c": `int missing(void); int first(void); int third(void) { return missing() + first(); }`,
		"d": `int second(void); int fourth(void) { return 2 * second(); }`,
		"e": `int world(void) { return 5; }`,
	})
	w := newIsland(t)
	given := false
	w.cfg.Resolver = rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: 0x1234, Kind: rtdyld.Func}, name == "world" || name == "missing" && given
	})
	p := load(t, w, program.Bytes("lib.a", lib))
	loaded := func(want ...string) {
		t.Helper()
		var got []string
		for _, o := range p.Linker().Objects() {
			got = append(got, o.Name())
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("loaded are %q, want %q", got, want)
		}
	}
	loaded()
	var fn func() int32
	for range 2 {
		w.images, w.archives = 0, 0
		var undefined *rtdyld.UndefinedError
		if err := p.Bind("third", &fn); !errors.As(err, &undefined) || undefined.Symbols[0].Name != "missing" || !errors.Is(err, errExplained) || w.images != 2 || w.archives != 1 {
			t.Errorf("third: %v", err)
		}
		loaded()
	}
	if got := bind[func() int32](t, p, "first")(); got != 41 {
		t.Errorf("first: %d", got)
	}
	loaded("lib.a(a.o)")
	base, err := program.Var[int32](p, "base")
	if err != nil {
		t.Fatal(err)
	}
	*base = 50
	if got := bind[func() int32](t, p, "fourth")(); got != 104 {
		t.Errorf("fourth: %d: a hidden function is another's", got)
	}
	loaded("lib.a(a.o)", "lib.a(d.o)", "lib.a(b.o)")
	var nf *program.NotFoundError
	if err := p.Bind("shared", &fn); !errors.As(err, &nf) || !nf.Hidden || !strings.Contains(err.Error(), "bind shared: is hidden") {
		t.Errorf("shared: %v", err)
	}
	if got := bind[func() int32](t, p, "world")(); got != 5 {
		t.Errorf("the archive's world: %d", got)
	}
	given = true
	if _, err := p.Lookup("third"); err != nil {
		t.Error(err)
	}
	if s, err := p.Lookup("missing"); err != nil || s.Addr != 0x1234 {
		t.Errorf("a name of the world: %+v, %v", s, err)
	}
	if err := p.Bind("seconds", &fn); !errors.As(err, &nf) || nf.Near != "second" {
		t.Errorf("seconds: %v", err)
	}
}

// TestNeeded: with objects come the members that they need, but not those that define what the
// world gives; Whole brings all.
func TestNeeded(t *testing.T) {
	lib := pack(t, map[string]string{
		"a": `int helper(void); int wanted(void) { return helper(); }`,
		"b": `int helper(void) { return 7; }`,
		"c": `static int n; int runs(void) { return n; } __attribute__((constructor)) static void run(void) { n = 3; }`,
		"d": `int atexit(void) { return 9; }`,
	})
	main := compile(t, "int wanted(void); int atexit(void); int top(void) { return wanted(); } int (*end)(void) = atexit;")
	for _, whole := range []bool{false, true} {
		w := newIsland(t)
		w.gives = "atexit"
		if !whole {
			w.cfg.Resolver = rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) { return rtdyld.Symbol{Addr: 0x1000}, name == "atexit" })
		}
		in := program.Bytes("lib.a", lib)
		if whole {
			in = program.Whole(in)
		}
		p := load(t, w, in, program.Bytes("main.o", main))
		if n, want := len(p.Linker().Objects()), map[bool]int{false: 3, true: 5}[whole]; n != want {
			t.Errorf("whole %v: %d objects, want %d", whole, n, want)
		}
		if got := bind[func() int32](t, p, "top")(); got != 7 {
			t.Errorf("top: %d", got)
		}
		if got := bind[func() int32](t, p, "runs")(); got != 3 {
			t.Errorf("whole %v: constructor: %d", whole, got)
		}
	}
}

// TestDestructors: closing runs them, the youngest object's first.
func TestDestructors(t *testing.T) {
	const src = `extern char **end; __attribute__((destructor)) static void fini(void) { *(*end)++ = LETTER; } int LETTER_F(void) { return 0; }`
	source := func(letter, name string) string {
		return strings.NewReplacer("LETTER_F", name, "LETTER", letter).Replace(src)
	}
	p := load(t, newIsland(t), program.Bytes("lib.a", pack(t, map[string]string{"a": source("'a'", "fa"), "b": source("'b'", "fb"), "c": "static char *at; char **end = &at; void set(char *p) { at = p; }"})))
	log := make([]byte, 3)
	bind[func([]byte)](t, p, "set")(log) // kept alive below
	bind[func() int32](t, p, "fb")
	bind[func() int32](t, p, "fa")
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if string(log) != "ab\x00" {
		t.Errorf("destructors ran as %q", log)
	}
	runtime.KeepAlive(log)
}

// TestConstructorFails: what could not be initialized goes, and may be asked for again.
func TestConstructorFails(t *testing.T) {
	w := newIsland(t)
	p := load(t, w, program.Bytes("lib.a", pack(t, map[string]string{"a": "int f(void) { return 1; }"})))
	w.init = errors.New("no luck")
	var f func() int32
	if err := p.Bind("f", &f); !errors.Is(err, w.init) || f != nil || len(p.Linker().Objects()) != 0 {
		t.Errorf("%v, %d objects", err, len(p.Linker().Objects()))
	}
	w.init = nil
	if got := bind[func() int32](t, p, "f")(); got != 1 {
		t.Errorf("%d", got)
	}
	// The first load of all fails as a whole.
	w = newIsland(t)
	w.init = errors.New("no luck")
	if _, err := program.Load(t.Context(), w, program.Bytes("a.o", compile(t, "int g;"))); !errors.Is(err, w.init) {
		t.Errorf("%v", err)
	}
}

// TestInputs: what cannot be read fails Load, with the world closed.
func TestInputs(t *testing.T) {
	obj := compile(t, "int f(void) { return 1; }")
	sys := fstest.MapFS{"lib/a.o": {Data: obj}}
	p := load(t, newIsland(t), program.FS(sys, "lib/a.o"))
	bind[func() int32](t, p, "f")
	var format *objfmt.FormatError
	for _, c := range []struct {
		in   program.Input
		fits func(error) bool
	}{
		{program.FS(sys, "lib/a.o", "lib/b.o"), func(err error) bool {
			return errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), "lib/b.o")
		}},
		{program.File("testdata/nothing.a"), func(err error) bool { return errors.Is(err, fs.ErrNotExist) }},
		{program.Bytes("text", []byte("this is text")), func(err error) bool { return errors.As(err, &format) && format.File == "text" }},
		{program.Input{}, func(err error) bool { return err != nil }},
		{program.Whole(program.Bytes("cut.a", []byte("!<arch>\nx"))), func(err error) bool { return errors.As(err, &format) }},
	} {
		if _, err := program.Load(t.Context(), newIsland(t), c.in); !c.fits(err) {
			t.Errorf("%v", err)
		}
		none := func(program.Needs) (program.World, error) {
			t.Error("a world was opened")
			return nil, errors.ErrUnsupported
		}
		if _, err := program.LoadInto(t.Context(), none, c.in); !c.fits(err) {
			t.Errorf("%v", err)
		}
	}
	bad := errors.New("no world")
	if _, err := program.LoadInto(t.Context(), func(program.Needs) (program.World, error) { return nil, bad }); !errors.Is(err, bad) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := program.Load(ctx, newIsland(t), program.Bytes("a.o", obj)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := program.Load(t.Context(), newIsland(t), program.Bytes("a.o", obj), program.Bytes("b.o", obj)); !errors.Is(err, rtdyld.ErrDuplicate) {
		t.Errorf("%v", err)
	}
}

// TestKinds: functions are no variables, variables no functions, and sizes must fit.
func TestKinds(t *testing.T) {
	p := load(t, newIsland(t), program.Bytes("a.o", compile(t, `int number = 7; struct { int a; char b; } pair = {1, 2}; double many[3] = {1, 2, 3}; const char *text = "words";
		void f(void) {} __asm__(".data\n.globl bare\nbare: .long 5\n.text\n");`)))
	var kind *program.KindError
	var fn func()
	for _, name := range []string{"number", "bare", "text"} {
		if err := p.Bind(name, &fn); !errors.As(err, &kind) || fn != nil || err.Error() != "bind "+name+": is a variable; use Var" {
			t.Errorf("bind %s: %v", name, err)
		}
	}
	if _, err := program.Var[int32](p, "f"); !errors.As(err, &kind) || err.Error() != "variable f: is a function; use Bind" {
		t.Errorf("variable f: %v", err)
	}
	number, err := program.Var[int32](p, "number")
	if err != nil || *number != 7 {
		t.Fatalf("%v", err)
	}
	if many, err := program.Var[[3]float64](p, "many"); err != nil || many[2] != 3 {
		t.Errorf("%v, %v", many, err)
	}
	if pair, err := program.Var[struct {
		a int32
		b int8
	}](p, "pair"); err != nil || pair.b != 2 {
		t.Errorf("%v, %v", pair, err)
	}
	if text, err := program.Var[*[6]byte](p, "text"); err != nil || string((**text)[:]) != "words\x00" {
		t.Errorf("%v, %v", text, err)
	}
	if bare, err := program.Var[int32](p, "bare"); err != nil || *bare != 5 {
		t.Errorf("%v, %v", bare, err)
	}
	var typ *program.TypeError
	if _, err := program.Var[int64](p, "number"); !errors.As(err, &typ) || err.Error() != "variable number: int64 has 8 bytes, the variable 4" {
		t.Errorf("%v", err)
	}
	if _, err := program.Var[string](p, "text"); !errors.As(err, &typ) || err.Error() != "variable text: string is nothing that C has" {
		t.Errorf("%v", err)
	}
	if _, err := program.Var[[1]struct{ f func() }](p, "text"); !errors.As(err, &typ) || !strings.Contains(err.Error(), "has a func() in it") {
		t.Errorf("%v", err)
	}
	var sig *abi.SignatureError
	if err := p.Bind("f", &number); !errors.As(err, &sig) {
		t.Errorf("%v", err)
	}
	if err := p.Bind("f", nil); !errors.As(err, &sig) {
		t.Errorf("%v", err)
	}
	var bad func(int, map[string]int)
	if err := p.Bind("f", &bad); !errors.As(err, &sig) || sig.Param != 1 || err.Error() != "bind f: abi: func(int, map[string]int): parameter 1: map[string]int cannot be passed" {
		t.Errorf("%v", err)
	}
}

// TestNotFinalized: what is loaded through the linker can be bound once it is finalized.
func TestNotFinalized(t *testing.T) {
	p := load(t, newIsland(t))
	img, err := objfile.Parse("a.o", compile(t, "int f(void) { return 1; }"))
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	objs, err := p.Linker().Load(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	var f func() int32
	if err := p.Bind("f", &f); !errors.Is(err, program.ErrNotFinalized) || f != nil || err.Error() != "bind f: not finalized" {
		t.Errorf("%v", err)
	}
	if err := p.Linker().Finalize(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	if got := bind[func() int32](t, p, "f")(); got != 1 {
		t.Errorf("%d", got)
	}
}

// TestNoCaller: a world without calls has addresses and variables.
func TestNoCaller(t *testing.T) {
	w := newIsland(t)
	w.caller, w.cfg.Initializer = nil, nil
	p := load(t, w, program.Bytes("a.o", compile(t, "void f(void) {}")))
	var f func()
	if err := p.Bind("f", &f); err == nil || f != nil {
		t.Errorf("%v", err)
	}
	if s, err := p.Lookup("f"); err != nil || s.Addr == 0 || s.Kind != rtdyld.Func {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestConcurrent: functions are bound and called by many at once while members come.
func TestConcurrent(t *testing.T) {
	const members = 8
	sources := map[string]string{"count": "int count; int next(void) { return __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST); }"}
	for i := range members {
		sources["f"+strconv.Itoa(i)] = "int next(void); int f" + strconv.Itoa(i) + "(void) { next(); return " + strconv.Itoa(i) + "; }"
	}
	p := load(t, newIsland(t), program.Bytes("lib.a", pack(t, sources)))
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 3 * members {
				n := (i + g) % members
				var f func() int32
				if err := p.Bind("f"+strconv.Itoa(n), &f); err != nil {
					t.Error(err)
					return
				}
				if got := f(); got != int32(n) {
					t.Errorf("f%d: %d", n, got)
				}
				if _, err := p.Lookup("nothing"); !errors.Is(err, program.ErrNotFound) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if count, err := program.Var[int32](p, "count"); err != nil || *count != 8*3*members {
		t.Errorf("%v calls, %v", count, err)
	}
	if n := len(p.Linker().Objects()); n != members+1 {
		t.Errorf("%d objects", n)
	}
}

// TestUnderscore: a C name is found under what its symbol table has for it.
func TestUnderscore(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	f := &objgen.MachO{Is64: true, CPU: 0x01000007}
	f.AddSymbol(objgen.MachOSymbol{Name: "_nothing", Type: 3, Value: 42})
	var target triple.Triple
	w := newIsland(t)
	p, err := program.LoadInto(t.Context(), func(n program.Needs) (program.World, error) { target = n.Triple; return w, nil }, program.Bytes("a.o", f.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if !target.IsMachO() {
		t.Errorf("target %v", target)
	}
	for _, name := range []string{"nothing", "_nothing"} {
		if s, err := p.Lookup(name); err != nil || s.Addr != 42 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	var fn func()
	var kind *program.KindError
	if err := p.Bind("nothing", &fn); !errors.As(err, &kind) {
		t.Errorf("%v", err)
	}
	var nf *program.NotFoundError
	if _, err := p.Lookup("nothink"); !errors.As(err, &nf) || nf.Near != "nothing" {
		t.Errorf("%v", err)
	}
}

// TestBindValues: structures and complex numbers are passed by value, unions by their C type.
func TestBindValues(t *testing.T) {
	citest.Host(t, "linux", "amd64")
	p := load(t, newIsland(t), program.Bytes("a.o", compile(t, `
		struct point { int x; double y; };
		struct big { long v[5]; };
		union either { long i; double d; };
		struct point swap(struct point p) { struct point r = {p.y, p.x}; return r; }
		struct big add(struct big b, int n) { for (int i = 0; i < 5; i++) b.v[i] += n; return b; }
		_Complex double turn(_Complex double z) { return __builtin_complex(-__imag__ z, __real__ z); }
		double either(union either u) { return u.d; }
		long double half(long double v) { return v / 2; }`)))
	type point struct {
		X int32
		Y float64
	}
	type big struct{ V [5]int }
	if got := bind[func(point) point](t, p, "swap")(point{3, 4}); got != (point{4, 3}) {
		t.Errorf("%v", got)
	}
	if got := bind[func(big, int32) big](t, p, "add")(big{[5]int{1, 2, 3, 4, 5}}, 10); got != (big{[5]int{11, 12, 13, 14, 15}}) {
		t.Errorf("%v", got)
	}
	if got := bind[func(complex128) complex128](t, p, "turn")(1 + 2i); got != -2+1i {
		t.Errorf("%v", got)
	}
	if got := bind[func(ctype.Float80) ctype.Float80](t, p, "half")(ctype.Float80Of(3)).Float64(); got != 1.5 {
		t.Errorf("%v", got)
	}
	m, err := ctype.ModelOf("linux", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	u := &ctype.Type{Kind: ctype.Union, Name: "either", Fields: []ctype.Field{{Name: "i", Type: m.Basic("long")}, {Name: "d", Type: m.Basic("double")}}}
	if err := m.Layout(u); err != nil {
		t.Fatal(err)
	}
	sig := &ctype.Func{Name: "either", Params: []ctype.Param{{Type: u}}, Fixed: 1, Result: m.Basic("double")}
	var either func([8]byte) float64
	if err := p.BindAs("either", &either, sig); err != nil {
		t.Fatal(err)
	}
	if got := either([8]byte{7: 0x40}); got != 2 {
		t.Errorf("%v", got)
	}
	var wrong func([4]byte) float64
	if err := p.BindAs("either", &wrong, sig); !errors.Is(err, ctype.ErrLayout) || !strings.Contains(err.Error(), "bind either: abi: func([4]uint8) float64: parameter 0: ctype: union either and [4]uint8: size is 8 in C and 4 in Go") {
		t.Errorf("%v", err)
	}
	var far func(struct {
		A int32
		B ctype.Float80
	})
	var le *ctype.LayoutError
	if err := p.Bind("half", &far); !errors.As(err, &le) || le.Field != "B" {
		t.Errorf("%v", err)
	}
	if err := p.BindAs("nowhere", &either, sig); err == nil {
		t.Error("a name that is not there was bound")
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if e, ok := recover().(*program.CallError); !ok || e.Name != "either" {
			t.Errorf("a call after Close panicked with %v", e)
		}
	}()
	either([8]byte{})
}
