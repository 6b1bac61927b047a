# TRIPLE: mipsisa64r6el-linux-gnuabi64
# RuntimeDyld's stubs in n64 of revision 6: the four parts of an address, jalr $zero, $t9; branches of revision 6 lead to their symbols in whatever object.
# layout: runtimedyld other stubs
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 -mcpu=mips64r6 -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=near=0x2000 -check=%s %o
	.globl	f, ext, near
	.set	noreorder
	.text
f:	jal	ext
	nop
c21:	bnezc	$5, near
	nop
c26:	balc	near
word:	lwpc	$6, near
quad:	ldpc	$6, near
high:	aluipc	$5, %pcrel_hi(near)
low:	addiu	$5, $5, %pcrel_lo(near)

# rtdyld-check: decode_operand(f, 0) = stub_addr(stubs_64r6.o/.text, ext)[27:0]
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext)) = 0x3c191234
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext) + 4) = 0x67395679
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext) + 8) = 0x0019cc38
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext) + 12) = 0x67399abd
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext) + 16) = 0x0019cc38
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext) + 20) = 0x6739def0
# rtdyld-check: *{4}(stub_addr(stubs_64r6.o/.text, ext) + 24) = 0x03200009
# rtdyld-check: decode_operand(c21, 1) = near - c21
# rtdyld-check: decode_operand(c26, 0) = near - c26
# rtdyld-check: decode_operand(word, 1) = near - word
# rtdyld-check: decode_operand(quad, 1) = near - quad
# rtdyld-check: decode_operand(high, 1)[15:0] = (near - high + 0x8000)[31:16]
# rtdyld-check: decode_operand(low, 2)[15:0] = (near - low)[15:0]
