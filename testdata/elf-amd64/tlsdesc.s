# R_X86_64_GOTPC32_TLSDESC: G + A - P in 4 bytes, G a descriptor: a function that returns its second word, and the offset from the thread pointer.
# R_X86_64_TLSDESC_CALL: marks the call, writes nothing.
# The block is 0x18 and 0x10 bytes, aligned to 16: it begins 0x30 below the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=tlsdesc.o,.text=0x200000000 -map-section=tlsdesc.o,.data=0x2f0000000 \
# RUN:   -map-section=tlsdesc.o,.got=0x27fff0000 -check=%s %o
# The table 0x20000 bytes further up:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=tlsdesc.o,.text=0x200000000 -map-section=tlsdesc.o,.data=0x2f0000000 \
# RUN:   -map-section=tlsdesc.o,.got=0x280010000 %o
# ERR: .text+0x3: R_X86_64_GOTPC32_TLSDESC to t1: 0x8000fff9 does not fit signed 32
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
one:	leaq	t1@TLSDESC(%rip), %rax
call:	callq	*t1@TLSCALL(%rax)
two:	leaq	t2@TLSDESC(%rip), %rax
	.data
	.short	0xa5a5
field:	.reloc	., R_X86_64_GOTPC32_TLSDESC, t3 + 0x10
	.long	0x11111111
	.short	0xa5a5
mark:	.reloc	., R_X86_64_TLSDESC_CALL, t2 + 0x10
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: decode_operand(one, 4) = section_addr(tlsdesc.o, .got) - next_pc(one)
# rtdyld-check: decode_operand(one, 4) = 0x7ffefff9
# rtdyld-check: *{4}call = 0x8d4810ff
# rtdyld-check: decode_operand(two, 4) = section_addr(tlsdesc.o, .got) - next_pc(two) + 0x10
# rtdyld-check: *{4}field = (section_addr(tlsdesc.o, .got) - field + 0x30)[31:0]
# rtdyld-check: *{2}(field - 2) = 0xa5a5
# rtdyld-check: *{2}(field + 4) = 0xa5a5
# rtdyld-check: *{8}mark = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got) + 8) = 0xffffffffffffffe0
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got)) = *{8}(section_addr(tlsdesc.o, .got) + 0x10)
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got) + 0x18) = 0xffffffffffffffe8
# rtdyld-check: *{8}(section_addr(tlsdesc.o, .got) + 0x28) = 0xfffffffffffffff0
