# The relocation types that no linker can make sense of are refused, never skipped. refused_NUMBER.o is this object with another of them.
# RUN: rtdyld-check -verify -triple=armv7-apple-ios %S/refused_68.o
# ERR: __data+0x0: ARM_RELOC_PB_LA_PTR to _there: not supported
# RUN: rtdyld-check -verify -triple=armv7-apple-ios %S/refused_87.o
# ERR: __data+0x0: ARM_THUMB_32BIT_BRANCH to _there: not supported
	.data
	.weak_definition _there
	.globl	_there
	.long	_there
_there:	.long	0
