# R_390_PLT32: S + A - P in data, S the symbol or a stub of it; -0x80000000 to 0x7fffffff.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -map-section=plt32.o,.data=0x10002 -map-section=plt32.o,.code=0x20000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -map-section=plt32.o,.data=0x10002 -map-section=plt32.o,.code=0x20002 %o
# ERR: .data+0x0: R_390_PLT32 to own: 0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -map-section=plt32.o,.data=0x10002 -map-section=plt32.o,.code=0x1fffe %o
# ERR: .data+0x4: R_390_PLT32 to own: -0x80000002 does not fit signed 32
	.section .code,"ax",@progbits
	.globl	own
own:	br	%r14
	.data
up:	.reloc	., R_390_PLT32, own + 0x7fff0001
	.long	0x5a5a5a5a
down:	.reloc	., R_390_PLT32, own - 0x8000fffa
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}up = 0x7fffffff
# rtdyld-check: *{8}down = 0x80000000a5a5a5a5
