package stubs

import (
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Area is memory of the object: where the linker writes, and where that runs.
type Area struct {
	Mem  []byte
	Addr uint64
}

// from is the rest of it behind its first off bytes.
func (a Area) from(off uint64) Area { return Area{a.Mem[off:], a.Addr + off} }

// ReachError says that a stub cannot reach where it is to lead.
type ReachError struct {
	Entry  int    // of the plan
	Target uint64 // address
	Addr   uint64 // of the stub
}

// Error implements error.
func (e *ReachError) Error() string {
	return fmt.Sprintf("stub at %#x does not reach %#x", e.Addr, e.Target)
}

// putWord writes an address of the target.
func putWord(a *reloc.Arch, order bin.Order, b []byte, v uint64) {
	if a.PtrSize == 8 {
		order.PutU64(b, v)
	} else {
		order.PutU32(b, uint32(v))
	}
}
