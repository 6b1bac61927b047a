# R_X86_64_GOTTPOFF: G + A - P in 4 bytes, G a slot with the thread-local's offset from the thread pointer.
# The block is 0x18 and 0x10 bytes, aligned to 16: it begins 0x30 below the thread pointer.
# llvm: no it rewrites such loads to local-exec
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=gottpoff.o,.text=0x200000000 -map-section=gottpoff.o,.data=0x2f0000000 \
# RUN:   -map-section=gottpoff.o,.got=0x27fff0000 -check=%s %o
# The table 0x20000 bytes further up:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=gottpoff.o,.text=0x200000000 -map-section=gottpoff.o,.data=0x2f0000000 \
# RUN:   -map-section=gottpoff.o,.got=0x280010000 %o
# ERR: .text+0x3: R_X86_64_GOTTPOFF to t1: 0x8000fff9 does not fit signed 32
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
load:	movq	t1@GOTTPOFF(%rip), %rax
add:	addq	t2@GOTTPOFF(%rip), %rdx
	.data
	.short	0xa5a5
field:	.reloc	., R_X86_64_GOTTPOFF, t3 + 0x10
	.long	0x11111111
	.short	0xa5a5

# rtdyld-check: decode_operand(load, 4) = section_addr(gottpoff.o, .got) - next_pc(load)
# rtdyld-check: decode_operand(load, 4) = 0x7ffefff9
# rtdyld-check: decode_operand(add, 5) = section_addr(gottpoff.o, .got) - next_pc(add) + 8
# rtdyld-check: *{4}field = (section_addr(gottpoff.o, .got) - field + 0x20)[31:0]
# rtdyld-check: *{2}(field - 2) = 0xa5a5
# rtdyld-check: *{2}(field + 4) = 0xa5a5
# rtdyld-check: *{8}(section_addr(gottpoff.o, .got)) = 0xffffffffffffffe0
# rtdyld-check: *{8}(section_addr(gottpoff.o, .got) + 8) = 0xffffffffffffffe8
# rtdyld-check: *{8}(section_addr(gottpoff.o, .got) + 0x10) = 0xfffffffffffffff0
