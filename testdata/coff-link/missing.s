# Why: defines what directive.s has an alternate name for.
	.text
	.globl missing
missing:	ret
