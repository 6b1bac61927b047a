package ctype

import "sync"

import "slices"

// Model is what a target's C compiler makes of the basic types. It must not be changed.
type Model struct {
	Name string // as GOOS/GOARCH
	// Pointer and Long are the sizes of a pointer and of long, Wide that of wchar_t, in bytes.
	Pointer, Long, Wide uint64
	// Double is the alignment of long long and double in a struct, and Vector the
	// largest alignment of a vector.
	Double, Vector uint64
	// LongDouble is the type long double.
	LongDouble Type
	// CharSigned and WideSigned say that char and wchar_t are signed.
	CharSigned, WideSigned bool
	// Int128 says that there is __int128.
	Int128 bool
	// MSBitFields says that bit-fields lie as Microsoft's compiler has them: only those of one size
	// share memory.
	MSBitFields bool
	// BigEndian says that the first byte of an integer is its highest.
	BigEndian bool
}

func longDouble(f Format, size, align uint64) Type {
	return Type{Kind: Float, Format: f, Name: "long double", Size: size, Align: align}
}

var (
	x87of16 = longDouble(Extended80, 16, 16)
	x87of12 = longDouble(Extended80, 12, 4)
	binary  = longDouble(Binary128, 16, 16)
	double  = longDouble(Binary64, 8, 8)
)

// models has a row a processor, as its psABI has it, which is Linux' and others'. What other
// systems change is in ModelOf.
var models = []Model{
	{Name: "amd64", Pointer: 8, Vector: 64, LongDouble: x87of16, CharSigned: true, WideSigned: true},
	{Name: "386", Pointer: 4, Double: 4, Vector: 64, LongDouble: x87of12, CharSigned: true, WideSigned: true},
	{Name: "arm64", Pointer: 8, Vector: 16, LongDouble: binary},
	{Name: "arm", Pointer: 4, Vector: 8, LongDouble: double},
	{Name: "riscv64", Pointer: 8, Vector: 64, LongDouble: binary, WideSigned: true},
	{Name: "loong64", Pointer: 8, Vector: 64, LongDouble: binary, CharSigned: true, WideSigned: true},
	{Name: "ppc64le", Pointer: 8, Vector: 64, LongDouble: longDouble(DoubleDouble, 16, 16), WideSigned: true},
	{Name: "s390x", Pointer: 8, Vector: 64, LongDouble: longDouble(Binary128, 16, 8), WideSigned: true, BigEndian: true},
	{Name: "mips64le", Pointer: 8, Vector: 64, LongDouble: binary, CharSigned: true, WideSigned: true},
}

// ModelOf gives the model of a target by its names in Go. Of Windows it is that of GCC and clang
// for MinGW. It fails with a *TargetError.
func ModelOf(goos, goarch string) (*Model, error) {
	i := slices.IndexFunc(models, func(m Model) bool { return m.Name == goarch })
	if i < 0 {
		return nil, &TargetError{OS: goos, Arch: goarch}
	}
	m := models[i]
	m.Name, m.Long, m.Wide, m.Int128 = goos+"/"+goarch, m.Pointer, 4, m.Pointer == 8
	if m.Double == 0 {
		m.Double = 8
	}
	switch {
	case goos == "windows":
		m.Long, m.Wide, m.Double, m.CharSigned, m.WideSigned, m.MSBitFields = 4, 2, 8, true, false, true
		if goarch == "arm64" {
			m.LongDouble = double
		}
	case goos == "darwin" || goos == "ios":
		m.CharSigned, m.WideSigned, m.Vector = true, true, 16
		if goarch == "arm64" {
			m.LongDouble = double
		}
	}
	return &m, nil
}

// basic has C's names of basic types: kind and size, 0 where the model knows.
var basic = sync.OnceValue(func() map[string]Type {
	return map[string]Type{
		"void":               {Kind: Void},
		"_Bool":              {Kind: Bool, Size: 1},
		"signed char":        {Kind: Int, Size: 1},
		"short":              {Kind: Int, Size: 2},
		"int":                {Kind: Int, Size: 4},
		"long long":          {Kind: Int, Size: 8},
		"__int128":           {Kind: Int, Size: 16},
		"unsigned char":      {Kind: Uint, Size: 1},
		"unsigned short":     {Kind: Uint, Size: 2},
		"unsigned int":       {Kind: Uint, Size: 4},
		"unsigned long long": {Kind: Uint, Size: 8},
		"unsigned __int128":  {Kind: Uint, Size: 16},
		"_Float16":           {Kind: Float, Format: Binary16, Size: 2},
		"__bf16":             {Kind: Float, Format: Brain16, Size: 2},
		"float":              {Kind: Float, Format: Binary32, Size: 4},
		"double":             {Kind: Float, Format: Binary64, Size: 8},
		"_Float128":          {Kind: Float, Format: Binary128, Size: 16},
	}
})

// Basic gives a basic type by its name in C, in the form "unsigned long long". It is nil for
// a name that is none, or where the target has no such type.
func (m *Model) Basic(name string) *Type {
	switch name {
	case "long double":
		t := m.LongDouble
		return &t
	case "char":
		return &Type{Kind: m.sign(m.CharSigned), Name: name, Size: 1, Align: 1}
	case "wchar_t":
		return &Type{Kind: m.sign(m.WideSigned), Name: name, Size: m.Wide, Align: m.Wide}
	case "long":
		return &Type{Kind: Int, Name: name, Size: m.Long, Align: m.Long}
	case "unsigned long":
		return &Type{Kind: Uint, Name: name, Size: m.Long, Align: m.Long}
	}
	t, ok := basic()[name]
	if !ok || t.Size == 16 && t.Kind != Float && !m.Int128 {
		return nil
	}
	t.Name, t.Align = name, m.align(t.Size)
	return &t
}

func (m *Model) sign(signed bool) Kind {
	if signed {
		return Int
	}
	return Uint
}

// align is the alignment of a number of size bytes in a struct.
func (m *Model) align(size uint64) uint64 {
	switch {
	case size == 8:
		return m.Double
	case size == 16 && m.BigEndian: // s390x
		return 8
	}
	return size
}

// PointerTo gives the type of pointers to t; nil is what nothing is known of.
func (m *Model) PointerTo(t *Type) *Type {
	return &Type{Kind: Pointer, Size: m.Pointer, Align: m.Pointer, Elem: t}
}

// ComplexOf gives the type of complex numbers of t.
func (m *Model) ComplexOf(t *Type) *Type {
	return &Type{Kind: Complex, Size: 2 * t.Size, Align: t.Align, Elem: t}
}

// VectorOf gives the vector of n of t.
func (m *Model) VectorOf(t *Type, n uint64) *Type {
	return &Type{Kind: Vector, Size: n * t.Size, Align: min(n*t.Size, m.Vector), Elem: t, Len: n}
}

// ArrayOf gives the array of n of t.
func (m *Model) ArrayOf(t *Type, n uint64) *Type {
	return &Type{Kind: Array, Size: n * t.Size, Align: t.Align, Elem: t, Len: n}
}
