# R_AARCH64_TLSLD_ADD_DTPREL_HI12: the thread-local's offset in its module's block + A, bits 23:12 of ADD, 0 to 0xffffff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsld_add_dtprel_hi12.o,.text=0x234567ff0 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x341 -map-section=tlsld_add_dtprel_hi12.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLD_ADD_DTPREL_HI12 to ext: 0x1000000 does not fit unsigned 24
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x33f -map-section=tlsld_add_dtprel_hi12.o,.text=0x234567ff0 %o
# ERR: .text+0xc: R_AARCH64_TLSLD_ADD_DTPREL_HI12 to ext: -0x1 does not fit unsigned 24
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
one:	.reloc	., R_AARCH64_TLSLD_ADD_DTPREL_HI12, ext + 0xfffcbf
	add	x5, x6, #0, lsl #12
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_ADD_DTPREL_HI12, ext - 0x340
	add	x5, x6, #0, lsl #12
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLD_ADD_DTPREL_HI12, ext + 0x122cc0
	add	x5, x6, #0, lsl #12
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLD_ADD_DTPREL_HI12, own + 0x4ff8
	add	x5, x6, #0, lsl #12
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x917ffcc5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x914000c5a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x91448cc5a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0x914014c5a5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
