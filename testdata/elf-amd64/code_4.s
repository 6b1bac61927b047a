# R_X86_64_CODE_4_GOTPCRELX, R_X86_64_CODE_4_GOTTPOFF and R_X86_64_CODE_4_GOTPC32_TLSDESC: G + A - P in 4 bytes behind a REX2 prefix, as APX has; out of reach.
# TYPE: R_X86_64_COPY 43 R_X86_64_CODE_4_GOTPCRELX
# TYPE: R_X86_64_GLOB_DAT 44 R_X86_64_CODE_4_GOTTPOFF
# TYPE: R_X86_64_RELATIVE 45 R_X86_64_CODE_4_GOTPC32_TLSDESC
# The block of thread-locals is 0x18 and 0x10 bytes, aligned to 16: it begins 0x30 below the thread pointer.
# llvm: no Relocation type not implemented yet!
# The table above the code, and below it:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff12345678 -map-section=code_4.o,.text=0x200000000 \
# RUN:   -map-section=code_4.o,.text.tp=0x200001000 -map-section=code_4.o,.text.desc=0x200002000 -map-section=code_4.o,.got=0x27fff0000 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff12345678 -map-section=code_4.o,.text=0x200000000 \
# RUN:   -map-section=code_4.o,.text.tp=0x200001000 -map-section=code_4.o,.text.desc=0x200002000 -map-section=code_4.o,.got=0x190000000 -check=%s %o
# One section after the other further away:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff12345678 -map-section=code_4.o,.text=0x1f0000000 \
# RUN:   -map-section=code_4.o,.text.tp=0x200001000 -map-section=code_4.o,.text.desc=0x200002000 -map-section=code_4.o,.got=0x27fff0000 %o
# ERR: .text+0x5: R_X86_64_CODE_4_GOTPCRELX to ext: 0x8fff000f does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff12345678 -map-section=code_4.o,.text=0x200000000 \
# RUN:   -map-section=code_4.o,.text.tp=0x1f0000000 -map-section=code_4.o,.text.desc=0x200002000 -map-section=code_4.o,.got=0x27fff0000 %o
# ERR: .text.tp+0x5: R_X86_64_CODE_4_GOTTPOFF to t1: 0x8ffefff7 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff12345678 -map-section=code_4.o,.text=0x200000000 \
# RUN:   -map-section=code_4.o,.text.tp=0x200001000 -map-section=code_4.o,.text.desc=0x1f0000000 -map-section=code_4.o,.got=0x27fff0000 %o
# ERR: .text.desc+0x5: R_X86_64_CODE_4_GOTPC32_TLSDESC to t2: 0x8ffeffff does not fit signed 32
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
	.globl	ext
	.macro	insn name, type, value
	.byte	0xd5, 0x48, 0x8b, 0x05
\name:	.reloc	., R_X86_64_\type, \value - 4
	.long	0x11111111
	.quad	0xa5a5a5a5a5a5a5a5
	.endm
	.section .text.tp,"ax",@progbits
	nop
	insn	tpoff, GLOB_DAT, t1
	.section .text.desc,"ax",@progbits
	nop
	insn	desc, RELATIVE, t2
	.text
	nop
	insn	got, COPY, ext

# The slots: one for t1, two for t2, one for ext, in the order of the symbol table.
# rtdyld-check: *{4}tpoff = (section_addr(code_4.o, .got) - tpoff - 4)[31:0]
# rtdyld-check: *{4}desc = (section_addr(code_4.o, .got) - desc + 4)[31:0]
# rtdyld-check: *{4}got = (section_addr(code_4.o, .got) - got + 0x14)[31:0]
# rtdyld-check: *{8}(section_addr(code_4.o, .got)) = 0xffffffffffffffe0
# rtdyld-check: *{8}(section_addr(code_4.o, .got) + 0x10) = 0xffffffffffffffe8
# rtdyld-check: *{8}(section_addr(code_4.o, .got) + 0x18) = ext
# What is beside the fields.
# rtdyld-check: *{4}(tpoff - 4) = 0x058b48d5
# rtdyld-check: *{8}(tpoff + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}(desc - 4) = 0x058b48d5
# rtdyld-check: *{8}(desc + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}(got - 4) = 0x058b48d5
# rtdyld-check: *{8}(got + 4) = 0xa5a5a5a5a5a5a5a5
