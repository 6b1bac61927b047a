# R_X86_64_TLSLD: G + A - P in 4 bytes, G the object's one pair: its module and 0; the symbol does not count.
# The object is module 1.
# llvm: no it rewrites the code to local-exec
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu \
# RUN:   -map-section=tlsld.o,.text=0x200000000 -map-section=tlsld.o,.data=0x2f0000000 \
# RUN:   -map-section=tlsld.o,.got=0x27fff0000 -check=%s %o
# The table 0x20000 bytes further up:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu \
# RUN:   -map-section=tlsld.o,.text=0x200000000 -map-section=tlsld.o,.data=0x2f0000000 \
# RUN:   -map-section=tlsld.o,.got=0x280010000 %o
# ERR: .text+0x3: R_X86_64_TLSLD to t1: 0x8000fff9 does not fit signed 32
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
one:	leaq	t1@TLSLD(%rip), %rdi
two:	leaq	t2@TLSLD(%rip), %rdi
	.data
	.short	0xa5a5
field:	.reloc	., R_X86_64_TLSLD, t2 + 0x10
	.long	0x11111111
	.short	0xa5a5

# rtdyld-check: decode_operand(one, 4) = section_addr(tlsld.o, .got) - next_pc(one)
# rtdyld-check: decode_operand(two, 4) = section_addr(tlsld.o, .got) - next_pc(two)
# rtdyld-check: *{4}field = (section_addr(tlsld.o, .got) - field + 0x10)[31:0]
# rtdyld-check: *{2}(field - 2) = 0xa5a5
# rtdyld-check: *{2}(field + 4) = 0xa5a5
# rtdyld-check: *{8}(section_addr(tlsld.o, .got)) = 1
# rtdyld-check: *{8}(section_addr(tlsld.o, .got) + 8) = 0
