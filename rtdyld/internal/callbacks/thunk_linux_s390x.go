//go:build go1.27

package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 32

// writeThunk writes a thunk:
//
//	larl %r1, .
//	llgf %r0, 20(%r1)
//	lg   %r1, 24(%r1)
//	br   %r1
//	.long number
//	.quad entry
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	copy(at, "\xc0\x10\x00\x00\x00\x00\xe3\x00\x10\x14\x00\x16\xe3\x10\x10\x18\x00\x04\x07\xf1")
	binary.BigEndian.PutUint32(at[20:], number)
	binary.BigEndian.PutUint64(at[24:], entry)
}
