package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 32

// writeThunk writes a thunk:
//
//	auipc t1, 0
//	lwu   t2, 16(t1)
//	ld    t1, 24(t1)
//	jr    t1
//	.word number
//	.balign 8
//	.dword entry
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	for i, instruction := range [...]uint32{0x00000317, 0x01036383, 0x01833303, 0x00030067, number} {
		binary.LittleEndian.PutUint32(at[4*i:], instruction)
	}
	binary.LittleEndian.PutUint64(at[24:], entry)
}
