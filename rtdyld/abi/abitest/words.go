package abitest

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
)

// goTypes has a Go type of each kind.
var goTypes = map[abi.Kind]reflect.Type{
	abi.Bool: reflect.TypeFor[bool](), abi.Int8: reflect.TypeFor[int8](), abi.Int16: reflect.TypeFor[int16](), abi.Int32: reflect.TypeFor[int32](),
	abi.Int64: reflect.TypeFor[int64](), abi.Uint8: reflect.TypeFor[uint8](), abi.Uint16: reflect.TypeFor[uint16](), abi.Uint32: reflect.TypeFor[uint32](),
	abi.Uint64: reflect.TypeFor[uint64](), abi.Pointer: reflect.TypeFor[uintptr](), abi.Float32: reflect.TypeFor[float32](), abi.Float64: reflect.TypeFor[float64](),
}

// typeOf is the Go type of functions of a signature.
func typeOf(sig abi.Signature) reflect.Type {
	in, out := make([]reflect.Type, len(sig.Params)), []reflect.Type(nil)
	for i, k := range sig.Params {
		in[i] = goTypes[k]
	}
	if sig.Result != abi.None {
		out = append(out, goTypes[sig.Result])
	}
	return reflect.FuncOf(in, out, false)
}

// result is what of a result's word counts.
func result(k abi.Kind, w uint64) uint64 {
	if k == abi.Bool {
		return w
	}
	return Value(k, w)
}

// valuesCall calls a function variable with words as values of its types.
func valuesCall(fn reflect.Value, sig abi.Signature, args []uint64) uint64 {
	in := make([]reflect.Value, len(args))
	for i, k := range sig.Params {
		w, v := Value(k, args[i]), reflect.New(goTypes[k])
		switch goTypes[k].Size() {
		case 8:
			*(*uint64)(v.UnsafePointer()) = w
		case 4:
			*(*uint32)(v.UnsafePointer()) = uint32(w)
		case 2:
			*(*uint16)(v.UnsafePointer()) = uint16(w)
		case 1:
			*(*uint8)(v.UnsafePointer()) = uint8(w)
		}
		in[i] = v.Elem()
	}
	out := reflect.New(goTypes[sig.Result])
	out.Elem().Set(fn.Call(in)[0])
	var w uint64
	switch p := out.UnsafePointer(); goTypes[sig.Result].Size() {
	case 8:
		w = *(*uint64)(p)
	case 4:
		w = uint64(*(*uint32)(p))
	case 2:
		w = uint64(*(*uint16)(p))
	case 1:
		w = uint64(*(*uint8)(p))
	}
	if sig.Result == abi.Bool {
		return w
	}
	return Value(sig.Result, w)
}

// words calls the generated functions as generated Go does.
func words(t *testing.T, code *Code, c abi.Caller) {
	g, rng := abi.NewGate(c, nil), rand.New(rand.NewPCG(5, 6))
	for i := range code.Funcs {
		f := &code.Funcs[i]
		b, err := g.BindWords(f.Name, f.Addr, typeOf(f.Sig))
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		fn := reflect.New(typeOf(f.Sig))
		if err := g.SetFunc(f.Name, f.Addr, fn.Interface()); err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		for range 8 {
			args := f.Args(rng)
			if got, want := valuesCall(fn.Elem(), f.Sig, args), f.Want(args); got != want {
				t.Errorf("function variable of %s %s(%#x) = %#x, want %#x", f.Name, f.Sig, args, got, want)
			}
			for i, k := range f.Sig.Params {
				args[i] = Value(k, args[i])
			}
			if got, want := b.Words(args...), f.Want(args); result(f.Sig.Result, got) != want {
				t.Errorf("%s %s(%#x) = %#x, want %#x", f.Name, f.Sig, args, got, want)
				break
			}
		}
	}
	b := must[*abi.Bound](t)(g.BindWords("garbage", code.Addr("garbage"), reflect.TypeFor[func(uint64) bool]()))
	if no, yes := b.Words(0xdeadbeefcafe8000), b.Words(0xdeadbeefcafe8080); no != 0 || yes != 1 {
		t.Errorf("false is %#x, true is %#x", no, yes)
	}
	wordsErrors(t, g, b)
}

// wordsErrors has what cannot be.
func wordsErrors(t *testing.T, g *abi.Gate, b *abi.Bound) {
	var se *abi.SignatureError
	for _, typ := range []reflect.Type{reflect.TypeFor[func(string)](), reflect.TypeFor[func([2]int)](), reflect.TypeFor[int](), reflect.TypeFor[func() struct{ X int }](), nil} {
		if _, err := g.BindWords("f", 1, typ); !errors.As(err, &se) {
			t.Errorf("%v: %v", typ, err)
		}
	}
	if _, err := g.BindWords("f", 0, reflect.TypeFor[func()]()); !errors.Is(err, abi.ErrNil) {
		t.Error(err)
	}
	defer func() {
		var ae *abi.ArgsError
		if err, _ := recover().(error); !errors.As(err, &ae) || ae.Want != 1 || ae.Got != 2 {
			t.Error(err)
		}
	}()
	b.Words(1, 2)
}
