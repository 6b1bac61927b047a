# X86_64_RELOC_TLV: slots at both ends of reach and behind.
# layout: default in RuntimeDyld's layout slots lie in the sections that use them
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -map-section=tlv_most.o,__text=0x200000000 -map-section=tlv_most.o,.got=0x280000008 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -map-section=tlv_most.o,__text=0x200000000 -map-section=tlv_most.o,.got=0x280000010 %o
# ERR: __text+0x5: X86_64_RELOC_TLV to _e1: 0x80000007 does not fit signed 32
	.text
	.zero	2, 0xa5
_most:	movq	_e1@TLVP(%rip), %rdi
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(_most + 3) = 0x7fffffff
# rtdyld-check: *{4}(_most + 7) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlv_most.o, .got)) = _e1
