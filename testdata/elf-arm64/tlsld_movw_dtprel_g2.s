# R_AARCH64_TLSLD_MOVW_DTPREL_G2: the thread-local's offset in its module's block + A, bits 47:32 of MOVZ, or of MOVN its complement where that is negative, -0x1000000000000 to 0xffffffffffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsld_movw_dtprel_g2.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x341 -map-section=tlsld_movw_dtprel_g2.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLD_MOVW_DTPREL_G2 to ext: 0x1000000000000 does not fit signed 49
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x33f -map-section=tlsld_movw_dtprel_g2.o,.text=0x234567ff0 %o
# ERR: .text+0xc: R_AARCH64_TLSLD_MOVW_DTPREL_G2 to ext: -0x1000000000001 does not fit signed 49
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
one:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G2, ext + 0xfffffffffcbf
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G2, ext - 0x1000000000340
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G2, ext - 0x341
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
four:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G2, ext - 0x340
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G2, own + 0xfffffff8
	movz	x11, #0, lsl #32
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd2dfffeba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x92dfffeba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x92c0000ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0xd2c0000ba5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0xd2c0002ba5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
