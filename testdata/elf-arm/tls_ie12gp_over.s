# R_ARM_TLS_IE12GP to a slot that is too far from the start of the table.
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %o
# ERR: .text+0x4: R_ARM_TLS_IE12GP to t3: 0x1003 does not fit 12 bits and a sign
	.section .tdata,"awT",%progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, %object
	.size	t1, 4
t1:	.long	0x11223344
	.section .tbss,"awT",%nobits
	.balign	8
	.globl	t2
	.type	t2, %object
	.size	t2, 4
t2:	.zero	4
	.globl	t3
	.type	t3, %object
	.size	t3, 4
t3:	.zero	4
	.text
	.reloc	., R_ARM_TLS_IE12GP, t2
	.long	0xe5965000
	.reloc	., R_ARM_TLS_IE12GP, t3
	.long	0xe5965fff
