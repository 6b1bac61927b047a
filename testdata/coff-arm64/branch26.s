# IMAGE_REL_ARM64_BRANCH26: S + A - P, -0x8000000 to 0x7fffffc, of B and BL.
# TYPE: .odd 3
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch26.o,.text$up=0x23c567fe0 -map-section=branch26.o,.text$down=0x22c56801c \
# RUN:   -map-section=branch26.o,.text$mid=0x23456922c -map-section=branch26.o,.text=0x234567ff0 -map-section=branch26.o,.text$skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,.odd=0x234568ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch26.o,.text$up=0x23c567fe4 -map-section=branch26.o,.text$down=0x22c56801c \
# RUN:   -map-section=branch26.o,.text$mid=0x23456922c -map-section=branch26.o,.text=0x234567ff0 -map-section=branch26.o,.text$skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,.odd=0x234568ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_BRANCH26 to up: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch26.o,.text$up=0x23c567fe0 -map-section=branch26.o,.text$down=0x22c568018 \
# RUN:   -map-section=branch26.o,.text$mid=0x23456922c -map-section=branch26.o,.text=0x234567ff0 -map-section=branch26.o,.text$skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,.odd=0x234568ff0 %o
# ERR: .text+0xc: IMAGE_REL_ARM64_BRANCH26 to down: -0x8000004 does not fit signed 28
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch26.o,.text$up=0x23c567fde -map-section=branch26.o,.text$down=0x22c56801c \
# RUN:   -map-section=branch26.o,.text$mid=0x23456922c -map-section=branch26.o,.text=0x234567ff0 -map-section=branch26.o,.text$skew=0x23c568f31 \
# RUN:   -map-section=branch26.o,.odd=0x234568ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_BRANCH26 to up: 0x7fffffa is no multiple of 4
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
one:	bl	up + 0x10
	.long	0xa5a5a5a5
two:	bl	down - 0x20
	.long	0xa5a5a5a5
three:	bl	mid + 0x8
	.long	0xa5a5a5a5
	.section .text$skew,"xr"
	.globl	skew
skew:	ret
	.section .odd,"dw"
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.long	skew + 0x94000010
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x95ffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x96000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x9400048ca5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x95ffffdfa5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 0)[25:0] = ((up - one + 0x10) >> 2)[25:0]
# rtdyld-check: decode_operand(two, 0)[25:0] = ((down - two - 0x20) >> 2)[25:0]
