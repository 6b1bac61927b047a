package arm

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments are those of ELF, in either instruction set; what follows a fragment is in the one that it ends in.
var fragments = reloc.Fragments{Unit: [2]uint64{4, 2}, Size: 16, Write: writeFragment}

// writeFragment is [reloc.Fragments].Write. In ARM:
//
//	pop  {r3, pc}
//
//	push {r3, lr}
//	b    to the fragment
//
// and in Thumb the same, with B.W.
func writeFragment(mem []byte, _ bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	n := uint64(4)
	if f.Set[1] != 0 {
		le.PutUint16(mem, 0xbd08)
		n = 2
	} else {
		le.PutUint32(mem, 0xe8bd8008)
	}
	if f.Set[0] != 0 {
		const ahead, bw = 4, 0xf0009000
		entry = f.End + n
		le.PutUint16(mem[n:], 0xb508)
		n += 2
		set32(mem[n:], 1<<32-1, bw)
		d := f.Start - (f.End + n + ahead)
		putThumbBranch(mem[n:], little, d)
		return entry | 1, int64(d) >= -1<<24
	}
	const ahead, b = 8, 0xea000000
	n += -(f.End + n) & 3
	entry = f.End + n
	le.PutUint32(mem[n:], 0xe92d4008)
	n += 4
	le.PutUint32(mem[n:], b)
	d := f.Start - (f.End + n + ahead)
	putBranch(mem[n:], little, d)
	return entry, int64(d) >= -1<<25
}
