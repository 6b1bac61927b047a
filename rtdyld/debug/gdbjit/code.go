//go:build linux && !(arm || mips || mipsle)

package gdbjit

// code is struct jit_code_entry of the interface.
type code struct {
	nextCode, prevCode uintptr
	symfile            uintptr
	size               uint64 // aligned to 4 bytes in 386's C as in its Go
}

func sizeOf(n int) uint64 { return uint64(n) }
