# R_AARCH64_TLSLE_LDST64_TPREL_LO12: the thread-local's offset from the thread pointer + A, bits 11:3 of a load or store of 64 bits, 0 to 0xff8.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsle_ldst64_tprel_lo12.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x348 -map-section=tlsle_ldst64_tprel_lo12.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLE_LDST64_TPREL_LO12 to ext: 0x1000 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x338 -map-section=tlsle_ldst64_tprel_lo12.o,.text=0x234567ff0 %o
# ERR: .text+0xc: R_AARCH64_TLSLE_LDST64_TPREL_LO12 to ext: -0x8 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x344 -map-section=tlsle_ldst64_tprel_lo12.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLE_LDST64_TPREL_LO12 to ext: 0xffc is no multiple of 8
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
one:	.reloc	., R_AARCH64_TLSLE_LDST64_TPREL_LO12, ext + 0xcb8
	str	x7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLE_LDST64_TPREL_LO12, ext - 0x340
	str	x7, [x8, #0]
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLE_LDST64_TPREL_LO12, own + 0x1020
	str	x7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf907fd07a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf9000107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0xf907fd07a5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
