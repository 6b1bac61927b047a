package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 32

// writeThunk writes a thunk, whose address is in r12 when it is called (ELF V2 ABI, section 2.3.2.1):
//
//	lwz   r11, 16(r12)
//	ld    r12, 24(r12)
//	mtctr r12
//	bctr
//	.long number
//	.balign 8
//	.quad entry
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	for i, instruction := range [...]uint32{0x816c0010, 0xe98c0018, 0x7d8903a6, 0x4e800420, number} {
		binary.LittleEndian.PutUint32(at[4*i:], instruction)
	}
	binary.LittleEndian.PutUint64(at[24:], entry)
}
