# R_ARM_CALL, R_ARM_JUMP24 and R_ARM_PC24 to places behind functions, in RuntimeDyld's layout: each place has a stub of its own. One that
# is no function is of the instruction set that the branch says.
# layout: runtimedyld the default layout has no stubs for them
# llvm: no it takes every addend for 0, and BLX stays
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ext=0x70000000 -dummy-extern=more=0x20001000 -dummy-extern=less=0x70001001 \
# RUN:   -map-section=call_classic_add.o,.text=0x20000000 -map-section=call_classic_add.o,.text.more=0x30000000 -check=%s %o
	.syntax	unified
	.globl	ext, more, less
	.text
call:	bl	ext
up:	bl	more + 8
jump:	b	less - 4
old:	.reloc	., R_ARM_PC24, more
	.long	0xeb000002
exchange: blx	place
same:	blx	place
other:	bl	place
	.section .text.more,"ax",%progbits
	.long	0
	.globl	place
	.type	place, %object
place:	.long	0

# rtdyld-check: *{4}call = ((stub_addr(call_classic_add.o/.text, ext) - call - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(call_classic_add.o/.text, ext) + 4) = ext
# rtdyld-check: *{4}(up + ((*{4}up)[23:0] << 2) + 8) = 0xe51ff004
# rtdyld-check: *{4}(up + ((*{4}up)[23:0] << 2) + 12) = more + 8
# rtdyld-check: (*{4}up)[31:24] = 0xeb
# rtdyld-check: *{4}(jump + ((*{4}jump)[23:0] << 2) + 12) = less - 4
# rtdyld-check: (*{4}jump)[31:24] = 0xea
# rtdyld-check: *{4}(old + ((*{4}old)[23:0] << 2) + 12) = more + 16
# rtdyld-check: (*{4}exchange)[31:24] = 0xeb
# rtdyld-check: *{4}(exchange + ((*{4}exchange)[23:0] << 2) + 12) = place + 1
# rtdyld-check: *{4}same = (*{4}exchange) - 1
# rtdyld-check: *{4}(other + ((*{4}other)[23:0] << 2) + 12) = place
