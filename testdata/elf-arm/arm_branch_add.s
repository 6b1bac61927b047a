# R_ARM_CALL, R_ARM_JUMP24, R_ARM_PC24, R_ARM_PLT32 and R_ARM_XPC25 to a place behind a function, to which no stub leads.
# layout: default RuntimeDyld has a stub of its own for each branch
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x21ffff0c -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x4: R_ARM_CALL to call_add_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x1dffff08 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x4: R_ARM_CALL to call_add_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x2000030a -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x4: R_ARM_CALL to call_add_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x21ffff14 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0xc: R_ARM_XPC25 to xpc25_add_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x1dffff10 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0xc: R_ARM_XPC25 to xpc25_add_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000312 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0xc: R_ARM_XPC25 to xpc25_add_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x21ffff1c -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x14: R_ARM_JUMP24 to jump24_add_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x1dffff18 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x14: R_ARM_JUMP24 to jump24_add_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x2000031a -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x14: R_ARM_JUMP24 to jump24_add_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x21ffff24 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x1c: R_ARM_PC24 to pc24_add_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x1dffff20 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x1c: R_ARM_PC24 to pc24_add_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000322 -dummy-extern=plt32_add_s=0x20000400 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x1c: R_ARM_PC24 to pc24_add_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x21ffff2c \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x24: R_ARM_PLT32 to plt32_add_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x1dffff28 \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x24: R_ARM_PLT32 to plt32_add_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_add_s=0x20000400 -dummy-extern=xpc25_add_s=0x20000400 \
# RUN:   -dummy-extern=jump24_add_s=0x20000400 -dummy-extern=pc24_add_s=0x20000400 -dummy-extern=plt32_add_s=0x2000032a \
# RUN:   -map-section=arm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x24: R_ARM_PLT32 to plt32_add_s: 0x3fe is no multiple of 4
	.syntax	unified
	.globl	call_add_s, xpc25_add_s, jump24_add_s, pc24_add_s, plt32_add_s
	.text
	.long	0xa5a5a5a5
call_add:	.reloc	., R_ARM_CALL, call_add_s	@ bl #0xf8
	.long	0xeb00003e
	.long	0xa5a5a5a5
xpc25_add:	.reloc	., R_ARM_XPC25, xpc25_add_s	@ bl #0xf8
	.long	0xeb00003e
	.long	0xa5a5a5a5
jump24_add:	.reloc	., R_ARM_JUMP24, jump24_add_s	@ b #0xf8
	.long	0xea00003e
	.long	0xa5a5a5a5
pc24_add:	.reloc	., R_ARM_PC24, pc24_add_s	@ b #0xf8
	.long	0xea00003e
	.long	0xa5a5a5a5
plt32_add:	.reloc	., R_ARM_PLT32, plt32_add_s	@ b #0xf8
	.long	0xea00003e
	.long	0xa5a5a5a5

# rtdyld-check: *{4}call_add = 0xeb00013d
# rtdyld-check: *{4}(call_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_add = 0xeb00013b
# rtdyld-check: *{4}(xpc25_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_add = 0xea000139
# rtdyld-check: *{4}(jump24_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_add = 0xea000137
# rtdyld-check: *{4}(pc24_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_add = 0xea000135
# rtdyld-check: *{4}(plt32_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_add + 4) = 0xa5a5a5a5
