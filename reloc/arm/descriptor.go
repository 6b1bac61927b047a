package arm

import "github.com/go-rtdyld/rtdyld/internal/bin"

// Code for TLS descriptors loads a word, the distance to a descriptor, and calls what the descriptor leads to, which gives the offset
// from the thread pointer in r0: by a call that the linker leads to code of its own, or by three instructions, each marked. The word
// can hold the offset itself, and then nothing is to be called: so static linkers write it for what the program defines.
//
//	e59f0000    ldr r0, word                  the same
//	eb000000    bl descriptor      CALL       nop
//
//	e59f0000    ldr r0, word                  the same
//	e08f0000    add rx, pc, ry     DESCSEQ    mov rx, ry
//	e5900004    ldr rx, [ry, #4]   DESCSEQ    nop
//	e12fff30    blx rx             DESCSEQ    nop
//
// Source: ELF for the Arm Architecture, "Thread-local storage"; RFC "Thread Local Storage Descriptors for ARM", by CodeSourcery.

// Offsets from the thread pointer are less than that; the value for another instruction than those is more.
const (
	leastTP, mostTP = -1 << 30, 1<<30 - 1
	noDescriptor    = -1 << 31
)

// NOPs: MOV r0, r0 in ARM; NOP.W in Thumb, and MOV r8, r8 twice, for processors without that.
const (
	armNOP    = 0xe1a00000
	thmNOPW   = 0xf3af8000
	thmTwoNOP = 0x46c046c0
)

func putDescCall(b []byte, _ bin.Order, _ uint64) { le.PutUint32(b, armNOP) }

func getDescCall(b []byte, _ bin.Order) int64 {
	return descriptorAddend(b[3] == opBL || le.Uint32(b) == armNOP)
}

func putDescSeq(b []byte, _ bin.Order, _ uint64) {
	if w := le.Uint32(b); w&0xffff0ff0 == 0xe08f0000 {
		le.PutUint32(b, armNOP|w&0xffff)
	} else if w&0xffff0ff0 != armNOP {
		le.PutUint32(b, armNOP)
	}
}

func getDescSeq(b []byte, _ bin.Order) int64 {
	w := le.Uint32(b)
	return descriptorAddend(w&0xffff0ff0 == 0xe08f0000 || w&0xfff00fff == 0xe5900004 || w&0xfffffff0 == 0xe12fff30 || w&0xffff0ff0 == armNOP)
}

func putThumbDescCall(b []byte, _ bin.Order, _ uint64) { set32(b, 1<<32-1, thmNOPW) }
func putThumbTwoNOP(b []byte, _ bin.Order, _ uint64)   { set32(b, 1<<32-1, thmTwoNOP) }

func getThumbDescCall(b []byte, _ bin.Order) int64 {
	w := get32(b)
	return descriptorAddend(w&0xf800c000 == 0xf000c000 || w == thmNOPW || w == thmTwoNOP)
}

// descriptorAddend is the addend that an instruction holds: none, or one that no field takes.
func descriptorAddend(known bool) int64 {
	if known {
		return 0
	}
	return noDescriptor
}
