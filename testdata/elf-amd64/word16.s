# R_X86_64_16: S + A in 2 bytes, signed or unsigned, -0x8000 to 0xffff.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffffffff8010 -dummy-extern=high=0xfff0 \
# RUN:   -map-section=word16.o,.data=0x7000 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffffffff8010 -dummy-extern=high=0xfff1 -map-section=word16.o,.data=0x7000 %o
# ERR: .data+0x5: R_X86_64_16 to high: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffffffff800f -dummy-extern=high=0xfff0 -map-section=word16.o,.data=0x7000 %o
# ERR: .data+0x1: R_X86_64_16 to low: -0x8001 does not fit 16 bits
	.macro	field name, value
	.byte	0xa5
\name:	.reloc	., R_X86_64_16, \value
	.short	0x1111
	.byte	0xa5
	.endm
	.globl	low, high
	.data
	field	least, low - 0x10
	field	most, high + 0xf
	field	middle, high - 0x7ff1
	field	here, here + 3

# rtdyld-check: *{4}(least - 1) = 0xa58000a5
# rtdyld-check: *{4}(most - 1) = 0xa5ffffa5
# rtdyld-check: *{4}(middle - 1) = 0xa57fffa5
# rtdyld-check: *{2}here = 0x7010
