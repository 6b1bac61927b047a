# ARM64_RELOC_POINTER_TO_GOT (4 bytes): slots at the lower end of reach and behind.
# layout: default in RuntimeDyld's layout slots lie in the sections that use them
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_e1=0x7fff12345678 -map-section=pointer_to_got_least.o,.got=0x280000008 \
# RUN:   -map-section=pointer_to_got_least.o,__data=0x300000004 -check=%s %o
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_e1=0x7fff12345678 -map-section=pointer_to_got_least.o,.got=0x280000000 \
# RUN:   -map-section=pointer_to_got_least.o,__data=0x300000004 %o
# ERR: __data+0x4: ARM64_RELOC_POINTER_TO_GOT to _e1: -0x80000008 does not fit signed 32
	.globl	_e1
	.data
	.long	0xa5a5a5a5
_slot:	.long	_e1@GOT - .
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(_slot - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(_slot + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}section_addr(pointer_to_got_least.o, .got) = _e1
