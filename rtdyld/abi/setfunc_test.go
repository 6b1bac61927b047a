package abi

import (
	"errors"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

type (
	named  int32
	opaque struct{ x, y int }
)

// shapeTypes are what parameters and results are made of: each class of shapes more than
// once, and what has no shape.
var shapeTypes = []reflect.Type{
	reflect.TypeFor[*opaque](), reflect.TypeFor[unsafe.Pointer](), reflect.TypeFor[uintptr](), reflect.TypeFor[int](),
	reflect.TypeFor[int64](), reflect.TypeFor[uint64](), reflect.TypeFor[int32](), reflect.TypeFor[uint32](), reflect.TypeFor[named](),
	reflect.TypeFor[float64](), reflect.TypeFor[int8](), reflect.TypeFor[bool](),
}

var target opaque

// sample is a value of a type whose upper bit is set, and the word that C gets of it.
func sample(typ reflect.Type, salt int) (reflect.Value, uint64) {
	v := reflect.New(typ).Elem()
	switch {
	case typ.Kind() == reflect.Pointer || typ.Kind() == reflect.UnsafePointer:
		*(*unsafe.Pointer)(v.Addr().UnsafePointer()) = unsafe.Pointer(&target)
		return v, uint64(uintptr(unsafe.Pointer(&target)))
	case v.CanInt():
		v.SetInt(int64(-100 - salt))
		return v, uint64(int64(-100 - salt))
	case v.CanUint():
		n := uint64(1)<<(typ.Bits()-1) + uint64(salt)
		v.SetUint(n)
		return v, n
	case typ.Kind() == reflect.Float32:
		v.SetFloat(-0.5 - float64(salt))
		return v, uint64(math.Float32bits(-0.5 - float32(salt)))
	case v.CanFloat():
		v.SetFloat(-0.5 - float64(salt))
		return v, math.Float64bits(-0.5 - float64(salt))
	}
	v.SetBool(true)
	return v, 1
}

// TestShapes: every function of up to three parameters passes words and results as C has
// them, whether its type has a shape or not.
func TestShapes(t *testing.T) {
	shaped := 0
	lists := [][]reflect.Type{nil}
	for _, a := range shapeTypes {
		lists = append(lists, []reflect.Type{a})
		for _, b := range shapeTypes {
			lists = append(lists, []reflect.Type{a, b})
			for _, c := range shapeTypes[:len(shapeTypes)-2] {
				lists = append(lists, []reflect.Type{a, b, c})
			}
		}
	}
	for i, in := range lists {
		outs := [][]reflect.Type{nil, {shapeTypes[i%len(shapeTypes)]}}
		if len(in) < 2 || !citest.Sample() || !testing.Short() && i%8 == citest.Turn(8) { // types made at run time stay, which all later collections look at
			for _, o := range shapeTypes {
				outs = append(outs, []reflect.Type{o})
			}
		}
		for _, out := range outs {
			typ := reflect.FuncOf(in, out, false)
			if makerOf(typ) != nil {
				shaped++
			}
			checkCall(t, typ)
		}
	}
	if shaped < 1000 {
		t.Errorf("only %d types had a shape", shaped)
	}
	for i, m := range makers() {
		digits := make([]class, 0, 4)
		for n := i; n > 0; n /= int(numClasses) {
			digits = append(digits, class(n%int(numClasses)))
		}
		gap := false // a parameter that is none before one that is
		for _, d := range digits[min(1, len(digits)):] {
			gap = gap || d == classNone
		}
		if gap == (m != nil) {
			t.Errorf("shape %d: %v", i, digits)
		}
	}
}

// checkCall sets a function of a type and calls it.
func checkCall(t *testing.T, typ reflect.Type) {
	t.Helper()
	r := &recorder{conv: *SystemV()}
	var want reflect.Value
	if typ.NumOut() == 1 {
		want, r.ret = sample(typ.Out(0), 7)
		if typ.Out(0).Size() < 8 && typ.Out(0).Kind() != reflect.Bool {
			r.ret ^= 1 << 60 // what C leaves above a narrow result
		}
	}
	fn := reflect.New(typ)
	if err := setFunc(r, 0x1000, typ, fn.UnsafePointer()); err != nil {
		t.Fatalf("%v: %v", typ, err)
	}
	var args []reflect.Value
	var words []uint64
	for i := range typ.NumIn() {
		v, w := sample(typ.In(i), i)
		args, words = append(args, v), append(words, w)
	}
	got := fn.Elem().Call(args)
	sig, _, _, _ := signatureOf(typ)
	plan, floats, _, err := r.conv.layout(sig)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range plan {
		w := uint64(0)
		if p.at < NumReg {
			w = r.last.Reg[p.at]
		} else {
			w = r.last.Stack[p.at-NumReg]
		}
		if w != words[i] {
			t.Errorf("%v: parameter %d is %#x, want %#x", typ, i, w, words[i])
		}
	}
	if r.last.Addr != 0x1000 || r.last.Floats != uint64(floats) || r.last.FloatResult != sig.Result.float() {
		t.Errorf("%v: frame %+v", typ, r.last)
	}
	if typ.NumOut() == 1 && !got[0].Equal(want) {
		t.Errorf("%v: result %v, want %v", typ, got[0], want)
	}
}

// memoryCaller is a caller whose function is Go's.
type memoryCaller struct {
	recorder
	f func(f *Frame) uint64
}

func (m *memoryCaller) Call(f *Frame) { m.recorder.Call(f); f.Ret[0] = m.f(f) }

// at views memory at a word.
func at[T any](w uint64, n int) []T {
	p := uintptr(w)
	return unsafe.Slice(*(**T)(unsafe.Pointer(&p)), n)
}

// TestStrings: a string goes as a copy with a NUL byte, which the collector leaves alone
// during the call, and comes back as a copy.
func TestStrings(t *testing.T) {
	type text string
	m := &memoryCaller{recorder: recorder{conv: *SystemV()}}
	var seen []string
	buf := []byte("from C\x00beyond")
	m.f = func(f *Frame) uint64 {
		runtime.GC()
		for range 100 { // what was freed would be used again
			_ = make([]byte, 64)
		}
		for i, n := range []int{3, 0} {
			b := at[byte](f.Reg[i], n+1)
			if b[n] != 0 {
				t.Errorf("string %d has no end: %q", i, b)
			}
			seen = append(seen, string(b[:n]))
		}
		return uint64(uintptr(unsafe.Pointer(&buf[0])))
	}
	var fn func(string, text, int32) text
	if err := SetFunc(m, 1, &fn); err != nil {
		t.Fatal(err)
	}
	arg := string(append([]byte(nil), "abc"...))
	if got := fn(arg, "", 5); got != "from C" || strings.Join(seen, "|") != "abc|" || m.last.Reg[2] != 5 {
		t.Errorf("%q, C saw %q", got, seen)
	}
	buf[0] = 'x'
	if got := fn("abc", "", 5); got != "xrom C" {
		t.Errorf("%q", got)
	}
	m.f = func(*Frame) uint64 { return 0 }
	if got := fn("abc", "", 5); got != "" {
		t.Errorf("a null pointer is %q", got)
	}
	called := false
	m.f = func(*Frame) uint64 { called = true; return 0 }
	defer func() {
		e, ok := recover().(*StringError)
		if !ok || e.Param != 1 || e.At != 2 || called || !strings.Contains(e.Error(), "func(string, abi.text, int32) abi.text: parameter 1: string has a NUL byte at 2") {
			t.Errorf("panicked with %v, called %v", e, called)
		}
	}()
	fn("abc", "de\x00f", 0)
}

// TestSlices: a slice goes as the address of its first element.
func TestSlices(t *testing.T) {
	type pair struct {
		a, b float32
	}
	m := &memoryCaller{recorder: recorder{conv: *SystemV()}}
	m.f = func(f *Frame) uint64 {
		runtime.GC()
		at[byte](f.Reg[0], 3)[2] = 'C'
		at[pair](f.Reg[1], 2)[1].b *= 2
		return f.Reg[2]
	}
	var fn func([]byte, []pair, []uintptr) uintptr
	if err := SetFunc(m, 1, &fn); err != nil {
		t.Fatal(err)
	}
	b, p := []byte("abc"), []pair{{1, 2}, {3, 4}}
	if got := fn(b, p, nil); got != 0 || string(b) != "abC" || p[1].b != 8 {
		t.Errorf("%#x, %q, %v", got, b, p)
	}
	if got := fn(b, p, make([]uintptr, 0, 1)); got == 0 {
		t.Error("an empty slice is a null pointer, as nil is")
	}
}

// TestSetFuncErrors: what cannot be passed is told with its type and its place.
func TestSetFuncErrors(t *testing.T) {
	r := &recorder{conv: *SystemV()}
	var nilFunc *func()
	kept := func(func()) {}
	for _, c := range []struct {
		fn    any
		param int
		want  string
	}{
		{nil, -1, "nil: is not a pointer to a function variable"},
		{func() {}, -1, "func(): is not a pointer to a function variable"},
		{new(int), -1, "*int: is not a pointer to a function variable"},
		{nilFunc, -1, "*func(): is a nil pointer"},
		{&kept, 0, "func(func()): parameter 0: func() cannot be passed: a Go function is no C function; pass the address of one as a uintptr"},
		{new(func(int32, struct{ s string })), 1, "parameter 1: ctype: struct { s string }: field s is string, which C does not have"},
		{new(func(struct{ a [3]struct{ m map[int]int } })), 0, "field a[].m is map[int]int, which C does not have"},
		{new(func([4]int)), 0, "parameter 0: ctype: [4]int cannot be passed: C passes the address of an array"},
		{new(func([]string)), 0, "parameter 0: []string cannot be passed: its elements hold Go pointers"},
		{new(func([]*int)), 0, "parameter 0: []*int cannot be passed: its elements hold Go pointers"},
		{new(func(int, any)), 1, "parameter 1: interface {} cannot be passed"},
		{new(func(chan int)), 0, "parameter 0: chan int cannot be passed"},
		{new(func(string, ...any)), 1, "parameter 1: a list of unknown length cannot be passed; name the parameters of the call at hand"},
		{new(func() []byte), -1, "[]uint8 cannot be returned: its length is not known"},
		{new(func() struct{ e error }), -1, "field e is error, which C does not have"},
		{new(func() (int, error)), -1, "has more than one result"},
		{new(func() error), -1, "error cannot be returned"},
	} {
		err := SetFunc(r, 1, c.fn)
		var e *SignatureError
		if !errors.As(err, &e) || e.Param != c.param || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T: %v, want %q", c.fn, err, c.want)
		}
	}
	if kept == nil {
		t.Error("the variable was changed")
	}
	var fn func()
	if err := SetFunc(r, 0, &fn); !errors.Is(err, ErrNil) || fn != nil {
		t.Errorf("address 0: %v", err)
	}
	if err := SetFunc(nil, 1, &fn); !errors.Is(err, ErrNil) || fn != nil {
		t.Errorf("no caller: %v", err)
	}
}
