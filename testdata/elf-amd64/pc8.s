# R_X86_64_PC8: S + A - P in 1 byte, -0x80 to 0x7f.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x400010 \
# RUN:   -map-section=pc8.o,.text=0x400000 -map-section=pc8.o,.data=0x7fff00000000 -check=%s %o
# ext moved up by one, down by one:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x400011 \
# RUN:   -map-section=pc8.o,.text=0x400000 -map-section=pc8.o,.data=0x7fff00000000 %o
# ERR: .text+0x1: R_X86_64_PC8 to ext: 0x80 does not fit signed 8
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x40000f \
# RUN:   -map-section=pc8.o,.text=0x400000 -map-section=pc8.o,.data=0x7fff00000000 %o
# ERR: .text+0x5: R_X86_64_PC8 to ext: -0x81 does not fit signed 8
	.macro	field name, value
	.byte	0xa5
\name:	.reloc	., R_X86_64_PC8, \value
	.byte	0, 0xa5, 0xa5
	.endm
	.globl	ext
	.text
	field	most, ext + 0x70
	field	least, ext - 0x8b
insn:	.byte	0xeb
	.reloc	., R_X86_64_PC8, end - 1
	.byte	0
	.zero	5, 0xcc
end:	ret
	.data
	.zero	0x20
	field	here, here + 2

# rtdyld-check: *{4}(most - 1) = 0xa5a57fa5
# rtdyld-check: *{4}(least - 1) = 0xa5a580a5
# rtdyld-check: decode_operand(insn, 0) = end - next_pc(insn)
# rtdyld-check: decode_operand(insn, 0) = 5
# rtdyld-check: *{4}(here - 1) = 0xa5a502a5
