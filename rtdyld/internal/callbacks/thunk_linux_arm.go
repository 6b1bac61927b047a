package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 16

// writeThunk writes a thunk:
//
//	ldr r12, .+8
//	ldr pc, .+8
//	.word number
//	.word entry
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	binary.LittleEndian.PutUint32(at, 0xe59fc000)
	binary.LittleEndian.PutUint32(at[4:], 0xe59ff000)
	binary.LittleEndian.PutUint32(at[8:], number)
	binary.LittleEndian.PutUint32(at[12:], uint32(entry))
}
