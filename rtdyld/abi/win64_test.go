package abi_test

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/rtdyld/internal/crt"
)

func needWin64(t testing.TB) abi.Caller {
	t.Helper()
	if abi.Win64().Entry == 0 {
		t.Skip("for x86-64")
	}
	c, err := abi.PrivateStackFor(abi.Win64())
	if err != nil {
		abitest.Skip(t, err)
	}
	return c
}

// TestPrivateStackWin64 calls what gcc compiled with -mabi=ms.
func TestPrivateStackWin64(t *testing.T) { abitest.Run(t, needWin64(t)) }

// TestPrivateStackSystemV: the other one, on Windows.
func TestPrivateStackSystemV(t *testing.T) {
	needWin64(t)
	c, err := abi.PrivateStackFor(abi.SystemV())
	if err != nil {
		t.Fatal(err)
	}
	abitest.Run(t, c)
}

func TestPrivateStackWin64NoAlloc(t *testing.T) { abitest.NoAlloc(t, needWin64(t)) }

// crossings makes code that stands for each.
func crossings(t testing.TB, xs ...abi.Crossing) []uint64 {
	t.Helper()
	var code []byte
	for i := range xs {
		var err error
		if code, err = xs[i].Append(code); err != nil {
			t.Fatal(err)
		}
	}
	base, err := abitest.Map(code)
	if err != nil {
		t.Fatal(err)
	}
	var addrs []uint64
	for i := range xs {
		addrs = append(addrs, base+uint64(i)*abi.CrossingSize)
	}
	return addrs
}

// TestCrossing calls every System V test function as code of Windows would.
func TestCrossing(t *testing.T) {
	win := needWin64(t)
	code, err := abitest.Load(abi.SystemV())
	if err != nil {
		t.Fatal(err)
	}
	keep, err := abitest.Load(abi.Win64())
	if err != nil {
		t.Fatal(err)
	}
	var funcs []*abitest.Func
	var xs []abi.Crossing
	plain := 0
	for i := range code.Funcs {
		f := &code.Funcs[i]
		x := abi.Crossing{Addr: f.Addr, Params: append([]abi.Kind{}, f.Sig.Params...)}
		if _, err := x.Append(nil); len(f.Sig.Params) > 31 {
			if !errors.Is(err, abi.ErrSignature) {
				t.Errorf("%d parameters: %v", len(f.Sig.Params), err)
			}
			continue
		}
		funcs, xs = append(funcs, f), append(xs, x)
		floats := 0
		for _, k := range f.Sig.Params {
			if k == abi.Float32 || k == abi.Float64 {
				floats++
			}
		}
		if n := len(f.Sig.Params); floats == 0 && n <= 22 || floats == n && n <= 4 { // needs nothing to be known
			funcs, xs, plain = append(funcs, f), append(xs, abi.Crossing{Addr: f.Addr}), plain+1
		}
	}
	if len(funcs) < 100 || plain < 30 {
		t.Fatalf("only %d functions, %d of them plain", len(funcs), plain)
	}
	var bound []*abi.Bound
	for i, addr := range crossings(t, xs...) {
		b, err := abi.Bind(win, funcs[i].Sig, addr)
		if err != nil {
			t.Fatal(err)
		}
		bound = append(bound, b)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for range 4 {
				for i, f := range funcs {
					args := f.Args(rng)
					if got, err := bound[i].Call(args); got != f.Want(args) || err != nil {
						t.Errorf("%s %s, known: %t: %#x, %v, want %#x", f.Name, f.Sig, xs[i].Params != nil, got, err, f.Want(args))
						return
					}
				}
			}
		})
	}
	wg.Wait()

	// Registers that Windows' code counts on.
	keeps, err := abi.Func1[uint64, uint64](win, keep.Addr("keeps"))
	if err != nil {
		t.Fatal(err)
	}
	clobber := code.Addr("clobber")
	for i, addr := range append(crossings(t, abi.Crossing{Addr: clobber}, abi.Crossing{Addr: clobber, Params: []abi.Kind{}}, abi.Crossing{Addr: clobber, Fixed: 1}), crt.Return) {
		if got := keeps(addr); got != 0 {
			t.Errorf("crossing %d does not keep registers: %#x", i, got)
		}
	}
	if got := keeps(clobber); got == 0 {
		t.Error("without a crossing the test does not see what is changed")
	}
	// A long has 32 bits.
	addr := crossings(t, abi.Crossing{Addr: code.Addr("word"), Params: []abi.Kind{abi.Long}})[0]
	word, err := abi.Func1[uint64, int64](win, addr)
	if err != nil {
		t.Fatal(err)
	}
	if got := word(0xdead_beef_ffff_fffe); got != -2 {
		t.Errorf("long: %#x", got)
	}
	if got := word(0xdead_beef_7fff_fffe); got != 0x7fff_fffe {
		t.Errorf("long: %#x", got)
	}
}

// TestCrossingList looks at the va_list that a function gets.
func TestCrossingList(t *testing.T) {
	win := needWin64(t)
	// double f(a..., list *l): a double and an integer from the list, as va_arg takes
	// them; n is the register with the list.
	list := func(load ...byte) []byte {
		return append(load, // mov rax, list
			0x83, 0x38, 0x30, 0x75, 0x26, // cmp dword [rax], 48; jne bad
			0x81, 0x78, 0x04, 0xb0, 0x00, 0x00, 0x00, 0x75, 0x1d, // cmp dword [rax+4], 176; jne bad
			0x48, 0x8b, 0x50, 0x08, // mov rdx, [rax+8]
			0xf2, 0x0f, 0x10, 0x02, // movsd xmm0, [rdx]
			0xf2, 0x48, 0x0f, 0x2a, 0x4a, 0x08, // cvtsi2sd xmm1, qword [rdx+8]
			0xf2, 0x0f, 0x58, 0xc1, // addsd xmm0, xmm1
			0x48, 0x83, 0x40, 0x08, 0x10, // add qword [rax+8], 16
			0xc3,                         // ret
			0x90, 0x90, 0x90, 0x90, 0x90, // bad:
			0x0f, 0x57, 0xc0, // xorps xmm0, xmm0
			0xc3) // ret
	}
	loads := [][]byte{1: {0x48, 0x89, 0xf0}, 2: {0x48, 0x89, 0xd0}, 3: {0x48, 0x89, 0xc8}, 4: {0x4c, 0x89, 0xc0}, 5: {0x4c, 0x89, 0xc8}}
	for fixed := 1; fixed <= abi.MaxFixed; fixed++ {
		target, err := abitest.Map(list(loads[fixed]...))
		if err != nil {
			t.Fatal(err)
		}
		at := crossings(t, abi.Crossing{Addr: target, Fixed: fixed}, abi.Crossing{Addr: target, Fixed: fixed, List: true})
		kinds := append(slices.Repeat([]abi.Kind{abi.Int32}, fixed), abi.Float64, abi.Int64)
		b, err := abi.Bind(win, abi.Signature{Params: kinds, Result: abi.Float64}, at[0])
		if err != nil {
			t.Fatal(err)
		}
		args := append(slices.Repeat([]uint64{7}, fixed), f64(0.25), uint64(1)<<40)
		if got, _ := b.Call(args); got != f64(0.25+1<<40) {
			t.Errorf("%d before the list: %v", fixed, fl(got))
		}
		words := []uint64{f64(0.5), 3}
		b, err = abi.Bind(win, abi.Signature{Params: append(kinds[:fixed], abi.Pointer), Result: abi.Float64}, at[1])
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := b.Call(append(args[:fixed], pin(t, words))); got != f64(3.5) {
			t.Errorf("%d before a va_list: %v", fixed, fl(got))
		}
	}
}

// TestCrossingErrors: what cannot be said.
func TestCrossingErrors(t *testing.T) {
	needWin64(t)
	for _, x := range []abi.Crossing{
		{Addr: 1, Fixed: -1}, {Addr: 1, Fixed: abi.MaxFixed + 1}, {Addr: 1, List: true},
		{Addr: 1, Params: []abi.Kind{abi.None}}, {Addr: 1, Params: []abi.Kind{abi.Long + 1}},
		{Addr: 1, Params: make([]abi.Kind, 32)},
	} {
		if code, err := x.Append(nil); !errors.Is(err, abi.ErrSignature) || code != nil {
			t.Errorf("%+v: %v", x, err)
		}
	}
	if _, err := new(abi.Crossing).Append(nil); !errors.Is(err, abi.ErrNil) {
		t.Errorf("no address: %v", err)
	}
}

// TestStackProbe takes much stack, and no more than there is said to be.
func TestStackProbe(t *testing.T) {
	win := needWin64(t)
	code, err := abitest.Load(abi.Win64())
	if err != nil {
		t.Fatal(err)
	}
	probes, err := abi.Func2[uint64, uint64, uint64](win, code.Addr("probes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []uint64{16, 4080, 4096, 4112, 8192, 65536, 1 << 20, 7 << 20} {
		if runtime.GOOS == "windows" && size > 1<<20 {
			continue // there are 2 MB
		}
		if got := probes(size, crt.StackProbe); got != size {
			t.Errorf("%d bytes: %d", size, int64(got))
		}
	}
}
