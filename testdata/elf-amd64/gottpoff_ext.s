# R_X86_64_GOTTPOFF to a thread-local outside: the distance of a slot that has its offset from the thread pointer.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=t1=0xffffffffffffff00 -dummy-extern=t2=0xfffffffffffffe00 \
# RUN:   -map-section=gottpoff_ext.o,.text=0x200000000 -map-section=gottpoff_ext.o,.data=0x2f0000000 \
# RUN:   -map-section=gottpoff_ext.o,.got=0x27fff0000 -check=%s %o
	.globl	t1, t2
	.type	t1, @tls_object
	.type	t2, @tls_object
	.text
load:	movq	t1@GOTTPOFF(%rip), %rcx
	.data
	.short	0xa5a5
field:	.reloc	., R_X86_64_GOTTPOFF, t2 + 0x10
	.long	0x11111111
	.short	0xa5a5

# rtdyld-check: decode_operand(load, 4) = section_addr(gottpoff_ext.o, .got) - next_pc(load)
# rtdyld-check: decode_operand(load, 4) = 0x7ffefff9
# rtdyld-check: *{4}field = (section_addr(gottpoff_ext.o, .got) - field + 0x18)[31:0]
# rtdyld-check: *{2}(field - 2) = 0xa5a5
# rtdyld-check: *{2}(field + 4) = 0xa5a5
# rtdyld-check: *{8}(section_addr(gottpoff_ext.o, .got)) = t1
# rtdyld-check: *{8}(section_addr(gottpoff_ext.o, .got) + 8) = t2
