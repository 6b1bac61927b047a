# Layout RuntimeDyld leaves R_BPF_64_64 and R_BPF_64_32 alone, and writes data.
# layout: runtimedyld the other layout writes instructions, too
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=ext=0x123456789abcdef0 -check=%s %o
	.globl	ext
	.text
first:	r1 = ext+8 ll
call:	call ext
	exit
	.data
word:	.quad	ext
	.section .BTF,"",@progbits
	.long	word
types:	.long	word, 0x1234567

# rtdyld-check: decode_operand(first, 1) = 8
# rtdyld-check: next_pc(first) = call
# rtdyld-check: *{8}first = 0x800000118
# rtdyld-check: *{8}(first + 8) = 0
# rtdyld-check: *{8}call = 0xffffffff00001085
# rtdyld-check: *{8}word = ext

# A name in a section that is not loaded at run time:
# rtdyld-check: *{8}types = 0x123456700000000
