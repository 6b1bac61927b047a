# The halves of addresses, as LLVM's test of RuntimeDyld has them. RuntimeDyld 14 knows no other types of 32-bit PowerPC.
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x7fff9000 -map-section=addr16.o,.text=0x10000000 -map-section=addr16.o,.data=0x2001cff0 -check=%s %o
	.globl	ext
	.text
hi:	lis	3, there@h
ha:	lis	4, there@ha
lo:	lwz	4, there@l(4)
eha:	lis	5, ext@ha
elo:	addi	5, 5, ext@l
	blr
	.data
	.zero	8
there:	.long	1

# rtdyld-check: decode_operand(hi, 1) = there[31:16]
# rtdyld-check: decode_operand(ha, 1) = (there + 0x8000)[31:16]
# rtdyld-check: *{4}hi = there[31:16] + 0x3c600000
# rtdyld-check: *{4}ha = (there + 0x8000)[31:16] + 0x3c800000
# rtdyld-check: *{4}lo = there[15:0] + 0x80840000
# rtdyld-check: *{4}eha = (ext + 0x8000)[31:16] + 0x3ca00000
# rtdyld-check: *{4}elo = ext[15:0] + 0x38a50000
