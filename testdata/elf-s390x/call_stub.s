# R_390_PLT32DBL, PLT16DBL, PLT24DBL and PLT32 out of reach: a stub shared by all branches to the symbol, which jumps through its GOT entry.
# layout: default RuntimeDyld's stubs are other ones
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=call_stub.o,.text=0x234567000 -map-section=call_stub.o,.got=0x2b45687f8 -check=%s %o
	.globl	far, other
	.text
call:	brasl	%r14, far@PLT
jump:	j	far@PLT
hint:	.reloc	. + 3, R_390_PLT24DBL, far + 3
	.byte	0xc5, 0x10, 0, 0, 0, 0
link:	jgne	other@PLT
word:	.reloc	., R_390_PLT32, far + 4
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5

# rtdyld-check: decode_operand(call, 1) = stub_addr(call_stub.o/.text, far) - call
# rtdyld-check: decode_operand(jump, 0) = stub_addr(call_stub.o/.text, far) - jump
# rtdyld-check: decode_operand(hint, 2) = stub_addr(call_stub.o/.text, far) - hint
# rtdyld-check: decode_operand(link, 0) = stub_addr(call_stub.o/.text, other) - link
# rtdyld-check: *{4}word = (stub_addr(call_stub.o/.text, far) + 4 - word)[31:0]
# rtdyld-check: *{4}(word + 4) = 0xa5a5a5a5
# larl %r1, entry; lg %r1, 0(%r1); br %r1
# rtdyld-check: *{2}(stub_addr(call_stub.o/.text, far)) = 0xc010
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, far) + 2) = (section_addr(call_stub.o, .got) - stub_addr(call_stub.o/.text, far))[32:1]
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, far) + 6) = 0xe3101000000407f1
# rtdyld-check: *{2}(stub_addr(call_stub.o/.text, other)) = 0xc010
# rtdyld-check: *{4}(stub_addr(call_stub.o/.text, other) + 2) = (section_addr(call_stub.o, .got) + 8 - stub_addr(call_stub.o/.text, other))[32:1]
# rtdyld-check: *{8}(section_addr(call_stub.o, .got)) = far
# rtdyld-check: *{8}(section_addr(call_stub.o, .got) + 8) = other
