# R_RISCV_PLT32: S + A - P in data, S the symbol or a stub of it; -0x80000000 to 0x7fffffff.
# llvm: no it has no relocations of RISC-V
# TYPE: R_RISCV_COPY 59
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=plt32.o,.data=0x10002 -map-section=plt32.o,.code=0x20000 -check=%s %o
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=plt32.o,.data=0x10002 -map-section=plt32.o,.code=0x20001 %o
# ERR: .data+0x0: R_RISCV_PLT32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=riscv64-linux-gnu -map-section=plt32.o,.data=0x10002 -map-section=plt32.o,.code=0x1ffff %o
# ERR: .data+0x4: R_RISCV_PLT32 to own: -0x80000001 does not fit signed 32
	.section .code,"ax",@progbits
	.globl	own
own:	ret
	.data
up:	.reloc	., R_RISCV_COPY, own + 0x7fff0001
	.long	0xa5a5a5a5
down:	.reloc	., R_RISCV_COPY, own - 0x8000fffa
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5

# rtdyld-check: *{4}up = own + 0x7fff0001 - up
# rtdyld-check: *{4}up = 0x7fffffff
# rtdyld-check: *{8}down = 0xa5a5a5a580000000
