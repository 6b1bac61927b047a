# The relocation types that no linker can make sense of are refused, never skipped. refused_NUMBER.o is this object with another of them.
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc %S/refused_5.o
# ERR: .data+0x0: IMAGE_REL_ARM_TOKEN to there: not supported
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc %S/refused_6.o
# ERR: .data+0x0: IMAGE_REL_ARM_GPREL12 to there: not supported
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc %S/refused_7.o
# ERR: .data+0x0: IMAGE_REL_ARM_GPREL7 to there: not supported
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc %S/refused_22.o
# ERR: .data+0x0: IMAGE_REL_ARM_PAIR to there: not supported
	.data
	.globl	there
	.long	there
there:	.long	0
