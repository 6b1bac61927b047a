package abi

import (
	"math"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

// MakeFunc gives the function at addr as a Go function of type F, see [SetFunc].
func MakeFunc[F any](c Caller, addr uint64) (F, error) {
	var f F
	err := setFunc(c, addr, reflect.TypeFor[F](), unsafe.Pointer(&f))
	return f, err
}

// SetFunc sets the function variable that fn points to, so that it calls the function
// at addr. The variable's type says what is passed: booleans, integers, floats,
// uintptr, unsafe.Pointer and pointers, any number of them, and at most one result of these.
// Beyond those
//
//   - a string is passed as the address of a copy with a NUL byte behind it, which is
//     there until the call returns. A string that contains a NUL byte makes the call panic
//     with a *[StringError], and nothing is called.
//   - a slice is passed as the address of its first element, without a copy: nil as
//     a null pointer. Its elements are numbers, or arrays and structs of numbers.
//   - structs of what C has, complex numbers and the types of package ctype for numbers and vectors that Go
//     does not have are passed by value, if they lie in memory as C has them ([ctype.FromGo]). That is
//     for [SystemV], [Win64], [AAPCS64], [AAPCS32], [AAPCS32VFP] and [Cdecl386].
//   - a string result is a copy of the bytes up to the first NUL byte at the address that
//     the function returns, empty for a null pointer. Nothing is freed.
//
// What is passed as a pointer, string or slice is kept alive until the call returns. A function that
// keeps the address for longer must be given memory that is pinned, or its own.
//
// Functions of at most three parameters, all of them pointers, float64, and integers of 32 and
// 64 bits, cost what [Func3] costs. On amd64 and arm64 others cost twice that at most, and nothing is allocated but
// copies of strings, if Go passes all arguments in registers: they are no more than 9 integers and pointers (a string is two, a slice three) and 8 floating point
// numbers. What is left goes through reflection, at some ten times of that.
//
// It fails with a *[SignatureError], which names the parameter, for all other types, and as
// [Bind] does. On an error the variable stays as it is.
func SetFunc(c Caller, addr uint64, fn any) error {
	t, p, err := variable(fn)
	if err != nil {
		return err
	}
	return setFunc(c, addr, t, p)
}

// variable is the type of the function variable that fn points to, and the pointer.
func variable(fn any) (reflect.Type, unsafe.Pointer, error) {
	t := reflect.TypeOf(fn)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Func {
		return nil, nil, &SignatureError{Type: typeName(t), Param: -1, Msg: "is not a pointer to a function variable"}
	}
	p := reflect.ValueOf(fn).UnsafePointer()
	if p == nil {
		return nil, nil, &SignatureError{Type: typeName(t), Param: -1, Msg: "is a nil pointer"}
	}
	return t.Elem(), p, nil
}

// setFunc sets the variable of type t at p.
func setFunc(c Caller, addr uint64, t reflect.Type, p unsafe.Pointer) error {
	if c == nil {
		return ErrNil
	}
	return gateOf(c).setFunc("", addr, t, p)
}

// SetFunc is the function [SetFunc] for a function that calls pass the gate to, which has that name where the gate refuses it.
func (g *Gate) SetFunc(name string, addr uint64, fn any) error {
	t, p, err := variable(fn)
	if err != nil {
		return err
	}
	return g.setFunc(name, addr, t, p)
}

// goType is what is known of a Go function type.
type goType struct {
	sig   Signature
	in    []passing
	out   passing
	maker maker
	stub  *stubType
	how   atomic.Pointer[how]      // by the convention that was last asked for
	typed atomic.Pointer[typedHow] // the same, if something is passed by value
}

// goTypes has the goType of each function type that has been bound. Types are never freed.
var goTypes sync.Map

// goTypeOf looks at a function type, once.
func goTypeOf(t reflect.Type) (*goType, error) {
	if known, ok := goTypes.Load(t); ok {
		return known.(*goType), nil
	}
	sig, in, out, err := signatureOf(t)
	if err != nil {
		return nil, err
	}
	g := &goType{sig: sig, in: in, out: out}
	if byWords(in, out) {
		if g.maker = makerOf(t); g.maker == nil {
			g.stub = stubTypeOf(t, sig, in, out)
		}
	}
	known, _ := goTypes.LoadOrStore(t, g)
	return known.(*goType), nil
}

// prepare is [Convention.prepare] for the type.
func (t *goType) prepare(conv *Convention) (*how, error) {
	if h := t.how.Load(); h != nil && h.conv == conv {
		return h, nil
	}
	h, err := conv.prepare(t.sig)
	if err == nil {
		t.how.Store(h)
	}
	return h, err
}

// setFunc sets the variable of type t at p, in one allocation for a type that has a shape and has been bound before.
func (g *Gate) setFunc(name string, addr uint64, t reflect.Type, p unsafe.Pointer) error {
	known, err := goTypeOf(t)
	if err != nil {
		return err
	}
	if g.caller == nil || addr == 0 {
		return ErrNil
	}
	conv := g.caller.Convention()
	if conv == nil {
		return errNoConvention
	}
	if err := g.admits(addr); err != nil {
		return err
	}
	if !byWords(known.in, known.out) {
		h, err := known.prepareTyped(conv, t)
		if err != nil {
			return err
		}
		setValues(Typed{gate: g, how: h, addr: addr, name: name}, t, p, known)
		return nil
	}
	h, err := known.prepare(conv)
	if err != nil {
		return err
	}
	b := g.bound(g.straight(h), addr, name)
	if known.maker != nil {
		*(*unsafe.Pointer)(p) = known.maker(b)
		return nil
	}
	if known.stub != nil {
		*(*unsafe.Pointer)(p) = known.stub.make(b)
		return nil
	}
	r := &reflected{Bound: b, typ: t, goType: known}
	reflect.NewAt(t, p).Elem().Set(reflect.MakeFunc(t, r.call))
	return nil
}

// reflected is a function that is called by reflection.
type reflected struct {
	Bound
	*goType
	typ reflect.Type
}

// call is the body of the Go function.
func (r *reflected) call(args []reflect.Value) []reflect.Value {
	var room [12]uint64
	words := room[:0]
	var kept []*byte // copies, which nothing else refers to
	for i, a := range args {
		if r.in[i] != passString {
			words = append(words, wordOfValue(a))
			continue
		}
		s, err := terminated(a.String())
		if err != nil {
			err.Type, err.Param = r.typ.String(), i
			panic(err)
		}
		kept = append(kept, s)
		words = append(words, uint64(uintptr(unsafe.Pointer(s))))
	}
	w, err := r.Bound.Call(words)
	if err != nil {
		panic(err) // cannot be: reflection counts the arguments
	}
	runtime.KeepAlive(args)
	runtime.KeepAlive(kept)
	switch {
	case r.sig.Result == None:
		return nil
	case r.out == passString:
		return []reflect.Value{reflect.ValueOf(goString(w)).Convert(r.typ.Out(0))}
	}
	return []reflect.Value{valueOf(r.typ.Out(0), w)}
}

// terminated copies a string to the heap, where a goroutine's stack that grows leaves it where it
// is, with a NUL byte behind it.
//
//go:noinline
func terminated(s string) (*byte, *StringError) {
	b := make([]byte, len(s)+1)
	copy(b, s)
	for i := range len(s) {
		if s[i] == 0 {
			return nil, &StringError{At: i}
		}
	}
	return &b[0], nil
}

// goString copies the bytes at an address up to the first NUL byte.
func goString(addr uint64) string {
	p := *(*unsafe.Pointer)(unsafe.Pointer(&addr))
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}

// wordOfValue gives the word of a value that can be passed and is no string.
func wordOfValue(v reflect.Value) uint64 {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	case reflect.Float32:
		// Not through float64, which would quiet a signalling NaN.
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		return uint64(*(*uint32)(p.UnsafePointer()))
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Pointer, reflect.UnsafePointer, reflect.Slice:
		return uint64(v.Pointer())
	}
	if v.CanInt() {
		return uint64(v.Int())
	}
	return v.Uint()
}

// valueOf makes a value of a type that has a Kind of an extended word.
func valueOf(t reflect.Type, w uint64) reflect.Value {
	p := reflect.New(t)
	if k := t.Kind(); k == reflect.Pointer || k == reflect.UnsafePointer {
		// As a pointer, so that the garbage collector sees the write.
		*(*unsafe.Pointer)(p.UnsafePointer()) = *(*unsafe.Pointer)(unsafe.Pointer(&w))
		return p.Elem()
	}
	switch t.Size() {
	case 8:
		*(*uint64)(p.UnsafePointer()) = w
	case 4:
		*(*uint32)(p.UnsafePointer()) = uint32(w)
	case 2:
		*(*uint16)(p.UnsafePointer()) = uint16(w)
	case 1:
		*(*uint8)(p.UnsafePointer()) = uint8(w)
	}
	return p.Elem()
}
