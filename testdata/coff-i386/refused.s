# The relocation types that no linker can make sense of are refused, never skipped. refused_NUMBER.o is this object with another of them.
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu %S/refused_9.o
# ERR: .data+0x0: IMAGE_REL_I386_SEG12 to there: not supported
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu %S/refused_12.o
# ERR: .data+0x0: IMAGE_REL_I386_TOKEN to there: not supported
	.data
	.globl	there
	.long	there
there:
	.long	0
