package ctype

import (
	"errors"
	"fmt"
	"math"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
)

func model(t testing.TB, goos, goarch string) *Model {
	t.Helper()
	m, err := ModelOf(goos, goarch)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestModels asks clang for the sizes and alignments, in structs, of all basic types of each target.
func TestModels(t *testing.T) {
	citest.Need(t, "clang-19")
	for _, c := range []struct{ goos, goarch, target string }{
		{"linux", "amd64", "x86_64-linux-gnu"}, {"linux", "386", "i386-linux-gnu"}, {"linux", "arm64", "aarch64-linux-gnu"},
		{"linux", "arm", "armv7-linux-gnueabihf"}, {"linux", "riscv64", "riscv64-linux-gnu"}, {"linux", "loong64", "loongarch64-linux-gnu"},
		{"linux", "ppc64le", "powerpc64le-linux-gnu"}, {"linux", "s390x", "s390x-linux-gnu"}, {"linux", "mips64le", "mips64el-linux-gnuabi64"},
		{"windows", "amd64", "x86_64-w64-windows-gnu"}, {"windows", "386", "i686-w64-windows-gnu"}, {"windows", "arm64", "aarch64-w64-windows-gnu"},
		{"darwin", "amd64", "x86_64-apple-macosx12"}, {"darwin", "arm64", "arm64-apple-macosx12"},
	} {
		m := model(t, c.goos, c.goarch)
		var b strings.Builder
		b.WriteString("enum { false, true };\n")
		fmt.Fprintf(&b, "_Static_assert(sizeof(void *) == %d, \"pointer\");\n", m.Pointer)
		fmt.Fprintf(&b, "_Static_assert(sizeof(__WCHAR_TYPE__) == %d && ((__WCHAR_TYPE__)-1 < 0) == %t, \"wchar_t\");\n", m.Wide, m.WideSigned)
		fmt.Fprintf(&b, "_Static_assert(((char)-1 < 0) == %t, \"char\");\n", m.CharSigned)
		fmt.Fprintf(&b, "_Static_assert((__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) == %t, \"order\");\n", m.BigEndian)
		fmt.Fprintf(&b, "_Static_assert(__LDBL_MANT_DIG__ == %d, \"long double\");\n", map[Format]int{Binary64: 53, Extended80: 64, Binary128: 113, DoubleDouble: 106}[m.LongDouble.Format])
		n := 0
		for _, name := range []string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
			"long long", "unsigned long long", "float", "double", "long double", "__int128", "unsigned __int128"} {
			typ := m.Basic(name)
			if typ == nil {
				if !strings.Contains(name, "128") || m.Pointer == 8 {
					t.Errorf("%s has no %s", m.Name, name)
				}
				continue
			}
			n++
			// An alignment as it is in a struct: _Alignof of a double is another on i386.
			fmt.Fprintf(&b, "struct s%d { char c; %s x; };\n_Static_assert(sizeof(%s) == %d && __builtin_offsetof(struct s%d, x) == %d, \"%s\");\n", n, name, name, typ.Size, n, typ.Align, name)
		}
		for _, size := range []uint64{8, 16, 32} {
			v := m.VectorOf(m.Basic("float"), size/4)
			fmt.Fprintf(&b, "typedef float v%d __attribute__((vector_size(%d)));\n_Static_assert(_Alignof(v%d) == %d, \"vector of %d\");\n", size, size, size, v.Align, size)
		}
		cmd := exec.Command("clang-19", "--target="+c.target, "-x", "c", "-std=gnu11", "-fsyntax-only", "-w", "-")
		if c.goarch == "arm" {
			cmd.Args = append(cmd.Args, "-mfpu=neon")
		}
		cmd.Stdin = strings.NewReader(b.String())
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", m.Name, err, out)
		}
	}
	if _, err := ModelOf("plan9", "vax"); !errors.Is(err, ErrTarget) {
		t.Errorf("plan9/vax: %v", err)
	}
}

// needWide skips what compares C of x86-64 with types of Go whose layout is that of the machine at hand.
func needWide(t *testing.T) {
	t.Helper()
	if strconv.IntSize != 64 {
		t.Skip("Go's types have the layout of a 32-bit machine")
	}
}

type inner struct {
	A int8
	B int32
}

type outer struct {
	X  float32
	In [2]inner
	P  *int
	Z  complex64
	V  Float32x4
}

// TestFromGo: a struct has C's layout on the model's target, or the field that has another is named.
func TestFromGo(t *testing.T) {
	needWide(t)
	amd64, arm := model(t, "linux", "amd64"), model(t, "linux", "arm")
	c, err := FromGo(reflect.TypeFor[outer](), amd64)
	if err == nil {
		t.Fatalf("%v: V is at a multiple of 8 in Go and of 16 in C", c)
	}
	var le *LayoutError
	if !errors.As(err, &le) || le.Field != "V" || le.What != "offset" || le.C != "48" || le.Go != "40" || !errors.Is(err, ErrLayout) {
		t.Errorf("%v", err)
	}
	type padded struct {
		X  float32
		In [2]inner
		P  *int
		Z  complex64
		_  [8]byte
		V  Float32x4
	}
	c, err = FromGo(reflect.TypeFor[padded](), amd64)
	if err != nil || c.Size != 64 || c.Align != 16 || len(c.Fields) != 5 || c.Fields[4].Offset != 48 || c.Fields[4].Type.Kind != Vector ||
		c.Fields[1].Type.Elem.Fields[1].Offset != 4 || c.Fields[3].Type.Elem.Format != Binary32 {
		t.Errorf("%v, %+v", err, c)
	}
	type word struct {
		A int32
		B int64
	}
	if _, err := FromGo(reflect.TypeFor[word](), arm); err != nil { // this host aligns as C does there
		t.Errorf("%v", err)
	}
	for _, bad := range []struct {
		v     any
		field string
	}{
		{struct{ S string }{}, "S"}, {struct{ In struct{ F func() } }{}, "In.F"}, {struct{ A [2]struct{ M map[int]int } }{}, "A[].M"},
		{struct{ E error }{}, "E"}, {struct{ A [0]int }{}, "A"},
	} {
		var te *TypeError
		if _, err := FromGo(reflect.TypeOf(bad.v), amd64); !errors.As(err, &te) || te.Field != bad.field || !errors.Is(err, ErrType) {
			t.Errorf("%T: %v", bad.v, err)
		}
	}
	for _, v := range []any{Float80{}, Int128{}, Complex80{}} {
		if _, err := FromGo(reflect.TypeOf(v), arm); !errors.Is(err, ErrType) {
			t.Errorf("%T on %s: %v", v, arm.Name, err)
		}
	}
}

// TestMatch: sizes, offsets and types are compared, and the error says which.
func TestMatch(t *testing.T) {
	needWide(t)
	m := model(t, "linux", "amd64")
	b := m.Basic
	point := &Type{Kind: Struct, Name: "point", Fields: []Field{{Name: "x", Type: b("int")}, {Name: "y", Type: b("double")}}}
	bits := &Type{Kind: Struct, Name: "bits", Fields: []Field{{Name: "a", Type: b("int"), BitSize: 3}, {Name: "b", Type: b("int"), BitSize: 9}, {Name: "c", Type: b("int")}}}
	either := &Type{Kind: Union, Name: "either", Fields: []Field{{Name: "i", Type: b("int")}, {Name: "p", Type: m.PointerTo(nil)}}}
	for _, typ := range []*Type{point, bits, either} {
		if err := m.Layout(typ); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		c           *Type
		v           any
		what, field string
	}{
		{b("int"), int32(0), "", ""}, {b("int"), uint32(0), "type", ""}, {b("int"), int64(0), "size", ""}, {b("char"), uint8(0), "", ""},
		{b("_Bool"), false, "", ""}, {b("float"), int32(0), "type", ""}, {b("double"), float64(0), "", ""}, {b("long double"), Float80{}, "", ""},
		{b("long double"), Float128{}, "type", ""}, {b("__int128"), Int128{}, "", ""}, {b("__int128"), Uint128{}, "type", ""}, {b("_Float16"), Float16(0), "", ""},
		{b("_Float16"), uint16(0), "type", ""}, {b("unsigned short"), Float16(0), "type", ""}, {m.PointerTo(nil), uintptr(0), "", ""}, {m.PointerTo(nil), new(int), "", ""},
		{m.PointerTo(nil), uint64(0), "type", ""}, {m.ComplexOf(b("float")), complex64(0), "", ""}, {m.ComplexOf(b("float")), float64(0), "type", ""},
		{m.VectorOf(b("float"), 4), Float32x4{}, "", ""}, {m.VectorOf(b("float"), 4), [4]float32{}, "", ""}, {m.VectorOf(b("float"), 4), Int32x4{}, "type", "[]"},
		{m.ArrayOf(b("int"), 3), [3]int32{}, "", ""}, {m.ArrayOf(b("int"), 3), [12]byte{}, "", ""}, {m.ArrayOf(b("int"), 4), [2]int64{}, "type", ""},
		{point, struct {
			_    [0]uint64
			Data [16]byte
		}{}, "", ""}, {point, struct{ A, B [8]byte }{}, "size", "x"},
		{point, struct {
			X int32
			Y float64
		}{}, "", ""},
		{point, struct {
			Y float64
			X int32
		}{}, "size", "x"},
		{point, struct {
			X int32
			_ int32
			Y float64
		}{}, "", ""},
		{point, struct{ X, Y int64 }{}, "size", "x"},
		{point, struct {
			X, Z int32
			Y    uint64
		}{}, "type", "y"},
		{point, [16]byte{}, "", ""}, {point, [4]int32{}, "type", ""},
		{bits, struct {
			Bits uint16
			C    int32
		}{}, "", ""},
		{bits, struct {
			Bits [4]byte
			C    int32
		}{}, "", ""},
		{bits, struct{ C, Bits int32 }{}, "", ""}, // names do not matter
		{bits, struct{ Bits int64 }{}, "offset", "Bits"},
		{either, new(int), "", ""}, {either, int64(0), "", ""}, {either, int32(0), "size", ""}, {either, [8]byte{}, "", ""},
		{either, struct{ S *string }{}, "type", ""},
	} {
		err := Match(c.c, reflect.TypeOf(c.v))
		var le *LayoutError
		if c.what == "" && err != nil || c.what != "" && (!errors.As(err, &le) || le.What != c.what || le.Field != c.field) {
			t.Errorf("%v and %T: %v, want %q %q", c.c, c.v, err, c.what, c.field)
		}
	}
	for _, typ := range []*Type{nil, {Kind: Void}, {Kind: Function, Func: &Func{}}, {Kind: Struct, Name: "hidden", Opaque: true}} {
		if err := Match(typ, reflect.TypeFor[int]()); !errors.Is(err, ErrType) {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

// TestMatchPassed: what is passed in the same place is the same, in structs, too; sizes and floating point numbers are not.
func TestMatchPassed(t *testing.T) {
	needWide(t)
	m := model(t, "linux", "amd64")
	b := m.Basic
	pair := &Type{Kind: Struct, Name: "pair", Fields: []Field{{Name: "n", Type: b("unsigned int")}, {Name: "p", Type: m.PointerTo(nil)}}}
	if err := m.Layout(pair); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		c    *Type
		v    any
		same bool
	}{
		{b("int"), uint32(0), true}, {b("int"), int64(0), false}, {b("int"), float32(0), false}, {b("long"), uintptr(0), true}, {b("long"), new(int), true},
		{m.PointerTo(nil), int64(0), true}, {m.PointerTo(nil), float64(0), false}, {b("char"), false, true}, {b("int"), false, false},
		{b("_Bool"), int8(0), true}, {b("float"), float32(0), true}, {b("float"), uint32(0), false}, {b("__int128"), Uint128{}, true}, {b("__int128"), Float128{}, false},
		{b("unsigned short"), Float16(0), false}, {m.VectorOf(b("long long"), 2), Int32x4{}, true}, {m.VectorOf(b("float"), 4), [4]int32{}, false},
		{pair, struct {
			N int32
			P uint64
		}{}, true},
		{pair, struct {
			N float32
			P uint64
		}{}, false},
		{pair, int32(0), false},
	} {
		if err := MatchPassed(c.c, reflect.TypeOf(c.v)); (err == nil) != c.same {
			t.Errorf("%v and %T: %v", c.c, c.v, err)
		}
	}
	for _, typ := range []*Type{nil, {Kind: Void}, {Kind: Struct, Opaque: true}} {
		if err := MatchPassed(typ, reflect.TypeFor[int]()); !errors.Is(err, ErrType) {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

// TestLayoutErrors: nothing that a struct cannot be is laid out, and nothing overflows.
func TestLayoutErrors(t *testing.T) {
	m := model(t, "linux", "amd64")
	huge := m.ArrayOf(m.Basic("char"), 1<<62)
	for _, typ := range []*Type{
		m.Basic("int"),
		{Kind: Struct, Fields: []Field{{Name: "f", Type: nil}}},
		{Kind: Struct, Fields: []Field{{Name: "f", Type: &Type{Kind: Struct, Opaque: true}}}},
		{Kind: Struct, Fields: []Field{{Name: "f", Type: &Type{Kind: Function}}}},
		{Kind: Struct, Fields: []Field{{Name: "f", Type: m.Basic("int"), Align: 3}}},
		{Kind: Struct, Fields: []Field{{Name: "f", Type: m.Basic("int"), BitSize: 33}}},
		{Kind: Struct, Fields: []Field{{Name: "f", Type: m.Basic("float"), BitSize: 3}}},
		{Kind: Struct, Fields: []Field{{Name: "f", Type: huge}, {Name: "g", Type: huge}}},
	} {
		if err := m.Layout(typ); !errors.Is(err, ErrType) {
			t.Errorf("%v: %v", typ, err)
		}
	}
}

// TestStrings: types and functions read as C.
func TestStrings(t *testing.T) {
	m := model(t, "linux", "amd64")
	in := m.Basic("int")
	cmp := &Func{Params: []Param{{Type: m.PointerTo(nil)}, {Type: m.PointerTo(in)}}, Result: in}
	for want, got := range map[string]fmt.Stringer{
		"int": in, "int *": m.PointerTo(in), "void *": m.PointerTo(nil), "int[4]": m.ArrayOf(in, 4), "struct point": &Type{Kind: Struct, Name: "point"},
		"union": &Type{Kind: Union}, "float _Complex": m.ComplexOf(m.Basic("float")), "vector of 4 int": m.VectorOf(in, 4),
		"int (*)(void *, int *)":   m.PointerTo(&Type{Kind: Function, Func: cmp}),
		"int printf(void *, ...)":  &Func{Name: "printf", Params: cmp.Params[:1], Fixed: 1, Variadic: true, Result: in},
		"int f(void *, ... int *)": &Func{Name: "f", Params: cmp.Params, Fixed: 1, Variadic: true, Result: in},
		"void g(void)":             &Func{Name: "g"},
		"void":                     (*Type)(nil),
		"invalid kind 200":         Kind(200),
		"floating point number":    Float,
		"integer of 3 bytes":       &Type{Kind: Int, Size: 3},
	} {
		if got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestNumbers: numbers that Go does not have go to those that it has and back; what does not fit is rounded to even.
func TestNumbers(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, -1e300, 5e-324, 2.2250738585072014e-308, math.MaxFloat64, math.Pi, math.Inf(1), math.Inf(-1), 1 << 53}
	for _, v := range values {
		if got := Float80Of(v).Float64(); got != v || math.Signbit(got) != math.Signbit(v) {
			t.Errorf("Float80 of %g: %g", v, got)
		}
		if got := Float128Of(v).Float64(); got != v || math.Signbit(got) != math.Signbit(v) {
			t.Errorf("Float128 of %g: %g", v, got)
		}
	}
	if v := Float80Of(math.NaN()).Float64(); v == v {
		t.Error("Float80 of a NaN is", v)
	}
	if v := Float128Of(math.NaN()).Float64(); v == v {
		t.Error("Float128 of a NaN is", v)
	}
	// 1 + 2^-53 is half way between doubles, and a little more is above.
	if v := (Float80{Significand: 1<<63 | 1<<10, SignExponent: 0x3fff}).Float64(); v != 1 {
		t.Errorf("a tie is %v", v)
	}
	if v := (Float80{Significand: 1<<63 | 1<<10 | 1, SignExponent: 0x3fff}).Float64(); v != 1+0x1p-52 {
		t.Errorf("above a tie: %v", v)
	}
	if v := (Float80{Significand: math.MaxUint64, SignExponent: 0x3fff + 1023}).Float64(); !math.IsInf(v, 1) {
		t.Errorf("above the largest double: %v", v)
	}
	if v := (Float128{Lo: 1, Hi: 0x3fff << 48}).Float64(); v != 1 {
		t.Errorf("a little more than 1: %v", v)
	}
	for i := range 1 << 16 {
		h := Float16(i)
		f := h.Float32()
		if got := Float16Of(f); got != h && f == f {
			t.Errorf("Float16 %#x: %g, %#x", i, f, got)
		}
		b := BFloat16(i)
		if f := b.Float32(); BFloat16Of(f) != b && f == f {
			t.Errorf("BFloat16 %#x: %g", i, f)
		}
	}
	for v, want := range map[float32]Float16{65519: 0x7bff, 65520: 0x7c00, 1.00048828125: 0x3c00, 1.0014648: 0x3c02, 5.9604645e-08: 1, 2.9802322e-08: 0} {
		if got := Float16Of(v); got != want {
			t.Errorf("Float16 of %g: %#x, want %#x", v, got, want)
		}
	}
	if got := Int128Of(-3).Big().String() + (Uint128{1, 1}).Big().String(); got != "-318446744073709551617" {
		t.Error(got)
	}
}
