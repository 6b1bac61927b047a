# R_X86_64_32S: S + A in 4 bytes that the processor extends by sign, -0x80000000 to 0x7fffffff.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff80000010 -dummy-extern=high=0x7ffffff0 \
# RUN:   -map-section=word32s.o,.data=0xffffffffff000000 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff80000010 -dummy-extern=high=0x7ffffff1 \
# RUN:   -map-section=word32s.o,.data=0x10000 %o
# ERR: .data+0xa: R_X86_64_32S to high: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff8000000f -dummy-extern=high=0x7ffffff0 \
# RUN:   -map-section=word32s.o,.data=0x10000 %o
# ERR: .data+0x2: R_X86_64_32S to low: -0x80000001 does not fit signed 32
	.macro	field name, value
	.short	0xa5a5
\name:	.reloc	., R_X86_64_32S, \value
	.long	0x11111111
	.short	0xa5a5
	.endm
	.globl	low, high
	.data
	field	least, low - 0x10
	field	most, high + 0xf
	field	here, here - 4
	.text
insn:	movq	$low, %rax

# rtdyld-check: *{8}(least - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{8}(most - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{4}here = 0xff00000e
# rtdyld-check: decode_operand(insn, 1) = low
