# R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC: the thread-local's offset from the thread pointer + A, bits 11:1 of a load or store of 16 bits.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x340 -map-section=tlsle_ldst16_tprel_lo12_nc.o,.text=0x234567ff0 -check=%s %o
# No multiple of 2:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x341 -map-section=tlsle_ldst16_tprel_lo12_nc.o,.text=0x234567ff0 %o
# ERR: .text+0x4: R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC to ext: 0x123456789abcdff1 is no multiple of 2
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
one:	.reloc	., R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC, ext + 0x123456789abcdcb0
	ldrh	w7, [x8, #0]
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC, ext + 0x6cc0
	ldrh	w7, [x8, #0]
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC, ext - 0x342
	ldrh	w7, [x8, #0]
	.long	0xa5a5a5a5
mine:	.reloc	., R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC, own + 0x123456789abce018
	ldrh	w7, [x8, #0]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x795fe107a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x79400107a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0x795ffd07a5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(mine - 4) = 0x795fe107a5a5a5a5
# rtdyld-check: *{4}(mine + 4) = 0xa5a5a5a5
