package stubs

import "encoding/binary"

// A stub is 16 bytes:
//
//	jmp  *pointer(%rip)
//	push $number            what the pointer leads to at first
//	jmp  entry
//
// %rax is kept (it counts the vector registers of a variadic call), and so is %r10 (the
// static chain); %r11 is free at a call (System V psABI, "Register Usage").
var amd64 = maker{
	size: 16,
	lazy: 6,
	none: []byte{0x0f, 0x0b},                         // ud2
	zero: []byte{0x31, 0xc0, 0x0f, 0x57, 0xc0, 0xc3}, // xor %eax, %eax; xorps %xmm0, %xmm0; ret
	stub: func(dst []byte, addr, pointer, entry uint64, number uint32) bool {
		copy(dst, []byte{0xff, 0x25, 0, 0, 0, 0, 0x68, 0, 0, 0, 0, 0xe9, 0, 0, 0, 0})
		le := binary.LittleEndian
		le.PutUint32(dst[7:], number)
		return rel32(dst[2:], pointer-(addr+6)) && rel32(dst[12:], entry-(addr+16))
	},
	entry: func(resolver, context uint64) []byte {
		var c []byte
		emit := func(b ...byte) { c = append(c, b...) }
		word := func(v uint64) { c = binary.LittleEndian.AppendUint64(c, v) }
		emit(0x55)                               // push %rbp
		emit(0x48, 0x89, 0xe5)                   // mov  %rsp, %rbp: number at 8(%rbp), return address at 16
		emit(0x50, 0x57, 0x56, 0x52, 0x51)       // push %rax, %rdi, %rsi, %rdx, %rcx
		emit(0x41, 0x50, 0x41, 0x51, 0x41, 0x52) // push %r8, %r9, %r10
		emit(0x48, 0x81, 0xec, 0x00, 0x0b, 0, 0) // sub  $2816, %rsp: an XSAVE area without AMX's tiles
		emit(0x48, 0x83, 0xe4, 0xc0)             // and  $-64, %rsp
		emit(0x31, 0xc0)                         // xor  %eax, %eax
		for off := 512; off < 576; off += 8 {    // the header of the area has to be 0
			emit(0x48, 0x89, 0x84, 0x24) // mov  %rax, off(%rsp)
			c = binary.LittleEndian.AppendUint32(c, uint32(off))
		}
		emit(0xb8, 0xe7, 0, 0, 0)          // mov  $0xe7, %eax: x87, SSE, AVX, AVX-512
		emit(0x31, 0xd2)                   // xor  %edx, %edx
		emit(0x48, 0x0f, 0xae, 0x24, 0x24) // xsave64 (%rsp)
		emit(0x48, 0xbf)                   // movabs $context, %rdi
		word(context)
		emit(0x48, 0x8b, 0x75, 0x08) // mov  8(%rbp), %rsi
		emit(0x48, 0xb8)             // movabs $resolver, %rax
		word(resolver)
		emit(0xfc)                               // cld
		emit(0xff, 0xd0)                         // call *%rax
		emit(0x49, 0x89, 0xc3)                   // mov  %rax, %r11
		emit(0xb8, 0xe7, 0, 0, 0)                // mov  $0xe7, %eax
		emit(0x31, 0xd2)                         // xor  %edx, %edx
		emit(0x48, 0x0f, 0xae, 0x2c, 0x24)       // xrstor64 (%rsp)
		emit(0x48, 0x8d, 0x65, 0xc0)             // lea  -64(%rbp), %rsp
		emit(0x41, 0x5a, 0x41, 0x59, 0x41, 0x58) // pop  %r10, %r9, %r8
		emit(0x59, 0x5a, 0x5e, 0x5f, 0x58)       // pop  %rcx, %rdx, %rsi, %rdi, %rax
		emit(0x5d)                               // pop  %rbp
		emit(0x48, 0x8d, 0x64, 0x24, 0x08)       // lea  8(%rsp), %rsp: the number
		emit(0x41, 0xff, 0xe3)                   // jmp  *%r11
		return c
	},
}

// rel32 writes a displacement if it fits.
func rel32(dst []byte, v uint64) bool {
	binary.LittleEndian.PutUint32(dst, uint32(v))
	return int64(v) == int64(int32(v))
}
