package stubs

import (
	"encoding/binary"
	"slices"
)

// A stub is 16 bytes:
//
//	jmp  *pointer
//	push $number            what the pointer leads to at first
//	jmp  entry
//
// Arguments are on the stack, but for those of functions that take some in eax, edx and ecx,
// and for vectors; ecx is the static chain, too (i386 psABI, "Registers").
var i386 = maker{
	size: 16,
	lazy: 6,
	none: []byte{0x0f, 0x0b},                   // ud2
	zero: []byte{0x31, 0xc0, 0x31, 0xd2, 0xc3}, // xor %eax, %eax; xor %edx, %edx; ret: not of functions that return floating point numbers
	stub: func(dst []byte, addr, pointer, entry uint64, number uint32) bool {
		copy(dst, []byte{0xff, 0x25, 0, 0, 0, 0, 0x68, 0, 0, 0, 0, 0xe9, 0, 0, 0, 0})
		le := binary.LittleEndian
		le.PutUint32(dst[2:], uint32(pointer))
		le.PutUint32(dst[7:], number)
		le.PutUint32(dst[12:], uint32(entry-(addr+16)))
		return narrow(addr, pointer, entry)
	},
	entry: func(resolver, context uint64) []byte {
		word := func(v uint64) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }
		return slices.Concat([]byte{
			0x55,       // push %ebp
			0x89, 0xe5, // mov  %esp, %ebp: number at 4(%ebp), return address at 8
			0x50, 0x51, 0x52, 0x53, // push %eax, %ecx, %edx, %ebx
			0x81, 0xec, 0x00, 0x0b, 0, 0, // sub  $2816, %esp: an XSAVE area without AMX's tiles
			0x83, 0xe4, 0xc0, // and  $-64, %esp
			0xb8, 1, 0, 0, 0, 0x31, 0xc9, 0x0f, 0xa2, // mov $1, %eax; xor %ecx, %ecx; cpuid
			0x89, 0xcb, // mov  %ecx, %ebx
			0x81, 0xe3, 0, 0, 0, 0x08, // and  $OSXSAVE, %ebx
			0x74, 2 + 16*7 + 7 + 4 + 2, // jz   to fxsave
			0x31, 0xc0, // xor  %eax, %eax
		}, xsaveHeader(), []byte{
			0xb8, 0xe7, 0, 0, 0, 0x31, 0xd2, // mov  $0xe7, %eax: x87, SSE, AVX, AVX-512; xor %edx, %edx
			0x0f, 0xae, 0x24, 0x24, // xsave (%esp)
			0xeb, 4, // jmp  past fxsave
			0x0f, 0xae, 0x04, 0x24, // fxsave (%esp)
			0x83, 0xec, 0x10, // sub  $16, %esp
			0x8b, 0x45, 0x04, 0x89, 0x44, 0x24, 0x04, // mov  4(%ebp), %eax; mov %eax, 4(%esp)
			0xc7, 0x04, 0x24, // movl $context, (%esp)
		}, word(context), []byte{0xb8}, word(resolver), []byte{ // mov $resolver, %eax
			0xfc,       // cld
			0xff, 0xd0, // call *%eax
			0x83, 0xc4, 0x10, // add  $16, %esp
			0x89, 0x45, 0x04, // mov  %eax, 4(%ebp)
			0x85, 0xdb, // test %ebx, %ebx
			0x74, 13, // jz   to fxrstor
			0xb8, 0xe7, 0, 0, 0, 0x31, 0xd2, // mov  $0xe7, %eax; xor %edx, %edx
			0x0f, 0xae, 0x2c, 0x24, // xrstor (%esp)
			0xeb, 4, // jmp  past fxrstor
			0x0f, 0xae, 0x0c, 0x24, // fxrstor (%esp)
			0x8d, 0x65, 0xf0, // lea  -16(%ebp), %esp
			0x5b, 0x5a, 0x59, 0x58, // pop  %ebx, %edx, %ecx, %eax
			0x5d, // pop  %ebp
			0xc3, // ret: where the number was
		})
	},
}

// xsaveHeader sets the header of an XSAVE area at esp to eax, which is 0, as it has to be
// (Intel SDM volume 1, "XSAVE Area").
func xsaveHeader() (c []byte) {
	for off := uint32(512); off < 576; off += 4 {
		c = binary.LittleEndian.AppendUint32(append(c, 0x89, 0x84, 0x24), off) // mov %eax, off(%esp)
	}
	return c
}
