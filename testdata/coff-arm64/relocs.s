// Relocations of ARM64 objects.
	.text
	.globl	f
f:	bl	g
	b	g
	cbz	x0, g
	tbz	x0, #3, g
	adrp	x0, data
	add	x0, x0, :lo12:data
	ldr	x1, [x0, :lo12:data]
	add	x0, x0, :secrel_hi12:data
	add	x0, x0, :secrel_lo12:data
	adr	x0, data
	ret
	.data
	.globl	data
data:	.xword	f
	.word	g
	.rva	g
	.word	g-.
	.secrel32 data
	.secidx	data
