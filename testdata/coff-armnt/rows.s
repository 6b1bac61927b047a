@ Every relocation type that a static linker takes, near and to names outside, for a comparison with one.
	.syntax	unified
	.globl	ext
	.text
	.def	here; .scl 2; .type 32; .endef
	.globl	here
	.thumb_func
here:	bl	there
	nop
	bl	there
	b.w	there
	beq.w	there
	nop
	bne.w	there
	movw	r0, :lower16:ext
	movt	r0, :upper16:ext
	movw	r1, :lower16:(var+0x1234)
	movt	r1, :upper16:(var+0x1234)
	nop
	movw	r7, :lower16:there
	movt	r7, :upper16:there
	bl	there
	nop
	b.w	there
	bls.w	there
	.section .text$b,"xr"
	.zero	0x1000
	.def	there; .scl 2; .type 32; .endef
	.globl	there
	.thumb_func
there:	bl	here
	b.w	here
	bhi.w	here
	bx	lr
	.data
	.long	0
var:	.long	ext
	.long	here
	.long	there + 4
	.long	var + 0x12345678
	.rva	here
	.rva	var + 8
	.secrel32 here
	.secrel32 var + 4
	.long	there - .
	.long	here - . + 4
	.long	ext - 1
	.rva	there
	.secrel32 here + 2
	.long	var - . + 0x10
