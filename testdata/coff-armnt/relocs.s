@ Relocations of ARM objects, all in Thumb code.
	.syntax	unified
	.text
	.thumb_func
	.def	f; .scl 2; .type 32; .endef
	.globl	f
f:	bl	g
	beq.w	g
	b.w	g
	movw	r0, :lower16:data
	movt	r0, :upper16:data
	blx	g
	bx	lr
	.def	s; .scl 3; .type 32; .endef
	.thumb_func
s:	bx	lr
	.data
	.globl	data
data:	.long	f
	.rva	g
	.secrel32 data
	.secidx	data
