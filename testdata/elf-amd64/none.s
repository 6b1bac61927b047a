# R_X86_64_NONE: nothing is written, whatever symbol and addend are.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x1122334455667788 -check=%s %o
	.globl	ext
	.data
field:
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_X86_64_NONE, ext + 0x10
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_X86_64_NONE, field
	.quad	0xa5a5a5a5a5a5a5a5
	.quad	ext

# rtdyld-check: *{8}field = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 0x10) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 0x18) = ext
