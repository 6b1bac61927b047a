# X86_64_RELOC_GOT: slots at both ends of reach and behind.
# layout: default in RuntimeDyld's layout slots lie in the sections that use them
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -map-section=got_most.o,__text=0x200000000 -map-section=got_most.o,.got=0x280000008 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -map-section=got_most.o,__text=0x200000000 -map-section=got_most.o,.got=0x280000010 %o
# ERR: __text+0x5: X86_64_RELOC_GOT to _e1: 0x80000007 does not fit signed 32
	.text
	.zero	3, 0xa5
_most:	pushq	_e1@GOTPCREL(%rip)
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(_most + 2) = 0x7fffffff
# rtdyld-check: *{4}(_most + 6) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(got_most.o, .got)) = _e1
