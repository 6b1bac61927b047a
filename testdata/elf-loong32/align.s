# R_LARCH_ALIGN in both forms: of the bytes that the assembler has put in as many go as bring what follows to the alignment, all where that takes more than the most that may
# stay; what stays is made of nops. Labels, branches and differences follow. R_LARCH_RELAX: a mark.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -map-section=align.o,.text=0x34567000 -map-section=align.o,.data=0x34568000 -check=%s %o
	.text
	.globl	first, second, third, fourth
first:	or	$a0, $a1, $zero
	.p2align 4
second:	bl	fourth
	.p2align 4,,8
third:	bl	first
	.p2align 4,,8
fourth:	.long	0xa5a5a5a5
	.data
span:	.word	fourth - first

# rtdyld-check: second = first + 16
# rtdyld-check: third = first + 20
# rtdyld-check: fourth = first + 32
# rtdyld-check: *{4}(first + 4) = 0x03400000
# rtdyld-check: *{8}(first + 8) = 0x0340000003400000
# rtdyld-check: *{4}second = 0x54000000 + (16 << 8)
# rtdyld-check: *{4}third = 0x54000000 + ((first - third)[17:2] << 10) + (first - third)[27:18]
# rtdyld-check: *{8}(third + 4) = 0x0340000003400000
# rtdyld-check: *{4}fourth = 0xa5a5a5a5
# rtdyld-check: *{4}span = 32
