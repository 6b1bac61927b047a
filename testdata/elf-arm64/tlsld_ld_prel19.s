# R_AARCH64_TLSLD_LD_PREL19: G + A - P, -0x100000 to 0xffffc, of LDR (literal), G a pair: the object's module and 0.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsld_ld_prel19.o,.text=0x234567ff0 -map-section=tlsld_ld_prel19.o,.got=0x23457a008 \
# RUN:   -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsld_ld_prel19.o,.text=0x234567ff0 -map-section=tlsld_ld_prel19.o,.got=0x23457a010 \
# RUN:   %o
# ERR: .text+0x4: R_AARCH64_TLSLD_LD_PREL19 to own: 0x100004 does not fit signed 21
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=tlsld_ld_prel19.o,.text=0x234567ff0 -map-section=tlsld_ld_prel19.o,.got=0x23457a000 \
# RUN:   %o
# ERR: .text+0xc: R_AARCH64_TLSLD_LD_PREL19 to own: -0x100008 does not fit signed 21
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
one:	.reloc	., R_AARCH64_TLSLD_LD_PREL19, own + 0xedfe8
	ldr	x3, #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_TLSLD_LD_PREL19, own - 0x11200c
	ldr	x3, #0
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	.reloc	., R_AARCH64_TLSLD_LD_PREL19, own + 0xedf79
	.long	0x58000003
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0x587fffe3a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x58800003a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x587ffbe3a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsld_ld_prel19.o, .got)) = 1
# rtdyld-check: *{8}(section_addr(tlsld_ld_prel19.o, .got) + 0x8) = 0
