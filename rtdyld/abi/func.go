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
func prepare[R Result](c Caller, addr uint64, params ...Kind) (Bound, error) {
	return bind(c, Signature{Params: params, Result: kindOf[R]()}, addr)
}

// raw is the bits of an argument, with zeros above. What the convention wants there is done by what takes it, so that
// this costs nothing.
func raw[T Param](a T) uint64 {
	switch unsafe.Sizeof(a) {
	case 8:
		return *(*uint64)(unsafe.Pointer(&a))
	case 4:
		return uint64(*(*uint32)(unsafe.Pointer(&a)))
	case 2:
		return uint64(*(*uint16)(unsafe.Pointer(&a)))
	}
	return uint64(*(*uint8)(unsafe.Pointer(&a)))
}

// resultOf is the result in the low bits of w.
func resultOf[R Result](w uint64) (r R) {
	if bigEndian {
		w <<= 64 - 8*unsafe.Sizeof(r)
	}
	return *(*R)(unsafe.Pointer(&w))
}

// The functions below are not inlined, so that the compiler never knows which closure a function variable has: what arguments point to
// is then on the heap, and does not move when loaded code calls back into Go and the goroutine's stack grows. Nor are those that make
// the closures: of a closure in a function that is inlined the compiler inlines no calls.

// Func0 gives the function at addr as a Go function. Binding fails as [Bind] does.
// The function neither allocates nor reflects when it is called, and may be called
// concurrently, as long as the code at addr is there.
//
//go:noinline
func Func0[R Result](c Caller, addr uint64) (func() R, error) {
	b, err := prepare[R](c, addr)
	if err != nil {
		return nil, err
	}
	return func0[R](b), nil
}

//go:noinline
func func0[R Result](t Bound) func() R {
	return func() R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		return resultOf[R](call0(t.gate, t.how, t.addr))
	}
}

// Func1 is [Func0] for one argument.
//
//go:noinline
func Func1[A Param, R Result](c Caller, addr uint64) (func(A) R, error) {
	b, err := prepare[R](c, addr, kindOf[A]())
	if err != nil {
		return nil, err
	}
	return func1[A, R](b), nil
}

//go:noinline
func func1[A Param, R Result](t Bound) func(A) R {
	return func(a A) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := call1(t.gate, t.how, t.addr, raw(a))
		runtime.KeepAlive(a)
		return resultOf[R](w)
	}
}

// Func2 is [Func0] for two arguments.
//
//go:noinline
func Func2[A, B Param, R Result](c Caller, addr uint64) (func(A, B) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B]())
	if err != nil {
		return nil, err
	}
	return func2[A, B, R](b), nil
}

//go:noinline
func func2[A, B Param, R Result](t Bound) func(A, B) R {
	return func(a A, b B) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := call2(t.gate, t.how, t.addr, raw(a), raw(b))
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		return resultOf[R](w)
	}
}

// Func3 is [Func0] for three arguments.
//
//go:noinline
func Func3[A, B, C Param, R Result](c Caller, addr uint64) (func(A, B, C) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C]())
	if err != nil {
		return nil, err
	}
	return func3[A, B, C, R](b), nil
}

//go:noinline
func func3[A, B, C Param, R Result](t Bound) func(A, B, C) R {
	return func(a A, b B, c C) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := call3(t.gate, t.how, t.addr, raw(a), raw(b), raw(c))
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		return resultOf[R](w)
	}
}

// Func4 is [Func0] for four arguments.
//
//go:noinline
func Func4[A, B, C, D Param, R Result](c Caller, addr uint64) (func(A, B, C, D) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D]())
	if err != nil {
		return nil, err
	}
	return func4[A, B, C, D, R](b), nil
}

//go:noinline
func func4[A, B, C, D Param, R Result](t Bound) func(A, B, C, D) R {
	return func(a A, b B, c C, d D) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := callMany(t.gate, t.how, t.addr, &[maxTyped]uint64{
			raw(a), raw(b), raw(c), raw(d),
		})
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		return resultOf[R](w)
	}
}

// Func5 is [Func0] for five arguments.
//
//go:noinline
func Func5[A, B, C, D, E Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E]())
	if err != nil {
		return nil, err
	}
	return func5[A, B, C, D, E, R](b), nil
}

//go:noinline
func func5[A, B, C, D, E Param, R Result](t Bound) func(A, B, C, D, E) R {
	return func(a A, b B, c C, d D, e E) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := callMany(t.gate, t.how, t.addr, &[maxTyped]uint64{
			raw(a), raw(b), raw(c), raw(d), raw(e),
		})
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		return resultOf[R](w)
	}
}

// Func6 is [Func0] for six arguments.
//
//go:noinline
func Func6[A, B, C, D, E, F Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E, F) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E](), kindOf[F]())
	if err != nil {
		return nil, err
	}
	return func6[A, B, C, D, E, F, R](b), nil
}

//go:noinline
func func6[A, B, C, D, E, F Param, R Result](t Bound) func(A, B, C, D, E, F) R {
	return func(a A, b B, c C, d D, e E, f F) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := callMany(t.gate, t.how, t.addr, &[maxTyped]uint64{
			raw(a), raw(b), raw(c), raw(d), raw(e), raw(f),
		})
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		runtime.KeepAlive(f)
		return resultOf[R](w)
	}
}

// Func7 is [Func0] for seven arguments.
//
//go:noinline
func Func7[A, B, C, D, E, F, G Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E, F, G) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E](), kindOf[F](), kindOf[G]())
	if err != nil {
		return nil, err
	}
	return func7[A, B, C, D, E, F, G, R](b), nil
}

//go:noinline
func func7[A, B, C, D, E, F, G Param, R Result](t Bound) func(A, B, C, D, E, F, G) R {
	return func(a A, b B, c C, d D, e E, f F, g G) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := callMany(t.gate, t.how, t.addr, &[maxTyped]uint64{
			raw(a), raw(b), raw(c), raw(d), raw(e), raw(f), raw(g),
		})
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		runtime.KeepAlive(f)
		runtime.KeepAlive(g)
		return resultOf[R](w)
	}
}

// Func8 is [Func0] for eight arguments.
//
//go:noinline
func Func8[A, B, C, D, E, F, G, H Param, R Result](c Caller, addr uint64) (func(A, B, C, D, E, F, G, H) R, error) {
	b, err := prepare[R](c, addr, kindOf[A](), kindOf[B](), kindOf[C](), kindOf[D](), kindOf[E](), kindOf[F](), kindOf[G](), kindOf[H]())
	if err != nil {
		return nil, err
	}
	return func8[A, B, C, D, E, F, G, H, R](b), nil
}

//go:noinline
func func8[A, B, C, D, E, F, G, H Param, R Result](t Bound) func(A, B, C, D, E, F, G, H) R {
	return func(a A, b B, c C, d D, e E, f F, g G, h H) R {
		if t.gate.shut.Load() {
			t.gate.refuse(t.name)
		}
		w := callMany(t.gate, t.how, t.addr, &[maxTyped]uint64{
			raw(a), raw(b), raw(c), raw(d), raw(e), raw(f), raw(g), raw(h),
		})
		runtime.KeepAlive(a)
		runtime.KeepAlive(b)
		runtime.KeepAlive(c)
		runtime.KeepAlive(d)
		runtime.KeepAlive(e)
		runtime.KeepAlive(f)
		runtime.KeepAlive(g)
		runtime.KeepAlive(h)
		return resultOf[R](w)
	}
}
