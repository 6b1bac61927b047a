package arm64

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments are those of ELF. They have a frame record, so that they may call.
var fragments = reloc.Fragments{Unit: [2]uint64{4, 4}, Size: 24, Write: writeFragment}

// writeFragment is [reloc.Fragments].Write.
func writeFragment(mem []byte, _ bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	const branch, end, before = 0x14000000, 8, 20
	put(mem,
		0xa8c17bfd, // ldp x29, x30, [sp], #16
		ret,
		bti,
		0xa9bf7bfd, // stp x29, x30, [sp, #-16]!
		0x910003fd, // mov x29, sp
		branch)
	d := int64(f.Start - (f.End + before))
	putImm26(mem[before:], little, uint64(d))
	return f.End + end, d >= -1<<27
}
