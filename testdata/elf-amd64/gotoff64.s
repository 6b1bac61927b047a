# R_X86_64_GOTOFF64: S + A - T in 8 bytes.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 \
# RUN:   -map-section=gotoff64.o,.data=0x7fff00000000 -map-section=gotoff64.o,.got=0x200000018 -check=%s %o
	.globl	e1
	.data
	.quad	0xa5a5a5a5a5a5a5a5
own:	.reloc	., R_X86_64_GOTOFF64, var + 0x10
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
ext:	.reloc	., R_X86_64_GOTOFF64, e1 - 0x7fff22345678
	.quad	0x1111111111111111
	.reloc	., R_X86_64_GOT64, e1	# a table there must be
	.quad	0
var:	.quad	0

# rtdyld-check: *{8}own = var - section_addr(gotoff64.o, .got) + 0x10
# rtdyld-check: *{8}own = 0x7ffd00000020
# rtdyld-check: *{8}ext = e1 - section_addr(gotoff64.o, .got) - 0x7fff22345678
# rtdyld-check: *{8}ext = 0xfffffffdefffffe8
# rtdyld-check: *{8}(own - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(own + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(section_addr(gotoff64.o, .got)) = e1
