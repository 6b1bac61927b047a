# IMAGE_REL_ARM64_REL32: S + A - (P + 4) in 4 bytes, -0x80000000 to 0x7fffffff.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x2b4567fe3 -dummy-extern=down=0x1b456801c \
# RUN:   -map-section=rel32.o,.data=0x234567ff0 -map-section=rel32.o,.text=0x234567f00 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x2b4567fe4 -dummy-extern=down=0x1b456801c \
# RUN:   -map-section=rel32.o,.data=0x234567ff0 -map-section=rel32.o,.text=0x234567f00 %o
# ERR: .data+0x4: IMAGE_REL_ARM64_REL32 to up: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=up=0x2b4567fe3 -dummy-extern=down=0x1b456801b \
# RUN:   -map-section=rel32.o,.data=0x234567ff0 -map-section=rel32.o,.text=0x234567f00 %o
# ERR: .data+0xc: IMAGE_REL_ARM64_REL32 to down: -0x80000001 does not fit signed 32
	.globl	up, down, own
	.data
	.long	0xa5a5a5a5
one:	.long	up - . + 0x10
	.long	0xa5a5a5a5
two:	.long	down - . - 0x20
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.long	up - . - 0x6dcba966
	.long	0xa5a5a5a5
	.text
here:	.long	own - . + 8
	.data
own:	.quad	0

# rtdyld-check: *{8}(one - 4) = 0x7fffffffa5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x12345678a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}here = own - here + 8
