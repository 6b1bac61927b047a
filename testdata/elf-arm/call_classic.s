# R_ARM_CALL, R_ARM_JUMP24 and R_ARM_PC24 as RuntimeDyld has them: through a stub of 8 bytes, shared within a section, whatever the target.
# layout: runtimedyld the default layout has other stubs and needs fewer
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ext=0x70000000 -dummy-extern=near=0x20001000 \
# RUN:   -map-section=call_classic.o,.text=0x20000000 -map-section=call_classic.o,.text.more=0x30000000 -check=%s %o
	.syntax	unified
	.globl	ext, near
	.text
call:	bl	ext
jump:	b	ext
cond:	bne	ext
close:	bl	near
old:	.reloc	., R_ARM_PC24, ext
	.long	0xebfffffe
inner:	bl	own
	.globl	own
	.type	own, %function
own:	bx	lr
	.section .text.more,"ax",%progbits
other:	bl	ext
back:	bl	own

# rtdyld-check: (*{4}call)[31:24] = 0xeb
# rtdyld-check: (*{4}call)[23:0] = ((stub_addr(call_classic.o/.text, ext) - call - 8) >> 2)[23:0]
# rtdyld-check: (*{4}jump)[31:24] = 0xea
# rtdyld-check: (*{4}jump)[23:0] = ((stub_addr(call_classic.o/.text, ext) - jump - 8) >> 2)[23:0]
# rtdyld-check: (*{4}cond)[31:24] = 0x1a
# rtdyld-check: (*{4}cond)[23:0] = ((stub_addr(call_classic.o/.text, ext) - cond - 8) >> 2)[23:0]
# rtdyld-check: (*{4}close)[31:24] = 0xeb
# rtdyld-check: (*{4}close)[23:0] = ((stub_addr(call_classic.o/.text, near) - close - 8) >> 2)[23:0]
# rtdyld-check: (*{4}old)[31:24] = 0xeb
# rtdyld-check: (*{4}old)[23:0] = ((stub_addr(call_classic.o/.text, ext) - old - 8) >> 2)[23:0]
# rtdyld-check: (*{4}inner)[31:24] = 0xeb
# rtdyld-check: (*{4}inner)[23:0] = ((stub_addr(call_classic.o/.text, own) - inner - 8) >> 2)[23:0]
# rtdyld-check: (*{4}other)[31:24] = 0xeb
# rtdyld-check: (*{4}other)[23:0] = ((stub_addr(call_classic.o/.text.more, ext) - other - 8) >> 2)[23:0]
# rtdyld-check: (*{4}back)[31:24] = 0xeb
# rtdyld-check: (*{4}back)[23:0] = ((stub_addr(call_classic.o/.text.more, own) - back - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(call_classic.o/.text, ext)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(call_classic.o/.text, ext) + 4) = ext
# rtdyld-check: *{4}(stub_addr(call_classic.o/.text, near) + 4) = near
# rtdyld-check: *{4}(stub_addr(call_classic.o/.text, own) + 4) = own
# rtdyld-check: *{4}(stub_addr(call_classic.o/.text.more, own)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(call_classic.o/.text.more, own) + 4) = own
