//go:build (linux && (amd64 || arm64 || arm || 386)) || (windows && amd64)

package host_test

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/go-rtdyld/rtdyld/internal/siggen"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

// siggenTarget is the target whose C calls callbacks here.
func siggenTarget(conv *abi.Convention) string {
	switch {
	case runtime.GOOS == "windows":
		return "win64"
	case conv == abi.AAPCS32():
		return "armsoft"
	}
	return runtime.GOARCH
}

// narrow leaves vectors that this processor has registers for.
func narrow(f *siggen.Features) {
	most := uint64(64)
	switch {
	case runtime.GOARCH != "amd64" || runtime.GOOS != "linux" || !cpu.X86.HasAVX:
		most = 16
	case !cpu.X86.HasAVX512F:
		most = 32
	}
	for _, n := range []*uint64{&f.Vector, &f.VectorInStruct, &f.VectorListed, &f.VectorResult} {
		*n = min(*n, most)
	}
}

// TestCallbackValues has random C functions call callbacks of their types, structs and vectors by value and "..." among them: each gets what C
// passes, and C gets what it returns.
func TestCallbackValues(t *testing.T) {
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	target, err := siggen.Named(siggenTarget(caller.Convention()))
	if err != nil {
		t.Fatal(err)
	}
	builds, err := siggen.Builds(target, siggen.Count(), narrow)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range builds {
		t.Run(b.Name, func(t *testing.T) {
			addr := siggen.Load(t, b.Name, b.Object(t))
			for i := range b.Funcs {
				if err := callBack(caller, b, i, addr(fmt.Sprint("C", i))); err != nil {
					t.Errorf("C%d: %v: %v", i, b.Funcs[i], err)
				}
			}
		})
	}
}

// callBack has C call the function of one type, twice.
func callBack(caller abi.Caller, b *siggen.Build, i int, addr uint64) error {
	fn := b.Funcs[i]
	call, err := abi.Func2[uintptr, unsafe.Pointer, uint64](caller, addr)
	if err != nil {
		return err
	}
	for round := range uint64(2) {
		seed := b.Seed<<32 + uint64(i)<<8 + round
		want := siggen.Values(fn, seed)
		var result []byte
		if fn.HasResult() {
			result = siggen.Memory(fn.Result)
			s := siggen.State(seed + 3)
			siggen.Fill(fn.Result, result, &s)
		}
		var wrong error
		calls := 0
		cb, err := host.NewCallbackAs(fn, func(r *abi.Received) {
			calls++
			growStack(int(seed % 8))
			for j, p := range r.Args {
				got := unsafe.Slice((*byte)(p), fn.Params[j].Type.Size)
				if !siggen.Same(fn.Params[j].Type, got, want[j]) {
					wrong = errors.Join(wrong, fmt.Errorf("parameter %d, %s: %x, want %x", j, siggen.Describe(fn.Params[j].Type), got, want[j]))
				}
			}
			if result != nil {
				copy(unsafe.Slice((*byte)(r.Result), len(result)), result)
			}
		}, host.CallbackConfig{})
		if err != nil {
			return err
		}
		hash := uint64(siggen.Basis)
		if result != nil {
			hash = siggen.Hash(hash, fn.Result, result)
		}
		number := seed
		got := call(uintptr(cb.Addr()), unsafe.Pointer(&number))
		if err := cb.Close(); err != nil {
			return err
		}
		switch {
		case wrong != nil:
			return wrong
		case calls != 1:
			return fmt.Errorf("%d calls", calls)
		case got != hash:
			return fmt.Errorf("C did not get the result, %x of %s", result, siggen.Describe(fn.Result))
		}
	}
	return nil
}

type (
	pairOfDoubles struct{ X, Y float64 }
	mixedStruct   struct {
		A int8
		B float32
		C int64
	}
	largeStruct struct{ A [5]int64 }
)

// TestCallbackVectorStructs: four vectors are returned in as many registers, where these have them.
func TestCallbackVectorStructs(t *testing.T) {
	if runtime.GOARCH == "386" {
		t.Skip("compilers pass such structs in different ways there")
	}
	type four struct{ A, B, C, D ctype.Int16x8 }
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	cb, err := host.NewCallback(func(x four) four { return four{x.D, x.C, x.B, x.A} }, host.CallbackConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer cb.Close()
	var f func(four) four
	if err := abi.SetFunc(caller, cb.Addr(), &f); err != nil {
		t.Fatal(err)
	}
	x := four{ctype.Int16x8{1, 2}, ctype.Int16x8{3, 4}, ctype.Int16x8{5, 6}, ctype.Int16x8{7, 8}}
	if got := f(x); got != (four{x.D, x.C, x.B, x.A}) {
		t.Errorf("%v became %v", x, got)
	}
}

// TestCallbackStructs: Go functions of structs call each other as C functions do.
func TestCallbackStructs(t *testing.T) {
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	cb, err := host.NewCallback(func(a pairOfDoubles, n int32, b mixedStruct, c largeStruct) largeStruct {
		return largeStruct{[5]int64{int64(a.X + 10*a.Y), int64(n), int64(b.A) + int64(2*b.B) + b.C, c.A[0] + c.A[4], 9}}
	}, host.CallbackConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer cb.Close()
	var f func(a pairOfDoubles, n int32, b mixedStruct, c largeStruct) largeStruct
	if err := abi.SetFunc(caller, cb.Addr(), &f); err != nil {
		t.Fatal(err)
	}
	want := largeStruct{[5]int64{43, -7, 1 + 5 + 100, 600, 9}}
	if got := f(pairOfDoubles{3, 4}, -7, mixedStruct{1, 2.5, 100}, largeStruct{[5]int64{200, 1, 2, 3, 400}}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	bad, err := host.NewCallback(func(x pairOfDoubles) pairOfDoubles { panic(x) }, host.CallbackConfig{Recover: true})
	if err != nil {
		t.Fatal(err)
	}
	defer bad.Close()
	var g func(pairOfDoubles) pairOfDoubles
	if err := abi.SetFunc(caller, bad.Addr(), &g); err != nil {
		t.Fatal(err)
	}
	if err := host.Do(t.Context(), func() {
		if got := g(pairOfDoubles{1, 2}); got != (pairOfDoubles{}) {
			t.Errorf("C got %v", got)
		}
	}); !errors.Is(err, host.ErrCallbackPanic) {
		t.Error(err)
	}
}
