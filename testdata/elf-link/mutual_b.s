# Uses mutual_a.s and is used by it.
	.text
	.globl	mutual_b
mutual_b:
	callq	mutual_a@PLT
	ret
