package abi

import (
	"reflect"
	"sync"
	"unsafe"
)

// Functions whose types a program knows only when it runs cost as little as those of
// [Func3] where they have one of the shapes below. Two function types are of one shape
// if their parameters and results are, one by one, of one size, and pointers, integers or
// floats alike: Go passes them in the same places, so that code for one type serves all of
// its shape, as the compiler's own does for type parameters that are pointers. Whether an
// integer is signed is in the plan of the call.

// class is what a shape knows of a type.
type class uint8

const (
	classNone class = iota // no such parameter, no result
	classPointer
	classInt64
	classInt32
	classFloat64
	numClasses

	noClass // what has no shape
)

// classOf gives the class of a type.
func classOf(t reflect.Type) class {
	switch t.Kind() {
	case reflect.Pointer, reflect.UnsafePointer:
		return classPointer
	case reflect.Float64:
		return classFloat64
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if t.Size() == 8 {
			return classInt64
		}
		return classInt32
	}
	return noClass
}

// maxShape is how many parameters a shape has.
const maxShape = 3

// shape is the classes of result and parameters as a number.
type shape uint16

const numShapes = int(numClasses) * int(numClasses) * int(numClasses) * int(numClasses)

// add puts a class behind the others, at most maxShape times.
func (s shape) add(c class) shape { return s*shape(numClasses) + shape(c) }

// maker makes the Go function, as the one word that it is, of a function that is bound.
type maker func(t Bound) unsafe.Pointer

// makerOf gives the maker for a type that signature accepts, nil if it has no shape.
func makerOf(t reflect.Type) maker {
	if t.NumIn() > maxShape {
		return nil
	}
	var s shape
	for i := range t.NumIn() {
		c := classOf(t.In(i))
		if c == noClass {
			return nil
		}
		s = s.add(c)
	}
	if t.NumOut() == 0 {
		return makers()[s.add(classNone)]
	}
	c := classOf(t.Out(0))
	if c == noClass {
		return nil
	}
	return makers()[s.add(c)]
}

// makers has the maker of each shape.
var makers = sync.OnceValue(func() *[numShapes]maker {
	m := new([numShapes]maker)
	of0(m)
	each1(m)
	return m
})

// The functions below go through all lists of the classes' types.

func of0(m *[numShapes]maker) {
	add0[Void](m)
	add0[unsafe.Pointer](m)
	add0[uint64](m)
	add0[uint32](m)
	add0[float64](m)
}

func each1(m *[numShapes]maker) {
	of1[unsafe.Pointer](m)
	of1[uint64](m)
	of1[uint32](m)
	of1[float64](m)
}

func of1[A Param](m *[numShapes]maker) {
	add1[A, Void](m)
	add1[A, unsafe.Pointer](m)
	add1[A, uint64](m)
	add1[A, uint32](m)
	add1[A, float64](m)

	of2[A, unsafe.Pointer](m)
	of2[A, uint64](m)
	of2[A, uint32](m)
	of2[A, float64](m)
}

func of2[A, B Param](m *[numShapes]maker) {
	add2[A, B, Void](m)
	add2[A, B, unsafe.Pointer](m)
	add2[A, B, uint64](m)
	add2[A, B, uint32](m)
	add2[A, B, float64](m)

	of3[A, B, unsafe.Pointer](m)
	of3[A, B, uint64](m)
	of3[A, B, uint32](m)
	of3[A, B, float64](m)
}

func of3[A, B, C Param](m *[numShapes]maker) {
	add3[A, B, C, Void](m)
	add3[A, B, C, unsafe.Pointer](m)
	add3[A, B, C, uint64](m)
	add3[A, B, C, uint32](m)
	add3[A, B, C, float64](m)
}

// with is add for a type parameter.
func with[T Result](s shape) shape {
	t := reflect.TypeFor[T]()
	if t == reflect.TypeFor[Void]() {
		return s.add(classNone)
	}
	return s.add(classOf(t))
}

func add0[R Result](m *[numShapes]maker) {
	m[with[R](0)] = func(t Bound) unsafe.Pointer {
		f := func0[R](t)
		return *(*unsafe.Pointer)(unsafe.Pointer(&f))
	}
}

func add1[A Param, R Result](m *[numShapes]maker) {
	m[with[R](with[A](0))] = func(t Bound) unsafe.Pointer {
		f := func1[A, R](t)
		return *(*unsafe.Pointer)(unsafe.Pointer(&f))
	}
}

func add2[A, B Param, R Result](m *[numShapes]maker) {
	m[with[R](with[B](with[A](0)))] = func(t Bound) unsafe.Pointer {
		f := func2[A, B, R](t)
		return *(*unsafe.Pointer)(unsafe.Pointer(&f))
	}
}

func add3[A, B, C Param, R Result](m *[numShapes]maker) {
	m[with[R](with[C](with[B](with[A](0))))] = func(t Bound) unsafe.Pointer {
		f := func3[A, B, C, R](t)
		return *(*unsafe.Pointer)(unsafe.Pointer(&f))
	}
}
