# IMAGE_REL_ARM64_ADDR32NB: in RuntimeDyld's layout the image's base is the lowest section.
# layout: runtimedyld the default layout has the base further down
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=addr32nb_base.o,.text=0x20000000 -map-section=addr32nb_base.o,.data=0x20001000 \
# RUN:   -map-section=addr32nb_base.o,.bss=0x20002000 -check=%s %o
	.text
	.quad	0x9090909090909090
	.globl	start
start:	ret
	.data
	.globl	zero
	.long	start@IMGREL + 0x10
zero:	.long	start@IMGREL - 8
	.long	0
	.bss
	.zero	8

# rtdyld-check: *{4}(zero - 4) = 0x18
# rtdyld-check: *{4}zero = 0
