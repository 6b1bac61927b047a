# R_X86_64_GOTPCRELX: G + A - P in 4 bytes, G the symbol's slot in the global offset table, which has S; out of reach.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 -dummy-extern=e3=0x7fff3456789a \
# RUN:   -map-section=gotpcrelx.o,.text=0x200000000 -map-section=gotpcrelx.o,.data=0x2f0000000 -map-section=gotpcrelx.o,.got=0x27fff0000 -check=%s %o
# The table 0x20000 bytes further up:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 -dummy-extern=e3=0x7fff3456789a \
# RUN:   -map-section=gotpcrelx.o,.text=0x200000000 -map-section=gotpcrelx.o,.data=0x2f0000000 -map-section=gotpcrelx.o,.got=0x280010000 %o
# ERR: .text+0x2: R_X86_64_GOTPCRELX to e1: 0x8000fffa does not fit signed 32
	.globl	e1, e2, e3
	.text
load:	movl	e1@GOTPCREL(%rip), %eax
other:	callq	*e2@GOTPCREL(%rip)
	.data
	.short	0xa5a5
field:	.reloc	., R_X86_64_GOTPCRELX, e3 + 0x10
	.long	0
	.short	0xa5a5

# rtdyld-check: decode_operand(load, 4) = section_addr(gotpcrelx.o, .got) - next_pc(load)
# rtdyld-check: decode_operand(load, 4) = 0x7ffefffa
# rtdyld-check: decode_operand(other, 3) = section_addr(gotpcrelx.o, .got) - next_pc(other) + 8
# rtdyld-check: *{4}field = (section_addr(gotpcrelx.o, .got) - field + 0x20)[31:0]
# rtdyld-check: *{2}(field - 2) = 0xa5a5
# rtdyld-check: *{2}(field + 4) = 0xa5a5
# rtdyld-check: *{8}(section_addr(gotpcrelx.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(gotpcrelx.o, .got) + 8) = e2
# rtdyld-check: *{8}(section_addr(gotpcrelx.o, .got) + 0x10) = e3
