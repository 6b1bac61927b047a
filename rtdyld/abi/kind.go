package abi

import (
	"math"
	"math/bits"
	"reflect"
	"strings"
)

// Kind is the type of an argument or a result, as a calling convention sees it.
// The zero Kind is None.
type Kind uint8

const (
	None    Kind = iota // no result; never an argument
	Bool                // C's _Bool, one byte
	Int8                // signed, 8 bits
	Int16               // signed, 16 bits
	Int32               // signed, 32 bits: C's int
	Int64               // signed, 64 bits
	Uint8               // unsigned, 8 bits
	Uint16              // unsigned, 16 bits
	Uint32              // unsigned, 32 bits
	Uint64              // unsigned, 64 bits
	Pointer             // an address, as wide as the machine's
	Float32             // IEEE 754 binary32: C's float
	Float64             // IEEE 754 binary64: C's double

	numKinds
)

// What a place in a floating point register has for a Float32, by the convention's
// [SingleForm]; no signature has these.
const (
	singleBoxed = Long + 1 + iota
	singleDouble
	singleHigh
)

var singleKinds = [...]Kind{SingleLow: Float32, SingleBoxed: singleBoxed, SingleDouble: singleDouble, SingleHigh: singleHigh}

var kindNames = [...]string{
	"void", "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
	"pointer", "float32", "float64",
}

// String names the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// float tells whether the kind is passed as floating point numbers are.
func (k Kind) float() bool { return k == Float32 || k == Float64 }

// kindSizes has the bytes of each kind, of a pointer those of a wide machine.
var kindSizes = [numKinds]uint8{0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 4, 8}

// size is the bytes that an argument of the kind has.
func (k Kind) size() int { return int(kindSizes[k]) }

// Signature is the type of a function. It may be shared once it is made.
type Signature struct {
	Params []Kind // none is None
	Result Kind   // None: it returns nothing
}

// String gives "float64(float64, int32)".
func (s Signature) String() string {
	var b strings.Builder
	b.WriteString(s.Result.String())
	b.WriteByte('(')
	for i, k := range s.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(k.String())
	}
	b.WriteByte(')')
	return b.String()
}

// SignatureOf gives the signature of a Go function type: booleans, integers,
// floats, uintptr, unsafe.Pointer and pointers, with at most one result. Anything
// else is a *SignatureError.
func SignatureOf(t reflect.Type) (Signature, error) {
	sig, in, out, err := signatureOf(t)
	if err != nil {
		return Signature{}, err
	}
	for i, how := range in {
		if how != passWord {
			return Signature{}, &SignatureError{Type: typeName(t), Param: i, Msg: t.In(i).String() + " cannot be passed as a word"}
		}
	}
	if out != passWord {
		return Signature{}, &SignatureError{Type: typeName(t), Param: -1, Msg: t.Out(0).String() + " cannot be passed as a word"}
	}
	return sig, nil
}

func typeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	return t.String()
}

// kindByReflect has the Kind of each reflect.Kind; int and uint are those of the
// machine this runs on, as Go has them.
var kindByReflect = [...]Kind{
	reflect.Bool:          Bool,
	reflect.Int:           Int32 + (bits.UintSize/64)*(Int64-Int32),
	reflect.Int8:          Int8,
	reflect.Int16:         Int16,
	reflect.Int32:         Int32,
	reflect.Int64:         Int64,
	reflect.Uint:          Uint32 + (bits.UintSize/64)*(Uint64-Uint32),
	reflect.Uint8:         Uint8,
	reflect.Uint16:        Uint16,
	reflect.Uint32:        Uint32,
	reflect.Uint64:        Uint64,
	reflect.Uintptr:       Pointer,
	reflect.Float32:       Float32,
	reflect.Float64:       Float64,
	reflect.Pointer:       Pointer,
	reflect.UnsafePointer: Pointer,
}

// kindOfType gives the Kind of a Go type, if it has one.
func kindOfType(t reflect.Type) (Kind, bool) {
	if int(t.Kind()) >= len(kindByReflect) {
		return None, false
	}
	k := kindByReflect[t.Kind()]
	return k, k != None
}

// extend makes an argument's word what the convention wants: the value of its
// kind in the low bits, extended to the whole word.
func extend(k Kind, w uint64) uint64 {
	switch k {
	case Bool:
		if w != 0 {
			return 1
		}
		return 0
	case Int8:
		return uint64(int64(int8(w)))
	case Int16:
		return uint64(int64(int16(w)))
	case Int32:
		return uint64(int64(int32(w)))
	case Uint8:
		return uint64(uint8(w))
	case Uint16:
		return uint64(uint16(w))
	case Uint32, Float32:
		return uint64(uint32(w))
	case singleBoxed:
		return w | 0xffffffff<<32
	case singleDouble:
		return math.Float64bits(float64(math.Float32frombits(uint32(w))))
	case singleHigh:
		return w << 32
	}
	return w
}
