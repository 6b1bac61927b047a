# R_ARM_THM_CALL: ((S + A) | T) - P in a BL or BLX, which becomes the other one for a function of the other instruction set, R_ARM_THM_XPC22 likewise;
# R_ARM_THM_JUMP24 and R_ARM_THM_JUMP19 in branches that cannot. What is out of reach or of the other instruction set is reached through a stub.
# layout: default RuntimeDyld does not know these types
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=thm_call_thumb_s=0x20010003 -dummy-extern=thm_call_arm_s=0x20010004 \
# RUN:   -dummy-extern=thm_call_arm2_s=0x1fff0000 -dummy-extern=thm_call_back_s=0x1fff0001 -dummy-extern=thm_call_most_s=0x21000027 \
# RUN:   -dummy-extern=thm_call_least_s=0x1f000031 -dummy-extern=thm_call_mostx_s=0x21000034 -dummy-extern=thm_call_over_s=0x21000041 \
# RUN:   -dummy-extern=thm_call_under_s=0x1f000047 -dummy-extern=thm_call_far_s=0x70000000 -dummy-extern=thm_call_ft_s=0x70000001 \
# RUN:   -dummy-extern=thm_xpc22_thumb_s=0x20010003 -dummy-extern=thm_xpc22_arm_s=0x20010004 -dummy-extern=thm_xpc22_arm2_s=0x1fff0000 \
# RUN:   -dummy-extern=thm_xpc22_back_s=0x1fff0001 -dummy-extern=thm_xpc22_most_s=0x2100007f -dummy-extern=thm_xpc22_least_s=0x1f000089 \
# RUN:   -dummy-extern=thm_xpc22_mostx_s=0x2100008c -dummy-extern=thm_xpc22_over_s=0x21000099 -dummy-extern=thm_xpc22_under_s=0x1f00009f \
# RUN:   -dummy-extern=thm_xpc22_far_s=0x70000000 -dummy-extern=thm_xpc22_ft_s=0x70000001 -dummy-extern=jump24_thumb_s=0x20010003 \
# RUN:   -dummy-extern=jump24_back_s=0x1fff0001 -dummy-extern=jump24_most_s=0x210000c7 -dummy-extern=jump24_least_s=0x1f0000d1 \
# RUN:   -dummy-extern=jump24_arm_s=0x20010000 -dummy-extern=jump24_over_s=0x210000e1 -dummy-extern=jump19_thumb_s=0x20010003 \
# RUN:   -dummy-extern=jump19_back_s=0x1fff0001 -dummy-extern=jump19_most_s=0x201000f7 -dummy-extern=jump19_least_s=0x1ff00101 \
# RUN:   -dummy-extern=jump19_arm_s=0x20010000 -dummy-extern=jump19_over_s=0x20100111 -dummy-extern=thm_callh_thumb_s=0x20010003 \
# RUN:   -dummy-extern=thm_callh_arm_s=0x20010004 -dummy-extern=thm_callh_arm2_s=0x1fff0000 -dummy-extern=thm_callh_back_s=0x1fff0001 \
# RUN:   -dummy-extern=thm_callh_most_s=0x21000139 -dummy-extern=thm_callh_least_s=0x1f000143 -dummy-extern=thm_callh_mostx_s=0x21000144 \
# RUN:   -dummy-extern=thm_callh_over_s=0x21000153 -dummy-extern=thm_callh_under_s=0x1f000159 -dummy-extern=thm_callh_far_s=0x70000000 \
# RUN:   -dummy-extern=thm_callh_ft_s=0x70000001 -dummy-extern=thm_xpc22h_thumb_s=0x20010003 -dummy-extern=thm_xpc22h_arm_s=0x20010004 \
# RUN:   -dummy-extern=thm_xpc22h_arm2_s=0x1fff0000 -dummy-extern=thm_xpc22h_back_s=0x1fff0001 -dummy-extern=thm_xpc22h_most_s=0x21000191 \
# RUN:   -dummy-extern=thm_xpc22h_least_s=0x1f00019b -dummy-extern=thm_xpc22h_mostx_s=0x2100019c -dummy-extern=thm_xpc22h_over_s=0x210001ab \
# RUN:   -dummy-extern=thm_xpc22h_under_s=0x1f0001b1 -dummy-extern=thm_xpc22h_far_s=0x70000000 -dummy-extern=thm_xpc22h_ft_s=0x70000001 \
# RUN:   -dummy-extern=jump24h_thumb_s=0x20010003 -dummy-extern=jump24h_back_s=0x1fff0001 -dummy-extern=jump24h_most_s=0x210001d9 \
# RUN:   -dummy-extern=jump24h_least_s=0x1f0001e3 -dummy-extern=jump24h_arm_s=0x20010000 -dummy-extern=jump24h_over_s=0x210001f3 \
# RUN:   -dummy-extern=jump19h_thumb_s=0x20010003 -dummy-extern=jump19h_back_s=0x1fff0001 -dummy-extern=jump19h_most_s=0x20100209 \
# RUN:   -dummy-extern=jump19h_least_s=0x1ff00213 -dummy-extern=jump19h_arm_s=0x20010000 -dummy-extern=jump19h_over_s=0x20100223 \
# RUN:   -map-section=thm_branch.o,.text=0x20000000 -check=%s %o
	.syntax	unified
	.globl	thm_call_thumb_s, thm_call_arm_s, thm_call_arm2_s, thm_call_back_s, thm_call_most_s, thm_call_least_s, thm_call_mostx_s, thm_call_over_s, thm_call_under_s, thm_call_far_s, thm_call_ft_s, thm_xpc22_thumb_s, thm_xpc22_arm_s, thm_xpc22_arm2_s, thm_xpc22_back_s, thm_xpc22_most_s, thm_xpc22_least_s, thm_xpc22_mostx_s, thm_xpc22_over_s, thm_xpc22_under_s, thm_xpc22_far_s, thm_xpc22_ft_s, jump24_thumb_s, jump24_back_s, jump24_most_s, jump24_least_s, jump24_arm_s, jump24_over_s, jump19_thumb_s, jump19_back_s, jump19_most_s, jump19_least_s, jump19_arm_s, jump19_over_s, thm_callh_thumb_s, thm_callh_arm_s, thm_callh_arm2_s, thm_callh_back_s, thm_callh_most_s, thm_callh_least_s, thm_callh_mostx_s, thm_callh_over_s, thm_callh_under_s, thm_callh_far_s, thm_callh_ft_s, thm_xpc22h_thumb_s, thm_xpc22h_arm_s, thm_xpc22h_arm2_s, thm_xpc22h_back_s, thm_xpc22h_most_s, thm_xpc22h_least_s, thm_xpc22h_mostx_s, thm_xpc22h_over_s, thm_xpc22h_under_s, thm_xpc22h_far_s, thm_xpc22h_ft_s, jump24h_thumb_s, jump24h_back_s, jump24h_most_s, jump24h_least_s, jump24h_arm_s, jump24h_over_s, jump19h_thumb_s, jump19h_back_s, jump19h_most_s, jump19h_least_s, jump19h_arm_s, jump19h_over_s
	.text
	.long	0xa5a5a5a5
thm_call_thumb:	.reloc	., R_ARM_THM_CALL, thm_call_thumb_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_arm:	.reloc	., R_ARM_THM_CALL, thm_call_arm_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_arm2:	.reloc	., R_ARM_THM_CALL, thm_call_arm2_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_call_back:	.reloc	., R_ARM_THM_CALL, thm_call_back_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_call_most:	.reloc	., R_ARM_THM_CALL, thm_call_most_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_least:	.reloc	., R_ARM_THM_CALL, thm_call_least_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_mostx:	.reloc	., R_ARM_THM_CALL, thm_call_mostx_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_over:	.reloc	., R_ARM_THM_CALL, thm_call_over_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_under:	.reloc	., R_ARM_THM_CALL, thm_call_under_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_call_far:	.reloc	., R_ARM_THM_CALL, thm_call_far_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_call_farthumb:	.reloc	., R_ARM_THM_CALL, thm_call_ft_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_thumb:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_thumb_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_arm:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_arm_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_arm2:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_arm2_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_xpc22_back:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_back_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_xpc22_most:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_most_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_least:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_least_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_mostx:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_mostx_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_over:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_over_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_under:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_under_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22_far:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_far_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_xpc22_farthumb:	.reloc	., R_ARM_THM_XPC22, thm_xpc22_ft_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
jump24_thumb:	.reloc	., R_ARM_THM_JUMP24, jump24_thumb_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24_back:	.reloc	., R_ARM_THM_JUMP24, jump24_back_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24_most:	.reloc	., R_ARM_THM_JUMP24, jump24_most_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24_least:	.reloc	., R_ARM_THM_JUMP24, jump24_least_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24_arm:	.reloc	., R_ARM_THM_JUMP24, jump24_arm_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24_over:	.reloc	., R_ARM_THM_JUMP24, jump24_over_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump19_thumb:	.reloc	., R_ARM_THM_JUMP19, jump19_thumb_s	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
jump19_back:	.reloc	., R_ARM_THM_JUMP19, jump19_back_s	@ bgt.w #-4
	.long	0xaffef73f
	.long	0xa5a5a5a5
jump19_most:	.reloc	., R_ARM_THM_JUMP19, jump19_most_s	@ beq.w #-4
	.long	0xaffef43f
	.long	0xa5a5a5a5
jump19_least:	.reloc	., R_ARM_THM_JUMP19, jump19_least_s	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
jump19_arm:	.reloc	., R_ARM_THM_JUMP19, jump19_arm_s	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
jump19_over:	.reloc	., R_ARM_THM_JUMP19, jump19_over_s	@ bge.w #-4
	.long	0xaffef6bf
	.long	0xa5a5a5a5
	.short	0xa5a5
thm_callh_thumb:	.reloc	., R_ARM_THM_CALL, thm_callh_thumb_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_arm:	.reloc	., R_ARM_THM_CALL, thm_callh_arm_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_arm2:	.reloc	., R_ARM_THM_CALL, thm_callh_arm2_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_callh_back:	.reloc	., R_ARM_THM_CALL, thm_callh_back_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_callh_most:	.reloc	., R_ARM_THM_CALL, thm_callh_most_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_least:	.reloc	., R_ARM_THM_CALL, thm_callh_least_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_mostx:	.reloc	., R_ARM_THM_CALL, thm_callh_mostx_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_over:	.reloc	., R_ARM_THM_CALL, thm_callh_over_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_under:	.reloc	., R_ARM_THM_CALL, thm_callh_under_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_callh_far:	.reloc	., R_ARM_THM_CALL, thm_callh_far_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_callh_farthumb:	.reloc	., R_ARM_THM_CALL, thm_callh_ft_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_thumb:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_thumb_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_arm:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_arm_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_arm2:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_arm2_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_back:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_back_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_most:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_most_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_least:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_least_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_mostx:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_mostx_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_over:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_over_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_under:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_under_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_far:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_far_s	@ blx #-4
	.long	0xeffef7ff
	.long	0xa5a5a5a5
thm_xpc22h_farthumb:	.reloc	., R_ARM_THM_XPC22, thm_xpc22h_ft_s	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
jump24h_thumb:	.reloc	., R_ARM_THM_JUMP24, jump24h_thumb_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24h_back:	.reloc	., R_ARM_THM_JUMP24, jump24h_back_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24h_most:	.reloc	., R_ARM_THM_JUMP24, jump24h_most_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24h_least:	.reloc	., R_ARM_THM_JUMP24, jump24h_least_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24h_arm:	.reloc	., R_ARM_THM_JUMP24, jump24h_arm_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump24h_over:	.reloc	., R_ARM_THM_JUMP24, jump24h_over_s	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
jump19h_thumb:	.reloc	., R_ARM_THM_JUMP19, jump19h_thumb_s	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
jump19h_back:	.reloc	., R_ARM_THM_JUMP19, jump19h_back_s	@ bgt.w #-4
	.long	0xaffef73f
	.long	0xa5a5a5a5
jump19h_most:	.reloc	., R_ARM_THM_JUMP19, jump19h_most_s	@ beq.w #-4
	.long	0xaffef43f
	.long	0xa5a5a5a5
jump19h_least:	.reloc	., R_ARM_THM_JUMP19, jump19h_least_s	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
jump19h_arm:	.reloc	., R_ARM_THM_JUMP19, jump19h_arm_s	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
jump19h_over:	.reloc	., R_ARM_THM_JUMP19, jump19h_over_s	@ bge.w #-4
	.long	0xaffef6bf
	.long	0xa5a5a5a5

# rtdyld-check: *{4}thm_call_thumb = 0xfffdf00f
# rtdyld-check: *{4}(thm_call_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_arm = 0xeffaf00f
# rtdyld-check: *{4}(thm_call_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_arm2 = 0xeff4f7ef
# rtdyld-check: *{4}(thm_call_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_back = 0xfff0f7ef
# rtdyld-check: *{4}(thm_call_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_most = 0xd7fff3ff
# rtdyld-check: *{4}(thm_call_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_least = 0xd000f400
# rtdyld-check: *{4}(thm_call_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(thm_call_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_over = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_call_over_s) - thm_call_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_call_over_s) - thm_call_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_over_s) + 8) = 0x21000041
# rtdyld-check: *{4}(thm_call_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_under = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_call_under_s) - thm_call_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_call_under_s) - thm_call_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_under_s) + 8) = 0x1f000047
# rtdyld-check: *{4}(thm_call_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_far = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_call_far_s) - thm_call_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_call_far_s) - thm_call_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(thm_call_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_call_farthumb = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_call_ft_s) - thm_call_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_call_ft_s) - thm_call_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_ft_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_ft_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_call_ft_s) + 8) = 0x70000001
# rtdyld-check: *{4}thm_xpc22_thumb = 0xffd1f00f
# rtdyld-check: *{4}(thm_xpc22_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_arm = 0xefcef00f
# rtdyld-check: *{4}(thm_xpc22_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_arm2 = 0xefc8f7ef
# rtdyld-check: *{4}(thm_xpc22_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_back = 0xffc4f7ef
# rtdyld-check: *{4}(thm_xpc22_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_most = 0xd7fff3ff
# rtdyld-check: *{4}(thm_xpc22_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_least = 0xd000f400
# rtdyld-check: *{4}(thm_xpc22_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(thm_xpc22_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_over = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22_over_s) - thm_xpc22_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22_over_s) - thm_xpc22_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_over_s) + 8) = 0x21000099
# rtdyld-check: *{4}(thm_xpc22_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_under = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22_under_s) - thm_xpc22_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22_under_s) - thm_xpc22_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_under_s) + 8) = 0x1f00009f
# rtdyld-check: *{4}(thm_xpc22_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_far = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22_far_s) - thm_xpc22_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22_far_s) - thm_xpc22_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(thm_xpc22_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22_farthumb = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22_ft_s) - thm_xpc22_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22_ft_s) - thm_xpc22_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_ft_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_ft_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22_ft_s) + 8) = 0x70000001
# rtdyld-check: *{4}jump24_thumb = 0xbfa5f00f
# rtdyld-check: *{4}(jump24_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_back = 0xbfa0f7ef
# rtdyld-check: *{4}(jump24_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_most = 0x97fff3ff
# rtdyld-check: *{4}(jump24_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_least = 0x9000f400
# rtdyld-check: *{4}(jump24_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_arm = ((0xb800 + ((stub_addr(thm_branch.o/.text, jump24_arm_s) - jump24_arm - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, jump24_arm_s) - jump24_arm - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24_arm_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24_arm_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24_arm_s) + 8) = 0x20010000
# rtdyld-check: *{4}(jump24_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_over = ((0xb800 + ((stub_addr(thm_branch.o/.text, jump24_over_s) - jump24_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, jump24_over_s) - jump24_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24_over_s) + 8) = 0x210000e1
# rtdyld-check: *{4}jump19_thumb = 0x878df04f
# rtdyld-check: *{4}(jump19_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19_back = 0xaf88f72f
# rtdyld-check: *{4}(jump19_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19_most = 0xaffff03f
# rtdyld-check: *{4}(jump19_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19_least = 0x8000f440
# rtdyld-check: *{4}(jump19_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19_arm = ((0x8000 + ((stub_addr(thm_branch.o/.text, jump19_arm_s) - jump19_arm - 4) >> 1)[10:0]) << 16) + 0xf040 + ((stub_addr(thm_branch.o/.text, jump19_arm_s) - jump19_arm - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19_arm_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19_arm_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19_arm_s) + 8) = 0x20010000
# rtdyld-check: *{4}(jump19_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19_over = ((0x8000 + ((stub_addr(thm_branch.o/.text, jump19_over_s) - jump19_over - 4) >> 1)[10:0]) << 16) + 0xf280 + ((stub_addr(thm_branch.o/.text, jump19_over_s) - jump19_over - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19_over_s) + 8) = 0x20100111
# rtdyld-check: *{4}thm_callh_thumb = 0xff74f00f
# rtdyld-check: *{4}(thm_callh_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_arm = 0xef72f00f
# rtdyld-check: *{4}(thm_callh_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_arm2 = 0xef6cf7ef
# rtdyld-check: *{4}(thm_callh_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_back = 0xff67f7ef
# rtdyld-check: *{4}(thm_callh_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_most = 0xd7fff3ff
# rtdyld-check: *{4}(thm_callh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_least = 0xd000f400
# rtdyld-check: *{4}(thm_callh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(thm_callh_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_over = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_callh_over_s) - thm_callh_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_callh_over_s) - thm_callh_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_over_s) + 8) = 0x21000153
# rtdyld-check: *{4}(thm_callh_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_under = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_callh_under_s) - thm_callh_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_callh_under_s) - thm_callh_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_under_s) + 8) = 0x1f000159
# rtdyld-check: *{4}(thm_callh_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_far = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_callh_far_s) - thm_callh_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_callh_far_s) - thm_callh_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(thm_callh_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_callh_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_callh_farthumb = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_callh_ft_s) - thm_callh_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_callh_ft_s) - thm_callh_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_ft_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_ft_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_callh_ft_s) + 8) = 0x70000001
# rtdyld-check: *{4}thm_xpc22h_thumb = 0xff48f00f
# rtdyld-check: *{4}(thm_xpc22h_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_arm = 0xef46f00f
# rtdyld-check: *{4}(thm_xpc22h_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_arm2 = 0xef40f7ef
# rtdyld-check: *{4}(thm_xpc22h_arm2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_arm2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_back = 0xff3bf7ef
# rtdyld-check: *{4}(thm_xpc22h_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_most = 0xd7fff3ff
# rtdyld-check: *{4}(thm_xpc22h_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_least = 0xd000f400
# rtdyld-check: *{4}(thm_xpc22h_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_mostx = 0xc7fef3ff
# rtdyld-check: *{4}(thm_xpc22h_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_over = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_over_s) - thm_xpc22h_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_over_s) - thm_xpc22h_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_over_s) + 8) = 0x210001ab
# rtdyld-check: *{4}(thm_xpc22h_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_under = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_under_s) - thm_xpc22h_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_under_s) - thm_xpc22h_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_under_s) + 8) = 0x1f0001b1
# rtdyld-check: *{4}(thm_xpc22h_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_far = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_far_s) - thm_xpc22h_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_far_s) - thm_xpc22h_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(thm_xpc22h_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22h_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22h_farthumb = ((0xf800 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_ft_s) - thm_xpc22h_farthumb - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, thm_xpc22h_ft_s) - thm_xpc22h_farthumb - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_ft_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_ft_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, thm_xpc22h_ft_s) + 8) = 0x70000001
# rtdyld-check: *{4}jump24h_thumb = 0xbf1cf00f
# rtdyld-check: *{4}(jump24h_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24h_back = 0xbf17f7ef
# rtdyld-check: *{4}(jump24h_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24h_most = 0x97fff3ff
# rtdyld-check: *{4}(jump24h_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24h_least = 0x9000f400
# rtdyld-check: *{4}(jump24h_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24h_arm = ((0xb800 + ((stub_addr(thm_branch.o/.text, jump24h_arm_s) - jump24h_arm - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, jump24h_arm_s) - jump24h_arm - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24h_arm_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24h_arm_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24h_arm_s) + 8) = 0x20010000
# rtdyld-check: *{4}(jump24h_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24h_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24h_over = ((0xb800 + ((stub_addr(thm_branch.o/.text, jump24h_over_s) - jump24h_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(thm_branch.o/.text, jump24h_over_s) - jump24h_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24h_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24h_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump24h_over_s) + 8) = 0x210001f3
# rtdyld-check: *{4}jump19h_thumb = 0x8704f04f
# rtdyld-check: *{4}(jump19h_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19h_back = 0xaefff72f
# rtdyld-check: *{4}(jump19h_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19h_most = 0xaffff03f
# rtdyld-check: *{4}(jump19h_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19h_least = 0x8000f440
# rtdyld-check: *{4}(jump19h_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19h_arm = ((0x8000 + ((stub_addr(thm_branch.o/.text, jump19h_arm_s) - jump19h_arm - 4) >> 1)[10:0]) << 16) + 0xf040 + ((stub_addr(thm_branch.o/.text, jump19h_arm_s) - jump19h_arm - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19h_arm_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19h_arm_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19h_arm_s) + 8) = 0x20010000
# rtdyld-check: *{4}(jump19h_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump19h_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump19h_over = ((0x8000 + ((stub_addr(thm_branch.o/.text, jump19h_over_s) - jump19h_over - 4) >> 1)[10:0]) << 16) + 0xf280 + ((stub_addr(thm_branch.o/.text, jump19h_over_s) - jump19h_over - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19h_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19h_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(thm_branch.o/.text, jump19h_over_s) + 8) = 0x20100223
