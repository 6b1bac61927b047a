package amd64

import (
	"encoding/binary"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// ifuncThunk is what an indirect function's first call goes through, with the
// address of its two words in %r11. It keeps all registers that can carry
// arguments (%al counts vector registers of a variadic call) but the upper parts
// of vectors, which a resolver has no use for. Two threads may come here at once:
// both store the same word.
//
//	push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %rax; push %r11
//	sub $0x88,%rsp                  now aligned to 16
//	movups %xmm0..%xmm7,0..0x70(%rsp)
//	call *8(%r11)
//	mov 0x88(%rsp),%r11
//	mov %rax,(%r11)
//	movups 0..0x70(%rsp),%xmm0..%xmm7
//	add $0x88,%rsp
//	pop %r11; pop %rax; pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi
//	jmp *(%r11)
const ifuncThunk = "\x57\x56\x52\x51\x41\x50\x41\x51\x50\x41\x53" +
	"\x48\x81\xec\x88\x00\x00\x00" +
	"\x0f\x11\x04\x24\x0f\x11\x4c\x24\x10\x0f\x11\x54\x24\x20\x0f\x11\x5c\x24\x30" +
	"\x0f\x11\x64\x24\x40\x0f\x11\x6c\x24\x50\x0f\x11\x74\x24\x60\x0f\x11\x7c\x24\x70" +
	"\x41\xff\x53\x08" +
	"\x4c\x8b\x9c\x24\x88\x00\x00\x00" +
	"\x49\x89\x03" +
	"\x0f\x10\x04\x24\x0f\x10\x4c\x24\x10\x0f\x10\x54\x24\x20\x0f\x10\x5c\x24\x30" +
	"\x0f\x10\x64\x24\x40\x0f\x10\x6c\x24\x50\x0f\x10\x74\x24\x60\x0f\x10\x7c\x24\x70" +
	"\x48\x81\xc4\x88\x00\x00\x00" +
	"\x41\x5b\x58\x41\x59\x41\x58\x59\x5a\x5e\x5f" +
	"\x41\xff\x23"

const ifuncThunkSize = (uint64(len(ifuncThunk)) + 15) &^ 15

// writeIFunc writes the thunk or
//
//	4c 8d 1d disp32  lea data(%rip),%r11
//	41 ff 23         jmp *(%r11)
func writeIFunc(dst []byte, _ bin.Order, shared bool, addr, data uint64) bool {
	if shared {
		copy(dst, ifuncThunk)
		return true
	}
	disp := int64(data - (addr + 7))
	if disp != int64(int32(disp)) {
		return false
	}
	copy(dst, "\x4c\x8d\x1d\x00\x00\x00\x00\x41\xff\x23\xcc\xcc\xcc\xcc\xcc\xcc")
	binary.LittleEndian.PutUint32(dst[3:], uint32(disp))
	return true
}
