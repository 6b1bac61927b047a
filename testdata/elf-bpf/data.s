# R_BPF_64_ABS64 and R_BPF_64_ABS32: S + A; the latter -0x80000000 to 0xffffffff. R_BPF_NONE and R_BPF_64_NODYLD32 do nothing.
# llvm: no it forgets the addends
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=big=0x123456789abcdef0 -dummy-extern=word=0x80000000 -dummy-extern=low=0 -check=%s %o
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=big=1 -dummy-extern=word=0x80000001 -dummy-extern=low=0 %o
# ERR: .data+0x18: R_BPF_64_ABS32 to word: 0x100000000 does not fit 32 bits
	.globl	big, word, low
	.data
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
wide:	.quad	big
plus:	.quad	big + 0x10
abs:	.long	word + 0x7fffffff
	.long	0xa5a5a5a5
less:	.long	word - 0x80000000
	.long	0xa5a5a5a5
mine:	.quad	plus

# rtdyld-check: *{8}(wide - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}wide = big
# rtdyld-check: *{8}plus = big + 0x10
# rtdyld-check: *{8}abs = 0xa5a5a5a5ffffffff
# rtdyld-check: *{8}less = 0xa5a5a5a500000000
# rtdyld-check: *{8}mine = plus
