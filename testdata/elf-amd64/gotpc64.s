# R_X86_64_GOTPC64: T + A - P in 8 bytes, whatever the symbol.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x7fff12345678 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x1234 \
# RUN:   -map-section=gotpc64.o,.text=0x7fff00000000 -map-section=gotpc64.o,.got=0x200000000 -check=%s %o
	.globl	e1
	.text
	.zero	0x10, 0xa5
insn:	movabsq	$_GLOBAL_OFFSET_TABLE_-insn, %rax
	.quad	0xa5a5a5a5a5a5a5a5
field:	.reloc	., R_X86_64_GOTPC64, e1 - 0x300000000
	.quad	0
	.quad	0xa5a5a5a5a5a5a5a5
	.reloc	., R_X86_64_GOT64, e1	# a table there must be
	.quad	0

# rtdyld-check: decode_operand(insn, 1) = section_addr(gotpc64.o, .got) - insn
# rtdyld-check: decode_operand(insn, 1) = 0xffff8002fffffff0
# rtdyld-check: *{8}field = section_addr(gotpc64.o, .got) - field - 0x300000000
# rtdyld-check: *{8}(field - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(field + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(section_addr(gotpc64.o, .got)) = e1
