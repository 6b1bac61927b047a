# R_X86_64_8: S + A in 1 byte, signed or unsigned, -0x80 to 0xff.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffffffffff90 -dummy-extern=high=0xf0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffffffffff90 -dummy-extern=high=0xf1 %o
# ERR: .data+0x5: R_X86_64_8 to high: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffffffffff8f -dummy-extern=high=0xf0 %o
# ERR: .data+0x1: R_X86_64_8 to low: -0x81 does not fit 8 bits
	.macro	field name, value
	.byte	0xa5
\name:	.reloc	., R_X86_64_8, \value
	.byte	0x11, 0xa5, 0xa5
	.endm
	.globl	low, high
	.data
	field	least, low - 0x10
	field	most, high + 0xf
	field	middle, high - 0x71

# rtdyld-check: *{4}(least - 1) = 0xa5a580a5
# rtdyld-check: *{4}(most - 1) = 0xa5a5ffa5
# rtdyld-check: *{4}(middle - 1) = 0xa5a57fa5
