# R_ARM_ABS32 and R_ARM_TARGET1, which is the same on Linux: (S + A) | T in 4 bytes, modulo 1<<32.
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=low=0x10 -dummy-extern=high=0xfffffff0 -dummy-extern=fun=0x12345679 \
# RUN:   -map-section=abs32.o,.data=0x7fff0000 -check=%s %o
	.globl	low, high, fun
	.data
	.short	0xa5a5			@ so that no field is at a multiple of 4
	.macro	field name, type, symbol, addend=0
	.long	0xa5a5a5a5
	.globl	\name
\name:	.reloc	., R_ARM_\type, \symbol
	.long	\addend
	.long	0xa5a5a5a5
	.endm
	field	over, ABS32, high, 0x7fffffff
	field	under, ABS32, low, -0x80000000
	field	plain, ABS32, fun
	field	back, ABS32, fun, -0x1000
	field	here, ABS32, here, 4
	field	over1, TARGET1, high, 0x7fffffff
	field	under1, TARGET1, low, -0x80000000
	field	plain1, TARGET1, fun
	field	back1, TARGET1, fun, -0x1000

# rtdyld-check: *{4}over = 0x7fffffef
# rtdyld-check: *{4}(over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under = 0x80000010
# rtdyld-check: *{4}(under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain = fun
# rtdyld-check: *{4}back = fun - 0x1000
# rtdyld-check: *{4}here = here + 4
# rtdyld-check: *{4}over1 = 0x7fffffef
# rtdyld-check: *{4}(over1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under1 = 0x80000010
# rtdyld-check: *{4}plain1 = fun
# rtdyld-check: *{4}back1 = fun - 0x1000
