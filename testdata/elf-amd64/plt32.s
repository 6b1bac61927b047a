# R_X86_64_PLT32: S + A - P in 4 bytes; where that is out of reach, and always in RuntimeDyld's layout, the stub's address stands for S.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=far=0x7fff12345678 -dummy-extern=other=0x7fff23456789 \
# RUN:   -map-section=plt32.o,.text=0x200000000 -map-section=plt32.o,.text.near=0x1fffff000 \
# RUN:   -map-section=plt32.o,.got=0x200010000 -check=%s %o
	.globl	far, other
	.section .text.near,"ax",@progbits
	.zero	0x10
	.globl	fun
fun:	ret
	.text
	.zero	3, 0xa5
call:	callq	far@PLT
jump:	jmp	far@PLT
	.short	0xa5a5
inner:	.reloc	., R_X86_64_PLT32, other - 1
	.long	0
	.short	0xa5a5
direct:	callq	fun@PLT
forth:	.reloc	., R_X86_64_PLT32, fun + 0x10000
	.long	0

# rtdyld-check: decode_operand(call, 0) = stub_addr(plt32.o/.text, far) - next_pc(call)
# rtdyld-check: decode_operand(jump, 0) = stub_addr(plt32.o/.text, far) - next_pc(jump)
# rtdyld-check: *{4}inner = (stub_addr(plt32.o/.text, other) - inner - 1)[31:0]
# A stub is jmp *slot(%rip), a slot has the address.
# rtdyld-check: *{2}(stub_addr(plt32.o/.text, far)) = 0x25ff
# rtdyld-check: *{4}(stub_addr(plt32.o/.text, far) + 2) = (section_addr(plt32.o, .got) - stub_addr(plt32.o/.text, far) - 6)[31:0]
# rtdyld-check: *{8}(section_addr(plt32.o, .got)) = far
# rtdyld-check: *{2}(stub_addr(plt32.o/.text, other)) = 0x25ff
# rtdyld-check: *{4}(stub_addr(plt32.o/.text, other) + 2) = (section_addr(plt32.o, .got) - stub_addr(plt32.o/.text, other) + 2)[31:0]
# rtdyld-check: *{8}(section_addr(plt32.o, .got) + 8) = other
# The field's neighbours.
# rtdyld-check: *{2}(inner - 2) = 0xa5a5
# rtdyld-check: *{2}(inner + 4) = 0xa5a5
# Within the object no stub is needed.
# rtdyld-check: decode_operand(direct, 0) = fun - next_pc(direct)
# rtdyld-check: decode_operand(direct, 0) = 0xffffffffffffeff6
# rtdyld-check: *{4}forth = (fun - forth + 0x10000)[31:0]
