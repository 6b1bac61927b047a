# IMAGE_REL_ARM64_ADDR32NB: in RuntimeDyld's layout the image's base is the lowest address of all sections, commons among them, that have one.
# layout: runtimedyld the default layout has the base further down
# Nothing has an address of its own:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=base=0x1000 -check=%s %o
# One section high up, one low, which no code refers to:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=base=0x1000 -map-section=addr32nb_lowest.o,.text=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=base=0x1000 -map-section=addr32nb_lowest.o,.data=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=base=0x800 -map-section=addr32nb_lowest.o,.rdata=0x800 -check=%s %o
# All but commons:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=base=0x1000 -map-section=addr32nb_lowest.o,.text=0x20000000 -map-section=addr32nb_lowest.o,.data=0x20010000 -map-section=addr32nb_lowest.o,.rdata=0x20020000 -check=%s %o
# A section that is not loaded has an address if it is given one:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=base=0x400 -map-section=addr32nb_lowest.o,.debug_x=0x400 -map-section=addr32nb_lowest.o,.text=0x20000000 -check=%s %o
	.globl	start, var, own
	.comm	common, 16
	.text
start:	ret
	.data
	.long	own@IMGREL + 4
var:	.long	start@IMGREL
	.long	var@IMGREL
	.quad	common
	.section .rdata,"dr"
own:	.quad	0
	.section .debug_x,"dr"
	.long	start

# rtdyld-check: *{4}(var - 4) = own - base + 4
# rtdyld-check: *{4}var = start - base
# rtdyld-check: *{4}(var + 4) = var - base
# rtdyld-check: *{8}(var + 8) = common
