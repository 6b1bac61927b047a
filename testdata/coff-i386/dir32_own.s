# IMAGE_REL_I386_DIR32 to what the object has itself, and to what is outside without an addend.
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=ext=0xfedcba98 \
# RUN:   -map-section=dir32_own.o,.text=0x20000000 -map-section=dir32_own.o,.data=0x30000000 -check=%s %o
	.globl	ext
	.macro	field name, value
	.short	0xa5a5
\name:	.long	\value
	.short	0xa5a5
	.endm
	.text
insn:	movl	$ext, %eax
load:	movl	var+4, %ecx
	.data
	field	inner, var + 4
	field	outer, ext
	.globl	var
var:	.zero	0x10

# rtdyld-check: *{4}(insn + 1) = ext
# rtdyld-check: *{4}(load + 2) = var + 4
# rtdyld-check: *{8}(inner - 2) = 0xa5a530000014a5a5
# rtdyld-check: *{8}(outer - 2) = 0xa5a5fedcba98a5a5
