# R_ARM_THM_ALU_ABS_G0_NC: the lowest byte of (S + A) | T; _G1_NC, _G2_NC, _G3: the others of S + A.
# TYPE: R_ARM_ALU_PCREL_7_0 132
# TYPE: R_ARM_ALU_PCREL_15_8 133
# TYPE: R_ARM_ALU_PCREL_23_15 134
# TYPE: R_ARM_ME_TOO 135
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=fun=0x12345679 -dummy-extern=ones=0x45ffff01 -dummy-extern=high=0x46000000 \
# RUN:   -dummy-extern=odd=0x45ffffff -map-section=thm_alu.o,.text=0x20000004 -check=%s %o
	.syntax	unified
	.globl	fun, ones, high, odd
	.weak	null
	.text
	.long	0xa5a5a5a5
fun_0:	.reloc	., R_ARM_ALU_PCREL_7_0, fun	@ movs r1, #0x3
	.short	0x2103
	.long	0xa5a5a5a5
	.short	0xa5a5
ones_0:	.reloc	., R_ARM_ALU_PCREL_7_0, ones	@ movs r1, #0xff
	.short	0x21ff
	.long	0xa5a5a5a5
	.short	0xa5a5
high_0:	.reloc	., R_ARM_ALU_PCREL_7_0, high	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
odd_0:	.reloc	., R_ARM_ALU_PCREL_7_0, odd	@ movs r1, #0x1
	.short	0x2101
	.long	0xa5a5a5a5
	.short	0xa5a5
null_0:	.reloc	., R_ARM_ALU_PCREL_7_0, null	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
fun_1:	.reloc	., R_ARM_ALU_PCREL_15_8, fun	@ movs r1, #0x3
	.short	0x2103
	.long	0xa5a5a5a5
	.short	0xa5a5
ones_1:	.reloc	., R_ARM_ALU_PCREL_15_8, ones	@ movs r1, #0xff
	.short	0x21ff
	.long	0xa5a5a5a5
	.short	0xa5a5
high_1:	.reloc	., R_ARM_ALU_PCREL_15_8, high	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
odd_1:	.reloc	., R_ARM_ALU_PCREL_15_8, odd	@ movs r1, #0x1
	.short	0x2101
	.long	0xa5a5a5a5
	.short	0xa5a5
null_1:	.reloc	., R_ARM_ALU_PCREL_15_8, null	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
fun_2:	.reloc	., R_ARM_ALU_PCREL_23_15, fun	@ movs r1, #0x3
	.short	0x2103
	.long	0xa5a5a5a5
	.short	0xa5a5
ones_2:	.reloc	., R_ARM_ALU_PCREL_23_15, ones	@ movs r1, #0xff
	.short	0x21ff
	.long	0xa5a5a5a5
	.short	0xa5a5
high_2:	.reloc	., R_ARM_ALU_PCREL_23_15, high	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
odd_2:	.reloc	., R_ARM_ALU_PCREL_23_15, odd	@ movs r1, #0x1
	.short	0x2101
	.long	0xa5a5a5a5
	.short	0xa5a5
null_2:	.reloc	., R_ARM_ALU_PCREL_23_15, null	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
fun_3:	.reloc	., R_ARM_ME_TOO, fun	@ movs r1, #0x3
	.short	0x2103
	.long	0xa5a5a5a5
	.short	0xa5a5
ones_3:	.reloc	., R_ARM_ME_TOO, ones	@ movs r1, #0xff
	.short	0x21ff
	.long	0xa5a5a5a5
	.short	0xa5a5
high_3:	.reloc	., R_ARM_ME_TOO, high	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5
odd_3:	.reloc	., R_ARM_ME_TOO, odd	@ movs r1, #0x1
	.short	0x2101
	.long	0xa5a5a5a5
	.short	0xa5a5
null_3:	.reloc	., R_ARM_ME_TOO, null	@ movs r1, #0x0
	.short	0x2100
	.long	0xa5a5a5a5
	.short	0xa5a5

# rtdyld-check: *{2}fun_0 = 0x217c
# rtdyld-check: *{4}(fun_0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(fun_0 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}ones_0 = 0x2100
# rtdyld-check: *{4}(ones_0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_0 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}high_0 = 0x2100
# rtdyld-check: *{4}(high_0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(high_0 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}odd_0 = 0x2100
# rtdyld-check: *{4}(odd_0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(odd_0 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}null_0 = 0x2100
# rtdyld-check: *{4}(null_0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_0 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}fun_1 = 0x2156
# rtdyld-check: *{4}(fun_1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(fun_1 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}ones_1 = 0x21ff
# rtdyld-check: *{4}(ones_1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_1 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}high_1 = 0x2100
# rtdyld-check: *{4}(high_1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(high_1 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}odd_1 = 0x21ff
# rtdyld-check: *{4}(odd_1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(odd_1 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}null_1 = 0x2100
# rtdyld-check: *{4}(null_1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_1 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}fun_2 = 0x2134
# rtdyld-check: *{4}(fun_2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(fun_2 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}ones_2 = 0x21ff
# rtdyld-check: *{4}(ones_2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_2 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}high_2 = 0x2100
# rtdyld-check: *{4}(high_2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(high_2 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}odd_2 = 0x21ff
# rtdyld-check: *{4}(odd_2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(odd_2 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}null_2 = 0x2100
# rtdyld-check: *{4}(null_2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_2 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}fun_3 = 0x2112
# rtdyld-check: *{4}(fun_3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(fun_3 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}ones_3 = 0x2145
# rtdyld-check: *{4}(ones_3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ones_3 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}high_3 = 0x2146
# rtdyld-check: *{4}(high_3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(high_3 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}odd_3 = 0x2145
# rtdyld-check: *{4}(odd_3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(odd_3 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}null_3 = 0x2100
# rtdyld-check: *{4}(null_3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_3 + 2) = 0xa5a5a5a5
