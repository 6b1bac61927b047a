# R_SPARC_WDISP30, WPLT30, WDISP22, WDISP19 and PCPLT32 out of reach: a stub shared by all branches to the symbol, with its address. No stub stands for
# others.
# layout: default RuntimeDyld has no stubs of SPARC
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456788 \
# RUN:   -map-section=call_stub.o,.text=0x234567000 -check=%s %o
	.globl	far, other
	.weak	nobody
	.text
call:	.reloc	., R_SPARC_WDISP30, far
	.long	0x40000000
plt:	.reloc	., R_SPARC_WPLT30, far
	.long	0x40000000
tail:	.reloc	., R_SPARC_WDISP22, other
	.long	0x30800000
cond:	.reloc	., R_SPARC_WDISP19, other
	.long	0x02680000
word:	.reloc	., R_SPARC_PCPLT32, far
	.long	0xa5a5a5a5
none:	.reloc	., R_SPARC_WDISP30, nobody
	.long	0x40000000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}call = 0x40000000 + (stub_addr(call_stub.o/.text, far) - call)[31:2]
# rtdyld-check: *{4}plt = 0x40000000 + (stub_addr(call_stub.o/.text, far) - plt)[31:2]
# rtdyld-check: *{4}tail = 0x30800000 + (stub_addr(call_stub.o/.text, other) - tail)[23:2]
# rtdyld-check: *{4}cond = 0x02680000 + (stub_addr(call_stub.o/.text, other) - cond)[20:2]
# rtdyld-check: *{4}word = (stub_addr(call_stub.o/.text, far) - word)[31:0]
# rtdyld-check: *{4}none = 0x40000000 + (stub_addr(call_stub.o/.text, nobody) - none)[31:2]
# rtdyld-check: *{4}(none + 4) = 0xa5a5a5a5
# rd %pc, %g1; ldx [%g1 + 16], %g1; jmp %g1; nop; .xword S
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, far)) = 0x83414000c2586010
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, far) + 8) = 0x81c0400001000000
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, far) + 16) = far
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, other) + 16) = other
# rtdyld-check: *{8}(stub_addr(call_stub.o/.text, nobody) + 16) = 0
