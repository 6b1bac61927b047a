# R_RISCV_32, R_RISCV_64, R_RISCV_SET8, SET16, SET32, SET6: S + A; R_RISCV_32_PCREL, R_RISCV_PLT32: S + A - P, in data. 32 bits wrap; 64 hold the address and zeros. R_RISCV_NONE: nothing.
# llvm: no it has no relocations of RISC-V
# TYPE: R_RISCV_COPY 59
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -dummy-extern=word=0x80000000 -dummy-extern=near=0x3456780 -dummy-extern=top=0xfffffff0 -dummy-extern=big=0x9abcdef0 \
# RUN:   -map-section=data.o,.data=0xf3456785 -check=%s %o
	.globl	word, near, big, top
	.macro	field name, type, symbol, size
	.reloc	., R_RISCV_\type, \symbol
\name:	.fill	\size, 1, 0xa5
	.endm
	.data
	field	wide, 64, big + 8, 8
	field	abs, 32, word + 0x7fffffff, 4
	field	neg, 32, word - 0x100, 4
	field	over, 32, top + 0x20, 4
	.long	0xa5a5a5a5
	field	rel, 32_PCREL, near + 0x18, 4
	field	back, 32_PCREL, near - 0x7fffffe3, 4
	.long	0xa5a5a5a5
	field	plt, COPY, near + 0x18, 4
	field	pltback, COPY, near - 0x7fffffe3, 4
	.long	0xa5a5a5a5
	field	set32, SET32, top + 0x13, 4
	.long	0xa5a5a5a5
	field	set16, SET16, big + 0x13, 2
	.long	0xa5a5a5a5
	field	set8, SET8, big + 0x13, 1
	.long	0xa5a5a5a5
	field	set6, SET6, big + 0x13, 1
	.long	0xa5a5a5a5
	field	none, NONE, big + 3, 4
mine:	.long	mine - 8

# rtdyld-check: *{8}wide = big + 8
# rtdyld-check: *{8}wide = 0x9abcdef8
# rtdyld-check: *{4}abs = 0xffffffff
# rtdyld-check: *{4}neg = 0x7fffff00
# rtdyld-check: *{8}over = 0xa5a5a5a500000010
# rtdyld-check: *{4}rel = (near + 0x18 - rel)[31:0]
# rtdyld-check: *{8}back = 0xa5a5a5a500000000 + (near - 0x7fffffe3 - back)[31:0]
# rtdyld-check: *{4}plt = (near + 0x18 - plt)[31:0]
# rtdyld-check: *{8}pltback = 0xa5a5a5a500000000 + (near - 0x7fffffe3 - pltback)[31:0]
# rtdyld-check: *{8}set32 = 0xa5a5a5a500000003
# rtdyld-check: *{4}set16 = 0xa5a5df03
# rtdyld-check: *{4}(set8 - 2) = 0xa503a5a5
# rtdyld-check: *{4}set8 = 0xa5a5a503
# rtdyld-check: *{4}set6 = 0xa5a5a583
# rtdyld-check: *{4}none = 0xa5a5a5a5
# rtdyld-check: *{4}mine = mine - 8
