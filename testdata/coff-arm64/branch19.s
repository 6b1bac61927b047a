# IMAGE_REL_ARM64_BRANCH19: S + A - P, -0x100000 to 0xffffc, of B.cond, CBZ and CBNZ.
# TYPE: .odd 15
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch19.o,.text$up=0x234667fe0 -map-section=branch19.o,.text$down=0x23446801c \
# RUN:   -map-section=branch19.o,.text$mid=0x23456922c -map-section=branch19.o,.text=0x234567ff0 -map-section=branch19.o,.text$skew=0x234668f31 \
# RUN:   -map-section=branch19.o,.odd=0x234568ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch19.o,.text$up=0x234667fe4 -map-section=branch19.o,.text$down=0x23446801c \
# RUN:   -map-section=branch19.o,.text$mid=0x23456922c -map-section=branch19.o,.text=0x234567ff0 -map-section=branch19.o,.text$skew=0x234668f31 \
# RUN:   -map-section=branch19.o,.odd=0x234568ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_BRANCH19 to up: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch19.o,.text$up=0x234667fe0 -map-section=branch19.o,.text$down=0x234468018 \
# RUN:   -map-section=branch19.o,.text$mid=0x23456922c -map-section=branch19.o,.text=0x234567ff0 -map-section=branch19.o,.text$skew=0x234668f31 \
# RUN:   -map-section=branch19.o,.odd=0x234568ff0 %o
# ERR: .text+0xc: IMAGE_REL_ARM64_BRANCH19 to down: -0x100004 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=branch19.o,.text$up=0x234667fde -map-section=branch19.o,.text$down=0x23446801c \
# RUN:   -map-section=branch19.o,.text$mid=0x23456922c -map-section=branch19.o,.text=0x234567ff0 -map-section=branch19.o,.text$skew=0x234668f31 \
# RUN:   -map-section=branch19.o,.odd=0x234568ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_BRANCH19 to up: 0xffffa is no multiple of 4
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
one:	b.ne	up + 0x10
	.long	0xa5a5a5a5
two:	b.ne	down - 0x20
	.long	0xa5a5a5a5
three:	b.ne	mid + 0x8
	.long	0xa5a5a5a5
	.section .text$skew,"xr"
	.globl	skew
skew:	ret
	.section .odd,"dw"
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.long	skew + 0x54000201
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x547fffe1a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x54800001a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x54009181a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x547ffbe1a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 1)[18:0] = ((up - one + 0x10) >> 2)[18:0]
# rtdyld-check: decode_operand(two, 1)[18:0] = ((down - two - 0x20) >> 2)[18:0]
