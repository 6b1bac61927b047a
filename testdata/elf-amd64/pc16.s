# R_X86_64_PC16: S + A - P in 2 bytes, -0x8000 to 0x7fff.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x400010 \
# RUN:   -map-section=pc16.o,.text=0x400000 -map-section=pc16.o,.data=0x7fff00000000 -check=%s %o
# ext moved up by one, down by one:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x400011 \
# RUN:   -map-section=pc16.o,.text=0x400000 -map-section=pc16.o,.data=0x7fff00000000 %o
# ERR: .text+0x1: R_X86_64_PC16 to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x40000f \
# RUN:   -map-section=pc16.o,.text=0x400000 -map-section=pc16.o,.data=0x7fff00000000 %o
# ERR: .text+0x5: R_X86_64_PC16 to ext: -0x8001 does not fit signed 16
	.macro	field name, value
	.byte	0xa5
\name:	.reloc	., R_X86_64_PC16, \value
	.short	0x1111
	.byte	0xa5
	.endm
	.globl	ext
	.text
	field	most, ext + 0x7ff0
	field	least, ext - 0x800b
	field	back, back - 2
	.data
	.zero	0x20
	field	here, here + 0x102

# rtdyld-check: *{4}(most - 1) = 0xa57fffa5
# rtdyld-check: *{4}(least - 1) = 0xa58000a5
# rtdyld-check: *{4}(back - 1) = 0xa5fffea5
# rtdyld-check: *{4}(here - 1) = 0xa50102a5
