# IMAGE_REL_ARM64_PAGEBASE_REL21 with addends below 0.
# llvm: no it takes all addends for positive
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334666123 -dummy-extern=down=0x1345bb444 -dummy-extern=mid=0x234569124 \
# RUN:   -map-section=pagebase_rel21_minus.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334667123 -dummy-extern=down=0x1345bb444 -dummy-extern=mid=0x234569124 \
# RUN:   -map-section=pagebase_rel21_minus.o,.text=0x234567ff0 %o
# ERR: .text+0x4: IMAGE_REL_ARM64_PAGEBASE_REL21 to up: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x334666123 -dummy-extern=down=0x1345ba444 -dummy-extern=mid=0x234569124 \
# RUN:   -map-section=pagebase_rel21_minus.o,.text=0x234567ff0 %o
# ERR: .text+0xc: IMAGE_REL_ARM64_PAGEBASE_REL21 to down: -0x100001000 does not fit signed 33
	.globl	up, down, mid
	.text
	.long	0xa5a5a5a5
one:	adrp	x21, up - 0x100000
	.long	0xa5a5a5a5
two:	adrp	x21, down - 0x54321
	.long	0xa5a5a5a5
three:	adrp	x21, mid - 0x1
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xb0000015a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 1) = (up - 0x100000)[63:12] - one[63:12]
# rtdyld-check: decode_operand(two, 1) = (down - 0x54321)[63:12] - two[63:12]
