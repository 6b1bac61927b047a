# R_X86_64_GOT64: G - T in 8 bytes, the slot's offset in the table.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 \
# RUN:   -map-section=got64.o,.data=0x7fff00000000 -map-section=got64.o,.got=0x200000018 -check=%s %o
	.globl	e1, e2
	.data
	.quad	0xa5a5a5a5a5a5a5a5
first:	.reloc	., R_X86_64_GOT64, e1
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
second:	.reloc	., R_X86_64_GOT64, e2
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}first = 0
# rtdyld-check: *{8}second = 8
# rtdyld-check: *{8}(section_addr(got64.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(got64.o, .got) + 8) = e2
# rtdyld-check: *{8}(first - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(first + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(second + 8) = 0xa5a5a5a5a5a5a5a5
