# Thread-locals, initialized and zero, and each way to get at them.
	.section	.tdata,"awT",@progbits
	.balign	16
	.globl	t1
	.type	t1, @object
	.size	t1, 8
t1:	.quad	tls
	.section	.tbss,"awT",@nobits
	.balign	8
	.globl	t2
	.type	t2, @object
	.size	t2, 8
t2:	.zero	8
	.text
	.globl	tls
tls:
	leaq	t2@TLSGD(%rip), %rdi
	leaq	t1@TLSLD(%rip), %rdi
	leaq	t2@DTPOFF(%rax), %rax
	movq	t2@GOTTPOFF(%rip), %rax
	leaq	t2@TPOFF(%rax), %rax
	leaq	t2@TLSDESC(%rip), %rax
	callq	*t2@TLSCALL(%rax)
	.data
	.globl	tlsdata
tlsdata:
	.reloc	., R_X86_64_DTPMOD64, t2
	.quad	0
	.reloc	., R_X86_64_DTPOFF64, t2
	.quad	0
	.reloc	., R_X86_64_TPOFF64, t2
	.quad	0
