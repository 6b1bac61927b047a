# A function of a COMDAT group with its index entry, and an index section that does not
# say what code it goes with, with an entry for that function and two for another, one
# of which leads to data of the group.
	.syntax	unified
	.section .text.group,"axG",%progbits,group,comdat
	.p2align 2
	.weak	group
	.type	group, %function
group:	.fnstart			@ 0x80a8b0b0
	.save	{r4, lr}
	push	{r4, lr}
	pop	{r4, pc}
	.fnend
.Lsecond:
	.ifdef	TWO			@ another size: it has no counterpart
	nop
	.endif
	bx	lr

	.section .rodata.group,"aG",%progbits,group,comdat
	.p2align 2
.Lmore:	.long	0x80b0b0b0

	.text
	.ifdef	TWO
	.globl	own2
	.type	own2, %function
own2:
	.else
	.globl	own1
	.type	own1, %function
own1:
	.endif
.Lown:	bl	group
.Lback:	bx	lr

	.section .exidx.mine,"a",%0x70000001
	.p2align 2
	.long	.Lsecond(prel31), 1
	.long	.Lown(prel31), 0x80b0b0b0
	.long	.Lback(prel31), .Lmore(prel31)
