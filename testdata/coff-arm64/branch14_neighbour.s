# IMAGE_REL_ARM64_BRANCH14: S + A - P, -0x8000 to 0x7ffc, of TBZ and TBNZ whose bit number is odd.
# TYPE: .odd 16
# llvm: no the bit number becomes even
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch14_neighbour.o,.text$up=0x23456ffe0 \
# RUN:   -map-section=branch14_neighbour.o,.text$down=0x23456001c -map-section=branch14_neighbour.o,.text$mid=0x23456922c \
# RUN:   -map-section=branch14_neighbour.o,.text=0x234567ff0 -map-section=branch14_neighbour.o,.text$skew=0x234570f31 \
# RUN:   -map-section=branch14_neighbour.o,.odd=0x234568ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch14_neighbour.o,.text$up=0x23456ffe4 \
# RUN:   -map-section=branch14_neighbour.o,.text$down=0x23456001c -map-section=branch14_neighbour.o,.text$mid=0x23456922c \
# RUN:   -map-section=branch14_neighbour.o,.text=0x234567ff0 -map-section=branch14_neighbour.o,.text$skew=0x234570f31 \
# RUN:   -map-section=branch14_neighbour.o,.odd=0x234568ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_BRANCH14 to up: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch14_neighbour.o,.text$up=0x23456ffe0 \
# RUN:   -map-section=branch14_neighbour.o,.text$down=0x234560018 -map-section=branch14_neighbour.o,.text$mid=0x23456922c \
# RUN:   -map-section=branch14_neighbour.o,.text=0x234567ff0 -map-section=branch14_neighbour.o,.text$skew=0x234570f31 \
# RUN:   -map-section=branch14_neighbour.o,.odd=0x234568ff0 %o
# ERR: .text+0xc: IMAGE_REL_ARM64_BRANCH14 to down: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch14_neighbour.o,.text$up=0x23456ffde \
# RUN:   -map-section=branch14_neighbour.o,.text$down=0x23456001c -map-section=branch14_neighbour.o,.text$mid=0x23456922c \
# RUN:   -map-section=branch14_neighbour.o,.text=0x234567ff0 -map-section=branch14_neighbour.o,.text$skew=0x234570f31 \
# RUN:   -map-section=branch14_neighbour.o,.odd=0x234568ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_BRANCH14 to up: 0x7ffa is no multiple of 4
	.section .text$up,"xr"
	.globl	up
up:	ret
	.section .text$down,"xr"
	.globl	down
down:	ret
	.section .text$mid,"xr"
	.globl	mid
mid:	ret
	.text
	.long	0xa5a5a5a5
one:	tbnz	x9, #37, up + 0x10
	.long	0xa5a5a5a5
two:	tbnz	x9, #37, down - 0x20
	.long	0xa5a5a5a5
three:	tbnz	x9, #37, mid + 0x8
	.long	0xa5a5a5a5
	.section .text$skew,"xr"
	.globl	skew
skew:	ret
	.section .odd,"dw"
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.long	skew + 0xb7280209
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xb72bffe9a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xb72c0009a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb7289189a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0xb72bfbe9a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 2)[13:0] = ((up - one + 0x10) >> 2)[13:0]
# rtdyld-check: decode_operand(two, 2)[13:0] = ((down - two - 0x20) >> 2)[13:0]
