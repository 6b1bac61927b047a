# The relocation types that no linker can make sense of are refused, never skipped. refused_NUMBER.o is this object with another of them.
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu %S/refused_13.o
# ERR: .data+0x0: IMAGE_REL_AMD64_TOKEN to there: not supported
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu %S/refused_15.o
# ERR: .data+0x0: IMAGE_REL_AMD64_PAIR to there: not supported
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu %S/refused_16.o
# ERR: .data+0x0: IMAGE_REL_AMD64_SSPAN32 to there: not supported
	.data
	.globl	there
	.long	there
there:
	.long	0
