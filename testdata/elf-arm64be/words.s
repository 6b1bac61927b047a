# Data is big-endian and instructions are little-endian.
# RUN: rtdyld-check -verify -triple=aarch64_be-linux-gnu -dummy-extern=ext=0x123456788 -dummy-extern=low=0x89abcdef \
# RUN:   -map-section=words.o,.text=0x123400ff0 -map-section=words.o,.data=0x123500000 -map-section=words.o,.got=0x123600008 -check=%s %o
	.globl	ext, low
	.data
quad:	.quad	ext + 8
long:	.long	low
dist:	.long	ext - .
half:	.short	ext - 0x123450000
	.short	0xa5a5
	.text
	.long	0xa5a5a5a5
page:	adrp	x21, ext
add:	add	x5, x6, :lo12:ext
load:	ldr	x7, [x8, :lo12:ext]
move:	movz	x11, #:abs_g3:ext
keep:	movk	x11, #:abs_g1_nc:ext
slot:	adrp	x3, :got:ext
got:	ldr	x3, [x3, :got_lo12:ext]
back:	b.ne	page

# rtdyld-check: *{8}quad = 0x123456790
# rtdyld-check: *{1}quad = 0
# rtdyld-check: *{1}(quad + 7) = 0x90
# rtdyld-check: *{4}long = 0x89abcdef
# rtdyld-check: *{1}long = 0x89
# rtdyld-check: *{4}dist = (ext - dist)[31:0]
# rtdyld-check: *{2}half = 0x6788
# rtdyld-check: *{1}half = 0x67
# rtdyld-check: decode_operand(page, 1) = ext[63:12] - page[63:12]
# rtdyld-check: decode_operand(add, 2) = 0x788
# rtdyld-check: decode_operand(load, 2) = 0xf1
# rtdyld-check: decode_operand(move, 1) = 0
# rtdyld-check: decode_operand(keep, 2) = 0x2345
# rtdyld-check: decode_operand(slot, 1) = section_addr(words.o, .got)[63:12] - slot[63:12]
# rtdyld-check: decode_operand(got, 2) = 1
# rtdyld-check: decode_operand(back, 1) = 0xfffffffffffffff9
# The bytes of adrp x21, ext: the register comes first.
# rtdyld-check: *{1}page = 0xb5
# rtdyld-check: *{1}(page + 3) = 0xd0
# rtdyld-check: *{8}(section_addr(words.o, .got)) = ext
# rtdyld-check: *{1}(section_addr(words.o, .got) + 7) = 0x88
