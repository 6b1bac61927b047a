package ctype

import (
	"math"
	"math/big"
	"math/bits"
)

// Float80 is long double of x86: a significand of 64 bits with its leading one, and sign and
// exponent as x87 has them. Its bytes behind those are padding.
type Float80 struct {
	Significand  uint64
	SignExponent uint16
	_            [2 + 4*(bits.UintSize/64)]byte // C has 16 bytes on x86-64 and 12 on i386
}

// Float128 is an IEEE 754 number of 128 bits, the lower half first.
type Float128 struct{ Lo, Hi uint64 }

// Float16 is an IEEE 754 number of 16 bits.
type Float16 uint16

// BFloat16 is the upper half of a float32.
type BFloat16 uint16

// Complex32 is _Float16 _Complex.
type Complex32 struct{ Re, Im Float16 }

// Complex80 is long double _Complex of x86.
type Complex80 struct{ Re, Im Float80 }

// Complex256 is long double _Complex where that has 128 bits each.
type Complex256 struct{ Re, Im Float128 }

// Int128 is __int128 of a machine that is not big-endian; Hi has the sign.
type Int128 struct {
	Lo uint64
	Hi int64
}

// Uint128 is unsigned __int128 of a machine that is not big-endian.
type Uint128 struct{ Lo, Hi uint64 }

// Big gives the value.
func (v Int128) Big() *big.Int {
	hi := new(big.Int).Lsh(big.NewInt(v.Hi), 64)
	return hi.Add(hi, new(big.Int).SetUint64(v.Lo))
}

// Big gives the value.
func (v Uint128) Big() *big.Int {
	hi := new(big.Int).Lsh(new(big.Int).SetUint64(v.Hi), 64)
	return hi.Add(hi, new(big.Int).SetUint64(v.Lo))
}

// Int128Of gives v as C converts it.
func Int128Of(v int64) Int128 { return Int128{uint64(v), v >> 63} }

// parts is a floating point number that is not zero: its bits without sign, the leading one at bit 63, times
// 2 to the exp-63.
type parts struct {
	neg  bool
	mant uint64
	exp  int
}

// split takes a double apart that is finite and not zero.
func split(v float64) parts {
	frac, exp := math.Frexp(math.Abs(v)) // in [1/2, 1)
	return parts{math.Signbit(v), uint64(math.Ldexp(frac, 53)) << 11, exp - 1}
}

// join makes the nearest double of mant and bits below it that are there or not, ties to even.
func (p parts) join(below bool) float64 {
	mant := p.mant
	if below {
		mant |= 1 // bit 63 - 52 and those below do not survive alone
	}
	keep := 53
	if p.exp < -1022 {
		keep -= -1022 - p.exp // a subnormal number
	}
	v := 0.0
	if keep >= 0 {
		v = round(mant, uint(64-keep))
		v = math.Ldexp(v, p.exp-keep+1)
	}
	if p.neg {
		v = -v
	}
	return v
}

// round gives mant without its lowest n bits, 1 to 64, rounded to the nearest, ties to even.
func round(mant uint64, n uint) float64 {
	q := mant >> n // 0 where n is 64
	rest, half := mant<<(64-n), uint64(1)<<63
	if rest > half || rest == half && q&1 != 0 {
		q++
	}
	return float64(q)
}

// Float80Of gives v, which is exact.
func Float80Of(v float64) Float80 {
	b := math.Float64bits(v)
	sign := uint16(b>>48) & 0x8000
	switch {
	case v == 0:
		return Float80{SignExponent: sign}
	case math.IsInf(v, 0) || v != v:
		return Float80{Significand: 1<<63 | b<<11, SignExponent: sign | 0x7fff}
	}
	p := split(v)
	return Float80{Significand: p.mant, SignExponent: sign | uint16(p.exp+0x3fff)}
}

// Float64 gives the nearest double.
func (v Float80) Float64() float64 {
	neg, exp := v.SignExponent&0x8000 != 0, int(v.SignExponent&0x7fff)
	switch {
	case exp == 0x7fff:
		return special(neg, v.Significand<<1)
	case v.Significand == 0:
		return math.Copysign(0, sign(neg))
	}
	n := bits.LeadingZeros64(v.Significand)
	return parts{neg, v.Significand << n, max(exp, 1) - 0x3fff - n}.join(false)
}

// Float128Of gives v, which is exact.
func Float128Of(v float64) Float128 {
	b := math.Float64bits(v)
	s := b & (1 << 63)
	switch {
	case v == 0:
		return Float128{Hi: s}
	case math.IsInf(v, 0) || v != v:
		return Float128{Lo: b << 60, Hi: s | 0x7fff<<48 | b<<12>>16}
	}
	p := split(v)
	m := p.mant << 1
	return Float128{Lo: m << 48, Hi: s | uint64(p.exp+0x3fff)<<48 | m>>16}
}

// Float64 gives the nearest double.
func (v Float128) Float64() float64 {
	neg, exp := v.Hi>>63 != 0, int(v.Hi>>48&0x7fff)
	hi := v.Hi << 16 >> 16
	switch {
	case exp == 0x7fff:
		return special(neg, hi<<16|v.Lo>>48|v.Lo<<16)
	case exp == 0 && hi|v.Lo == 0:
		return math.Copysign(0, sign(neg))
	case exp == 0: // 2 to the -16382: less than any double
		return math.Copysign(0, sign(neg))
	}
	return parts{neg, 1<<63 | hi<<15 | v.Lo>>49, exp - 0x3fff}.join(v.Lo<<15 != 0)
}

func sign(neg bool) float64 {
	if neg {
		return -1
	}
	return 1
}

// special gives an infinity, or a NaN where payload is not 0.
func special(neg bool, payload uint64) float64 {
	if payload != 0 {
		return math.Copysign(math.NaN(), sign(neg))
	}
	return math.Inf(int(sign(neg)))
}

// BFloat16Of gives the nearest BFloat16, ties to even.
func BFloat16Of(v float32) BFloat16 {
	b := math.Float32bits(v)
	if v != v {
		return BFloat16(b>>16 | 1<<6)
	}
	return BFloat16((b + 0x7fff + b>>16&1) >> 16)
}

// Float32 gives the value, which is exact.
func (v BFloat16) Float32() float32 { return math.Float32frombits(uint32(v) << 16) }

// Float16Of gives the nearest Float16, ties to even.
func Float16Of(v float32) Float16 {
	b := math.Float32bits(v)
	s := Float16(b >> 16 & 0x8000)
	abs := math.Abs(float64(v))
	switch {
	case v != v:
		return s | 0x7e00 | Float16(b>>13&0x3ff)
	case abs >= 65520:
		return s | 0x7c00
	case abs < 1.0/(1<<14): // in steps of 2 to the -24
		return s | Float16(math.RoundToEven(abs*(1<<24)))
	}
	b &= 1<<31 - 1
	b += 0xfff + b>>13&1
	return s | Float16(b>>13-(127-15)<<10)
}

// Float32 gives the value, which is exact.
func (v Float16) Float32() float32 {
	s, exp, frac := uint32(v&0x8000)<<16, uint32(v>>10&31), uint32(v&0x3ff)
	switch exp {
	case 0:
		return float32(math.Copysign(float64(frac)/(1<<24), sign(s != 0)))
	case 31:
		return math.Float32frombits(s | 0xff<<23 | frac<<13)
	}
	return math.Float32frombits(s | (exp+127-15)<<23 | frac<<13)
}
