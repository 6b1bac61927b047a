@ Why: pointers to Thumb functions and calls of them by section, before the functions are seen.
	.syntax unified
	.data
	.globl _table
_table:
	.long _f
	.long _g
	.long _f+2
	.long _g-_here
_here:
	.text
	.globl _use
	.p2align 2
	.code 16
	.thumb_func _use
_use:
	bl _f
	movw r0, :lower16:(_f)
	movt r0, :upper16:(_f)
	bx lr
	.section __TEXT,__other,regular,pure_instructions
	.p2align 2
	.code 16
	.thumb_func _pad
_pad:
	nop
	nop
	.thumb_func _f
_f:
	bx lr
	.code 32
	.p2align 2
_g:
	bx lr
