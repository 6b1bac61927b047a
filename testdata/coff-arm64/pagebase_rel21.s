# IMAGE_REL_ARM64_PAGEBASE_REL21: page(S + A) - page(P), -0x100000000 to 0xfffff000, of ADRP, whose addend counts bytes.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334553dde -dummy-extern=down=0x134468358 -dummy-extern=mid=0x234568122 \
# RUN:   -dummy-extern=zero=0x23456d123 -map-section=pagebase_rel21.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334554dde -dummy-extern=down=0x134468358 -dummy-extern=mid=0x234568122 \
# RUN:   -dummy-extern=zero=0x23456d123 -map-section=pagebase_rel21.o,.text=0x234567ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_PAGEBASE_REL21 to up: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334553dde -dummy-extern=down=0x134467358 -dummy-extern=mid=0x234568122 \
# RUN:   -dummy-extern=zero=0x23456d123 -map-section=pagebase_rel21.o,.text=0x234567ff0 %o
# ERR: .text+0xc: IMAGE_REL_ARM64_PAGEBASE_REL21 to down: -0x100001000 does not fit signed 33
# Nothing stands for a name that is out of reach:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334553dde -dummy-extern=down=0x134468358 -dummy-extern=mid=0x234568122 \
# RUN:   -dummy-extern=zero=0x334568123 -map-section=pagebase_rel21.o,.text=0x234567ff0 %o
# ERR: .text+0x1c: IMAGE_REL_ARM64_PAGEBASE_REL21 to zero: 0x100000000 does not fit signed 33
	.globl	up, down, mid, zero
	.text
	.long	0xa5a5a5a5
one:	adrp	x21, up + 0x12345
	.long	0xa5a5a5a5
two:	adrp	x21, down + 0xfedcb
	.long	0xa5a5a5a5
three:	adrp	x21, mid + 0x1001
	.long	0xa5a5a5a5
four:	adrp	x21, zero
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb0000015a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0xb0000035a5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 1) = (up + 0x12345)[63:12] - one[63:12]
# rtdyld-check: decode_operand(two, 1) = (down + 0xfedcb)[63:12] - two[63:12]
