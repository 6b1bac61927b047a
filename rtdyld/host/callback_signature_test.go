//go:build (linux && (amd64 || arm64 || riscv64 || ppc64le || (s390x && go1.27) || arm || 386)) || (windows && amd64)

package host_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/host"
)

var callbackSeed = flag.Uint64("callbackseed", 1, "seed of the first signature of TestCallbackSignatures")

// scalars are types that callbacks take and return.
var scalars = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
	reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
	reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[uintptr](), reflect.TypeFor[unsafe.Pointer](), reflect.TypeFor[int](),
}

// randomFunc is a function type; words are the values of its parameters and of its result, as abi has them.
func randomFunc(r *rand.Rand) (t reflect.Type, words []uint64, result uint64) {
	pick := scalars
	switch r.IntN(4) {
	case 0: // what Go has in registers of one class
		pick = scalars[3:5]
	case 1:
		pick = scalars[9:11]
	}
	n := r.IntN(6)
	if r.IntN(3) == 0 {
		n = r.IntN(30)
	}
	var in, out []reflect.Type
	for range n {
		in = append(in, pick[r.IntN(len(pick))])
		words = append(words, randomWord(r, in[len(in)-1]))
	}
	if r.IntN(8) > 0 {
		out = append(out, pick[r.IntN(len(pick))])
		result = randomWord(r, out[0])
	}
	return reflect.FuncOf(in, out, false), words, result
}

// randomWord is a value of a type.
func randomWord(r *rand.Rand, t reflect.Type) uint64 {
	w := r.Uint64()
	switch t.Kind() {
	case reflect.Bool:
		return w & 1
	case reflect.Float32:
		return uint64(math.Float32bits(float32(r.NormFloat64())))
	case reflect.Float64:
		return math.Float64bits(r.NormFloat64())
	case reflect.UnsafePointer: // nothing that Go could take for its own; what is in the first page its runtime takes for damage
		return 0x1_0000 | w&0xfff8
	case reflect.Int8:
		return uint64(int64(int8(w)))
	case reflect.Int16:
		return uint64(int64(int16(w)))
	case reflect.Int32:
		return uint64(int64(int32(w)))
	case reflect.Int:
		return uint64(int64(int(w)))
	}
	return w << (64 - t.Bits()) >> (64 - t.Bits())
}

// valueOf is a word as a value.
func valueOf(t reflect.Type, w uint64) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(w != 0)
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(w))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(w))
	case reflect.UnsafePointer:
		v.SetPointer(*(*unsafe.Pointer)(unsafe.Pointer(&w)))
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(int64(w))
	default:
		v.SetUint(w)
	}
	return v
}

// TestCallbackSignatures calls Go functions of random types as C functions, by what calls C functions, which package abi tries on
// those of C compilers: each must be given what was passed, and give back what it returned.
func TestCallbackSignatures(t *testing.T) {
	caller, err := host.Caller()
	if err != nil {
		t.Fatal(err)
	}
	seed := *callbackSeed
	n := 500
	if citest.Sample() {
		n = 150
	}
	for i := range uint64(n) {
		if err := callSignature(caller, rand.New(rand.NewPCG(seed+i, 1))); err != nil {
			t.Fatalf("-callbackseed=%d: %v", seed+i, err)
		}
	}
}

// callSignature tries one signature.
func callSignature(caller abi.Caller, r *rand.Rand) (err error) {
	typ, words, result := randomFunc(r)
	sig, err := abi.SignatureOf(typ)
	if err != nil {
		return err
	}
	form, first := typ, 0
	type key struct{}
	ctx := context.WithValue(context.Background(), key{}, 1)
	if r.IntN(4) == 0 {
		var in, out []reflect.Type
		for p := range typ.NumIn() {
			in = append(in, typ.In(p))
		}
		for p := range typ.NumOut() {
			out = append(out, typ.Out(p))
		}
		form, first = reflect.FuncOf(append([]reflect.Type{reflect.TypeFor[context.Context]()}, in...), out, false), 1
	}
	calls := 0
	var wrong error
	fn := reflect.MakeFunc(form, func(args []reflect.Value) []reflect.Value {
		calls++
		growStack(calls * 20)
		if first != 0 && args[0].Interface().(context.Context).Value(key{}) != 1 {
			wrong = fmt.Errorf("%v: another context", form)
		}
		for i, a := range args[first:] {
			if want := valueOf(a.Type(), words[i]); a.Interface() != want.Interface() {
				wrong = fmt.Errorf("%v: parameter %d: %v, want %v", typ, i, a, want)
			}
		}
		if typ.NumOut() == 0 {
			return nil
		}
		return []reflect.Value{valueOf(typ.Out(0), result)}
	})
	cb, err := host.NewCallback(fn.Interface(), host.CallbackConfig{Context: ctx})
	if err != nil {
		return err
	}
	defer cb.Close()
	f, err := abi.Bind(caller, sig, cb.Addr())
	if err != nil {
		return err
	}
	given := slices.Clone(words)
	for range 3 {
		got, err := f.Call(given)
		if err != nil || wrong != nil {
			return fmt.Errorf("%w, %w", err, wrong)
		}
		if got != result {
			return fmt.Errorf("%v: %#x, want %#x", typ, got, result)
		}
	}
	if calls != 3 {
		return fmt.Errorf("%v: %d calls", typ, calls)
	}
	return nil
}

// growStack needs n KiB of the goroutine's stack.
//
//go:noinline
func growStack(n int) byte {
	var pad [1024]byte
	pad[n&1023] = byte(n)
	if n == 0 {
		return pad[0]
	}
	return pad[n&1023] + growStack(n-1)
}
