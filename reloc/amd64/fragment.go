package amd64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments are those of ELF. The stack pointer is a multiple of 16 in them, as it is where a call may be (System V ABI, section
// 3.2.2).
var fragments = reloc.Fragments{Unit: [2]uint64{1, 1}, Size: uint64(len(fragmentEnd) + len(fragmentStart) + 4), Write: writeFragment}

const (
	fragmentEnd = "\x48\x83\xc4\x08" + // add  rsp, 8
		"\xc3" //                         ret
	fragmentStart = "\xf3\x0f\x1e\xfa" + // endbr64
		"\x48\x83\xec\x08" + //             sub  rsp, 8
		"\xe9" //                           jmp  to the fragment
)

// writeFragment is [reloc.Fragments].Write.
func writeFragment(mem []byte, _ bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	n := copy(mem, fragmentEnd)
	entry = f.End + uint64(n)
	n += copy(mem[n:], fragmentStart)
	d := int64(f.Start - (f.End + uint64(n) + 4))
	binary.LittleEndian.PutUint32(mem[n:], uint32(d))
	return entry, d == int64(int32(d))
}
