# IMAGE_REL_ARM64_ADDR32NB: S + A - B in 4 bytes, 0 to 0xffffffff, B the image's base, which is below all of it.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=addr32nb.o,.text=0x200000000 -map-section=addr32nb.o,.data=0x200001000 -map-section=addr32nb.o,.bss=0x200002000 \
# RUN:   -map-section=addr32nb.o,.rdata=0x260000000 -check=%s %o
# Below the base:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=addr32nb.o,.text=0x200000000 -map-section=addr32nb.o,.data=0x200001000 -map-section=addr32nb.o,.bss=0x200002000 \
# RUN:   -map-section=addr32nb.o,.rdata=0x400000000 %o
# ERR: .data+0x12: IMAGE_REL_ARM64_ADDR32NB to high:
	.globl	high
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	.text
start:	ret
	.data
	field	zero, start@IMGREL
	field	plain, start@IMGREL + 0x12345
	field	upper, high@IMGREL + 0x18
	field	carry, here@IMGREL - 8
here:	.quad	0
	.section .rdata,"dr"
	.quad	0
high:	.quad	0
	.bss
	.zero	8

# rtdyld-check: *{2}(zero - 2) = 0xa5a5
# rtdyld-check: *{2}(zero + 4) = 0xa5a5
# rtdyld-check: *{4}plain = 0x12345+*{4}zero
# rtdyld-check: *{4}upper = 0x60000020+*{4}zero
# rtdyld-check: *{2}(upper - 2) = 0xa5a5
# rtdyld-check: *{2}(upper + 4) = 0xa5a5
# rtdyld-check: *{4}carry = 0x1018+*{4}zero
# rtdyld-check: *{2}(carry + 4) = 0xa5a5
