# R_AARCH64_TLSLD_MOVW_DTPREL_G0_NC: the thread-local's offset in its module's block + A, bits 15:0 of MOVK.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsld_movw_dtprel_g0_nc.o,.text=0x234567ff0 -check=%s %o
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
one:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0_NC, ext + 0x5edcba9876542ed1
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0_NC, ext + 0x5edcba987654aed0
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0_NC, ext - 0x6123456789abd130
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLD_MOVW_DTPREL_G0_NC, own - 0x7
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf286422ba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf296420ba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf286420ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0xf280002ba5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
