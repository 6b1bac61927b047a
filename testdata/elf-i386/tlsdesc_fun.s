# The function of a TLS descriptor (R_386_TLS_GOTDESC): it returns the descriptor's second word and keeps every other register.
# layout: default LLVM's RuntimeDyld has no descriptors, so that in its layout the function lies in no section of the file
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -map-section=tlsdesc_fun.o,.text=0x20000000 -map-section=tlsdesc_fun.o,.got=0x27ff0000 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, @object
	.size	t1, 4
t1:	.long	0x11223344
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	t2
	.type	t2, @object
	.size	t2, 4
t2:	.zero	4
	.globl	t3
	.type	t3, @object
	.size	t3, 4
t3:	.zero	4
	.text
	leal	t1@TLSDESC(%ebx), %eax

# mov 4(%eax),%eax; ret
# rtdyld-check: *{4}*{4}(section_addr(tlsdesc_fun.o, .got)) = 0xc304408b
# rtdyld-check: *{4}(section_addr(tlsdesc_fun.o, .got) + 4) = 0xfffffff0
