# R_X86_64_GOT32 with an addend that does not fit beside the slot's offset.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=1 -dummy-extern=e2=2 %o
# ERR: .text+0x4: R_X86_64_GOT32 to e2: 0x80000000 does not fit signed 32
	.globl	e1, e2
	.text
	.reloc	., R_X86_64_GOT32, e1 + 0x7fffffff
	.long	0
	.reloc	., R_X86_64_GOT32, e2 + 0x7ffffff8
	.long	0
