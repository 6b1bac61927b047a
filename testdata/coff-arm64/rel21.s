# IMAGE_REL_ARM64_REL21: S + A - P, -0x100000 to 0xfffff, of ADR.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x234667fec -dummy-extern=down=0x23446811f -dummy-extern=mid=0x23456922f \
# RUN:   -dummy-extern=zero=0x234568061 -map-section=rel21.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x234667fed -dummy-extern=down=0x23446811f -dummy-extern=mid=0x23456922f \
# RUN:   -dummy-extern=zero=0x234568061 -map-section=rel21.o,.text=0x234567ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_REL21 to up: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x234667fec -dummy-extern=down=0x23446811e -dummy-extern=mid=0x23456922f \
# RUN:   -dummy-extern=zero=0x234568061 -map-section=rel21.o,.text=0x234567ff0 %o
# ERR: .text+0xc: IMAGE_REL_ARM64_REL21 to down: -0x100001 does not fit signed 21
# Nothing stands for a name that is out of reach:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x234667fec -dummy-extern=down=0x23446811f -dummy-extern=mid=0x23456922f \
# RUN:   -dummy-extern=zero=0x23466800c -map-section=rel21.o,.text=0x234567ff0 %o
# ERR: .text+0x1c: IMAGE_REL_ARM64_REL21 to zero: 0x100000 does not fit signed 21
	.globl	up, down, mid, zero
	.text
	.long	0xa5a5a5a5
one:	adr	x17, up + 0x7
	.long	0xa5a5a5a5
two:	adr	x17, down - 0x123
	.long	0xa5a5a5a5
three:	adr	x17, mid + 0x5
	.long	0xa5a5a5a5
four:	adr	x17, zero
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	adr	x17, up - 0x58
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x707ffff1a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x10800011a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x10009191a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0x300002b1a5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x707ffbf1a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 1) = up - one + 0x7
# rtdyld-check: decode_operand(two, 1) = down - two - 0x123
