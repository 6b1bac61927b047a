package abi_test

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"golang.org/x/sys/cpu"

	"github.com/go-rtdyld/rtdyld/internal/siggen"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi/abitest"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// native are the targets whose code runs here.
func native() map[string]*abi.Convention {
	switch runtime.GOARCH {
	case "amd64":
		if runtime.GOOS == "windows" {
			return map[string]*abi.Convention{"win64": abi.Win64()}
		}
		return map[string]*abi.Convention{"amd64": abi.SystemV(), "win64": abi.Win64()}
	case "arm64":
		return map[string]*abi.Convention{"arm64": abi.AAPCS64()}
	case "arm":
		return map[string]*abi.Convention{"arm": abi.AAPCS32VFP(), "armsoft": abi.AAPCS32()}
	case "386":
		return map[string]*abi.Convention{"386": abi.Cdecl386()}
	}
	return nil
}

// processor takes away what this one lacks.
func processor(f *siggen.Features) {
	most := uint64(64)
	switch {
	case runtime.GOARCH != "amd64" && runtime.GOARCH != "386":
	case !cpu.X86.HasAVX:
		most = 16
	case !cpu.X86.HasAVX512F:
		most = 32
	}
	for _, n := range []*uint64{&f.Vector, &f.VectorInStruct, &f.VectorListed, &f.VectorResult} {
		*n = min(*n, most)
	}
}

// TestSignatures calls random C functions, each of which checks what it gets, in every build.
func TestSignatures(t *testing.T) {
	for name, conv := range native() {
		caller, err := abi.PrivateStackFor(conv)
		if err != nil {
			abitest.Skip(t, err)
		}
		target, err := siggen.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		builds, err := siggen.Builds(target, siggen.Count(), processor)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range builds {
			t.Run(b.Name, func(t *testing.T) { testSignatures(t, caller, b) })
		}
	}
}

func testSignatures(t *testing.T, caller abi.Caller, b *siggen.Build) {
	addr := siggen.Load(t, b.Name, b.Object(t))
	last := at[uint64](addr("last"))
	failed := 0
	for i, fn := range b.Funcs {
		f, err := abi.BindAs(caller, fn, addr(fmt.Sprint("S", i)))
		if err != nil {
			t.Errorf("S%d: %v", i, err)
			continue
		}
		for round := range uint64(2) {
			args := siggen.Values(fn, b.Seed<<32+uint64(i)<<8+round)
			hash, want := siggen.Expect(fn, args)
			ptrs := make([]unsafe.Pointer, len(args))
			for j := range args {
				ptrs[j] = unsafe.Pointer(unsafe.SliceData(args[j]))
			}
			var ret unsafe.Pointer
			var got []byte
			if want != nil {
				got = siggen.Memory(fn.Result)
				ret = unsafe.Pointer(unsafe.SliceData(got))
			}
			if err := f.Call(ret, ptrs...); err != nil {
				t.Fatal(err)
			}
			bad := *last != hash
			if bad {
				j := siggen.Wrong(fn, args, at[[32]uint64](addr("after"))[:])
				t.Errorf("S%d: %v: C did not get parameter %d, %s, %+v", i, fn, j, siggen.Describe(fn.Params[j].Type), f.Plan().Params[j])
			} else if want != nil && !siggen.Same(fn.Result, got, want) {
				bad = true
				t.Errorf("S%d: %v: result %s is %x, want %x", i, fn, siggen.Describe(fn.Result), got, want)
			}
			if !bad && round == 0 {
				testValues(t, caller, addr(fmt.Sprint("S", i)), fn, args, last, hash, want)
			}
			if bad {
				if failed++; failed > 10 {
					t.FailNow()
				}
				break
			}
		}
	}
}

// testValues calls a function as a Go function of the types that have the same layout.
func testValues(t *testing.T, caller abi.Caller, addr uint64, fn *ctype.Func, args [][]byte, last *uint64, hash uint64, want []byte) {
	t.Helper()
	plain := !fn.Variadic
	var in, out []reflect.Type
	typ := func(c *ctype.Type) reflect.Type {
		g, p := siggen.GoType(c)
		plain = plain && p
		return g
	}
	for _, p := range fn.Params {
		in = append(in, typ(p.Type))
	}
	if want != nil {
		out = []reflect.Type{typ(fn.Result)}
	}
	f := reflect.New(reflect.FuncOf(in, out, false))
	set := func() error { return abi.SetFuncAs(caller, addr, f.Interface(), fn) }
	if plain {
		set = func() error { return abi.SetFunc(caller, addr, f.Interface()) }
	}
	if err := set(); err != nil {
		t.Errorf("%v: %v", fn, err)
		return
	}
	values := make([]reflect.Value, len(in))
	for i, g := range in {
		values[i] = reflect.NewAt(g, unsafe.Pointer(unsafe.SliceData(args[i]))).Elem()
	}
	*last = 0
	got := f.Elem().Call(values)
	if *last != hash {
		t.Errorf("%v: as a Go function of type %v: C did not get what was passed", fn, f.Type().Elem())
	}
	if want != nil {
		v := reflect.New(out[0])
		v.Elem().Set(got[0])
		if mem := unsafe.Slice((*byte)(v.UnsafePointer()), fn.Result.Size); !siggen.Same(fn.Result, mem, want) {
			t.Errorf("%v: as a Go function: result %x, want %x", fn, mem, want)
		}
	}
}

// at views memory at an address.
func at[T any](addr uint64) *T {
	p := uintptr(addr)
	return *(**T)(unsafe.Pointer(&p))
}
