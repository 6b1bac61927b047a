# R_AARCH64_JUMP26: S + A - P, -0x8000000 to 0x7fffffc, of B.
# llvm: no between sections it keeps the distance at load time
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=jump26.o,.text=0x234567ff0 -map-section=jump26.o,.text.own=0x223332220 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=jump26.o,.text=0x234567ff0 -map-section=jump26.o,.text.own=0x223332224 %o
# ERR: .text+0x4: R_AARCH64_JUMP26 to own: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=jump26.o,.text=0x234567ff0 -map-section=jump26.o,.text.own=0x22333221c %o
# ERR: .text+0xc: R_AARCH64_JUMP26 to own: -0x8000004 does not fit signed 28
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=jump26.o,.text=0x234567ff0 -map-section=jump26.o,.text.own=0x223332222 %o
# ERR: .text+0x4: R_AARCH64_JUMP26 to own: 0x7fffffe is no multiple of 4
	.section .text.own,"ax",@progbits
	.globl	own
own:	ret
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_JUMP26, own + 0x19235dd0
	b	#0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_JUMP26, own + 0x9235ddc
	b	#0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_JUMP26, own + 0x19235d61
	.long	0x14000000
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x15ffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x16000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x15ffffdfa5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 0)[25:0] = ((own - one + 0x19235dd0) >> 2)[25:0]
# rtdyld-check: decode_operand(two, 0)[25:0] = ((own - two + 0x9235ddc) >> 2)[25:0]
