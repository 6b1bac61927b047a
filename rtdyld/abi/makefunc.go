package abi

import (
	"math"
	"reflect"
	"runtime"
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
//   - a string result is a copy of the bytes up to the first NUL byte at the address that
//     the function returns, empty for a null pointer. Nothing is freed.
//
// What is passed as a pointer, string or slice is kept alive until the call returns. A function that
// keeps the address for longer must be given memory that is pinned, or its own.
//
// Functions of at most three parameters, all of them pointers, float64, and integers of 32 and
// 64 bits, cost what [Func3] costs. Others go through reflection, at some six times of that.
//
// It fails with a *[SignatureError], which names the parameter, for all other types, and as
// [Bind] does. On an error the variable stays as it is.
func SetFunc(c Caller, addr uint64, fn any) error {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Pointer || v.Type().Elem().Kind() != reflect.Func {
		return &SignatureError{Type: typeName(reflect.TypeOf(fn)), Param: -1, Msg: "is not a pointer to a function variable"}
	}
	if v.IsNil() {
		return &SignatureError{Type: typeName(v.Type()), Param: -1, Msg: "is a nil pointer"}
	}
	return setFunc(c, addr, v.Type().Elem(), v.UnsafePointer())
}

// setFunc sets the variable of type t at p.
func setFunc(c Caller, addr uint64, t reflect.Type, p unsafe.Pointer) error {
	sig, in, out, err := signatureOf(t)
	if err != nil {
		return err
	}
	if m := makerOf(t); m != nil {
		f, err := newTyped(c, addr, sig)
		if err != nil {
			return err
		}
		*(*unsafe.Pointer)(p) = m(f)
		return nil
	}
	r := &reflected{typ: t, in: in, out: out}
	if err := r.init(c, sig, addr); err != nil {
		return err
	}
	reflect.NewAt(t, p).Elem().Set(reflect.MakeFunc(t, r.call))
	return nil
}

// reflected is a function that is called by reflection.
type reflected struct {
	Bound
	typ reflect.Type
	in  []passing
	out passing
}

// call is the body of the Go function.
func (r *reflected) call(args []reflect.Value) []reflect.Value {
	var room [12]uint64
	words := room[:0]
	var kept []*byte // copies, which nothing else refers to
	for i, a := range args {
		if r.in[i] != passString {
			words = append(words, wordOf(a))
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
	f := r.open()
	for i, p := range r.plan {
		f.set(p, extend(p.kind, words[i]))
	}
	r.caller.Call(f)
	w := r.take(f)
	r.close(f)
	runtime.KeepAlive(args)
	runtime.KeepAlive(kept)
	switch {
	case r.result == None:
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

// wordOf gives the word of a value that can be passed and is no string.
func wordOf(v reflect.Value) uint64 {
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
