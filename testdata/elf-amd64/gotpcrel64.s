# R_X86_64_GOTPCREL64: G + A - P in 8 bytes.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=e2=0x7fff23456789 \
# RUN:   -map-section=gotpcrel64.o,.data=0x7fff00000000 -map-section=gotpcrel64.o,.got=0x200000000 -check=%s %o
	.globl	e1, e2, first
	.data
	.byte	0
	.quad	0xa5a5a5a5a5a5a5a5
first:	.reloc	., R_X86_64_GOTPCREL64, e1 + 0x123456789
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
second:	.reloc	., R_X86_64_GOTPCREL64, e2 - 8
	.quad	0x1111111111111111
	.quad	0x058ba5a5a5a5a5a5
like:	.reloc	., R_X86_64_GOTPCREL64, first - 4
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}first = section_addr(gotpcrel64.o, .got) - first + 0x123456789
# rtdyld-check: *{8}second = section_addr(gotpcrel64.o, .got) - second
# rtdyld-check: *{8}second = 0xffff8002ffffffe7
# rtdyld-check: *{8}like = section_addr(gotpcrel64.o, .got) - like + 0xc
# rtdyld-check: *{8}(section_addr(gotpcrel64.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(gotpcrel64.o, .got) + 8) = e2
# rtdyld-check: *{8}(section_addr(gotpcrel64.o, .got) + 0x10) = first
# rtdyld-check: *{8}(first - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(first + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(second + 8) = 0x058ba5a5a5a5a5a5
# rtdyld-check: *{8}(like + 8) = 0xa5a5a5a5a5a5a5a5
