# Constructors and destructors of every kind, with priorities.
	.text
	.macro	fn name
	.globl	\name
\name:	ret
	.endm
	fn	pre
	fn	init100
	fn	init
	fn	ctor
	fn	ctor65435
	fn	fini
	fn	fini100
	fn	dtor
	.section	.preinit_array,"aw",@preinit_array
	.quad	pre
	.section	.init_array,"aw",@init_array
	.quad	init, 0
	.section	.init_array.100,"aw",@init_array
	.quad	init100
	.section	.ctors,"aw",@progbits
	.quad	-1, ctor
	.section	.ctors.65436,"aw",@progbits
	.quad	ctor65435
	.section	.fini_array,"aw",@fini_array
	.quad	fini
	.section	.fini_array.100,"aw",@fini_array
	.quad	fini100
	.section	.dtors,"aw",@progbits
	.quad	dtor
