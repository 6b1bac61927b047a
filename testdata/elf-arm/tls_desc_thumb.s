# R_ARM_THM_TLS_CALL at another instruction than those that a call of a descriptor is made of.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %o
# ERR: .text+0x4: R_ARM_THM_TLS_CALL to t1
	.syntax	unified
	.section .tdata,"awT",%progbits
	.balign	16
	.globl	t1
t1:	.long	0x11223344
	.text
	.thumb
	.long	0
	.reloc	., R_ARM_THM_TLS_CALL, t1
	.short	0xf000, 0xb800
