# R_X86_64_SIZE32 and R_X86_64_SIZE64: Z + A in 4 bytes, 0 to 0xffffffff, and in 8; where the symbol is does not count.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=size32.o,.data=0x7fff00000000 -check=%s %o
	.data
	.macro	field name, type, value, width
	.quad	0xa5a5a5a5a5a5a5a5
\name:	.reloc	., R_X86_64_\type, \value
	.fill	1, \width, 0x11111111
	.endm
	field	plain, SIZE32, small, 4
	field	minus, SIZE32, small - 0x30, 4
	field	most, SIZE32, large - 1, 4
	field	wide, SIZE64, large + 0x123456789, 8
	field	negative, SIZE64, small - 0x31, 8
	.quad	0xa5a5a5a5a5a5a5a5
	.globl	small, large
	.type	small, @object
	.size	small, 0x30
small:	.zero	0x30
	.type	large, @object
	.size	large, 0x100000000
large:	.zero	0x10

# rtdyld-check: *{4}plain = 0x30
# rtdyld-check: *{8}(plain + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}minus = 0
# rtdyld-check: *{4}most = 0xffffffff
# rtdyld-check: *{8}(most - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(most + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}wide = 0x223456789
# rtdyld-check: *{8}(wide + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}negative = 0xffffffffffffffff
# rtdyld-check: *{8}(negative + 8) = 0xa5a5a5a5a5a5a5a5
