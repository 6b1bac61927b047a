# Fragments of .init and .fini: two of one name in a section of each, one in a group, an empty one, and what runs before and after.
	.text
	.globl	pre, ctor, dtor, f
pre:	ret
ctor:	ret
dtor:	ret
f:	ret
	.section	.preinit_array,"aw",@preinit_array
	.quad	pre
	.section	.init_array,"aw",@init_array
	.quad	ctor
	.section	.fini_array,"aw",@fini_array
	.quad	dtor
	.section	.init,"ax",@progbits
	.globl	init_1, init_2, init_group, fini_1
init_1:	call	f
	.section	.init,"ax",@progbits,unique,1
init_2:	call	f
	nop
	.section	.init,"ax",@progbits,unique,2
	.section	.init,"axG",@progbits,group,comdat
init_group:
	call	f
	.section	.fini,"ax",@progbits
fini_1:	call	f
