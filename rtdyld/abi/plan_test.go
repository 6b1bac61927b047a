package abi_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/go-rtdyld/rtdyld/rtdyld/abi"
	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

func cModel(t testing.TB, goos, goarch string) *ctype.Model {
	t.Helper()
	m, err := ctype.ModelOf(goos, goarch)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// cStruct lays out a struct with fields of some types.
func cStruct(t testing.TB, m *ctype.Model, name string, types ...*ctype.Type) *ctype.Type {
	t.Helper()
	s := &ctype.Type{Kind: ctype.Struct, Name: name}
	for i, typ := range types {
		s.Fields = append(s.Fields, ctype.Field{Name: string(rune('a' + i)), Type: typ})
	}
	if err := m.Layout(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func cFunc(result *ctype.Type, params ...*ctype.Type) *ctype.Func {
	f := &ctype.Func{Name: "f", Result: result, Fixed: len(params)}
	for _, p := range params {
		f.Params = append(f.Params, ctype.Param{Type: p})
	}
	return f
}

// TestPlanErrors: what has no rule, or no value, is told with the parameter and the field.
func TestPlanErrors(t *testing.T) {
	m := cModel(t, "linux", "amd64")
	in := m.Basic("int")
	flexible := &ctype.Type{Kind: ctype.Struct, Name: "flexible", Flexible: true,
		Fields: []ctype.Field{{Name: "n", Type: in}, {Name: "data", Type: &ctype.Type{Kind: ctype.Array, Elem: in, Align: 4}}}}
	if err := m.Layout(flexible); err != nil {
		t.Fatal(err)
	}
	hidden := &ctype.Type{Kind: ctype.Struct, Name: "hidden", Opaque: true}
	self := &ctype.Type{Kind: ctype.Struct, Name: "self", Size: 8, Align: 8}
	self.Fields = []ctype.Field{{Name: "me", Type: self}}
	listed := cFunc(nil, in, m.Basic("float"))
	listed.Variadic, listed.Fixed = true, 1
	wide := cFunc(nil, m.VectorOf(m.Basic("float"), 8), in)
	wide.Variadic, wide.Fixed = true, 2
	huge := cStruct(t, m, "huge", m.ArrayOf(in, 1<<20))
	arm := cModel(t, "linux", "arm")
	packed := &ctype.Type{Kind: ctype.Struct, Name: "packed", Packed: true, Fields: []ctype.Field{{Name: "a", Type: arm.Basic("double")}}}
	if err := arm.Layout(packed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		conv  *abi.Convention
		fn    *ctype.Func
		param int
		field string
		want  string
	}{
		{abi.SystemV(), cFunc(nil, in, m.ArrayOf(in, 4)), 1, "", "int[4] cannot be passed by value: C passes the address of an array"},
		{abi.SystemV(), cFunc(nil, flexible), 0, "", "struct flexible ends in a flexible array, data, whose length nobody knows"},
		{abi.SystemV(), cFunc(nil, cStruct(t, m, "outer", in, flexible)), 0, "b", "field b: struct flexible ends in a flexible array"},
		{abi.SystemV(), cFunc(hidden), -1, "", "struct hidden is incomplete: its size is not known"},
		{abi.SystemV(), cFunc(nil, nil), 0, "", "void is no parameter"},
		{abi.SystemV(), cFunc(nil, &ctype.Type{Kind: ctype.Function, Func: listed}), 0, "", "a function cannot be passed by value"},
		{abi.SystemV(), cFunc(nil, self), 0, "", "is nested too deep"},
		{abi.SystemV(), cFunc(nil, m.VectorOf(in, 1)), 0, "", "vector of 1 int of 4 bytes: System V x86-64 has no rule for it that compilers agree on"},
		{abi.SystemV(), cFunc(nil, huge), 0, "", "more than 8192 words on the stack"},
		{abi.SystemV(), listed, 1, "", "float is passed for \"...\" as a double"},
		{abi.SystemV(), wide, 0, "", "no rule for it"},
		{abi.Win64(), cFunc(m.VectorOf(in, 8)), -1, "", "no rule for it"},
		{abi.Cdecl386(), cFunc(nil, m.VectorOf(in, 2)), 0, "", "cdecl i386 has no rule for it"},
		{abi.AAPCS32(), cFunc(nil, packed), 0, "", "struct packed of 8 bytes: AAPCS32 has no rule for it that compilers agree on"},
		{abi.AAPCS32VFP(), cFunc(nil, cStruct(t, arm, "outer", packed)), 0, "", "has no rule for it that compilers agree on"},
		{abi.RISCV64(), cFunc(nil, flexible), -1, "", "nothing but numbers and pointers can be passed by RISC-V LP64D"},
		{abi.SystemV(), cFunc(nil, &ctype.Type{Kind: ctype.Struct, Name: "wrong", Size: 4, Align: 4, Fields: []ctype.Field{{Name: "x", Type: in, Offset: 2}}}), 0, "x", "lies beyond the end of struct wrong"},
	} {
		_, err := c.conv.Plan(c.fn)
		var e *abi.SignatureError
		if !errors.As(err, &e) || e.Param != c.param || !strings.HasPrefix(e.Field, c.field) || !strings.Contains(err.Error(), c.want) || !errors.Is(err, abi.ErrSignature) {
			t.Errorf("%s: %v: %v, want %q", c.conv.Name, c.fn, err, c.want)
		}
	}
}

// places shows where a plan has something: "i0" and "v1" are registers, "+8" a byte of the stack, "*" stands before
// an address.
func places(a abi.Arg) string {
	var words []string
	for _, m := range a.Moves {
		at := fmt.Sprintf("%c%d", "ivxm"[min(m.In, 3)], m.Reg)
		if m.In == abi.InStack {
			at = fmt.Sprintf("+%d", m.Stack)
		}
		words = append(words, fmt.Sprintf("%s:%d", at, m.Size))
	}
	s := strings.Join(words, " ")
	if a.Indirect {
		s = "*" + s
	}
	return s
}

// TestPlanPlaces has examples of the conventions' documents, on any host.
func TestPlanPlaces(t *testing.T) {
	l64, l32, w64 := cModel(t, "linux", "amd64"), cModel(t, "linux", "arm"), cModel(t, "windows", "amd64")
	a64, i386 := cModel(t, "linux", "arm64"), cModel(t, "linux", "386")
	b := l64.Basic
	mixed := cStruct(t, l64, "mixed", b("double"), b("int"))
	big := cStruct(t, l64, "big", b("long"), b("long"), b("long"))
	dbl2, flt4 := cStruct(t, l32, "dbl2", b("double"), b("double")), cStruct(t, a64, "flt4", b("float"), b("float"), b("float"), b("float"))
	for _, c := range []struct {
		conv *abi.Convention
		fn   *ctype.Func
		want string
	}{
		// x86-64 psABI, figure 3.5: a struct of int, int, double in registers of both classes.
		{abi.SystemV(), cFunc(mixed, mixed, b("int"), big), "v0:8 i0:8 = v0:8 i0:8, i1:4, +0:24"},
		{abi.SystemV(), cFunc(big, b("long double"), l64.ComplexOf(b("float")), b("__int128")), "*i0:8 = +0:16, v0:8, i1:8 i2:8"},
		{abi.SystemV(), cFunc(l64.ComplexOf(b("long double")), l64.VectorOf(b("float"), 16)), "x0:10 x1:10 = v0:64"},
		{abi.Win64(), cFunc(big, big, cStruct(t, w64, "eight", b("int"), b("float")), b("double"), b("int"), b("int")), "*i0:8 = *i1:8, i2:8, v3:8, +0:4, +8:4"},
		{abi.AAPCS64(), cFunc(flt4, flt4, b("int"), a64.Basic("__int128"), big), "v0:4 v1:4 v2:4 v3:4 = v0:4 v1:4 v2:4 v3:4, i0:4, i2:8 i3:8, *i4:8"},
		{abi.AAPCS64(), cFunc(big), "* = "},
		// AAPCS32, 7.1.2.1: d0 leaves s1 ... to later singles, and what is split lies in r3 and on the stack.
		{abi.AAPCS32VFP(), cFunc(nil, b("float"), b("double"), b("float"), dbl2), "v0:4, v2:8, v1:4, v4:8 v6:8"},
		{abi.AAPCS32(), cFunc(nil, b("int"), b("int"), b("int"), cStruct(t, l32, "two", b("int"), b("int"))), "i0:4, i1:4, i2:4, i3:4 +0:4"},
		{abi.AAPCS32(), cFunc(dbl2, b("int"), b("long long")), "*i0:4 = i1:4, i2:4 i3:4"},
		{abi.Cdecl386(), cFunc(cStruct(t, i386, "one", b("int")), i386.Basic("long double"), b("int")), "*i0:4 = +4:12, +16:4"},
	} {
		p, err := c.conv.Plan(c.fn)
		if err != nil {
			t.Errorf("%v: %v", c.fn, err)
			continue
		}
		var words []string
		for _, a := range p.Params {
			words = append(words, places(a))
		}
		got := strings.Join(words, ", ")
		if c.fn.HasResult() {
			got = places(p.Result) + " = " + got
		}
		if got != c.want {
			t.Errorf("%s: %v: %s, want %s", c.conv.Name, c.fn, got, c.want)
		}
	}
}

// TestSetFuncAsErrors: Go types that are not those of C are told with the field.
func TestSetFuncAsErrors(t *testing.T) {
	m := cModel(t, "linux", "amd64")
	point := cStruct(t, m, "point", m.Basic("int"), m.Basic("double"))
	sig := cFunc(m.Basic("double"), point)
	c := plainCaller{}
	var right func(struct {
		A, _ int32 // Go for 32-bit processors leaves no room of itself
		B    float64
	}) float64
	if err := abi.SetFuncAs(c, 1, &right, sig); err != nil {
		t.Error(err)
	}
	for _, bad := range []struct {
		fn   any
		want string
	}{
		{new(func(struct{ A, B float64 }) float64), "parameter 0: ctype: struct point and struct { A float64; B float64 }: size of field a is 4 in C and 8 in Go"},
		{new(func(struct{ A, B int32 }) float64), "size is 16 in C and 8 in Go"},
		{new(func() float64), "has not as many parameters as double f(struct point)"},
		{new(func([16]byte)), "has another result than double f(struct point)"},
		{new(func([16]byte) int64), "type is double in C and int64 in Go"},
	} {
		err := abi.SetFuncAs(c, 1, bad.fn, sig)
		if err == nil || !strings.Contains(err.Error(), bad.want) || !errors.Is(err, abi.ErrSignature) {
			t.Errorf("%T: %v, want %q", bad.fn, err, bad.want)
		}
	}
	var le *ctype.LayoutError
	if err := abi.SetFuncAs(c, 1, new(func(struct{ A, B float64 }) float64), sig); !errors.As(err, &le) || le.Field != "a" {
		t.Errorf("%v", err)
	}
}

// plainCaller calls nothing.
type plainCaller struct{}

func (plainCaller) Convention() *abi.Convention { return abi.SystemV() }
func (plainCaller) Call(*abi.Frame)             {}

// TestTypedNoAlloc: calls with structs, copies and indirect results allocate nothing.
func TestTypedNoAlloc(t *testing.T) {
	if abi.RaceEnabled {
		t.Skip("the race detector allocates")
	}
	m := cModel(t, "linux", "amd64")
	big := cStruct(t, m, "big", m.ArrayOf(m.Basic("long"), 4))
	point := cStruct(t, m, "point", m.Basic("double"), m.Basic("double"))
	for _, conv := range []*abi.Convention{abi.SystemV(), abi.Win64(), abi.AAPCS64()} {
		f, err := abi.BindAs(&conventionCaller{conv}, cFunc(big, point, big, m.VectorOf(m.Basic("float"), 4)), 1)
		if err != nil {
			t.Fatal(err)
		}
		call := func() {
			var a [2]float64
			var b, r [4]int64
			var v ctype.Float32x4
			_ = f.Call(unsafe.Pointer(&r), unsafe.Pointer(&a), unsafe.Pointer(&b), unsafe.Pointer(&v))
		}
		call()
		if n := testing.AllocsPerRun(100, call); n != 0 {
			t.Errorf("%s: %v allocations", conv.Name, n)
		}
		if err := f.Call(nil); !errors.Is(err, abi.ErrArgs) {
			t.Errorf("no arguments: %v", err)
		}
	}
	// By reflection a struct costs what a number costs. So many numbers Go does not have in registers.
	count := func(fn any) float64 {
		if err := abi.SetFunc(plainCaller{}, 1, fn); err != nil {
			t.Fatal(err)
		}
		v := reflect.ValueOf(fn).Elem()
		var args []reflect.Value
		for i := range v.Type().NumIn() {
			args = append(args, reflect.Zero(v.Type().In(i)))
		}
		v.Call(args)
		return testing.AllocsPerRun(200, func() { v.Call(args) })
	}
	type pair struct{ A, B float64 }
	type (
		ofNumbers func(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t int8) int8
		ofStructs func(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t pair) pair
	)
	numbers, structs := count(new(ofNumbers)), count(new(ofStructs))
	if structs > numbers {
		t.Errorf("%v allocations with structs, %v with numbers", structs, numbers)
	}
}

// conventionCaller calls nothing by some convention.
type conventionCaller struct{ conv *abi.Convention }

func (c *conventionCaller) Convention() *abi.Convention { return c.conv }
func (c *conventionCaller) Call(*abi.Frame)             {}
