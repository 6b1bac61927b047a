# R_AARCH64_CONDBR19: S + A - P, -0x100000 to 0xffffc, of B.cond, CBZ and CBNZ.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=condbr19.o,.text=0x234567ff0 -map-section=condbr19.o,.text.own=0x223332220 -check=%s \
# RUN:   %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=condbr19.o,.text=0x234567ff0 -map-section=condbr19.o,.text.own=0x223332224 %o
# ERR: .text+0x4: R_AARCH64_CONDBR19 to own: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=condbr19.o,.text=0x234567ff0 -map-section=condbr19.o,.text.own=0x22333221c %o
# ERR: .text+0xc: R_AARCH64_CONDBR19 to own: -0x100004 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=condbr19.o,.text=0x234567ff0 -map-section=condbr19.o,.text.own=0x223332222 %o
# ERR: .text+0x4: R_AARCH64_CONDBR19 to own: 0xffffe is no multiple of 4
	.section .text.own,"ax",@progbits
	.globl	own
own:	ret
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_CONDBR19, own + 0x11335dd0
	b.ne	#0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_CONDBR19, own + 0x11135ddc
	b.ne	#0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_CONDBR19, own + 0x11335d61
	.long	0x54000001
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x547fffe1a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x54800001a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x547ffbe1a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 1)[18:0] = ((own - one + 0x11335dd0) >> 2)[18:0]
# rtdyld-check: decode_operand(two, 1)[18:0] = ((own - two + 0x11135ddc) >> 2)[18:0]
