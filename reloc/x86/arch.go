package x86

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// arch is what i386 adds to the shared words.
var arch = reloc.Arch{
	Name:             "i386",
	PtrSize:          4,
	StubSize:         8,
	StubAlign:        4,
	Fields:           fields[:],
	NegativeTP:       true, // for R_386_TLS_IE_32
	NoRegister:       noRegister,
	InsnEnd:          func([]byte, uint64) int64 { return 4 },                    // of calls and jumps
	Jumps:            []reloc.Jump{{Before: 1, Size: 5, Mask: 0xff, Bits: 0xe9}}, // jmp rel32
	CodeAlign:        1,
	WriteTLSDescStub: writeTLSDescStub,
	IFuncSize:        ifuncSize,
	WriteIFunc:       writeIFunc,
	Fragments:        &fragments,
}

// Fields of i386.
const (
	secRel7  = reloc.FieldArch + iota // low seven bits of a byte
	jumpStub                          // jmp rel32
)

var fields = [...]reloc.Insn{
	secRel7 - reloc.FieldArch: {
		Text: "unsigned 7", Width: 1, Min: 0, Max: 127,
		Put: func(b []byte, _ bin.Order, v uint64) { b[0] = b[0]&0x80 | byte(v) },
		Get: func(b []byte, _ bin.Order) int64 { return int64(b[0] & 0x7f) },
	},
	// e9 disp32
	jumpStub - reloc.FieldArch: {
		Text: "32 bits", Width: 5, Min: -1 << 63, Max: 1<<63 - 1,
		Put: func(b []byte, _ bin.Order, v uint64) {
			b[0] = 0xe9
			binary.LittleEndian.PutUint32(b[1:], uint32(v))
		},
		Get: func(b []byte, _ bin.Order) int64 { return int64(int32(binary.LittleEndian.Uint32(b[1:]))) },
	},
}

// noRegister looks at the ModRM byte before a displacement: mod 00 with r/m 101
// is the displacement alone. A field at the start of its section is none of an
// instruction: the psABI's formula for it is the one with a register.
func noRegister(file []byte, off uint64) bool {
	return off > 0 && off <= uint64(len(file)) && file[off-1]&0xc7 == 0x05
}

// writeTLSDescStub writes the function of a descriptor whose second word is the
// offset from the thread pointer. It is called with the descriptor's address in
// %eax and must keep every other register:
//
//	8b 40 04        mov 4(%eax),%eax
//	c3              ret
func writeTLSDescStub(dst []byte) { copy(dst, "\x8b\x40\x04\xc3\xcc\xcc\xcc\xcc") }

const ifuncSize = 48

// writeIFunc writes an indirect function, which has the resolver's address in its
// second word until the resolver has run and left its answer in the first.
// It keeps all registers that can carry arguments but those of vectors, which a
// resolver has no use for. Two threads may come here at once: both store the same
// words, the answer first, which other processors see in this order.
//
//	 0	50		push %eax
//	 1	a1 data+4	mov data+4,%eax
//	 6	85 c0		test %eax,%eax
//	 8	75 07		jne 17
//	10	58		pop %eax
//	11	ff 25 data	jmp *data
//	17	51		push %ecx
//	18	52		push %edx	now aligned to 16
//	19	ff d0		call *%eax
//	21	a3 data		mov %eax,data
//	26	31 c0		xor %eax,%eax
//	28	a3 data+4	mov %eax,data+4
//	33	5a 59 58	pop %edx; pop %ecx; pop %eax
//	36	ff 25 data	jmp *data
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		return true // there is no such code
	}
	copy(dst, "\x50\xa1----\x85\xc0\x75\x07\x58\xff\x25----\x51\x52\xff\xd0\xa3----\x31\xc0\xa3----\x5a\x59\x58\xff\x25----\xcc\xcc\xcc\xcc\xcc\xcc")
	for _, at := range [...]int{13, 22, 38} {
		binary.LittleEndian.PutUint32(dst[at:], uint32(data))
	}
	for _, at := range [...]int{2, 29} {
		binary.LittleEndian.PutUint32(dst[at:], uint32(data+4))
	}
	return true
}
