//go:build linux && (arm || mips || mipsle)

package gdbjit

import "encoding/binary"

// code is struct jit_code_entry of the interface, whose size has 8 bytes that lie at a
// multiple of 8: where Go aligns to 4, C for ARM and MIPS aligns to 8.
type code struct {
	nextCode, prevCode uintptr
	symfile            uintptr
	_                  uint32
	size               [8]byte
}

func sizeOf(n int) (size [8]byte) {
	binary.NativeEndian.PutUint64(size[:], uint64(n))
	return size
}
