package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 16

// writeThunk writes a thunk that is off bytes behind base:
//
//	mov $number, %ecx
//	jmp entry
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	copy(at, "\xb9....\xe9....\xcc\xcc\xcc\xcc\xcc\xcc")
	binary.LittleEndian.PutUint32(at[1:], number)
	binary.LittleEndian.PutUint32(at[6:], uint32(entry-base-off)-10)
}
