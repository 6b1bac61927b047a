# R_AARCH64_TLSDESC_ADD_LO12: G + A, bits 11:0 of ADD, G a descriptor: a function that returns its second word, and the offset from the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsdesc_add_lo12.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsdesc_add_lo12.o,.got=0x23457a008 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @tls_object
	.size	own, 4
own:	.quad	0x1122334455667788
	.quad	0
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @tls_object
	.size	other, 8
other:	.zero	8
	.zero	8
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_TLSDESC_ADD_LO12, own + 0x1234567666653ee9
	add	x5, x6, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSDESC_ADD_LO12, other - 0x23457a019
	add	x5, x6, #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSDESC_ADD_LO12, own - 0x234579008
	add	x5, x6, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x913bc4c5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x913ffcc5a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x910000c5a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsdesc_add_lo12.o, .got) + 0x8) = 0xffffffffffffffd8
# rtdyld-check: *{8}(section_addr(tlsdesc_add_lo12.o, .got)) = *{8}(section_addr(tlsdesc_add_lo12.o, .got) + 0x10)
# rtdyld-check: *{8}(section_addr(tlsdesc_add_lo12.o, .got) + 0x18) = 0xffffffffffffffe8
