# The function of a TLS descriptor (R_X86_64_GOTPC32_TLSDESC): it returns the descriptor's second word and keeps every other register.

# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -map-section=tlsdesc_fun.o,.text=0x200000000 \
# RUN:   -map-section=tlsdesc_fun.o,.got=0x27fff0000 -check=%s %o
# llvm: no R_X86_64_GOTPC32_TLSDESC
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
	leaq	t1@TLSDESC(%rip), %rax

# mov 8(%rax),%rax; ret
# rtdyld-check: *{4}*{8}(section_addr(tlsdesc_fun.o, .got)) = 0x08408b48
# rtdyld-check: *{1}((*{8}(section_addr(tlsdesc_fun.o, .got))) + 4) = 0xc3
# rtdyld-check: *{8}(section_addr(tlsdesc_fun.o, .got) + 8) = 0xffffffffffffffe0
