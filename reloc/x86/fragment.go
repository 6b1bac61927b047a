package x86

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// fragments are those of ELF. They have T in EBX, and a stack pointer that is a multiple of 16, as compilers of C count on.
var fragments = reloc.Fragments{Unit: [2]uint64{1, 1}, Size: uint64(len(fragmentEnd) + len(fragmentStart) + 4 + 1 + 4), Write: writeFragment}

const (
	fragmentEnd = "\x83\xc4\x08" + // add  esp, 8
		"\x5b" + //                   pop  ebx
		"\xc3" //                     ret
	fragmentStart = "\xf3\x0f\x1e\xfb" + // endbr32
		"\x53" + //                         push ebx
		"\x83\xec\x08" + //                 sub  esp, 8
		"\xbb" //                           mov  ebx, T
	jump = "\xe9" //                        jmp  to the fragment
)

// writeFragment is [reloc.Fragments].Write.
func writeFragment(mem []byte, _ bin.Order, f reloc.Fragment) (entry uint64, ok bool) {
	le := binary.LittleEndian
	n := copy(mem, fragmentEnd)
	entry = f.End + uint64(n)
	n += copy(mem[n:], fragmentStart)
	le.PutUint32(mem[n:], uint32(f.Base))
	n += 4 + copy(mem[n+4:], jump)
	le.PutUint32(mem[n:], uint32(f.Start-(f.End+uint64(n)+4)))
	return entry, true
}
