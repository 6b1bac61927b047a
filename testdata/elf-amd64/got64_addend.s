# R_X86_64_GOT64 and R_X86_64_GOTPLT64 with an addend: G + A - T in 8 bytes; no stub comes of the latter.
# llvm: no RuntimeDyld ignores the addend of one and does not have the other
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 -dummy-extern=e3=3 \
# RUN:   -map-section=got64_addend.o,.data=0x7fff00000000 -map-section=got64_addend.o,.got=0x200000018 -check=%s %o
	.globl	e1, e2, e3
	.data
	.quad	0xa5a5a5a5a5a5a5a5
got:	.reloc	., R_X86_64_GOT64, e1 + 0x123456789
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
plt:	.reloc	., R_X86_64_GOTPLT64, e2 - 0x123456789
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
plain:	.reloc	., R_X86_64_GOTPLT64, e3
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}got = 0x123456789
# rtdyld-check: *{8}plt = 0xfffffffedcba987f
# rtdyld-check: *{8}plain = 0x10
# rtdyld-check: *{8}(section_addr(got64_addend.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(got64_addend.o, .got) + 8) = e2
# rtdyld-check: *{8}(section_addr(got64_addend.o, .got) + 0x10) = e3
# rtdyld-check: *{8}(got - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(got + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(plt + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(plain + 8) = 0xa5a5a5a5a5a5a5a5
