# R_AARCH64_TLSDESC_OFF_G0_NC: G + A - GOT, bits 15:0 of MOVK, G a descriptor: a function that returns its second word, and the offset from the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsdesc_off_g0_nc.o,.text=0x234567ff0 \
# RUN:   -map-section=tlsdesc_off_g0_nc.o,.got=0x23457a008 -check=%s %o
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
one:	.reloc	., R_AARCH64_TLSDESC_OFF_G0_NC, own + 0x5edcba9876543211
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSDESC_OFF_G0_NC, other + 0x5edcba987654b200
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_TLSDESC_OFF_G0_NC, own - 0x6123456789abcdf0
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf286422ba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf296420ba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf286420ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsdesc_off_g0_nc.o, .got) + 0x8) = 0xffffffffffffffd8
# rtdyld-check: *{8}(section_addr(tlsdesc_off_g0_nc.o, .got)) = *{8}(section_addr(tlsdesc_off_g0_nc.o, .got) + 0x10)
# rtdyld-check: *{8}(section_addr(tlsdesc_off_g0_nc.o, .got) + 0x18) = 0xffffffffffffffe8
