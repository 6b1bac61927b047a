# R_386_NONE and R_386_TLS_DESC_CALL: nothing is written, whatever symbol and addend are.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=ext=0x11223344 -check=%s %o
	.globl	ext, field
	.type	field, @object
	.size	field, 8
	.data
field:
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_386_NONE, ext
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_386_NONE, field
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_386_TLS_DESC_CALL, ext
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_386_TLS_DESC_CALL, field
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}field = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 0x10) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 0x18) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 0x20) = 0xa5a5a5a5a5a5a5a5
