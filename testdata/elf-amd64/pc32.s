# R_X86_64_PC32: S + A - P in 4 bytes, -0x80000000 to 0x7fffffff; the field ends its instruction or does not.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x200000010 -dummy-extern=near=0x1ffff0000 \
# RUN:   -map-section=pc32.o,.text=0x200000000 -map-section=pc32.o,.data=0x1fffff000 -map-section=pc32.o,.rodata=0x7fff00000000 -check=%s %o
# ext moved up by one, down by one; it is reached directly or not at all:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x200000011 -dummy-extern=near=0x1ffff0000 \
# RUN:   -map-section=pc32.o,.text=0x200000000 -map-section=pc32.o,.data=0x1fffff000 -map-section=pc32.o,.rodata=0x7fff00000000 %o
# ERR: .text+0x2: R_X86_64_PC32 to ext: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x20000000f -dummy-extern=near=0x1ffff0000 \
# RUN:   -map-section=pc32.o,.text=0x200000000 -map-section=pc32.o,.data=0x1fffff000 -map-section=pc32.o,.rodata=0x7fff00000000 %o
# ERR: .text+0xa: R_X86_64_PC32 to ext: -0x80000001 does not fit signed 32
	.macro	field name, value
	.short	0xa5a5
\name:	.reloc	., R_X86_64_PC32, \value
	.long	0
	.short	0xa5a5
	.endm
	.globl	ext, near
	.text
	field	most, ext + 0x7ffffff1
	field	least, ext - 0x80000006
load:	movq	var+8(%rip), %rax
store:	movl	$0x1234, var+4(%rip)
branch:	.byte	0xe8
	.reloc	., R_X86_64_PC32, near - 4
	.long	0
end:	ret
	.data
	.zero	0x10
var:	.zero	0x10
	field	data, end
	.section .rodata,"a",@progbits
	.zero	0x20
	field	here, here + 0x102

# rtdyld-check: *{8}(most - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{8}(least - 2) = 0xa5a580000000a5a5
# rtdyld-check: decode_operand(load, 4) = var - next_pc(load) + 8
# rtdyld-check: decode_operand(load, 4) + next_pc(load) = 0x1fffff018
# rtdyld-check: decode_operand(store, 3) = var - next_pc(store) + 4
# rtdyld-check: decode_operand(store, 5) = 0x1234
# rtdyld-check: decode_operand(branch, 0) = near - next_pc(branch)
# rtdyld-check: *{4}data = (end - data)[31:0]
# rtdyld-check: *{8}(here - 2) = 0xa5a500000102a5a5
