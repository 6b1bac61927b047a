# R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC: the thread-local's offset from the thread pointer + A, bits 11:0 of a load or store of 8 bits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsle_ldst8_tprel_lo12_nc.o,.text=0x234567ff0 -check=%s %o
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
one:	.reloc	., R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC, ext + 0x123456789abcdbb1
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC, ext - 0x341
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC, ext + 0xcc0
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC, own + 0x123456789abcdf19
	ldrb	w7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x397bc507a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x397ffd07a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x39400107a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0x397bc507a5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
