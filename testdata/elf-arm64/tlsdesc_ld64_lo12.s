# R_AARCH64_TLSDESC_LD64_LO12: G + A, bits 11:3 of LDR, G a descriptor: a function that returns its second word, and the offset from the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsdesc_ld64_lo12.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsdesc_ld64_lo12.o,.got=0x23457a008 -check=%s %o
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
one:	.reloc	., R_AARCH64_TLSDESC_LD64_LO12, own + 0x1234567666653fe8
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSDESC_LD64_LO12, other - 0x234573018
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSDESC_LD64_LO12, own - 0x23457a010
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf947f907a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf9400107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf947fd07a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsdesc_ld64_lo12.o, .got) + 0x8) = 0xffffffffffffffd8
# rtdyld-check: *{8}(section_addr(tlsdesc_ld64_lo12.o, .got)) = *{8}(section_addr(tlsdesc_ld64_lo12.o, .got) + 0x10)
# rtdyld-check: *{8}(section_addr(tlsdesc_ld64_lo12.o, .got) + 0x18) = 0xffffffffffffffe8
