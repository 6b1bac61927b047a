# R_BPF_64_64: S + A in the two immediates of LD_IMM64; R_BPF_64_32: the distance of CALL in instructions, less one: S + A - P, -0x3fffffff8 to 0x400000000.
# layout: default RuntimeDyld leaves instructions alone
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=up=0x900000030 -dummy-extern=down=0x100000048 -map-section=insn.o,.text=0x500000000 -map-section=insn.o,.text.other=0x500001000 -check=%s %o
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=ext=1 -dummy-extern=up=0x900000038 -dummy-extern=down=0x100000048 -map-section=insn.o,.text=0x500000000 -map-section=insn.o,.text.other=0x500001000 %o
# ERR: .text+0x30: R_BPF_64_32 to up: 0x400000008 does not fit signed 32 instructions
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=ext=1 -dummy-extern=up=0x900000034 -dummy-extern=down=0x100000048 -map-section=insn.o,.text=0x500000000 -map-section=insn.o,.text.other=0x500001000 %o
# ERR: .text+0x30: R_BPF_64_32 to up: 0x400000004 does not fit signed 32 instructions
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=ext=1 -dummy-extern=up=0x500000034 -dummy-extern=down=0x100000048 -map-section=insn.o,.text=0x500000000 -map-section=insn.o,.text.other=0x500001000 %o
# ERR: .text+0x30: R_BPF_64_32 to up: 0x4 is no multiple of 8
# RUN: rtdyld-check -verify -triple=bpfel -dummy-extern=ext=1 -dummy-extern=up=0x900000030 -dummy-extern=down=0x100000040 -map-section=insn.o,.text=0x500000000 -map-section=insn.o,.text.other=0x500001000 %o
# ERR: .text+0x40: R_BPF_64_32 to down: -0x400000000 does not fit signed 32 instructions
	.globl	ext, up, down
	.weak	nobody
	.text
first:	r1 = ext ll
	r2 = ext+0x7654 ll
off:	r3 = .data+8 ll
call:	call up
	call local
none:	call down
	call .text.other+16
	r4 = nobody ll
word:	exit
local:	exit
	.section .text.other,"ax",@progbits
	exit
	exit
there:	exit
	.data
	.quad 0
	.quad 0

# rtdyld-check: decode_operand(first, 1) = ext
# rtdyld-check: *{8}first = 0x9abcdef000000118
# rtdyld-check: *{8}(first + 8) = 0x1234567800000000
# rtdyld-check: *{8}(first + 16) = 0x218 + ((ext + 0x7654)[31:0] << 32)
# rtdyld-check: *{8}(first + 24) = (ext + 0x7654)[63:32] << 32
# rtdyld-check: *{8}off = 0x318 + ((section_addr(insn.o, .data) + 8)[31:0] << 32)
# rtdyld-check: *{8}(off + 8) = (section_addr(insn.o, .data) + 8)[63:32] << 32
# rtdyld-check: *{8}call = 0x7fffffff00001085
# rtdyld-check: *{4}(none + 4) = ((down - none - 8) >> 3)[31:0]
# rtdyld-check: *{4}(none + 12) = ((there - none - 16) >> 3)[31:0]
# rtdyld-check: *{8}(none + 16) = 0x418
# rtdyld-check: *{8}(none + 24) = 0
# rtdyld-check: *{8}word = 0x95
