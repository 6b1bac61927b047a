package library

import (
	"reflect"
	"unsafe"
)

// promote is what C makes of an argument that no parameter has a type for.
func promote(a any) reflect.Value {
	v := reflect.ValueOf(a)
	if !v.IsValid() {
		return reflect.ValueOf(unsafe.Pointer(nil))
	}
	switch v.Kind() {
	case reflect.Bool:
		n := int32(0)
		if v.Bool() {
			n = 1
		}
		return reflect.ValueOf(n)
	case reflect.Int8, reflect.Int16:
		return reflect.ValueOf(int32(v.Int()))
	case reflect.Uint8, reflect.Uint16:
		return reflect.ValueOf(int32(v.Uint()))
	case reflect.Float32:
		return reflect.ValueOf(v.Float())
	}
	return v
}

// Get copies a field out of a structure that is packed.
func Get[T any](of unsafe.Pointer, offset uintptr) T {
	var v T
	n := unsafe.Sizeof(v)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&v)), n), unsafe.Slice((*byte)(unsafe.Add(of, offset)), n))
	return v
}

// Set copies a field into such a structure.
func Set[T any](of unsafe.Pointer, offset uintptr, v T) {
	n := unsafe.Sizeof(v)
	copy(unsafe.Slice((*byte)(unsafe.Add(of, offset)), n), unsafe.Slice((*byte)(unsafe.Pointer(&v)), n))
}

// Bits reads a bit-field of n bits, at most 64, that begins with a bit of a structure, where bit 0 is the lowest of the first byte.
func Bits(of unsafe.Pointer, bit, n uint) uint64 {
	var v uint64
	for i := uint(0); i < n; {
		at := bit + i
		part := min(8-at%8, n-i)
		b := uint64(*(*byte)(unsafe.Add(of, at/8))) >> (at % 8) & (1<<part - 1)
		v |= b << i
		i += part
	}
	return v
}

// SignedBits is [Bits] of a field with a sign.
func SignedBits(of unsafe.Pointer, bit, n uint) int64 {
	return int64(Bits(of, bit, n)<<(64-n)) >> (64 - n)
}

// SetBits writes the low n bits of v to such a field.
func SetBits(of unsafe.Pointer, bit, n uint, v uint64) {
	for i := uint(0); i < n; {
		at := bit + i
		part := min(8-at%8, n-i)
		b := (*byte)(unsafe.Add(of, at/8))
		mask := byte(1<<part-1) << (at % 8)
		*b = *b&^mask | byte(v>>i)<<(at%8)&mask
		i += part
	}
}

// Bit is a bool as a bit.
func Bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}
