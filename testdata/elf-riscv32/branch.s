# R_RISCV_BRANCH, R_RISCV_RVC_BRANCH, R_RISCV_RVC_JUMP: S + A - P; what does not reach is an error, for there can be no stub.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x10050 -dummy-extern=j=0xf900 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x2000 -dummy-extern=c=0x10050 -dummy-extern=j=0xf900 %o
# ERR: .code+0x4: R_RISCV_BRANCH to b: 0x1000 does not fit signed 13
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0xffe -dummy-extern=c=0x10050 -dummy-extern=j=0xf900 %o
# ERR: .code+0xc: R_RISCV_BRANCH to b: -0x1002 does not fit signed 13
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1001 -dummy-extern=c=0x10050 -dummy-extern=j=0xf900 %o
# ERR: .code+0x4: R_RISCV_BRANCH to b: 0x1 is no multiple of 2
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x10052 -dummy-extern=j=0xf900 %o
# ERR: .code+0x16: R_RISCV_RVC_BRANCH to c: 0x100 does not fit signed 9
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x1004e -dummy-extern=j=0xf900 %o
# ERR: .code+0x1c: R_RISCV_RVC_BRANCH to c: -0x102 does not fit signed 9
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x10051 -dummy-extern=j=0xf900 %o
# ERR: .code+0x16: R_RISCV_RVC_BRANCH to c: 0xff is no multiple of 2
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x10050 -dummy-extern=j=0xf902 %o
# ERR: .code+0x22: R_RISCV_RVC_JUMP to j: 0x800 does not fit signed 12
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x10050 -dummy-extern=j=0xf8fe %o
# ERR: .code+0x28: R_RISCV_RVC_JUMP to j: -0x802 does not fit signed 12
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu -map-section=branch.o,.code=0x10002 -dummy-extern=b=0x1000 -dummy-extern=c=0x10050 -dummy-extern=j=0xf901 %o
# ERR: .code+0x22: R_RISCV_RVC_JUMP to j: 0x7ff is no multiple of 2
	.globl	b, c, j
	.section .code,"ax",@progbits
	.long	0xa5a5a5a5
up:	.reloc	., R_RISCV_BRANCH, b + 0xf006
	.long	0x00000a63 + 0xb50000	# beq	a0, a1, 20
	.long	0xa5a5a5a5
down:	.reloc	., R_RISCV_BRANCH, b + 0xe00e
	.long	0xfeb51ee3	# bne	a0, a1, -4
	.long	0xa5a5a5a5
	.short	0xa5a5
cup:	.reloc	., R_RISCV_RVC_BRANCH, c + 0xc6
	.short	0xc119	# beqz	a0, 6
	.long	0xa5a5a5a5
cdown:	.reloc	., R_RISCV_RVC_BRANCH, c - 0x132
	.short	0xfd75	# bnez	a0, -4
	.long	0xa5a5a5a5
jup:	.reloc	., R_RISCV_RVC_JUMP, j + 0xf22
	.short	0xbfdd	# j	-10
	.long	0xa5a5a5a5
jdown:	.reloc	., R_RISCV_RVC_JUMP, j - 0xd6
	.short	0xa011	# j	4
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(up, 2) = b + 0xf006 - up
# rtdyld-check: decode_operand(up, 2) = 0
# rtdyld-check: *{8}up = 0xa5a5a5a500b50063
# rtdyld-check: decode_operand(down, 2) = b + 0xe00e - down
# rtdyld-check: decode_operand(down, 2) = 0 - 0x1000
# rtdyld-check: *{8}down = 0xa5a5a5a580b51063
# rtdyld-check: decode_operand(cup, 1) = c + 0xc6 - cup
# rtdyld-check: decode_operand(cup, 1) = 0xfe
# rtdyld-check: *{4}(cup - 2) = 0xcd7da5a5
# rtdyld-check: *{4}(cup + 2) = 0xa5a5a5a5
# rtdyld-check: decode_operand(cdown, 1) = 0 - 0x100
# rtdyld-check: *{2}cdown = 0xf101
# rtdyld-check: *{4}(cdown + 2) = 0xa5a5a5a5
# rtdyld-check: decode_operand(jup, 0) = 0x7fe
# rtdyld-check: *{2}jup = 0xaffd
# rtdyld-check: *{4}(jup + 2) = 0xa5a5a5a5
# rtdyld-check: decode_operand(jdown, 0) = 0 - 0x800
# rtdyld-check: *{2}jdown = 0xb001
# rtdyld-check: *{4}(jdown + 2) = 0xa5a5a5a5
