# R_X86_64_REX_GOTPCRELX: G + A - P in 4 bytes, G the symbol's slot in the global offset table, which has S; out of reach.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 -dummy-extern=e3=0x7fff3456789a \
# RUN:   -map-section=rex_gotpcrelx.o,.text=0x200000000 -map-section=rex_gotpcrelx.o,.data=0x2f0000000 -map-section=rex_gotpcrelx.o,.got=0x27fff0000 -check=%s %o
# The table 0x20000 bytes further up:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 -dummy-extern=e3=0x7fff3456789a \
# RUN:   -map-section=rex_gotpcrelx.o,.text=0x200000000 -map-section=rex_gotpcrelx.o,.data=0x2f0000000 -map-section=rex_gotpcrelx.o,.got=0x280010000 %o
# ERR: .text+0x3: R_X86_64_REX_GOTPCRELX to e1: 0x8000fff9 does not fit signed 32
	.globl	e1, e2, e3
	.text
load:	movq	e1@GOTPCREL(%rip), %rax
other:	addq	e2@GOTPCREL(%rip), %r9
	.data
	.short	0xa5a5
field:	.reloc	., R_X86_64_REX_GOTPCRELX, e3 + 0x10
	.long	0
	.short	0xa5a5

# rtdyld-check: decode_operand(load, 4) = section_addr(rex_gotpcrelx.o, .got) - next_pc(load)
# rtdyld-check: decode_operand(load, 4) = 0x7ffefff9
# rtdyld-check: decode_operand(other, 5) = section_addr(rex_gotpcrelx.o, .got) - next_pc(other) + 8
# rtdyld-check: *{4}field = (section_addr(rex_gotpcrelx.o, .got) - field + 0x20)[31:0]
# rtdyld-check: *{2}(field - 2) = 0xa5a5
# rtdyld-check: *{2}(field + 4) = 0xa5a5
# rtdyld-check: *{8}(section_addr(rex_gotpcrelx.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(rex_gotpcrelx.o, .got) + 8) = e2
# rtdyld-check: *{8}(section_addr(rex_gotpcrelx.o, .got) + 0x10) = e3
