package abi

import (
	"math"
	"reflect"
	"runtime"
	"unsafe"
)

// MakeFunc gives the function at addr as a Go function of type F, by reflection:
// any number of parameters, pointers of any type, at a multiple of the cost of
// [Func0] and its siblings. Errors are those of [SignatureOf] and [Bind].
func MakeFunc[F any](c Caller, addr uint64) (F, error) {
	var f F
	t := reflect.TypeFor[F]()
	sig, err := SignatureOf(t)
	if err != nil {
		return f, err
	}
	b, err := Bind(c, sig, addr)
	if err != nil {
		return f, err
	}
	v := reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		f := b.open()
		for i, a := range args {
			f.set(b.plan[i], extend(b.plan[i].kind, wordOf(a)))
		}
		b.caller.Call(f)
		w := b.take(f)
		putFrame(f)
		runtime.KeepAlive(args)
		if b.result == None {
			return nil
		}
		return []reflect.Value{valueOf(t.Out(0), w)}
	})
	reflect.ValueOf(&f).Elem().Set(v)
	return f, nil
}

// wordOf gives the word of a value of a type that has a Kind.
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
	case reflect.Pointer, reflect.UnsafePointer:
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
