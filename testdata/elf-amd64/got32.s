# R_X86_64_GOT32: G + A - T in 4 bytes, -0x80000000 to 0x7fffffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 \
# RUN:   -dummy-extern=e3=3 -dummy-extern=e4=4 -dummy-extern=e5=5 \
# RUN:   -map-section=got32.o,.text=0x300000000 -map-section=got32.o,.got=0x200000018 -check=%s %o
	.globl	e1, e2, e3, e4, e5
	.text
	.macro	field name, value
	.short	0xa5a5
\name:	.reloc	., R_X86_64_GOT32, \value
	.long	0x11111111
	.short	0xa5a5
	.endm
	field	first, e1
	field	least, e2 - 0x80000008
	field	most, e3 + 0x7fffffef
insn:	.byte	0x8b, 0x83		# movl e4@GOT(%rbx), %eax
	.reloc	., R_X86_64_GOT32, e4
	.long	0x11111111
	.byte	0x8b, 0x05		# looks like one that may be rewritten
like:	.reloc	., R_X86_64_GOT32, e5 - 4
	.long	0x11111111

# rtdyld-check: *{8}(first - 2) = 0xa5a500000000a5a5
# rtdyld-check: *{8}(least - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{8}(most - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: decode_operand(insn, 4) = 0x18
# rtdyld-check: *{2}(like - 2) = 0x058b
# rtdyld-check: *{4}like = 0x1c
# rtdyld-check: *{8}(section_addr(got32.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(got32.o, .got) + 8) = e2
# rtdyld-check: *{8}(section_addr(got32.o, .got) + 0x10) = e3
# rtdyld-check: *{8}(section_addr(got32.o, .got) + 0x18) = e4
# rtdyld-check: *{8}(section_addr(got32.o, .got) + 0x20) = e5
