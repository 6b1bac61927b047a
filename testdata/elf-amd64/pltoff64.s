# R_X86_64_PLTOFF64: L + A - T in 8 bytes, where L is the function itself: 64 bits reach it.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=fun=0x7fff12345678 -dummy-extern=e1=0x1122334455 \
# RUN:   -map-section=pltoff64.o,.data=0x7fff00000000 -map-section=pltoff64.o,.text=0x7ffe00000000 \
# RUN:   -map-section=pltoff64.o,.got=0x200000018 -check=%s %o
	.globl	fun, e1
	.text
	.zero	0x20
own:	ret
	.data
	.quad	0xa5a5a5a5a5a5a5a5
ext:	.reloc	., R_X86_64_PLTOFF64, fun + 0x123456789
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
near:	.reloc	., R_X86_64_PLTOFF64, own - 0x10
	.quad	0x1111111111111111
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_X86_64_GOT64, e1	# a table there must be
	.quad	0

# rtdyld-check: *{8}ext = fun - section_addr(pltoff64.o, .got) + 0x123456789
# rtdyld-check: *{8}ext = 0x7ffe3579bde9
# rtdyld-check: *{8}near = own - section_addr(pltoff64.o, .got) - 0x10
# rtdyld-check: *{8}near = 0x7ffbfffffff8
# rtdyld-check: *{8}(ext - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(ext + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(near + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(section_addr(pltoff64.o, .got)) = e1
