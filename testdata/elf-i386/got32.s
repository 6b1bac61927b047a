# R_386_GOT32: G + A - T in 4 bytes in an instruction with a register, G + A in one without; modulo 1<<32.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=e1=0x12345678 -dummy-extern=e2=0x23456789 -dummy-extern=e3=0xf0000000 -dummy-extern=e4=4 \
# RUN:   -dummy-extern=e5=5 -map-section=got32.o,.text=0x30000000 -map-section=got32.o,.got=0xffff0000 -check=%s %o
	.globl	e1, e2, e3, e4, e5
	.text
	.macro	insn name, symbol, addend, modrm:vararg
	.byte	0x8b, \modrm
\name:	.reloc	., R_386_GOT32, \symbol
	.long	\addend
	.endm
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	insn	based, e1, 0, 0x83		# movl e1@GOT(%ebx), %eax
	insn	alone, e2, 0, 0x05		# movl e2@GOT, %eax
	insn	index, e3, 8, 0x04, 0x8d	# movl e3@GOT+8(,%ecx,4), %eax
	insn	over, e4, 0x7fffffff, 0x0d	# movl e4@GOT+0x7fffffff, %ecx
	insn	stack, e5, 0, 0x84, 0x24	# movl e5@GOT(%esp), %eax
	.long	0xa5a5a5a5
	.data
	field	word, GOT32, e1, -4
	field	far, GOT32, e2, 0x7fffffff
	field	back, GOT32, e3, -0x80000000

# rtdyld-check: *{4}based = 0
# rtdyld-check: *{2}(based - 2) = 0x838b
# rtdyld-check: *{4}alone = 0xffff0004
# rtdyld-check: *{2}(alone - 2) = 0x058b
# rtdyld-check: *{4}index = 0x10
# rtdyld-check: *{4}over = 0x7fff000b
# rtdyld-check: *{2}(over + 4) = 0x848b
# rtdyld-check: *{4}stack = 0x10
# rtdyld-check: *{4}(stack + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(got32.o, .got)) = e1
# rtdyld-check: *{4}(section_addr(got32.o, .got) + 4) = e2
# rtdyld-check: *{4}(section_addr(got32.o, .got) + 8) = e3
# rtdyld-check: *{4}(section_addr(got32.o, .got) + 0xc) = e4
# rtdyld-check: *{4}(section_addr(got32.o, .got) + 0x10) = e5
