# R_X86_64_TPOFF32 and R_X86_64_TPOFF64: the offset of the thread-local from the thread pointer, + A.
# The block is 0x18 and 0x10 bytes, aligned to 16: it begins 0x30 below the thread pointer.
# llvm: no its own thread-locals lie where this process has them
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=tpoff.o,.text=0x200000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=tpoff.o,.text=0x7fff00000000 -map-section=tpoff.o,.data=0x200000000 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, @object
	.size	t1, 8
t1:	.quad	0x1122334455667788
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	t2
	.type	t2, @object
	.size	t2, 8
t2:	.zero	8
	.globl	t3
	.type	t3, @object
	.size	t3, 8
t3:	.zero	8
	.text
insn:	movl	%fs:t1@TPOFF, %eax
	.data
	.short	0xa5a5
narrow:	.reloc	., R_X86_64_TPOFF32, t2 + 4
	.long	0x11111111
	.short	0xa5a5
wide:	.reloc	., R_X86_64_TPOFF64, t2 + 0x100000000
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: decode_operand(insn, 4) = 0xffffffffffffffe0
# rtdyld-check: *{8}(narrow - 2) = 0xa5a5ffffffeca5a5
# rtdyld-check: *{8}wide = 0xffffffe8
# rtdyld-check: *{8}(wide + 8) = 0xa5a5a5a5a5a5a5a5
