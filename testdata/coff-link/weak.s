# Why: weak externals: with a definition beside them, for a name outside, for nothing.
	.text
	.globl here_impl
here_impl:
	ret
	.weak here
here = here_impl
	.weak there
there = there_impl
