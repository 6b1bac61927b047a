# Layout RuntimeDyld leaves bit 0 of a Thumb function out of IMAGE_REL_ARM_ADDR32NB, and has it in IMAGE_REL_ARM_ADDR32.
# layout: runtimedyld the other layout has the bit, see addr32nb_thumb.s
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

# rtdyld-check: *{4}image = fn - section_addr(addr32nb_even.o, .text)
# rtdyld-check: (*{4}whole)[0:0] = 1
# rtdyld-check: (*{4}other) - (*{4}image) = data - (*{4}whole) + 1
