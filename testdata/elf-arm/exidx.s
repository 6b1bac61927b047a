# Index tables of the exception handling ABI (.ARM.exidx), one for each section of code,
# in another order than the code; code without one, functions that cannot be unwound,
# a function without a byte, ARM and Thumb. Beside each function is its second word.
	.syntax	unified
	.text				@ of no byte
	.section .text.thumb,"ax",%progbits
	.section .text.plain,"ax",%progbits
	.section .text.arm,"ax",%progbits
	.section .text.next,"ax",%progbits
	.section .text.last,"ax",%progbits

	.section .text.next
	.arm
	.p2align 2
	.globl	next1
	.type	next1, %function
next1:	.fnstart			@ 0x80a8b0b0: pop {r4, lr}; finish
	.save	{r4, lr}
	push	{r4, lr}
	pop	{r4, pc}
	.fnend

	.section .text.arm
	.p2align 2
	.globl	arm1, arm2, arm3, empty
	.type	arm1, %function
	.type	arm2, %function
	.type	arm3, %function
	.type	empty, %function
	.byte	0, 0, 0, 0		@ no function's
arm1:	.fnstart			@ 0x80a9b0b0: pop {r4, r5, lr}; finish
	.save	{r4, r5, lr}
	push	{r4, r5, lr}
	pop	{r4, r5, pc}
	.fnend
arm2:	.fnstart			@ 1
	.cantunwind
	bx	lr
	.fnend
arm3:	.fnstart			@ table3
	.save	{r11, lr}
	.personality personality
	push	{r11, lr}
	pop	{r11, pc}
	.handlerdata
table3:	.long	0x12345678
	.fnend
empty:	.fnstart			@ none: there is nothing to unwind
	.save	{r7, lr}
	.fnend

	.section .text.thumb
	.thumb
	.p2align 1
	.globl	thumb1, thumb2
	.type	thumb1, %function
	.type	thumb2, %function
	.thumb_func
thumb1:	.fnstart			@ table1
	.save	{r4, r7, lr}
	.personality personality
	push	{r4, r7, lr}
	pop	{r4, r7, pc}
	.handlerdata
table1:	.long	0x87654321
	.fnend
	.thumb_func
thumb2:	.fnstart			@ 0x80b0b0b0: finish
	bx	lr
	.fnend

	.section .text.plain
	.arm
	.p2align 2
	.globl	plain
	.type	plain, %function
plain:	bx	lr			@ no entry

	.section .text.last
	.thumb
	.p2align 1
	.globl	last
	.type	last, %function
	.thumb_func
last:	.fnstart			@ 0x80b0b0b0: finish
	nop
	bx	lr
	.fnend

	.data
	.p2align 2
	.globl	tables
tables:	.long	table1, table3
