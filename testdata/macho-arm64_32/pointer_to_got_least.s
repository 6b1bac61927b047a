# ARM64_RELOC_POINTER_TO_GOT (4 bytes): slots at the lower end of reach and behind.
# layout: default in RuntimeDyld's layout slots lie in the sections that use them
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_e1=0xf2345678 -map-section=pointer_to_got_least.o,.got=0x10000008 \
# RUN:   -map-section=pointer_to_got_least.o,__data=0x90000004 -check=%s %o
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_e1=0xf2345678 -map-section=pointer_to_got_least.o,.got=0x10000004 \
# RUN:   -map-section=pointer_to_got_least.o,__data=0x90000004 %o
# ERR: __data+0x4: ARM64_RELOC_POINTER_TO_GOT to _e1: -0x80000004 does not fit signed 32
	.globl	_e1
	.data
	.long	0xa5a5a5a5
_slot:	.long	_e1@GOT - .
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(_slot - 4) = 0x80000000a5a5a5a5
# rtdyld-check: *{4}(_slot + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}section_addr(pointer_to_got_least.o, .got) = _e1
