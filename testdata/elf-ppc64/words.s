# Instructions and data are big-endian: the immediate of 16 bits is the second halfword of its instruction.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456788 -dummy-extern=low=0x89abcdef \
# RUN:   -map-section=words.o,.text=0x123400fc0 -map-section=words.o,.data=0x123500000 -map-section=words.o,.toc=0x123600008 -map-section=words.o,.got=0x123600108 -check=%s %o
	.abiversion 2
	.globl	ext, low
	.section .toc,"aw",@progbits
	.quad	ext
	.data
quad:	.quad	ext + 8
long:	.long	low
dist:	.long	ext - .
base:	.quad	.TOC.@tocbase
	.section .tdata,"awT",@progbits
	.zero	8
own:	.quad	0
	.text
	.long	0xa5a5a5a5
ha:	addis	3, 2, ext@toc@ha
lo:	addi	3, 3, ext@toc@l
load:	ld	3, ext@toc@l(3)
vec:	lxv	34, ext@toc@l(3)
got:	ld	4, ext@got(2)
high:	lis	5, ext@highest
tp:	addi	6, 13, own@tprel@l
pc:	pld	7, ext@got@pcrel(0), 1
near:	paddi	8, 0, long@pcrel, 1

# rtdyld-check: *{8}quad = 0x123456790
# rtdyld-check: *{1}quad = 0
# rtdyld-check: *{1}(quad + 7) = 0x90
# rtdyld-check: *{4}long = 0x89abcdef
# rtdyld-check: *{1}long = 0x89
# rtdyld-check: *{4}dist = (ext - dist)[31:0]
# T is 0x8000 behind .toc, which is first.
# rtdyld-check: *{8}base = section_addr(words.o, .toc) + 0x8000
# rtdyld-check: *{4}ha = 0x3c620000 + (ext - section_addr(words.o, .toc) - 0x8000 + 0x8000)[31:16]
# rtdyld-check: *{4}lo = 0x38630000 + (ext - section_addr(words.o, .toc) - 0x8000)[15:0]
# rtdyld-check: *{2}lo = 0x3863
# rtdyld-check: *{4}load = 0xe8630000 + (ext - section_addr(words.o, .toc) - 0x8000)[15:0]
# The instruction's own lowest bits stay.
# rtdyld-check: *{4}vec = 0xf4430009 + (ext - section_addr(words.o, .toc) - 0x8000)[15:0]
# rtdyld-check: *{4}got = 0xe8820000 + (section_addr(words.o, .got) - section_addr(words.o, .toc) - 0x8000)[15:0]
# rtdyld-check: *{8}(section_addr(words.o, .got)) = ext
# rtdyld-check: *{4}high = 0x3ca00000
# rtdyld-check: *{4}tp = 0x38cd0000 + (8 - 16)[15:0]
# The prefix, with the upper 18 bits, comes first.
# rtdyld-check: *{4}pc = 0x04100000 + (section_addr(words.o, .got) - pc)[33:16]
# rtdyld-check: *{4}(pc + 4) = 0xe4e00000 + (section_addr(words.o, .got) - pc)[15:0]
# rtdyld-check: *{4}near = 0x06100000 + (long - near)[33:16]
# rtdyld-check: *{4}(near + 4) = 0x39000000 + (long - near)[15:0]
