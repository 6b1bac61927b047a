# IMAGE_REL_ARM_ADDR32NB: in RuntimeDyld's layout the image's base is the lowest section.
# layout: runtimedyld the default layout has the base further down
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=addr32nb_base.o,.text=0x20000000 -map-section=addr32nb_base.o,.data=0x20001000 \
# RUN:   -map-section=addr32nb_base.o,.bss=0x20002000 -check=%s %o
	.text
	.quad	0xbf00bf00bf00bf00
	.globl	start
start:	bx	lr
	.data
	.globl	zero
	.rva	start + 0x10
zero:	.rva	start - 8
	.long	0
	.bss
	.zero	8

# rtdyld-check: *{4}(zero - 4) = 0x18
# rtdyld-check: *{4}zero = 0
