# R_390_TLS_IE32: G + A, 0 to 0xffffffff, G the address of an entry with the offset from the thread pointer.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ie32.o,.text=0x234567000 -map-section=ie32.o,.got=0xfffffff0 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ie32.o,.text=0x234567000 -map-section=ie32.o,.got=0xfffffff8 %o
# ERR: .text+0xc: R_390_TLS_IE32 to own: 0x100000007 does not fit unsigned 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ie32.o,.text=0x234567000 -map-section=ie32.o,.got=0x10 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ie32.o,.text=0x234567000 -map-section=ie32.o,.got=0x8 %o
# ERR: .text+0x10: R_390_TLS_IE32 to own: -0x8 does not fit unsigned 32
	.globl	other, own
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 4
own:	.quad	0x1122334455667788
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @object
	.size	other, 12
other:	.zero	8
	.zero	8
	.text
	.reloc	., R_390_TLS_GOTIE64, other
	.quad	0
	.long	0xa5a5a5a5
word:	.reloc	., R_390_TLS_IE32, own + 7
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_IE32, own - 0x18
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}word = section_addr(ie32.o, .got) + 0xf
# rtdyld-check: *{4}(word + 4) = section_addr(ie32.o, .got) - 0x10
# rtdyld-check: *{4}(word + 8) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(ie32.o, .got) + 8) = 0 - 0x18
