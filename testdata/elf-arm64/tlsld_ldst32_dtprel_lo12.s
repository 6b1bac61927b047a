# R_AARCH64_TLSLD_LDST32_DTPREL_LO12: the thread-local's offset in its module's block + A, bits 11:2 of a load or store of 32 bits, 0 to 0xffc.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsld_ldst32_dtprel_lo12.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x344 -map-section=tlsld_ldst32_dtprel_lo12.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLD_LDST32_DTPREL_LO12 to ext: 0x1000 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x33c -map-section=tlsld_ldst32_dtprel_lo12.o,.text=0x234567ff0 %o
# ERR: .text+0xc: R_AARCH64_TLSLD_LDST32_DTPREL_LO12 to ext: -0x4 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x342 -map-section=tlsld_ldst32_dtprel_lo12.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLD_LDST32_DTPREL_LO12 to ext: 0xffe is no multiple of 4
	.globl	ext
	.type	ext, @tls_object
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
one:	.reloc	., R_AARCH64_TLSLD_LDST32_DTPREL_LO12, ext + 0xcbc
	ldr	w7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_LDST32_DTPREL_LO12, ext - 0x340
	ldr	w7, [x8, #0]
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLD_LDST32_DTPREL_LO12, own + 0xff4
	ldr	w7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xb94ffd07a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xb9400107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0xb94ffd07a5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
