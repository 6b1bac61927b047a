# R_X86_64_GOTPC32: T + A - P in 4 bytes, -0x80000000 to 0x7fffffff, whatever the symbol.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1234 \
# RUN:   -map-section=gotpc32.o,.text=0x200000000 -map-section=gotpc32.o,.got=0x200010000 -check=%s %o
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1234 \
# RUN:   -map-section=gotpc32.o,.text=0x200000000 -map-section=gotpc32.o,.got=0x200010008 %o
# ERR: .text+0x5: R_X86_64_GOTPC32 to e1: 0x80000007 does not fit signed 32
	.globl	e1
	.text
	.zero	3, 0xa5
	.short	0xa5a5
most:	.reloc	., R_X86_64_GOTPC32, e1 + 0x7fff0004
	.long	0
	.short	0xa5a5
least:	.reloc	., R_X86_64_GOTPC32, _GLOBAL_OFFSET_TABLE_ - 0x8000fff5
	.long	0
	.short	0xa5a5
lea:	leaq	_GLOBAL_OFFSET_TABLE_(%rip), %rbx
	.reloc	., R_X86_64_GOT64, e1	# a table there must be
	.quad	0

# rtdyld-check: *{8}(most - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{8}(least - 2) = 0xa5a580000000a5a5
# rtdyld-check: decode_operand(lea, 4) = section_addr(gotpc32.o, .got) - next_pc(lea)
# rtdyld-check: decode_operand(lea, 4) + next_pc(lea) = 0x200010000
# rtdyld-check: *{8}(section_addr(gotpc32.o, .got)) = e1
