# IMAGE_REL_ARM64_ADDR32: S + A in 4 bytes, 0 to 0xffffffff.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=most=0xfffffff0 -dummy-extern=least=0x10 \
# RUN:   -map-section=addr32.o,.data=0x40000000 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=most=0xfffffff1 -dummy-extern=least=0x10 \
# RUN:   -map-section=addr32.o,.data=0x40000000 %o
# ERR: .data+0x4: IMAGE_REL_ARM64_ADDR32 to most: 0x100000000 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=most=0xfffffff0 -dummy-extern=least=0xf \
# RUN:   -map-section=addr32.o,.data=0x40000000 %o
# ERR: .data+0xc: IMAGE_REL_ARM64_ADDR32 to least: -0x1 does not fit unsigned 32
	.globl	most, least, var
	.data
	.long	0xa5a5a5a5
upper:	.long	most + 0xf
	.long	0xa5a5a5a5
lower:	.long	least - 0x10
	.long	0xa5a5a5a5
inner:	.long	var + 4
	.long	0xa5a5a5a5
var:	.quad	0

# rtdyld-check: *{8}(upper - 4) = 0xffffffffa5a5a5a5
# rtdyld-check: *{4}(upper + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(lower - 4) = 0x00000000a5a5a5a5
# rtdyld-check: *{4}(lower + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(inner - 4) = 0x40000020a5a5a5a5
# rtdyld-check: *{4}(inner + 4) = 0xa5a5a5a5
