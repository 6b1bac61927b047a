//go:build linux

package gdbjit

// code is struct jit_code_entry of the interface, whose size has 8 bytes that lie at a
// multiple of 8: where Go aligns to 4, C for ARM aligns to 8.
type code struct {
	nextCode, prevCode uintptr
	symfile            uintptr
	_                  uint32
	size               [2]uint32 // low, high
}

func sizeOf(n int) [2]uint32 { return [2]uint32{uint32(n)} }
