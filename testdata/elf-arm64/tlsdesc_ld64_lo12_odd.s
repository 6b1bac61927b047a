# R_AARCH64_TLSDESC_LD64_LO12: G + A, bits 11:3 of LDR, G a descriptor: a function that returns its second word, and the offset from the thread pointer: no multiple of 8.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsdesc_ld64_lo12_odd.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsdesc_ld64_lo12_odd.o,.got=0x23457a008 %o
# ERR: .text+0x4: R_AARCH64_TLSDESC_LD64_LO12 to own: 0x23457a00c is no multiple of 8
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
one:	.reloc	., R_AARCH64_TLSDESC_LD64_LO12, own + 0x4
	ldr	x7, [x8, #0]
	.long	0xa5a5a5a5
