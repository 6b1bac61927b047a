package abi

import (
	"reflect"
	"runtime"
	"unsafe"
)

// Void is the result type of functions that return nothing.
type Void struct{}

// Param are the types of arguments. There is no type parameter for "a pointer to
// anything": pass unsafe.Pointer.
type Param interface {
	~bool | ~int8 | ~int16 | ~int32 | ~int64 | ~int |
		~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr |
		~float32 | ~float64 | ~unsafe.Pointer
}

// Result are the types of results: those of arguments, and Void.
type Result interface {
	Void |
		~bool | ~int8 | ~int16 | ~int32 | ~int64 | ~int |
		~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uint | ~uintptr |
		~float32 | ~float64 | ~unsafe.Pointer
}

// kindOf gives the Kind of a type of the constraints.
func kindOf[T Result]() Kind {
	k, _ := kindOfType(reflect.TypeFor[T]())
	return k
}

// prepare binds a function of at most eight parameters.
func prepare[R Result](c Caller, addr uint64, params ...Kind) (*typed, error) {
	return newTyped(c, addr, Signature{Params: params, Result: kindOf[R]()})
}

func newTyped(c Caller, addr uint64, sig Signature) (*typed, error) {
	t := new(typed)
	if err := t.init(c, sig, addr); err != nil {
		return nil, err
	}
	copy(t.args[:], t.plan)
	return t, nil
}

// typed is a Bound with its plan where no index can be out of range.
type typed struct {
	Bound
	args [8]place
}

// put sets argument i of a frame. What a stands for stays alive by the caller's
// own means.
//
//go:norace
func put[T Param](t *typed, f *Frame, i int, a T) {
	p := t.args[i&7]
	var w uint64
	switch unsafe.Sizeof(a) {
	case 8:
		w = *(*uint64)(unsafe.Pointer(&a))
	case 4:
		v := *(*uint32)(unsafe.Pointer(&a))
		w = uint64(v)
		switch {
		case p.kind == Int32:
			w = uint64(int64(int32(v)))
		case p.kind > Long:
			w = extend(p.kind, w)
		}
	case 2:
		v := *(*uint16)(unsafe.Pointer(&a))
		w = uint64(v)
		if p.kind == Int16 {
			w = uint64(int64(int16(v)))
		}
	default:
		v := *(*uint8)(unsafe.Pointer(&a))
		w = uint64(v)
		if p.kind == Int8 {
			w = uint64(int64(int8(v)))
		}
	}
	f.set(p, w)
}

// finish calls, takes the result and ends the use of f.
//
//go:norace
func finish[R Result](t *typed, f *Frame) (r R) {
	t.caller.Call(f)
	w := f.Ret[0]
	if f.FloatResult {
		w = f.FloatRet[t.ret&1]
	}
	switch unsafe.Sizeof(r) {
	case 8:
		*(*uint64)(unsafe.Pointer(&r)) = w
	case 4:
		*(*uint32)(unsafe.Pointer(&r)) = uint32(w)
	case 2:
		*(*uint16)(unsafe.Pointer(&r)) = uint16(w)
	case 1:
		if t.result == Bool && w&0xff != 0 {
			w = 1
		}
		*(*uint8)(unsafe.Pointer(&r)) = uint8(w)
	}
	t.close(f)
	return r
}

// Func0 gives the function at addr as a Go function. Binding fails as [Bind] does.
// The function neither allocates nor reflects when it is called, and may be called
// concurrently, as long as the code at addr is there.
func Func0[R Result](c Caller, addr uint64) (func() R, error) {
	t, err := prepare[R](c, addr)
	if err != nil {
		return nil, err
	}
	return func0[R](t), nil
}

func func0[R Result](t *typed) func() R {
	return func() R {
		fr := t.open()
		return finish[R](t, fr)
	}
}

// Func1 is [Func0] for one argument.
func Func1[A Param, R Result](c Caller, addr uint64) (func(A) R, error) {
	t, err := prepare[R](c, addr, kindOf[A]())
	if err != nil {
		return nil, err
	}
	return func1[A, R](t), nil
}

func func1[A Param, R Result](t *typed) func(A) R {
	return func(a A) R {
		fr := t.open()
		put(t, fr, 0, a)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		return r
	}
}

// Func2 is [Func0] for two arguments.
func Func2[A, B Param, R Result](c Caller, addr uint64) (func(A, B) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B]())
	if err != nil {
		return nil, err
	}
	return func2[A, B, R](t), nil
}

func func2[A, B Param, R Result](t *typed) func(A, B) R {
	return func(a A, b B) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		return r
	}
}

// Func3 is [Func0] for three arguments.
func Func3[A, B, C Param, R Result](c Caller, addr uint64) (func(A, B, C) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C]())
	if err != nil {
		return nil, err
	}
	return func3[A, B, C, R](t), nil
}

func func3[A, B, C Param, R Result](t *typed) func(A, B, C) R {
	return func(a A, b B, c C) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		put(t, fr, 2, c)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		return r
	}
}

// Func4 is [Func0] for four arguments.
func Func4[A, B, C, D Param, R Result](c Caller, addr uint64) (func(A, B, C, D) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D]())
	if err != nil {
		return nil, err
	}
	return func4[A, B, C, D, R](t), nil
}

func func4[A, B, C, D Param, R Result](t *typed) func(A, B, C, D) R {
	return func(a A, b B, c C, d D) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		put(t, fr, 2, c)
		put(t, fr, 3, d)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		return r
	}
}

// Func5 is [Func0] for five arguments.
func Func5[A, B, C, D, E Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E]())
	if err != nil {
		return nil, err
	}
	return func5[A, B, C, D, E, R](t), nil
}

func func5[A, B, C, D, E Param, R Result](t *typed) func(A, B, C, D, E) R {
	return func(a A, b B, c C, d D, e E) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		put(t, fr, 2, c)
		put(t, fr, 3, d)
		put(t, fr, 4, e)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		return r
	}
}

// Func6 is [Func0] for six arguments.
func Func6[A, B, C, D, E, F Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E, F) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E](), kindOf[F]())
	if err != nil {
		return nil, err
	}
	return func6[A, B, C, D, E, F, R](t), nil
}

func func6[A, B, C, D, E, F Param, R Result](t *typed) func(A, B, C, D, E, F) R {
	return func(a A, b B, c C, d D, e E, f F) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		put(t, fr, 2, c)
		put(t, fr, 3, d)
		put(t, fr, 4, e)
		put(t, fr, 5, f)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		runtime.KeepAlive(f)
		return r
	}
}

// Func7 is [Func0] for seven arguments.
func Func7[A, B, C, D, E, F, G Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E, F, G) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E](), kindOf[F](), kindOf[G]())
	if err != nil {
		return nil, err
	}
	return func7[A, B, C, D, E, F, G, R](t), nil
}

func func7[A, B, C, D, E, F, G Param, R Result](t *typed) func(A, B, C, D, E, F, G) R {
	return func(a A, b B, c C, d D, e E, f F, g G) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		put(t, fr, 2, c)
		put(t, fr, 3, d)
		put(t, fr, 4, e)
		put(t, fr, 5, f)
		put(t, fr, 6, g)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		runtime.KeepAlive(f)
		runtime.KeepAlive(g)
		return r
	}
}

// Func8 is [Func0] for eight arguments.
func Func8[A, B, C, D, E, F, G, H Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E, F, G, H) R, error) {
	t, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E](), kindOf[F](), kindOf[G](), kindOf[H]())
	if err != nil {
		return nil, err
	}
	return func8[A, B, C, D, E, F, G, H, R](t), nil
}

func func8[A, B, C, D, E, F, G, H Param, R Result](t *typed) func(A, B, C, D, E, F, G, H) R {
	return func(a A, b B, c C, d D, e E, f F, g G, h H) R {
		fr := t.open()
		put(t, fr, 0, a)
		put(t, fr, 1, b)
		put(t, fr, 2, c)
		put(t, fr, 3, d)
		put(t, fr, 4, e)
		put(t, fr, 5, f)
		put(t, fr, 6, g)
		put(t, fr, 7, h)
		r := finish[R](t, fr)
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		runtime.KeepAlive(f)
		runtime.KeepAlive(g)
		runtime.KeepAlive(h)
		return r
	}
}
