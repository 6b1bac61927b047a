# IMAGE_REL_ARM_ADDR32NB of a Thumb function has bit 0 set: .pdata has to have it so (Microsoft, "ARM exception handling"), and lld-link writes it.
# layout: default RuntimeDyld leaves the bit out, see addr32nb_even.s
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -check=%s %o
	.syntax unified
	.thumb
	.text
	nop
	.def	fn
	.scl	2
	.type	32
	.endef
	.globl	fn
	.thumb_func
fn:	bx	lr
	.data
image:	.rva	fn
other:	.rva	data
whole:	.long	fn
data:	.long	0

# rtdyld-check: (*{4}image)[0:0] = 1
# rtdyld-check: (*{4}whole)[0:0] = 1
# rtdyld-check: (*{4}other) - (*{4}image) = data - (*{4}whole)
