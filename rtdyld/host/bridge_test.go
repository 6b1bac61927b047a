//go:build linux && amd64

package host

import (
	"errors"
	"math"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/triple"
)

// guestObject compiles a source of testdata for another target.
func guestObject(t testing.TB, cc, name string, flags ...string) *objfmt.ObjectImage {
	t.Helper()
	citest.Need(t, cc)
	out := filepath.Join(t.TempDir(), name+".o")
	cmd := append(flags, "-O1", "-w", "-ffreestanding", "-c", "-o", out, source(name))
	run(t, exec.Command(cc, cmd...))
	img, err := objfile.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { img.Close() })
	return img
}

// guestAddr is where a C function of a guest is.
func guestAddr(t testing.TB, p *Process, l *rtdyld.Linker, name string) uint64 {
	t.Helper()
	s, err := l.Lookup(p.guest.prefix + name)
	if err != nil {
		t.Fatalf("no %s", name)
	}
	return s.Addr
}

func bound[F any](t testing.TB) func(F, error) F {
	return func(f F, err error) F {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

// mixedHere is what guest.c calls mixed, by the convention of this system.
func mixedHere(a int32, b float64, c int64, d float32, e, f float64, g, h int32, i float64, s unsafe.Pointer) uintptr {
	ok := a == 1 && b == 2.5 && c == 3 && d == 4.5 && e == 5 && f == 6 && g == 7 && h == 8 && i == 9 && goString(uintptr(s), 10) == "ten"
	if ok {
		return 1
	}
	return 0
}

// TestGuests: code for Windows and macOS calls the C library and Go, and is called.
func TestGuests(t *testing.T) {
	for _, target := range []string{"x86_64-pc-windows-msvc", "x86_64-pc-windows-gnu", "x86_64-pc-windows-msvc-elf", "x86_64-apple-macosx10.15", "x86_64-pc-linux-gnu"} {
		t.Run(target, func(t *testing.T) {
			tr, err := triple.Parse(target)
			if err != nil {
				t.Fatal(err)
			}
			img := guestObject(t, "clang", "guest.c", "-target", target)
			p := open(t, Config{Libraries: []string{"libm.so.6"}, Triple: tr, Crossings: map[string]abi.Crossing{
				"mixed": {Params: []abi.Kind{abi.Int32, abi.Float64, abi.Int64, abi.Float32, abi.Float64, abi.Float64, abi.Int32, abi.Int32, abi.Float64, abi.Pointer}},
			}})
			cb, err := CallbackAddr(mixedHere)
			if err != nil {
				t.Fatal(err)
			}
			cfg := p.LinkerConfig()
			extra := rtdyld.ResolverFunc(func(name string) (rtdyld.Symbol, bool) {
				return rtdyld.Symbol{Addr: cb, Kind: rtdyld.Func}, name == "mixed"
			})
			// Behind the bridge, if there is one, so that it is crossed to.
			switch r := cfg.Resolver.(type) {
			case *bridge:
				r.base = rtdyld.Resolvers{extra, r.base}
			case *darwin:
				r.base = rtdyld.Resolvers{extra, r.base}
			default:
				cfg.Resolver = rtdyld.Resolvers{extra, r}
			}
			l, err := rtdyld.New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
			objs := load(t, l, img)
			c := p.Caller()
			at := func(name string) uint64 { return guestAddr(t, p, l, name) }

			if got := peek[int32](uintptr(at("begun"))); got != 7 {
				t.Errorf("the constructor left %d", got)
			}
			out := make([]byte, 100)
			str := func(n int32) string { return string(out[:max(0, min(int(n), 99))]) }
			hello := []byte("hello\x00")
			format := bound[func(o unsafe.Pointer, n uint64, i int32, d float64, s unsafe.Pointer, l int64) int32](t)(abi.Func6[unsafe.Pointer, uint64, int32, float64, unsafe.Pointer, int64, int32](c, at("format")))
			if got := str(format(unsafe.Pointer(&out[0]), 100, -5, 1.5, unsafe.Pointer(&hello[0]), 1<<40)); got != "-5 1.500 hello 1099511627776 c 2.5 ff" {
				t.Errorf("snprintf: %q", got)
			}
			format2 := bound[func(o unsafe.Pointer, n uint64, d float64) int32](t)(abi.Func3[unsafe.Pointer, uint64, float64, int32](c, at("format2")))
			if got := str(format2(unsafe.Pointer(&out[0]), 100, 0.25)); got != "0.25 1 2 3 0.5" {
				t.Errorf("vsnprintf: %q", got)
			}
			var i int32
			var d float64
			input := []byte("12 2.5\x00")
			scan := bound[func(s, i, d unsafe.Pointer) int32](t)(abi.Func3[unsafe.Pointer, unsafe.Pointer, unsafe.Pointer, int32](c, at("scan")))
			if n := scan(unsafe.Pointer(&input[0]), unsafe.Pointer(&i), unsafe.Pointer(&d)); n != 2 || i != 12 || d != 2.5 {
				t.Errorf("sscanf: %d, %d, %v", n, i, d)
			}
			maths := bound[func(float64) float64](t)(abi.Func1[float64, float64](c, at("math")))
			if got, want := maths(2.5), math.Pow(2.5, 2)+2.5+2.5+2.5+4; got != want {
				t.Errorf("math: %v, want %v", got, want)
			}
			text := bound[func(s, e unsafe.Pointer) int32](t)(abi.Func2[unsafe.Pointer, unsafe.Pointer, int32](c, at("text")))
			digits, end := []byte("-123x\x00"), uintptr(0)
			if got := text(unsafe.Pointer(&digits[0]), unsafe.Pointer(&end)); got != -123+5+1+1 || end != uintptr(unsafe.Pointer(&digits[4])) {
				t.Errorf("text: %d", got)
			}
			if got := bound[func() int32](t)(abi.Func0[int32](c, at("has_environ")))(); got != 1 {
				t.Error("no environ")
			}
			big := bound[func(int32) int32](t)(abi.Func1[int32, int32](c, at("big")))
			if got := big(33); got != 33 {
				t.Errorf("a large frame: %d", got)
			}

			// Callbacks, in parallel and with the collector at work.
			back, err := p.Callback(func(n int32, s unsafe.Pointer, l int64) int64 {
				runtime.GC()
				if goString(uintptr(s), 10) != "text" {
					return -1
				}
				return int64(n) + l
			})
			if err != nil {
				t.Fatal(err)
			}
			callBack := bound[func(f uint64, n int32) int64](t)(abi.Func2[uint64, int32, int64](c, at("call_back")))
			var wg sync.WaitGroup
			for g := range int32(8) {
				wg.Go(func() {
					for n := range int32(3) {
						if got := callBack(back, g*100-n); got != int64(g*100-n)+1<<40+1 {
							t.Errorf("callback: %d", got)
						}
					}
				})
			}
			wg.Wait()

			// What is registered for the end runs when the object goes.
			var order int32
			var pin runtime.Pinner
			pin.Pin(&order)
			defer pin.Unpin()
			leave := bound[func(unsafe.Pointer) int32](t)(abi.Func1[unsafe.Pointer, int32](c, at("leave")))
			if got := leave(unsafe.Pointer(&order)); got != 0 {
				t.Errorf("atexit: %d", got)
			}
			if err := l.Unload(t.Context(), objs...); err != nil {
				t.Error(err)
			}
			if order != 21 {
				t.Errorf("exit handlers left %d, want 21", order)
			}
		})
	}
}

// TestCrossingRules: each function that needs something to be known of it is in the
// library, and what is refused is refused by name.
func TestCrossingRules(t *testing.T) {
	p := open(t, Config{Libraries: []string{"libm.so.6"}, Triple: windowsTarget})
	var names []string
	for name := range crossingRules() {
		names = append(names, name)
	}
	for i, s := range resolve(t, p, names...) {
		if !s.Found || s.Kind != rtdyld.Func || s.Size != abi.CrossingSize {
			t.Errorf("%s: %+v", names[i], s)
		}
	}
	again := resolve(t, p, names[0], names[0])
	if again[0] != again[1] || again[0] != resolve(t, p, names[0])[0] {
		t.Errorf("%s has several crossings", names[0])
	}
	for name := range crossingNames() {
		if !resolve(t, p, name)[0].Found {
			t.Errorf("%s is not found", name)
		}
	}
	for _, name := range []string{"__chkstk", "___chkstk_ms", "__main", "_fltused", "atexit", "_onexit", "__acrt_iob_func"} {
		if s := resolve(t, p, name)[0]; !s.Found || !p.Provides(name) {
			t.Errorf("%s: %+v, provided: %t", name, s, p.Provides(name))
		}
	}
	if p.Provides("puts") || resolve(t, p, "no_such_name")[0].Found {
		t.Error("names come from nowhere")
	}
	for name, why := range map[string]string{
		"qsort": whyFunction, "signal": whyFunction, "setjmp": whyFrames, "__imp_longjmp": whyFrames, "_Unwind_Resume": whyFrames,
		"wcslen": whyWide, "swprintf": whyWide, "sinl": whyWords, "cexpf": whyWords, "strtold": whyWords, "lldiv": whyWords,
	} {
		for _, weak := range []bool{false, true} {
			err := p.cfg.Resolver.Resolve(t.Context(), []rtdyld.Ref{{Name: name, Weak: weak}}, make([]rtdyld.Symbol, 1))
			if weak && !strings.HasPrefix(name, "__imp_") {
				if err != nil {
					t.Errorf("weak %s: %v", name, err)
				}
				continue
			}
			var ce *CrossingError
			if !errors.As(err, &ce) || !errors.Is(err, ErrSystem) || ce.Name != strings.TrimPrefix(name, "__imp_") || ce.Msg != why {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, name := range []string{"cos", "ceil", "carg2", "rintf", "fabs", "strtol"} {
		if refused(name) != "" {
			t.Errorf("%s is refused: it %s", name, refused(name))
		}
	}
}

// TestGuestTargets: what cannot run in this process is refused at once.
func TestGuestTargets(t *testing.T) {
	for _, s := range []string{"aarch64-linux-gnu", "i686-pc-windows-gnu", "x86_64-linux-gnux32", "armv7-linux-gnueabihf"} {
		tr, err := triple.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(Config{Triple: tr}); !errors.Is(err, ErrSystem) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// TestDarwinNames: names of Apple's C library have those of this system behind them.
func TestDarwinNames(t *testing.T) {
	tr, err := triple.Parse("x86_64-apple-macosx")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, Config{Libraries: []string{"libm.so.6"}, Triple: tr})
	here := open(t, Config{Libraries: []string{"libm.so.6"}})
	for name, other := range map[string]string{"_puts": "puts", "___error": "__errno_location", "___stdoutp": "stdout", "___bzero": "bzero", "_environ": "environ", "__exit": "_exit"} {
		got, want := resolve(t, p, name)[0], resolve(t, here, other)[0]
		if got != want || !got.Found {
			t.Errorf("%s is %+v, %s %+v", name, got, other, want)
		}
	}
	for _, name := range []string{"puts", "", "_", "_no_such_name"} {
		if s := resolve(t, p, name)[0]; s.Found {
			t.Errorf("%q is found: %+v", name, s)
		}
	}
	if s := resolve(t, p, "___stack_chk_guard")[0]; s.Size != 8 || peek[uint64](uintptr(s.Addr)) == 0 {
		t.Errorf("the stack protector's word: %+v", s)
	}
	c := p.Caller()
	pattern := []byte("0123456789abcdef")
	for size, name := range map[int]string{4: "_memset_pattern4", 8: "_memset_pattern8", 16: "_memset_pattern16"} {
		fill := bound[func(b, p unsafe.Pointer, n uint64) abi.Void](t)(abi.Func3[unsafe.Pointer, unsafe.Pointer, uint64, abi.Void](c, resolve(t, p, name)[0].Addr))
		for n := range 70 {
			buf := make([]byte, 80)
			fill(unsafe.Pointer(&buf[3]), unsafe.Pointer(&pattern[0]), uint64(n))
			for i, b := range buf {
				want := byte(0)
				if i >= 3 && i < 3+n {
					want = pattern[(i-3)%size]
				}
				if b != want {
					t.Fatalf("%s of %d bytes: byte %d is %#x, want %#x", name, n, i-3, b, want)
				}
			}
		}
	}
}

// TestMachOExceptions: C++ exceptions pass through frames of Mach-O code.
func TestMachOExceptions(t *testing.T) {
	img := guestObject(t, "clang++", "guest.cc", "-target", "x86_64-apple-macosx10.15")
	tr, _ := triple.Parse("x86_64-apple-macosx10.15")
	p := open(t, Config{Libraries: []string{"libstdc++.so.6"}, Triple: tr})
	l := newLinker(t, p)
	load(t, l, img)
	f := bound[func(int32) int32](t)(abi.Func1[int32, int32](p.Caller(), guestAddr(t, p, l, "catches")))
	for n, want := range []int32{0: 100, 1: 201, 2: 302, 3: 403} {
		if got := f(int32(n)); got != want {
			t.Errorf("catches(%d) = %d, want %d", n, got, want)
		}
	}
}
