# Why: refers to the weak externals of weak.s, and has one of its own for nothing.
	.text
	.globl use
use:
	.quad here
	.quad there
	.quad nothing
	.weak nothing
