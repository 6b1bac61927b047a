# R_390_TLS_IEENT: half of G + A - P, G the address of an entry with the offset from the thread pointer.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ieent.o,.text=0x234567000 -map-section=ieent.o,.got=0x334567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ieent.o,.text=0x234567000 -map-section=ieent.o,.got=0x334567008 %o
# ERR: .text+0x6: R_390_TLS_IEENT to own: 0x100000006 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ieent.o,.text=0x234567000 -map-section=ieent.o,.got=0x134567008 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=ieent.o,.text=0x234567000 -map-section=ieent.o,.got=0x134567000 %o
# ERR: .text+0x6: R_390_TLS_IEENT to own: -0x100000002 does not fit signed 33
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
	.long	0xa5a5a5a5
addr:	.reloc	. + 2, R_390_TLS_IEENT, own + 4
	.short	0xc0a0
	.long	0x5a5a5a5a
	.short	0xa5a5
down:	.reloc	. + 2, R_390_TLS_IEENT, own + 6
	.short	0xc0a0
	.long	0x5a5a5a5a
	.short	0xa5a5

# rtdyld-check: *{4}(addr - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(addr, 1) = section_addr(ieent.o, .got) + 2 - addr
# rtdyld-check: *{4}(addr + 2) = (section_addr(ieent.o, .got) + 2 - addr)[32:1]
# rtdyld-check: *{2}addr = 0xc0a0
# rtdyld-check: *{2}(addr + 6) = 0xa5a5
# rtdyld-check: decode_operand(down, 1) = section_addr(ieent.o, .got) + 4 - down
# rtdyld-check: *{2}(down + 6) = 0xa5a5
# rtdyld-check: *{8}(section_addr(ieent.o, .got)) = 0 - 0x18
