# IMAGE_REL_I386_SECREL7: S + A less the start of the section of S, in the low seven bits of a byte, 0 to 127; the eighth stays.
# TYPE: .seven 13
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -check=%s %o
	.text
	.zero	0x20, 0x90
	.globl	code
code:	.byte	0xc3
	.section .seven,"dw"
	.long	0xa5a5a5a5
plain:	.long	code - 0x5a5a5a80	# 0x80 and 0
set:	.long	code - 0x5a5a5a7b	# 0x80 and 5
upper:	.long	code - 0x5a5a5aa1	# 0x5f

# rtdyld-check: *{4}(plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain = 0xa5a5a5a0
# rtdyld-check: *{4}set = 0xa5a5a5a5
# rtdyld-check: *{4}upper = 0xa5a5a57f
