//go:build linux || windows

package callbacks

import "encoding/binary"

// thunkSize is how many bytes a thunk has.
const thunkSize = 16

// writeThunk writes a thunk that is off bytes behind the address of its entry, at base:
//
//	endbr64
//	mov $number, %r11d
//	jmp *-off-16(%rip)
func writeThunk(at []byte, off, base uint64, number uint32, entry uint64) {
	copy(at, "\xf3\x0f\x1e\xfa\x41\xbb....\xff\x25")
	binary.LittleEndian.PutUint32(at[6:], number)
	binary.LittleEndian.PutUint32(at[12:], -uint32(off+thunkSize))
}

// win64Entry is the address of the entry for Windows' convention, set in assembly.
var win64Entry uintptr

// Win64 has the thunks for Windows' convention.
var Win64 = Pool{entry: &win64Entry}
