# IMAGE_REL_I386_SECREL7: one more than fits.
# TYPE: .seven 13
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu %o
# ERR: .seven+0x0: IMAGE_REL_I386_SECREL7 to code: 0x80 does not fit unsigned 7
	.text
	.zero	0x20, 0x90
	.globl	code
code:	.byte	0xc3
	.section .seven,"dw"
	.long	code + 0x60
