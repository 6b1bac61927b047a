# R_AARCH64_TLSLD_MOVW_DTPREL_G0: the thread-local's offset in its module's block + A, bits 15:0 of MOVZ, or of MOVN its complement where that is negative, -0x10000 to 0xffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsld_movw_dtprel_g0.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x341 -map-section=tlsld_movw_dtprel_g0.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLD_MOVW_DTPREL_G0 to ext: 0x10000 does not fit signed 17
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x33f -map-section=tlsld_movw_dtprel_g0.o,.text=0x234567ff0 %o
# ERR: .text+0xc: R_AARCH64_TLSLD_MOVW_DTPREL_G0 to ext: -0x10001 does not fit signed 17
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
one:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0, ext + 0xfcbf
	movz	x11, #0, lsl #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0, ext - 0x10340
	movz	x11, #0, lsl #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0, ext - 0x341
	movz	x11, #0, lsl #0
	.long	0xa5a5a5a5
four:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0, ext - 0x340
	movz	x11, #0, lsl #0
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0, own - 0x7
	movz	x11, #0, lsl #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xd29fffeba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x929fffeba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x9280000ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(four - 4) = 0xd280000ba5a5a5a5
# rtdyld-check: *{4}(four + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0xd280002ba5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
