# IMAGE_REL_ARM_SECTION: the number of the section of S + A in 2 bytes, signed or unsigned.
# TYPE: .idx 14
# layout: default RuntimeDyld has numbers of its own for sections
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -check=%s %o
	.text
	.globl	code
code:	.short	0x4770
	.data
	.globl	var
	.short	0xa5a5
index:	.secidx	var
	.short	0xa5a5
var:	.long	0
	.section .idx,"dw"
	.long	0xa5a5a5a5
carry:	.long	code + 0xa5a5ffff
upper:	.long	code + 0xa5a57fff
lower:	.long	var + 0xa5a58000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(index - 2) = 0x2a5a5
# rtdyld-check: *{2}(index + 2) = 0xa5a5
# rtdyld-check: *{4}(carry - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}carry = 0xa5a50000
# rtdyld-check: *{4}upper = 0xa5a58000
# rtdyld-check: *{4}lower = 0xa5a58002
# rtdyld-check: *{4}(lower + 4) = 0xa5a5a5a5
