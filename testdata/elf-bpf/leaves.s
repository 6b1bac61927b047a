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

# rtdyld-check: *{8}first = 0x800000118
# rtdyld-check: *{8}(first + 8) = 0
# rtdyld-check: *{8}call = 0xffffffff00001085
# rtdyld-check: *{8}word = ext
