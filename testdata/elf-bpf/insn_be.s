# R_BPF_64_64 and R_BPF_64_32 in big-endian objects.
# layout: default RuntimeDyld leaves instructions alone
# TRIPLE: bpfeb
# RUN: rtdyld-check -verify -triple=bpfeb -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=far=0x100010000 -map-section=insn_be.o,.text=0x100000000 -check=%s %o
	.globl	ext, far
	.text
first:	r1 = ext ll
	r2 = ext+0x7654 ll
call:	call far
	exit

# rtdyld-check: *{8}first = 0x181000009abcdef0
# rtdyld-check: *{8}(first + 8) = 0x12345678
# rtdyld-check: *{8}(first + 16) = 0x1820000000000000 + (ext + 0x7654)[31:0]
# rtdyld-check: *{8}(first + 24) = (ext + 0x7654)[63:32]
# rtdyld-check: *{8}call = 0x8501000000000000 + ((far - call - 8) >> 3)
# rtdyld-check: *{8}(call + 8) = 0x9500000000000000
