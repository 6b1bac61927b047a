package ctype

import "sync"

import "reflect"

// Vectors of 8, 16, 32 and 64 bytes. The first element has the lowest address, as C's subscripts have it.
type (
	Float16x4  [4]Float16  // 8 bytes
	Float16x8  [8]Float16  // 16 bytes
	Float16x16 [16]Float16 // 32 bytes
	Float16x32 [32]Float16 // 64 bytes
	Float32x2  [2]float32  // 8 bytes
	Float32x4  [4]float32  // 16 bytes
	Float32x8  [8]float32  // 32 bytes
	Float32x16 [16]float32 // 64 bytes
	Float64x1  [1]float64  // 8 bytes
	Float64x2  [2]float64  // 16 bytes
	Float64x4  [4]float64  // 32 bytes
	Float64x8  [8]float64  // 64 bytes
	Int8x8     [8]int8     // 8 bytes
	Int8x16    [16]int8    // 16 bytes
	Int8x32    [32]int8    // 32 bytes
	Int8x64    [64]int8    // 64 bytes
	Int16x4    [4]int16    // 8 bytes
	Int16x8    [8]int16    // 16 bytes
	Int16x16   [16]int16   // 32 bytes
	Int16x32   [32]int16   // 64 bytes
	Int32x2    [2]int32    // 8 bytes
	Int32x4    [4]int32    // 16 bytes
	Int32x8    [8]int32    // 32 bytes
	Int32x16   [16]int32   // 64 bytes
	Int64x1    [1]int64    // 8 bytes
	Int64x2    [2]int64    // 16 bytes
	Int64x4    [4]int64    // 32 bytes
	Int64x8    [8]int64    // 64 bytes
	Uint8x8    [8]uint8    // 8 bytes
	Uint8x16   [16]uint8   // 16 bytes
	Uint8x32   [32]uint8   // 32 bytes
	Uint8x64   [64]uint8   // 64 bytes
	Uint16x4   [4]uint16   // 8 bytes
	Uint16x8   [8]uint16   // 16 bytes
	Uint16x16  [16]uint16  // 32 bytes
	Uint16x32  [32]uint16  // 64 bytes
	Uint32x2   [2]uint32   // 8 bytes
	Uint32x4   [4]uint32   // 16 bytes
	Uint32x8   [8]uint32   // 32 bytes
	Uint32x16  [16]uint32  // 64 bytes
	Uint64x1   [1]uint64   // 8 bytes
	Uint64x2   [2]uint64   // 16 bytes
	Uint64x4   [4]uint64   // 32 bytes
	Uint64x8   [8]uint64   // 64 bytes
)

// vectors has the Go types that are vectors.
var vectors = sync.OnceValue(func() map[reflect.Type]bool {
	m := make(map[reflect.Type]bool)
	for _, v := range []any{
		Float16x4{}, Float16x8{}, Float16x16{}, Float16x32{}, Float32x2{}, Float32x4{}, Float32x8{}, Float32x16{},
		Float64x1{}, Float64x2{}, Float64x4{}, Float64x8{}, Int8x8{}, Int8x16{}, Int8x32{}, Int8x64{}, Int16x4{},
		Int16x8{}, Int16x16{}, Int16x32{}, Int32x2{}, Int32x4{}, Int32x8{}, Int32x16{}, Int64x1{}, Int64x2{},
		Int64x4{}, Int64x8{}, Uint8x8{}, Uint8x16{}, Uint8x32{}, Uint8x64{}, Uint16x4{}, Uint16x8{}, Uint16x16{},
		Uint16x32{}, Uint32x2{}, Uint32x4{}, Uint32x8{}, Uint32x16{}, Uint64x1{}, Uint64x2{}, Uint64x4{}, Uint64x8{},
	} {
		m[reflect.TypeOf(v)] = true
	}
	return m
})
