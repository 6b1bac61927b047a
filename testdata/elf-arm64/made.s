# The code that the linker makes by itself, as an assembler writes it.
	.text
	.arch	armv8.5-a
stub:
	bti	c
	adrp	x16, #0x11223000
	ldr	x16, [x16, #0x348]
	br	x16
	.size	stub, .-stub
stub32:
	bti	c
	adrp	x16, #0x11223000
	ldr	w16, [x16, #0x348]
	br	x16
	.size	stub32, .-stub32
tlsdesc:
	bti	c
	ldr	x0, [x0, #8]
	ret
	.size	tlsdesc, .-tlsdesc
ifunc:
	bti	c
	adrp	x16, #0x11223000
	add	x16, x16, #0x348
	ldr	x17, [x16]
	br	x17
	.size	ifunc, .-ifunc
thunk:
	bti	c
	stp	x29, x30, [sp, #-224]!
	mov	x29, sp
	stp	x0, x1, [sp, #16]
	stp	x2, x3, [sp, #32]
	stp	x4, x5, [sp, #48]
	stp	x6, x7, [sp, #64]
	stp	x8, x16, [sp, #80]
	stp	q0, q1, [sp, #96]
	stp	q2, q3, [sp, #128]
	stp	q4, q5, [sp, #160]
	stp	q6, q7, [sp, #192]
	mov	x0, #0
	mov	x1, #0
	ldr	x17, [x16, #8]
	blr	x17
	ldr	x16, [sp, #88]
	str	x0, [x16]
	mov	x17, x0
	ldp	q0, q1, [sp, #96]
	ldp	q2, q3, [sp, #128]
	ldp	q4, q5, [sp, #160]
	ldp	q6, q7, [sp, #192]
	ldp	x8, x16, [sp, #80]
	ldp	x6, x7, [sp, #64]
	ldp	x4, x5, [sp, #48]
	ldp	x2, x3, [sp, #32]
	ldp	x0, x1, [sp, #16]
	ldp	x29, x30, [sp], #224
	br	x17
	.size	thunk, .-thunk
classic:
	movz	x16, #0x1122, lsl #48
	movk	x16, #0x3344, lsl #32
	movk	x16, #0x5566, lsl #16
	movk	x16, #0x7788
	br	x16
	.size	classic, .-classic
