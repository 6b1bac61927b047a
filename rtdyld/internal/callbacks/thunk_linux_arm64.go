package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 16

// writeThunk writes a thunk that is off bytes behind the address of its entry, at base:
//
//	movz x17, #number
//	movk x17, #number >> 16, lsl #16
//	ldr  x16, .-off-8
//	br   x16
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	binary.LittleEndian.PutUint32(at, 0xd2800011|number<<16>>16<<5)
	binary.LittleEndian.PutUint32(at[4:], 0xf2a00011|number>>16<<5)
	binary.LittleEndian.PutUint32(at[8:], 0x58000010|-uint32(off+8)>>2&(1<<19-1)<<5)
	binary.LittleEndian.PutUint32(at[12:], 0xd61f0200)
}
