# R_386_32PLT: L + A in 4 bytes, modulo 1<<32, with L the function itself.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=high=0xfffffff0 -dummy-extern=low=0x10 -dummy-extern=ext=0xfedcba98 \
# RUN:   -map-section=word32plt.o,.data=0x30000000 -check=%s %o
	.globl	high, low, ext
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.data
	field	plain, 32PLT, ext, 0x10
	field	over, 32PLT, high, 0x20
	field	under, 32PLT, low, -0x20

# rtdyld-check: *{8}(plain - 2) = 0xa5a5fedcbaa8a5a5
# rtdyld-check: *{8}(over - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a5fffffff0a5a5
