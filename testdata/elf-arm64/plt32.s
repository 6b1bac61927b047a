# R_AARCH64_PLT32: S + A - P in 4 bytes, -0x80000000 to 0x7fffffff.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=plt32.o,.text=0x234567ff0 -map-section=plt32.o,.text.own=0x223332220 -check=%s %o
# At addresses that a narrow field could hold by itself:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=plt32.o,.text=0x34567ff0 -map-section=plt32.o,.text.own=0x23332220 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=plt32.o,.text=0x234567ff0 -map-section=plt32.o,.text.own=0x223332221 %o
# ERR: .text+0x4: R_AARCH64_PLT32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=plt32.o,.text=0x234567ff0 -map-section=plt32.o,.text.own=0x22333221f %o
# ERR: .text+0xc: R_AARCH64_PLT32 to own: -0x80000001 does not fit signed 32
	.section .text.own,"ax",@progbits
	.globl	own
own:	ret
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_PLT32, own + 0x91235dd3
	.long	0x11111111
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_PLT32, own - 0x6edca224
	.long	0x11111111
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_PLT32, own + 0x91235d64
	.long	0x11111111
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x7fffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x7fffff7fa5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
