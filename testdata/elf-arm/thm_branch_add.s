# R_ARM_THM_CALL, R_ARM_THM_XPC22, R_ARM_THM_JUMP24 and R_ARM_THM_JUMP19 to a place behind a function, to which no stub leads.
# layout: default RuntimeDyld does not know these types
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20ffff09 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x4: R_ARM_THM_CALL to thm_call_add_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x1effff07 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x4: R_ARM_THM_CALL to thm_call_add_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x20ffff11 \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0xc: R_ARM_THM_XPC22 to thm_xpc22_add_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x1effff0f \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0xc: R_ARM_THM_XPC22 to thm_xpc22_add_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x20ffff19 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x14: R_ARM_THM_JUMP24 to jump24_add_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x1effff17 -dummy-extern=jump19_add_s=0x20000401 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x14: R_ARM_THM_JUMP24 to jump24_add_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x200fff21 -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x1c: R_ARM_THM_JUMP19 to jump19_add_s: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_add_s=0x20000401 -dummy-extern=thm_xpc22_add_s=0x20000401 \
# RUN:   -dummy-extern=jump24_add_s=0x20000401 -dummy-extern=jump19_add_s=0x1fefff1f -map-section=thm_branch_add.o,.text=0x20000000 %o
# ERR: .text+0x1c: R_ARM_THM_JUMP19 to jump19_add_s: -0x100002 does not fit signed 21
	.syntax	unified
	.globl	thm_call_add_s, thm_xpc22_add_s, jump24_add_s, jump19_add_s
	.text
	.long	0xa5a5a5a5
thm_call_add:	.reloc	., R_ARM_THM_CALL, thm_call_add_s	@ bl #0xfc
	.long	0xf87ef000
	.long	0xa5a5a5a5
thm_xpc22_add:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_add_s	@ bl #0xfc
	.long	0xf87ef000
	.long	0xa5a5a5a5
jump24_add:	.reloc	., R_ARM_THM_JUMP24, jump24_add_s	@ b.w #0xfc
	.long	0xb87ef000
	.long	0xa5a5a5a5
jump19_add:	.reloc	., R_ARM_THM_JUMP19, jump19_add_s	@ bls.w #0xfc
	.long	0x807ef240
	.long	0xa5a5a5a5

# rtdyld-check: *{4}thm_call_add = 0xfa7cf000
# rtdyld-check: *{4}(thm_call_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_add = 0xfa78f000
# rtdyld-check: *{4}(thm_xpc22_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_add = 0xba74f000
# rtdyld-check: *{4}(jump24_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19_add = 0x8270f240
# rtdyld-check: *{4}(jump19_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_add + 4) = 0xa5a5a5a5
