# ARM_RELOC_VANILLA (pcrel), scattered: the same.
# llvm: no it takes the field for what counts from the object's first byte
# TYPE: __text 0x50
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=pcrel_scattered.o,__text=0x1000 -map-section=pcrel_scattered.o,__top=0xf0000000 -check=%s %o
	.text
	.long	0xa5a5a5a5
_to:	.long	L1+8
	.long	0xa5a5a5a5
_over:	.long	L1-0x7fffffff
	.long	0xa5a5a5a5
	.section __DATA,__top
	.long	0
L1:	.long	0

# In the object __text begins at 0.
# rtdyld-check: *{4}_to = (section_addr(pcrel_scattered.o, __top) - (_to - 4) + 12)[31:0]
# rtdyld-check: *{4}(_to - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_to + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over = (section_addr(pcrel_scattered.o, __top) - (_over - 12) - 0x7ffffffb)[31:0]
# rtdyld-check: *{4}(_over + 4) = 0xa5a5a5a5
