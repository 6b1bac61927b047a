# Refers to members of two archives, one of which needs the other.
	.text
	callq	mutual_a
	callq	user
