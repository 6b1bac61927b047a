# Why: definitions that weak externals of weak.s give way to.
	.text
	.globl here
here:	ret
	.globl there
there:	ret
	.globl nothing
nothing:	ret
