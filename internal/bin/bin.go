// Package bin reads numbers and slices out of untrusted bytes.
//
// Law: the functions on extents cannot panic, whatever offset or length they are given, and
// none copies. It knows no format. A parser checks the extent of a table once
// with [Slice] or [Table] and indexes the result freely afterwards.
package bin

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// Slice returns b[off:off+n] and whether that range lies inside b.
func Slice(b []byte, off, n uint64) ([]byte, bool) {
	if off > uint64(len(b)) || n > uint64(len(b))-off {
		return nil, false
	}
	return b[off : off+n : off+n], true
}

// Table returns the n records of size bytes each that start at off, and whether
// all of them lie inside b.
func Table(b []byte, off, n, size uint64) ([]byte, bool) {
	hi, total := bits.Mul64(n, size)
	if hi != 0 {
		return nil, false
	}
	return Slice(b, off, total)
}

// CString returns the bytes of b from off up to, not including, the next NUL.
// It reports false where off is outside b or no NUL follows.
func CString(b []byte, off uint64) ([]byte, bool) {
	if off >= uint64(len(b)) {
		return nil, false
	}
	s := b[off:]
	n := bytes.IndexByte(s, 0)
	if n < 0 {
		return nil, false
	}
	return s[:n], true
}

// HasRun tells whether some string in b is long: it is true if 2n bytes that follow each
// other have no NUL among them, and false if no n have none. It looks at few of the bytes
// if strings are short.
func HasRun(b []byte, n int) bool {
	for ; len(b) >= n; b = b[n:] {
		if bytes.IndexByte(b[:n], 0) < 0 {
			return true
		}
	}
	return false
}

// String views b as a string without a copy. The string is valid, and must be
// used, only while b is neither written nor unmapped.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Order is a byte order that costs a predictable branch instead of an interface
// call. The zero value is little-endian.
type Order struct{ Big bool }

// U16 reads a 16-bit word; b must hold two bytes.
func (o Order) U16(b []byte) uint16 {
	if o.Big {
		return binary.BigEndian.Uint16(b)
	}
	return binary.LittleEndian.Uint16(b)
}

// U32 reads a 32-bit word; b must hold four bytes.
func (o Order) U32(b []byte) uint32 {
	if o.Big {
		return binary.BigEndian.Uint32(b)
	}
	return binary.LittleEndian.Uint32(b)
}

// U64 reads a 64-bit word; b must hold eight bytes.
func (o Order) U64(b []byte) uint64 {
	if o.Big {
		return binary.BigEndian.Uint64(b)
	}
	return binary.LittleEndian.Uint64(b)
}

// PutU16 writes a 16-bit word; b must hold two bytes.
func (o Order) PutU16(b []byte, v uint16) {
	if o.Big {
		binary.BigEndian.PutUint16(b, v)
		return
	}
	binary.LittleEndian.PutUint16(b, v)
}

// PutU32 writes a 32-bit word; b must hold four bytes.
func (o Order) PutU32(b []byte, v uint32) {
	if o.Big {
		binary.BigEndian.PutUint32(b, v)
		return
	}
	binary.LittleEndian.PutUint32(b, v)
}

// PutU64 writes a 64-bit word; b must hold eight bytes.
func (o Order) PutU64(b []byte, v uint64) {
	if o.Big {
		binary.BigEndian.PutUint64(b, v)
		return
	}
	binary.LittleEndian.PutUint64(b, v)
}
