# Every static type that a relocation can have without a thread-local, to names outside; linked and compared with static linkers.
	.globl	ext, fun, low, tiny
	.text
	.globl	rows
rows:
	nop
	.data
	.balign 16
	.macro	field type, size, sym, add
	.globl	at_\type
at_\type:
	.reloc	., R_X86_64_\type, \sym + \add
	.zero	\size
	.balign	8
	.endm
	field	NONE, 8, ext, 0
	field	64, 8, ext, 0x123456789
	field	PC64, 8, ext, -8
	field	32, 4, low, 0x10
	field	32S, 4, low, -0x10
	field	PC32, 4, ext, -4
	field	PLT32, 4, fun, -4
	field	16, 2, tiny, 5
	field	8, 1, tiny, 3
	field	PC16, 2, near16, -2
	field	PC8, 1, near8, -1
	field	SIZE32, 4, sized, 2
	field	SIZE64, 8, sized, -2
near8:
	.zero	0x40
	.globl	sized
	.type	sized, @object
	.size	sized, 0x30
sized:
	.zero	0x30
near16:
	.quad	0
