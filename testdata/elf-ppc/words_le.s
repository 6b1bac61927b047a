# Instructions and data of little-endian objects: the immediate of 16 bits is the first halfword of its instruction.
# TRIPLE: powerpcle-linux-gnu
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpcle-linux-gnu -dummy-extern=ext=0x9abcdef0 -map-section=words_le.o,.text=0x10010000 -map-section=words_le.o,.got=0x32345018 -check=%s %o
	.globl	ext
	.text
ha:	lis	3, ext@ha
lo:	addi	3, 3, ext@l
got:	lwz	4, ext@got(30)
word:	.long	ext + 8

# rtdyld-check: decode_operand(ha, 1)[15:0] = (ext + 0x8000)[31:16]
# rtdyld-check: *{4}ha = 0x3c600000 + (ext + 0x8000)[31:16]
# rtdyld-check: *{2}ha = 0x9abd
# rtdyld-check: *{4}lo = 0x38630000 + ext[15:0]
# rtdyld-check: *{4}got = 0x809e8000
# rtdyld-check: *{4}(section_addr(words_le.o, .got)) = ext
# rtdyld-check: *{4}word = ext + 8
# rtdyld-check: *{1}word = 0xf8
