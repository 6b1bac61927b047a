# R_X86_64_32: S + A in 4 bytes, 0 to 0xffffffff.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 \
# RUN:   -map-section=word32.o,.data=0x7fff0000 -check=%s %o
# One more, and one less than nothing:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff1 %o
# ERR: .data+0xa: R_X86_64_32 to high: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xf -dummy-extern=high=0xfffffff0 %o
# ERR: .data+0x2: R_X86_64_32 to low: -0x1 does not fit unsigned 32
	.macro	field name, value
	.short	0xa5a5
\name:	.reloc	., R_X86_64_32, \value
	.long	0x11111111
	.short	0xa5a5
	.endm
	.globl	low, high
	.data
	field	least, low - 0x10
	field	most, high + 0xf
	field	middle, high - 0x7ffffff1
	field	here, here + 4
	.text
	movl	$high, %eax

# rtdyld-check: *{8}(least - 2) = 0xa5a500000000a5a5
# rtdyld-check: *{8}(most - 2) = 0xa5a5ffffffffa5a5
# rtdyld-check: *{8}(middle - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{4}here = 0x7fff001e
# rtdyld-check: *{4}(section_addr(word32.o, .text) + 1) = high
