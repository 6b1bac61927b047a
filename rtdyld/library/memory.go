package library

import (
	"encoding/binary"
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

// big reports a machine whose bit-fields begin with the highest bit of a byte, as the bytes of its numbers do with the highest.
var big = binary.NativeEndian.Uint16([]byte{0, 1}) == 1

// Bits reads a bit-field of n bits, at most 64, that begins with a bit of a structure, counted as the machine counts: bit 0 is the
// lowest of the first byte, on big-endian ones the highest.
func Bits(of unsafe.Pointer, bit, n uint) uint64 { return bits(of, bit, n, big) }

// SignedBits is [Bits] of a field with a sign.
func SignedBits(of unsafe.Pointer, bit, n uint) int64 {
	return int64(Bits(of, bit, n)<<(64-n)) >> (64 - n)
}

// SetBits writes the low n bits of v to such a field.
func SetBits(of unsafe.Pointer, bit, n uint, v uint64) { setBits(of, bit, n, v, big) }

// part is the next piece of a field: i of its n bits are done. Its bits are in one byte, and in the value from a bit on.
func part(bit, i, n uint, big bool) (size, inByte, inValue uint) {
	at := bit + i
	size = min(8-at%8, n-i)
	if big {
		return size, 8 - at%8 - size, n - i - size
	}
	return size, at % 8, i
}

func bits(of unsafe.Pointer, bit, n uint, big bool) (v uint64) {
	for i := uint(0); i < n; {
		size, inByte, inValue := part(bit, i, n, big)
		b := uint64(*(*byte)(unsafe.Add(of, (bit+i)/8))) >> inByte & (1<<size - 1)
		v |= b << inValue
		i += size
	}
	return v
}

func setBits(of unsafe.Pointer, bit, n uint, v uint64, big bool) {
	for i := uint(0); i < n; {
		size, inByte, inValue := part(bit, i, n, big)
		b := (*byte)(unsafe.Add(of, (bit+i)/8))
		mask := byte(1<<size-1) << inByte
		*b = *b&^mask | byte(v>>inValue)<<inByte&mask
		i += size
	}
}

// Bit is a bool as a bit.
func Bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// Pointer is the address that a pointer has, as an argument of [abi.Bound.Words]. What it points to is not on the goroutine's stack, which moves when C calls
// back into Go. That it stays alive until the call returns, the caller sees to by [runtime.KeepAlive].
func Pointer[T any](p *T) uint64 { return Address(unsafe.Pointer(p)) }

// Address is [Pointer] for an unsafe.Pointer.
func Address(p unsafe.Pointer) uint64 {
	// The compiler has p on the heap, since it is kept here, and then sees that it never is.
	if never := uintptr(0); never != 0 {
		kept = p
	}
	return uint64(uintptr(p))
}

// StackPointer is [Pointer] where what p points to may be on the goroutine's stack, for a function that does not call back into Go.
func StackPointer[T any](p *T) uint64 { return StackAddress(unsafe.Pointer(p)) }

// StackAddress is [StackPointer] for an unsafe.Pointer.
func StackAddress(p unsafe.Pointer) uint64 { return uint64(uintptr(p)) }

// Value is the address of a value with pointers in it, as an argument of [abi.Typed.Values]: what they lead to is not on the goroutine's stack.
func Value[T any](v *T) unsafe.Pointer {
	if never := uintptr(0); never != 0 {
		keptValue = *v
	}
	return unsafe.Pointer(v)
}

// kept and keptValue are nothing.
var (
	//lint:ignore U1000 it is there for what the compiler makes of it
	kept unsafe.Pointer
	//lint:ignore U1000 it is there for what the compiler makes of it
	keptValue any
)

// ToPointer is the pointer that [abi.Bound.Words] has returned.
func ToPointer[T any](word uint64) *T { return (*T)(ToAddress(word)) }

// ToAddress is [ToPointer] for an unsafe.Pointer.
func ToAddress(word uint64) unsafe.Pointer {
	addr := uintptr(word)
	return *(*unsafe.Pointer)(unsafe.Pointer(&addr)) // of C, which the garbage collector leaves alone, or an argument's
}

// ToString copies the string at an address that [abi.Bound.Words] has returned, up to its NUL byte. It is empty for a null pointer.
func ToString(word uint64) string {
	p := ToAddress(word)
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}
