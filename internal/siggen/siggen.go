// Package siggen makes random signatures of C functions, C code that checks what is passed by
// them, and what Go has to pass and to expect, for tests of calls in both directions.
//
// [Generate] makes the signatures, the same for the same seed, [Source] the C code:
//
//   - S0, S1, ... take arguments, hash all their fields into a number, [Last], and return a value
//     that is made from it. Go gives them values of [Values] and compares with [Expect].
//   - C0, C1, ... take the address of a function of the signature, call it with such values, and return
//     the hash of its result. A callback compares what it got and returns a value of [Fill].
//
// [Build] compiles it, and [Load] links the object into this process.
//
// Law: for tests alone.
package siggen

import (
	"math/rand/v2"
	"slices"

	"github.com/go-rtdyld/rtdyld/rtdyld/ctype"
)

// Features says which types a target has, and which its compilers pass alike.
type Features struct {
	Int128, Float16, Bfloat16, Float128, LongDouble, Bitfields bool
	// Vector is the size of the largest vector, 0 if there are none; Short is that of the smallest.
	Vector, Short uint64
	// VectorInStruct is the size of the largest vector in a struct, and VectorListed of one behind "...".
	VectorInStruct, VectorListed uint64
	// VectorResult is the size of the largest vector that is returned.
	VectorResult uint64
	// MaxParams bounds parameters.
	MaxParams int
	// HalfInStruct says that _Float16 may be in structs and complex numbers, BrainInStruct that __bf16 may be
	// in structs.
	HalfInStruct, BrainInStruct bool
	// VectorInUnion says that vectors may be in unions.
	VectorInUnion bool
	// Int128Late says that an __int128 may be behind the second parameter.
	Int128Late bool
	// Packed says that packed structs and unions may have bit-fields.
	Packed bool
}

// Target is a calling convention with the compilers that make code for it.
type Target struct {
	Name         string // amd64, win64, arm64, arm, armsoft, 386
	GOOS, GOARCH string // of its C
	Features     Features
	Compilers    []Compiler
}

// Compiler is a command that compiles C from standard input to an object.
type Compiler struct {
	Name string
	Args []string
	// Lacks are features that it lacks, or passes in a way of its own.
	Lacks func(*Features)
}

// generator makes types.
type generator struct {
	*rand.Rand
	m    *ctype.Model
	f    Features
	tags int
}

// Generate makes n signatures for a target.
func Generate(t Target, f Features, seed uint64, n int) ([]*ctype.Func, error) {
	m, err := ctype.ModelOf(t.GOOS, t.GOARCH)
	if err != nil {
		return nil, err
	}
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x5159)), m: m, f: f}
	funcs := make([]*ctype.Func, n)
	for i := range funcs {
		funcs[i] = g.function()
	}
	return funcs, nil
}

func (g *generator) function() *ctype.Func {
	fn := &ctype.Func{Variadic: g.IntN(6) == 0}
	n := g.IntN(6)
	if g.IntN(3) == 0 {
		n = g.IntN(g.f.MaxParams + 1)
	}
	fn.Fixed = n
	if fn.Variadic {
		n = max(n, 1)
		fn.Fixed = 1 + g.IntN(n)
	}
	for i := range n {
		t := g.value()
		for fn.Variadic && (i >= fn.Fixed && !g.listed(t) || i < fn.Fixed && largest(t, ctype.Vector) > 16) {
			t = g.value()
		}
		if i >= 2 && !g.f.Int128Late && t.Size == 16 && (t.Kind == ctype.Int || t.Kind == ctype.Uint) {
			t = g.basic("long long")
		}
		fn.Params = append(fn.Params, ctype.Param{Type: t})
	}
	if fn.Fixed > 0 && fn.Variadic { // va_start wants a last parameter that is not promoted
		fn.Params[fn.Fixed-1].Type = g.basic("int")
	}
	if g.IntN(8) != 0 {
		fn.Result = g.value()
		for largest(fn.Result, ctype.Vector) > g.f.VectorResult {
			fn.Result = g.value()
		}
	}
	return fn
}

// listed reports a type that may be behind "..." .
func (g *generator) listed(t *ctype.Type) bool {
	switch t.Kind {
	case ctype.Float, ctype.Bool, ctype.Int, ctype.Uint:
		return t.Size >= 4 && t.Format != ctype.Binary32
	}
	return largest(t, ctype.Vector) <= g.f.VectorListed
}

// largest is the size of the largest part of a kind in a type.
func largest(t *ctype.Type, k ctype.Kind) (n uint64) {
	if t.Kind == k {
		return t.Size
	}
	if t.Kind == ctype.Array {
		return largest(t.Elem, k)
	}
	for _, f := range t.Fields {
		n = max(n, largest(f.Type, k))
	}
	return n
}

// has reports a number of a format in a type.
func has(t *ctype.Type, f ctype.Format) bool {
	switch t.Kind {
	case ctype.Float:
		return t.Format == f
	case ctype.Array, ctype.Complex:
		return has(t.Elem, f)
	}
	for _, field := range t.Fields {
		if has(field.Type, f) {
			return true
		}
	}
	return false
}

func (g *generator) basic(name string) *ctype.Type { return g.m.Basic(name) }

// value is a type of a parameter.
func (g *generator) value() *ctype.Type {
	if g.IntN(5) < 2 {
		return g.aggregate(0, 128)
	}
	return g.number(g.f.Vector, true)
}

var integers = []string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long",
	"unsigned long", "long long", "unsigned long long"}

// number is no struct; vectors are at most vector bytes.
func (g *generator) number(vector uint64, alone bool) *ctype.Type {
	half := func(ok, inside bool, name string) *ctype.Type {
		if !ok || !alone && !inside {
			return g.basic("float")
		}
		return g.basic(name)
	}
	pick := func(ok bool, name string) *ctype.Type {
		if !ok {
			return g.basic("double")
		}
		return g.basic(name)
	}
	switch n := g.IntN(24); {
	case n < 8:
		return g.basic(integers[g.IntN(len(integers))])
	case n < 10:
		return g.m.PointerTo(nil)
	case n < 12:
		return g.basic("float")
	case n < 15:
		return g.basic("double")
	case n == 15:
		return pick(g.f.LongDouble, "long double")
	case n == 16:
		return half(g.f.Float16, g.f.HalfInStruct, "_Float16")
	case n == 17:
		return half(g.f.Bfloat16, g.f.BrainInStruct, "__bf16")
	case n == 18:
		return pick(g.f.Float128, "_Float128")
	case n == 19 && g.f.Int128:
		return g.basic([]string{"__int128", "unsigned __int128"}[g.IntN(2)])
	case n == 20:
		t := []*ctype.Type{g.basic("float"), g.basic("double"), pick(g.f.LongDouble, "long double"), half(g.f.Float16, g.f.HalfInStruct, "_Float16")}[g.IntN(4)]
		if t.Format == ctype.Binary16 && !g.f.HalfInStruct {
			t = g.basic("float")
		}
		return g.m.ComplexOf(t)
	case n == 21:
		return &ctype.Type{Kind: ctype.Enum, Name: "color", Size: 4, Align: 4, Elem: g.basic("unsigned int")}
	case n > 21 && vector > 0:
		size := g.f.Short << g.IntN(4)
		for size > vector {
			size /= 2
		}
		if size < g.f.Short {
			break
		}
		elem := g.basic([]string{"float", "double", "signed char", "short", "int", "long long"}[g.IntN(6)])
		if size == 8 && elem.Size == 8 { // of one element: compilers differ
			elem = g.basic("int")
		}
		return g.m.VectorOf(elem, size/elem.Size)
	}
	return g.basic("long long")
}

// aggregate is a struct or union of at most room bytes.
func (g *generator) aggregate(depth int, room uint64) *ctype.Type {
	for {
		t := &ctype.Type{Kind: ctype.Struct, Name: "t" + itoa(g.tags)}
		g.tags++
		if g.IntN(8) == 0 {
			t.Kind = ctype.Union
		}
		t.Packed = g.IntN(12) == 0
		limit := room
		if g.IntN(2) == 0 {
			limit = min(room, 16)
		}
		if g.IntN(4) == 0 {
			g.alike(t)
		} else {
			g.mixed(t, depth, limit)
		}
		if len(t.Fields) == 0 {
			continue
		}
		if has(t, ctype.Binary16) && has(t, ctype.Brain16) {
			continue // clang has both together for a homogeneous aggregate
		}
		if g.m.Double+g.m.Pointer == 12 && packsDoubleWords(t, false) {
			continue // 32-bit ARM, where compilers differ
		}
		if t.Kind == ctype.Union && !g.f.VectorInUnion && largest(t, ctype.Vector) > 0 {
			continue
		}
		if err := g.m.Layout(t); err != nil {
			panic(err) // the generator is wrong
		}
		if t.Size > 0 && t.Size <= room {
			return t
		}
	}
}

// packsDoubleWords tells whether something packed has a member that is aligned to 8 bytes elsewhere.
func packsDoubleWords(t *ctype.Type, packed bool) bool {
	switch t.Kind {
	case ctype.Array:
		return packsDoubleWords(t.Elem, packed)
	case ctype.Struct, ctype.Union:
		return slices.ContainsFunc(t.Fields, func(f ctype.Field) bool { return packsDoubleWords(f.Type, packed || t.Packed) })
	}
	return packed && t.Align > 4
}

// alike has some floating point numbers or vectors of one kind.
func (g *generator) alike(t *ctype.Type) {
	elem := g.basic([]string{"float", "double"}[g.IntN(2)])
	switch {
	case g.IntN(4) == 0 && g.f.VectorInStruct >= g.f.Short && g.f.VectorInStruct > 0:
		size := min(g.f.Short<<g.IntN(2), g.f.VectorInStruct)
		elem = g.m.VectorOf(g.basic("short"), size/2)
	case g.IntN(8) == 0 && g.f.LongDouble:
		elem = g.basic("long double")
	case g.IntN(8) == 0 && g.f.HalfInStruct && g.f.Float16:
		elem = g.basic("_Float16")
	}
	for i := range 1 + g.IntN(5) {
		f := elem
		switch g.IntN(8) {
		case 0:
			f = g.m.ArrayOf(elem, 1+g.Uint64N(3))
		case 1:
			f = &ctype.Type{Kind: ctype.Struct, Name: "t" + itoa(g.tags), Fields: []ctype.Field{{Name: "a", Type: elem}}}
			g.tags++
			if err := g.m.Layout(f); err != nil {
				panic(err)
			}
		}
		t.Fields = append(t.Fields, ctype.Field{Name: "f" + itoa(i), Type: f})
	}
}

// mixed has anything.
func (g *generator) mixed(t *ctype.Type, depth int, limit uint64) {
	size := uint64(0)
	for i := range 1 + g.IntN(6) {
		f := ctype.Field{Name: "f" + itoa(i)}
		switch n := g.IntN(16); {
		case n < 2 && g.f.Bitfields && (g.f.Packed || !t.Packed && t.Kind == ctype.Struct):
			f.Type = g.basic([]string{"unsigned int", "int", "unsigned short", "unsigned char", "unsigned long long", "long long"}[g.IntN(6)])
			f.BitSize = 1 + uint16(g.IntN(int(f.Type.Size)*8))
		case n < 4:
			elem := g.number(0, false)
			f.Type = g.m.ArrayOf(elem, 1+g.Uint64N(4))
		case n < 6 && depth < 3:
			f.Type = g.aggregate(depth+1, limit)
		default:
			f.Type = g.number(g.f.VectorInStruct, false)
		}
		size += f.Type.Size
		if size > limit && len(t.Fields) > 0 {
			break
		}
		t.Fields = append(t.Fields, f)
	}
}
