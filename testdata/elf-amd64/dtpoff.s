# R_X86_64_DTPOFF32, R_X86_64_DTPOFF64: the offset of the thread-local in its module's block, + A; R_X86_64_DTPMOD64: the module's number.
# The object is module 1 and its block begins with .tdata.
# llvm: no its own thread-locals lie where this process has them
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=dtpoff.o,.text=0x200000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=dtpoff.o,.text=0x7fff00000000 -map-section=dtpoff.o,.data=0x200000000 -check=%s %o
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
insn:	leaq	t1@DTPOFF(%rax), %rdx
	.data
	.short	0xa5a5
narrow:	.reloc	., R_X86_64_DTPOFF32, t2 + 4
	.long	0x11111111
	.short	0xa5a5
wide:	.reloc	., R_X86_64_DTPOFF64, t2 + 0x100000000
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
module:	.reloc	., R_X86_64_DTPMOD64, t2
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
least:	.reloc	., R_X86_64_DTPOFF32, t1 - 0x80000010
	.long	0x11111111

# rtdyld-check: decode_operand(insn, 4) = 0x10
# rtdyld-check: *{8}(narrow - 2) = 0xa5a50000001ca5a5
# rtdyld-check: *{8}wide = 0x100000018
# rtdyld-check: *{8}(wide + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}module = 1
# rtdyld-check: *{8}(module + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}least = 0x80000000
