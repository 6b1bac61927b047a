// Package ctype has the types of C as data: what a header declares, how it lies in
// memory on a target, and which Go types lie there in the same way.
//
// A [Type] says size, alignment and parts of a C type, a [Func] what a function takes and
// returns. They come from debug information, or are built by a [Model], which knows the
// sizes of a target's C compiler. [FromGo] gives the C type that a Go type has the layout
// of; [Match] says whether values of a Go type are values of a given C type, and which
// field is not.
//
// # Go types for what Go does not have
//
//	C                                   Go
//	_Bool                               bool
//	long double, 80 bits of x86         Float80
//	long double, 128 bits; _Float128    Float128
//	long double as wide as double       float64
//	_Float16                            Float16
//	__bf16                              BFloat16
//	float _Complex                      complex64
//	double _Complex                     complex128
//	long double _Complex                [Complex80], [Complex256], complex128
//	_Float16 _Complex                   Complex32
//	__int128                            Int128
//	unsigned __int128                   Uint128
//	__m64                               Int64x1, and each vector of 8 bytes
//	__m128, __m128d, __m128i            Float32x4, Float64x2, Int64x2
//	__m256, __m256d, __m256i            Float32x8, Float64x4, Int64x4
//	__m512, __m512d, __m512i            Float32x16, Float64x8, Int64x8
//	float32x4_t, int8x16_t, ...         Float32x4, Int8x16, ...
//
// A Go struct stands for a struct of C whose fields are at the same offsets. Blank fields
// that are arrays of bytes are padding, which Go needs where C aligns more than Go does:
// before a Float80, and on 32-bit ARM before an int64 or a float64.
//
// Law: types alone, no calls: this package imports nothing of this project, needs no
// unsafe, and gives the same answers on every host.
package ctype
