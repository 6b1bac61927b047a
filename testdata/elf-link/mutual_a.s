# Uses mutual_b.s and is used by it.
	.text
	.globl	mutual_a
mutual_a:
	callq	mutual_b@PLT
	ret
