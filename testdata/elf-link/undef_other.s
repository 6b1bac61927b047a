# Refers to one of the names that undef.s leaves open.
	.text
	callq	missing1
