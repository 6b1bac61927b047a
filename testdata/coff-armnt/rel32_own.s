# IMAGE_REL_ARM_REL32 to what the object has itself, and to what is outside without an addend.
# llvm: no it has no such type
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=ext=0x30001234 \
# RUN:   -map-section=rel32_own.o,.text=0x20000000 -map-section=rel32_own.o,.data=0x30000000 -check=%s %o
	.globl	ext, fun
	.text
	.short	0xa5a5
plain:	.long	ext - .
own:	.long	fun - .
near:	.long	fun - . + 4
	.data
fun:	bx	lr

# rtdyld-check: *{4}plain = ext - plain
# rtdyld-check: *{4}own = fun - own
# rtdyld-check: *{4}near = fun - near + 4
