# X86_64_RELOC_TLV: slots at both ends of reach and behind.
# layout: default in RuntimeDyld's layout slots lie in the sections that use them
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -map-section=tlv_least.o,__text=0x200000000 -map-section=tlv_least.o,.got=0x180000010 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_e1=0x7fff12345678 -map-section=tlv_least.o,__text=0x200000000 -map-section=tlv_least.o,.got=0x180000008 %o
# ERR: __text+0xc: X86_64_RELOC_TLV to _e1: -0x80000008 does not fit signed 32
	.text
	.zero	9, 0xa5
_least:	movq	_e1@TLVP(%rip), %rdi
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(_least + 3) = 0x80000000
# rtdyld-check: *{4}(_least + 7) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(tlv_least.o, .got)) = _e1
