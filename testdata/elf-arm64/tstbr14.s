# R_AARCH64_TSTBR14: S + A - P, -0x8000 to 0x7ffc, of TBZ and TBNZ.
# llvm: no the instruction loses its bit number and opcode
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tstbr14.o,.text=0x234567ff0 -map-section=tstbr14.o,.text.own=0x223332220 -check=%s \
# RUN:   %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tstbr14.o,.text=0x234567ff0 -map-section=tstbr14.o,.text.own=0x223332224 %o
# ERR: .text+0x4: R_AARCH64_TSTBR14 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tstbr14.o,.text=0x234567ff0 -map-section=tstbr14.o,.text.own=0x22333221c %o
# ERR: .text+0xc: R_AARCH64_TSTBR14 to own: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tstbr14.o,.text=0x234567ff0 -map-section=tstbr14.o,.text.own=0x223332222 %o
# ERR: .text+0x4: R_AARCH64_TSTBR14 to own: 0x7ffe is no multiple of 4
	.section .text.own,"ax",@progbits
	.globl	own
own:	ret
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_TSTBR14, own + 0x1123ddd0
	tbnz	x9, #37, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TSTBR14, own + 0x1122dddc
	tbnz	x9, #37, #0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_TSTBR14, own + 0x1123dd61
	.long	0xb7280009
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xb72bffe9a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xb72c0009a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0xb72bfbe9a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 2)[13:0] = ((own - one + 0x1123ddd0) >> 2)[13:0]
# rtdyld-check: decode_operand(two, 2)[13:0] = ((own - two + 0x1122dddc) >> 2)[13:0]
