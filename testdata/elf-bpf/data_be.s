# R_BPF_64_ABS64 and R_BPF_64_ABS32 in big-endian objects.
# TRIPLE: bpfeb
# RUN: rtdyld-check -verify -triple=bpfeb -dummy-extern=big=0x123456789abcdef0 -dummy-extern=word=0x89abcdef -check=%s %o
	.globl	big, word
	.data
wide:	.quad	big
abs:	.long	word
	.long	0xa5a5a5a5

# rtdyld-check: *{8}wide = big
# rtdyld-check: *{1}wide = 0x12
# rtdyld-check: *{8}abs = 0x89abcdefa5a5a5a5
