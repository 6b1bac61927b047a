package host

import (
	"context"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/go-rtdyld/rtdyld/internal/objgen"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/triple"
)

func open(t testing.TB, cfg Config) *Process {
	t.Helper()
	p, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// proc is GetProcAddress, the tests' oracle.
func proc(t testing.TB, library, name string) uint64 {
	t.Helper()
	p := windows.NewLazySystemDLL(library).NewProc(name)
	if err := p.Find(); err != nil {
		t.Fatal(err)
	}
	return uint64(p.Addr())
}

// TestResolve holds names of each kind against GetProcAddress.
func TestResolve(t *testing.T) {
	p := open(t, Config{Libraries: []string{"ws2_32.dll"}})
	in := func(library, name, symbol string) *objfmt.Import {
		return &objfmt.Import{Symbol: symbol, Library: library, Name: name}
	}
	for _, c := range []struct {
		ref           rtdyld.Ref
		library, name string // where it is, "" for nowhere
		kind          rtdyld.Kind
	}{
		{rtdyld.Ref{Name: "puts"}, "msvcrt.dll", "puts", rtdyld.Func},
		{rtdyld.Ref{Name: "sprintf"}, "msvcrt.dll", "sprintf", rtdyld.Func}, // not ntdll's
		{rtdyld.Ref{Name: "_environ"}, "msvcrt.dll", "_environ", rtdyld.Data},
		{rtdyld.Ref{Name: "CreateFileW"}, "kernel32.dll", "CreateFileW", rtdyld.Func},
		{rtdyld.Ref{Name: "NtClose"}, "ntdll.dll", "NtClose", rtdyld.Func},
		{rtdyld.Ref{Name: "WSAStartup"}, "ws2_32.dll", "WSAStartup", rtdyld.Func},
		{rtdyld.Ref{Name: "no_such_name"}, "", "", 0},
		{rtdyld.Ref{Name: ""}, "", "", 0},
		{rtdyld.Ref{Name: "a\x00b"}, "", "", 0},
		{rtdyld.Ref{Name: "f", Import: in("kernel32.dll", "Sleep", "f")}, "kernel32.dll", "Sleep", rtdyld.Func},
		{rtdyld.Ref{Name: "strdup", Import: in("", "_strdup", "strdup")}, "msvcrt.dll", "_strdup", rtdyld.Func},
		{rtdyld.Ref{Name: "puts", Import: in("no-such.dll", "puts", "puts")}, "", "", 0},
		{rtdyld.Ref{Name: "puts", Import: in("kernel32.dll", "puts", "puts")}, "", "", 0},
		{rtdyld.Ref{Name: "x", Import: &objfmt.Import{Symbol: "x", Library: "ws2_32.dll", Ordinal: 115, ByOrdinal: true}}, "ws2_32.dll", "WSAStartup", rtdyld.Func},
		{rtdyld.Ref{Name: "x", Import: &objfmt.Import{Symbol: "x", Library: "ws2_32.dll", Ordinal: 65535, ByOrdinal: true}}, "", "", 0},
		{rtdyld.Ref{Name: "__CxxFrameHandler3"}, "msvcrt.dll", "__CxxFrameHandler3", rtdyld.Func},
		{rtdyld.Ref{Name: "??2@YAPEAX_K@Z"}, "msvcrt.dll", "??2@YAPEAX_K@Z", rtdyld.Func},
		{rtdyld.Ref{Name: "??3@YAXPEAX_K@Z"}, "msvcrt.dll", "??3@YAXPEAX@Z", rtdyld.Func}, // it has none with a size
		{rtdyld.Ref{Name: "__std_type_info_name"}, "vcruntime140.dll", "__std_type_info_name", rtdyld.Func},
		{rtdyld.Ref{Name: "__CxxFrameHandler4"}, "vcruntime140_1.dll", "__CxxFrameHandler4", rtdyld.Func},
		{rtdyld.Ref{Name: "__std_no_such_name"}, "", "", 0},
		{rtdyld.Ref{Name: "v", Import: in("version.dll", "VerQueryValueW", "v")}, "version.dll", "VerQueryValueW", rtdyld.Func}, // loaded for it
	} {
		for range 2 {
			out := make([]rtdyld.Symbol, 1)
			if err := p.cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{c.ref}, out); err != nil {
				t.Fatal(err)
			}
			want := rtdyld.Symbol{}
			if c.library != "" {
				want = rtdyld.Symbol{Addr: proc(t, c.library, c.name), Kind: c.kind, Found: true}
			}
			if out[0] != want {
				t.Errorf("%q, import %+v: %+v, want %+v", c.ref.Name, c.ref.Import, out[0], want)
			}
		}
	}
	for _, name := range []string{"__chkstk", "___chkstk_ms", "__main", "_fltused", "atexit", "_onexit", "_CxxThrowException", "??_7type_info@@6B@"} {
		out := make([]rtdyld.Symbol, 1)
		p.cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: name}}, out)
		if !out[0].Found || !p.Provides(name) {
			t.Errorf("%s: %+v", name, out[0])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.cfg.Resolver.Resolve(ctx, make([]rtdyld.Ref, 1), make([]rtdyld.Symbol, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestOpen: what cannot be opened, and a process that is closed.
func TestOpen(t *testing.T) {
	var le *LibraryError
	for _, path := range []string{"no-such.dll", `C:\no\such.dll`} {
		if _, err := Open(Config{Libraries: []string{path}}); !errors.As(err, &le) || le.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, s := range []string{"aarch64-pc-windows-msvc", "x86_64-linux-gnu", "x86_64-elf", "i686-pc-windows-gnu"} {
		tr, err := triple.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(Config{Triple: tr}); !errors.Is(err, ErrSystem) {
			t.Errorf("%s: %v", s, err)
		}
	}
	if cfg := open(t, Config{}).LinkerConfig(); cfg.Triple.String() != "x86_64-pc-windows-msvc" {
		t.Errorf("this system is %v", cfg.Triple)
	}
	for _, s := range []string{"x86_64-pc-windows-msvc-elf", "x86_64-pc-windows-gnu", "x86_64-unknown-uefi"} {
		tr, err := triple.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		p := open(t, Config{Triple: tr})
		if cfg := p.LinkerConfig(); cfg.Triple != tr || p.Caller().Convention() != abi.Win64() {
			t.Errorf("%s: target %v, %s", s, cfg.Triple, p.Caller().Convention().Name)
		}
	}
	if _, err := Open(Config{Args: []string{"a\x00b"}}); !errors.Is(err, ErrNUL) {
		t.Errorf("NUL: %v", err)
	}
	p, err := Open(Config{Args: []string{"a"}, Env: []string{"b=c"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Close(); !errors.Is(err, ErrClosed) {
		t.Errorf("second close: %v", err)
	}
}

// lookup asks the system for the entry of the function at an address.
func lookup(addr uint64) (begin uint64, ok bool) {
	var base uintptr
	r, _, _ := ntdll.NewProc("RtlLookupFunctionEntry").Call(uintptr(addr), uintptr(unsafe.Pointer(&base)), 0)
	if r == 0 {
		return 0, false
	}
	return uint64(base) + uint64(peek[uint32](r)), true
}

// tablesAt are tables as an unwinder is told of them.
func tablesAt(base uint64, blocks []rtdyld.Block) (list []rtdyld.UnwindTable) {
	for _, b := range blocks {
		list = append(list, rtdyld.UnwindTable{Format: rtdyld.PData, Block: b, Base: base})
	}
	return list
}

// fakeTables are tables of made-up functions at the given offsets, each of 16 bytes.
func fakeTables(offsets ...uint32) []rtdyld.Block {
	var blocks []rtdyld.Block
	for i := 0; i < len(offsets); i += 2 { // two functions a table
		var b []byte
		for _, off := range offsets[i:min(i+2, len(offsets))] {
			for _, w := range []uint32{off, off + 16, 8} {
				b = binary.LittleEndian.AppendUint32(b, w)
			}
		}
		blocks = append(blocks, rtdyld.Block{Mem: append(b, make([]byte, 12)...), Addr: uint64(i)})
	}
	return blocks
}

// TestFunctionTables registers and deregisters at random; the system finds what is
// registered, and nothing else, at every moment.
func TestFunctionTables(t *testing.T) {
	region, err := windows.VirtualAlloc(0, 1<<20, windows.MEM_RESERVE, windows.PAGE_NOACCESS)
	if err != nil {
		t.Fatal(err)
	}
	base := uint64(region)
	rng := rand.New(rand.NewPCG(1, 2))
	var f functionTables
	ctx := t.Context()
	live := map[int][]rtdyld.Block{}
	offsets := func(k int) []uint32 { // object k's, among those of all others
		var o []uint32
		for i := range uint32(3) {
			o = append(o, 0x1000+i*0x4000+uint32(k)*16)
		}
		return o
	}
	const always = 63
	if err := f.Register(ctx, tablesAt(base, fakeTables(offsets(always)...))); err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for !stop.Load() {
				at := base + uint64(offsets(always)[1])
				if got, ok := lookup(at + 5); !ok || got != at {
					t.Errorf("a function that stays is found at %#x, %t", got, ok)
					return
				}
			}
		})
	}
	for range 300 {
		k := rng.IntN(60)
		if tables := live[k]; tables != nil {
			if err := f.Deregister(ctx, tablesAt(base, tables)); err != nil {
				t.Fatal(err)
			}
			delete(live, k)
		} else {
			live[k] = fakeTables(offsets(k)...)
			if err := f.Register(ctx, tablesAt(base, live[k])); err != nil {
				t.Fatal(err)
			}
		}
		for k := range 60 {
			for _, off := range offsets(k) {
				at := base + uint64(off)
				if got, ok := lookup(at + 15); ok != (live[k] != nil) || ok && got != at {
					t.Fatalf("function at %#x of object %d, there: %t, is found at %#x, %t", at, k, live[k] != nil, got, ok)
				}
			}
		}
	}
	stop.Store(true)
	wg.Wait()

	var te *UnwindError
	if err := f.Register(ctx, tablesAt(base, fakeTables(offsets(always)[0]+8))); !errors.As(err, &te) {
		t.Errorf("overlap: %v", err)
	}
	if err := f.Deregister(ctx, tablesAt(base, fakeTables(0x900))); !errors.As(err, &te) {
		t.Errorf("never registered: %v", err)
	}
	if err := f.Deregister(ctx, tablesAt(base+1<<32, fakeTables(0x1000))); !errors.As(err, &te) {
		t.Errorf("another base: %v", err)
	}
	if err := f.Register(ctx, tablesAt(base, []rtdyld.Block{{Mem: make([]byte, 13)}})); !errors.As(err, &te) {
		t.Errorf("odd size: %v", err)
	}
	if err := f.Register(ctx, tablesAt(base, []rtdyld.Block{{Mem: []byte{5, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0}}})); !errors.As(err, &te) {
		t.Errorf("empty function: %v", err)
	}
	if err := f.Register(ctx, tablesAt(base, []rtdyld.Block{{Mem: make([]byte, 12)}})); err != nil {
		t.Errorf("nothing: %v", err)
	}
	for _, tables := range live {
		if err := f.Deregister(ctx, tablesAt(base, tables)); err != nil {
			t.Error(err)
		}
	}
	if err := f.Deregister(ctx, tablesAt(base, fakeTables(offsets(always)...))); err != nil {
		t.Error(err)
	}
	if _, ok := lookup(base + uint64(offsets(always)[0])); ok || tables.byBase[base] != nil {
		t.Error("a table is left")
	}
	// What was replaced long ago is given back with the next change.
	tables.mu.Lock()
	for i := range tables.retired {
		tables.retired[i].since = time.Now().Add(-2 * retirement)
	}
	tables.mu.Unlock()
	f.Register(ctx, tablesAt(base, fakeTables(16)))
	f.Deregister(ctx, tablesAt(base, fakeTables(16)))
	if n := len(tables.retired); n != 1 {
		t.Errorf("%d tables are retired", n)
	}
}

// TestThrower: the function that raises C++ exceptions is made once, and unwinders know
// its frame.
func TestThrower(t *testing.T) {
	at, err := thrower()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := thrower(); again != at || err != nil {
		t.Errorf("at %#x, then at %#x, %v", at, again, err)
	}
	if len(throwCode) > throwWords {
		t.Fatalf("%d bytes of code", len(throwCode))
	}
	for _, off := range []uint64{0, 4, uint64(len(throwCode)) - 1} {
		if begin, ok := lookup(at + off); begin != at || !ok {
			t.Errorf("byte %d is in the function at %#x, %t", off, begin, ok)
		}
	}
	// Each call goes to the function whose address is in the word that it names.
	code := foreign[byte](uintptr(at), throwSize)
	for _, c := range []struct {
		call          int
		library, name string
	}{{0x25, "ntdll.dll", "RtlLookupFunctionEntry"}, {0x5e, "kernel32.dll", "RaiseException"}} {
		word := c.call + 6 + int(binary.LittleEndian.Uint32(code[c.call+2:]))
		if got := binary.LittleEndian.Uint64(code[word:]); code[c.call] != 0xff || got != proc(t, c.library, c.name) {
			t.Errorf("%s: call of %#x", c.name, got)
		}
	}
}

// TestThreadLocals: objects with thread-locals of the system's kind are refused.
func TestThreadLocals(t *testing.T) {
	f := &objgen.COFF{Machine: 0x8664}
	sec := f.Add(objgen.COFFSection{Name: ".tls$", Flags: 0xc0300040, Data: make([]byte, 12)})
	f.AddSymbol(objgen.COFFSymbol{Name: "v", Section: sec, Class: 2})
	img, err := objfile.Parse("a.o", f.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	defer img.Close()
	l, err := rtdyld.New(open(t, Config{}).LinkerConfig())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = l.Load(t.Context(), img)
	var te *TLSError
	if !errors.As(err, &te) || te.Object != "a.o" || te.Size != 12 || te.Align != 4 || !errors.Is(err, rtdyld.ErrTLS) || !errors.Is(err, ErrSystem) {
		t.Errorf("%v", err)
	}
}

// testMember is an object for the registry.
type testMember struct{ blocks []rtdyld.Block }

func (m *testMember) Blocks() []rtdyld.Block { return m.blocks }
func (m *testMember) DSOHandle() uint64      { return 1 }

// TestExits: what an object registered runs when it goes, the youngest first.
func TestExits(t *testing.T) {
	e, err := windowsExits()
	if err != nil {
		t.Fatal(err)
	}
	atexit, err := abi.Func1[uint64, int32](e.guest.caller, e.atexit)
	if err != nil {
		t.Fatal(err)
	}
	onexit, err := abi.Func1[uint64, uint64](e.guest.caller, e.onexit)
	if err != nil {
		t.Fatal(err)
	}
	var log []int
	note := func(n int) uint64 {
		f, err := ownCallback(func() { log = append(log, n) })
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	m, other := &testMember{}, &testMember{}
	f := []uint64{note(0), note(1), note(2), note(3)}
	m.blocks = []rtdyld.Block{{Mem: make([]byte, 1), Addr: f[0]}, {Mem: make([]byte, 1), Addr: f[2]}}
	other.blocks = []rtdyld.Block{{Mem: make([]byte, 1), Addr: f[1]}}
	objects.add(m)
	objects.add(other)
	for i, at := range f {
		if i%2 == 0 && atexit(at) != 0 || i%2 == 1 && onexit(at) != at {
			t.Errorf("function %d is not taken", i)
		}
	}
	for _, c := range []struct {
		of   member
		want []int
	}{{m, []int{2, 0}}, {m, nil}, {nil, []int{3, 1}}, {other, nil}} {
		log = nil
		if err := e.run(c.of); err != nil {
			t.Error(err)
		}
		if len(log) != len(c.want) || len(log) > 0 && (log[0] != c.want[0] || log[1] != c.want[1]) {
			t.Errorf("ran %v, want %v", log, c.want)
		}
	}
	objects.drop(m)
	objects.drop(other)
}

// TestRunMain: main gets arguments and environment as C has them.
func TestRunMain(t *testing.T) {
	var args []string
	var env string
	main, err := CallbackAddr(func(argc int32, argv, envp uintptr) int32 {
		for i := range uintptr(argc) {
			args = append(args, goString(peek[uintptr](argv+8*i), 100))
		}
		if peek[uintptr](argv+8*uintptr(argc)) != 0 {
			args = append(args, "no end")
		}
		env = goString(peek[uintptr](envp), 100)
		return -300
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Caller()
	if err != nil {
		t.Fatal(err)
	}
	status, err := RunMain(t.Context(), c, main, []string{"prog", "ä b"}, []string{"x=y"})
	if status != -300 || err != nil || len(args) != 2 || args[1] != "ä b" || env != "x=y" {
		t.Errorf("status %d, %v, arguments %q, environment %q", status, err, args, env)
	}
	if _, err := RunMain(t.Context(), c, main, nil, nil); err != nil || env == "" {
		t.Errorf("own environment: %v, %q", err, env)
	}
	if err := FlushStdio(); err != nil {
		t.Error(err)
	}
}

// TestCallbacks: results of each width, and what cannot be.
func TestCallbacks(t *testing.T) {
	c, err := CallerFor(abi.Win64())
	if err != nil {
		t.Fatal(err)
	}
	for _, fn := range []any{
		func(a, b int32) int32 { return a - b }, func(a, b int64) int64 { return a - b }, func(a, b uint64) uint64 { return a - b },
		func(a, b int8) int8 { return a - b }, func(a, b uintptr) uintptr { return a - b },
	} {
		addr, err := CallbackAddr(fn)
		if err != nil {
			t.Fatal(err)
		}
		f, err := abi.Func2[int32, int32, int8](c, addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := f(3, 5); got != -2 {
			t.Errorf("%T: %d", fn, got)
		}
	}
	yes, err := CallbackAddr(func(p unsafe.Pointer) bool { runtime.GC(); return p != nil })
	if err != nil {
		t.Fatal(err)
	}
	f, err := abi.Func1[unsafe.Pointer, bool](c, yes)
	if err != nil {
		t.Fatal(err)
	}
	if !f(unsafe.Pointer(new(int))) || f(nil) {
		t.Error("a bool is not what it was")
	}
	var ce *CallbackError
	if _, err := CallbackAddr(1); !errors.As(err, &ce) {
		t.Errorf("no function: %v", err)
	}
}

// TestCaller: the callers of this package, with everything that package abi tests.
func TestCaller(t *testing.T) {
	c, err := Caller()
	if err != nil {
		t.Fatal(err)
	}
	abitest.Run(t, c)
}

// TestReadMemory: what is not there is an error.
func TestReadMemory(t *testing.T) {
	src := []byte("some text")
	dst := make([]byte, 4)
	if err := readMemory(t.Context(), uint64(uintptr(unsafe.Pointer(&src[5]))), dst); err != nil || string(dst) != "text" {
		t.Errorf("%q, %v", dst, err)
	}
	var re *ReadError
	if err := readMemory(t.Context(), 8, dst); !errors.As(err, &re) || re.Addr != 8 || re.Size != 4 {
		t.Errorf("address 8: %v", err)
	}
	if err := readMemory(t.Context(), 8, nil); err != nil {
		t.Error(err)
	}
}

// TestSlab: blocks are within 4 GiB above the image base.
func TestSlab(t *testing.T) {
	p := open(t, Config{})
	cfg := p.LinkerConfig()
	for range 5 {
		a, err := cfg.Memory.Allocate(t.Context(), []rtdyld.Request{{Kind: objfmt.KindCode, Size: 300 << 20, Align: 16}, {Kind: objfmt.KindReadOnly, Size: 1, Align: 16}})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Release(t.Context())
		for _, b := range a.Blocks() {
			if b.Addr < cfg.ImageBase || b.Addr+uint64(len(b.Mem))-cfg.ImageBase > 1<<32 {
				t.Errorf("block at %#x, base %#x", b.Addr, cfg.ImageBase)
			}
		}
	}
}
