# R_BPF_64_NODYLD32 and R_BPF_NONE, whose fields stay.
# TYPE: R_BPF_64_ABS64 0
# RUN: rtdyld-check -verify -triple=bpfel -map-section=nothing.o,.data=0x10000 -map-section=nothing.o,.data.own=0x23000 -check=%s %o
	.globl	own
	.data
word:	.long	own + 0x1234
	.long	0xa5a5a5a5
wide:	.quad	own + 0x5678
	.quad	0
	.section .data.own,"aw",@progbits
	.type	own, @object
	.size	own, 16
own:	.quad	0xa5a5a5a5a5a5a5a5
	.quad	0

# rtdyld-check: *{8}word = 0xa5a5a5a500001234
# rtdyld-check: *{8}wide = 0x5678
# rtdyld-check: *{8}own = 0xa5a5a5a5a5a5a5a5
