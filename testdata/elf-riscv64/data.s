# R_RISCV_64, R_RISCV_32, R_RISCV_SET8, SET16, SET32, SET6: S + A; R_RISCV_32_PCREL: S + A - P, in data. R_RISCV_NONE: nothing.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=word=0x80000000 -dummy-extern=near=0x123456780 -dummy-extern=big=0x123456789abcdef0 \
# RUN:   -map-section=data.o,.data=0x123456785 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=word=0x80000001 -dummy-extern=near=0x123456780 -dummy-extern=big=1 \
# RUN:   -map-section=data.o,.data=0x123456785 %o
# ERR: .data+0x8: R_RISCV_32 to word: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=word=0x7fffffff -dummy-extern=near=0x123456780 -dummy-extern=big=1 \
# RUN:   -map-section=data.o,.data=0x123456785 %o
# ERR: .data+0xc: R_RISCV_32 to word: -0x80000001 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=word=0x80000000 -dummy-extern=near=0x123456781 -dummy-extern=big=1 \
# RUN:   -map-section=data.o,.data=0x123456785 %o
# ERR: .data+0x14: R_RISCV_32_PCREL to near: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -dummy-extern=word=0x80000000 -dummy-extern=near=0x12345677f -dummy-extern=big=1 \
# RUN:   -map-section=data.o,.data=0x123456785 %o
# ERR: .data+0x18: R_RISCV_32_PCREL to near: -0x80000001 does not fit signed 32
	.globl	word, near, big
	.macro	field name, type, symbol, size
	.reloc	., R_RISCV_\type, \symbol
\name:	.fill	\size, 1, 0xa5
	.endm
	.data
	field	wide, 64, big + 8, 8
	field	abs, 32, word + 0x7fffffff, 4
	field	neg, 32, word - 0x100000000, 4
	.long	0xa5a5a5a5
	field	rel, 32_PCREL, near + 0x80000018, 4
	field	back, 32_PCREL, near - 0x7fffffe3, 4
	.long	0xa5a5a5a5
	field	set32, SET32, big + 0x13, 4
	.long	0xa5a5a5a5
	field	set16, SET16, big + 0x13, 2
	.long	0xa5a5a5a5
	field	set8, SET8, big + 0x13, 1
	.long	0xa5a5a5a5
	field	set6, SET6, big + 0x13, 1
	.long	0xa5a5a5a5
	field	none, NONE, big + 3, 4
mine:	.quad	mine - 8

# rtdyld-check: *{8}wide = big + 8
# rtdyld-check: *{8}wide = 0x123456789abcdef8
# rtdyld-check: *{4}abs = 0xffffffff
# rtdyld-check: *{8}neg = 0xa5a5a5a580000000
# rtdyld-check: *{4}rel = near + 0x80000018 - rel
# rtdyld-check: *{4}rel = 0x7fffffff
# rtdyld-check: *{8}back = 0xa5a5a5a580000000
# rtdyld-check: *{8}set32 = 0xa5a5a5a59abcdf03
# rtdyld-check: *{4}set16 = 0xa5a5df03
# rtdyld-check: *{4}(set8 - 2) = 0xa503a5a5
# rtdyld-check: *{4}set8 = 0xa5a5a503
# rtdyld-check: *{4}set6 = 0xa5a5a583
# rtdyld-check: *{4}none = 0xa5a5a5a5
# rtdyld-check: *{8}mine = mine - 8
