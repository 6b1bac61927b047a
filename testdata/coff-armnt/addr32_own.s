# IMAGE_REL_ARM_ADDR32 to what the object has itself, and to what is outside without an addend.
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=ext=0xfedcba98 \
# RUN:   -map-section=addr32_own.o,.text=0x20000000 -map-section=addr32_own.o,.data=0x30000000 -check=%s %o
	.globl	ext
	.syntax	unified
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	.text
	.thumb_func
	.def	fun; .scl 2; .type 32; .endef
	.globl	fun
fun:	bx	lr
	nop
	.data
	field	inner, var + 4
	field	outer, ext
	field	thumb, fun
	field	behind, fun + 4
	.globl	var
var:	.zero	0x10

# rtdyld-check: fun = 0x20000000
# rtdyld-check: *{8}(inner - 2) = 0xa5a530000024a5a5
# rtdyld-check: *{8}(outer - 2) = 0xa5a5fedcba98a5a5
# rtdyld-check: *{8}(thumb - 2) = 0xa5a520000001a5a5
# rtdyld-check: *{8}(behind - 2) = 0xa5a520000005a5a5
