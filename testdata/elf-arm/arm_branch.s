# R_ARM_CALL: ((S + A) | T) - P in a BL or BLX, which becomes the other one for a function of the other instruction set;
# R_ARM_JUMP24, R_ARM_PC24 and R_ARM_PLT32: in branches that cannot; R_ARM_XPC25: as R_ARM_CALL. What is out of reach or of
# the other instruction set is reached through a stub, which ARM code enters at its second word.
# layout: default RuntimeDyld has a stub of its own for each branch
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=call_arm_s=0x20010000 -dummy-extern=call_thumb_s=0x20010003 \
# RUN:   -dummy-extern=call_thumb2_s=0x20010001 -dummy-extern=call_back_s=0x1fff0000 -dummy-extern=call_most_s=0x22000028 \
# RUN:   -dummy-extern=call_least_s=0x1e000034 -dummy-extern=call_mostx_s=0x2200003b -dummy-extern=call_over_s=0x22000044 \
# RUN:   -dummy-extern=call_under_s=0x1e000048 -dummy-extern=call_far_s=0x70000000 -dummy-extern=call_ft_s=0x70000001 \
# RUN:   -dummy-extern=xpc25_arm_s=0x20010000 -dummy-extern=xpc25_thumb_s=0x20010003 -dummy-extern=xpc25_thumb2_s=0x20010001 \
# RUN:   -dummy-extern=xpc25_back_s=0x1fff0000 -dummy-extern=xpc25_most_s=0x22000080 -dummy-extern=xpc25_least_s=0x1e00008c \
# RUN:   -dummy-extern=xpc25_mostx_s=0x22000093 -dummy-extern=xpc25_over_s=0x2200009c -dummy-extern=xpc25_under_s=0x1e0000a0 \
# RUN:   -dummy-extern=xpc25_far_s=0x70000000 -dummy-extern=xpc25_ft_s=0x70000001 -dummy-extern=jump24_arm_s=0x20010000 \
# RUN:   -dummy-extern=jump24_back_s=0x1fff0000 -dummy-extern=jump24_bl_s=0x20010000 -dummy-extern=jump24_most_s=0x220000d0 \
# RUN:   -dummy-extern=jump24_least_s=0x1e0000dc -dummy-extern=jump24_thumb_s=0x20010001 -dummy-extern=jump24_thumbbl_s=0x20010001 \
# RUN:   -dummy-extern=jump24_over_s=0x220000f4 -dummy-extern=jump24_far_s=0x70000000 -dummy-extern=pc24_arm_s=0x20010000 \
# RUN:   -dummy-extern=pc24_back_s=0x1fff0000 -dummy-extern=pc24_bl_s=0x20010000 -dummy-extern=pc24_most_s=0x22000118 \
# RUN:   -dummy-extern=pc24_least_s=0x1e000124 -dummy-extern=pc24_thumb_s=0x20010001 -dummy-extern=pc24_thumbbl_s=0x20010001 \
# RUN:   -dummy-extern=pc24_over_s=0x2200013c -dummy-extern=pc24_far_s=0x70000000 -dummy-extern=plt32_arm_s=0x20010000 \
# RUN:   -dummy-extern=plt32_back_s=0x1fff0000 -dummy-extern=plt32_bl_s=0x20010000 -dummy-extern=plt32_most_s=0x22000160 \
# RUN:   -dummy-extern=plt32_least_s=0x1e00016c -dummy-extern=plt32_thumb_s=0x20010001 -dummy-extern=plt32_thumbbl_s=0x20010001 \
# RUN:   -dummy-extern=plt32_over_s=0x22000184 -dummy-extern=plt32_far_s=0x70000000 -dummy-extern=call_half_s=0x20010196 \
# RUN:   -dummy-extern=xpc25_half_s=0x2001019e -dummy-extern=jump24_half_s=0x200101a6 -dummy-extern=pc24_half_s=0x200101ae \
# RUN:   -dummy-extern=plt32_half_s=0x200101b6 -map-section=arm_branch.o,.text=0x20000000 -check=%s %o
	.syntax	unified
	.globl	call_arm_s, call_thumb_s, call_thumb2_s, call_back_s, call_most_s, call_least_s, call_mostx_s, call_over_s, call_under_s, call_far_s, call_ft_s, xpc25_arm_s, xpc25_thumb_s, xpc25_thumb2_s, xpc25_back_s, xpc25_most_s, xpc25_least_s, xpc25_mostx_s, xpc25_over_s, xpc25_under_s, xpc25_far_s, xpc25_ft_s, jump24_arm_s, jump24_back_s, jump24_bl_s, jump24_most_s, jump24_least_s, jump24_thumb_s, jump24_thumbbl_s, jump24_over_s, jump24_far_s, pc24_arm_s, pc24_back_s, pc24_bl_s, pc24_most_s, pc24_least_s, pc24_thumb_s, pc24_thumbbl_s, pc24_over_s, pc24_far_s, plt32_arm_s, plt32_back_s, plt32_bl_s, plt32_most_s, plt32_least_s, plt32_thumb_s, plt32_thumbbl_s, plt32_over_s, plt32_far_s, call_half_s, xpc25_half_s, jump24_half_s, pc24_half_s, plt32_half_s
	.text
	.long	0xa5a5a5a5
call_arm:	.reloc	., R_ARM_CALL, call_arm_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_thumb:	.reloc	., R_ARM_CALL, call_thumb_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_thumb2:	.reloc	., R_ARM_CALL, call_thumb2_s	@ blx #-8
	.long	0xfafffffe
	.long	0xa5a5a5a5
call_back:	.reloc	., R_ARM_CALL, call_back_s	@ blx #-8
	.long	0xfafffffe
	.long	0xa5a5a5a5
call_most:	.reloc	., R_ARM_CALL, call_most_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_least:	.reloc	., R_ARM_CALL, call_least_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_mostx:	.reloc	., R_ARM_CALL, call_mostx_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_over:	.reloc	., R_ARM_CALL, call_over_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_under:	.reloc	., R_ARM_CALL, call_under_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
call_far:	.reloc	., R_ARM_CALL, call_far_s	@ blx #-8
	.long	0xfafffffe
	.long	0xa5a5a5a5
call_farthumb:	.reloc	., R_ARM_CALL, call_ft_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_arm:	.reloc	., R_ARM_XPC25, xpc25_arm_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_thumb:	.reloc	., R_ARM_XPC25, xpc25_thumb_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_thumb2:	.reloc	., R_ARM_XPC25, xpc25_thumb2_s	@ blx #-8
	.long	0xfafffffe
	.long	0xa5a5a5a5
xpc25_back:	.reloc	., R_ARM_XPC25, xpc25_back_s	@ blx #-8
	.long	0xfafffffe
	.long	0xa5a5a5a5
xpc25_most:	.reloc	., R_ARM_XPC25, xpc25_most_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_least:	.reloc	., R_ARM_XPC25, xpc25_least_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_mostx:	.reloc	., R_ARM_XPC25, xpc25_mostx_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_over:	.reloc	., R_ARM_XPC25, xpc25_over_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_under:	.reloc	., R_ARM_XPC25, xpc25_under_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_far:	.reloc	., R_ARM_XPC25, xpc25_far_s	@ blx #-8
	.long	0xfafffffe
	.long	0xa5a5a5a5
xpc25_farthumb:	.reloc	., R_ARM_XPC25, xpc25_ft_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
jump24_arm:	.reloc	., R_ARM_JUMP24, jump24_arm_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
jump24_back:	.reloc	., R_ARM_JUMP24, jump24_back_s	@ blne #-8
	.long	0x1bfffffe
	.long	0xa5a5a5a5
jump24_bl:	.reloc	., R_ARM_JUMP24, jump24_bl_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
jump24_most:	.reloc	., R_ARM_JUMP24, jump24_most_s	@ bne #-8
	.long	0x1afffffe
	.long	0xa5a5a5a5
jump24_least:	.reloc	., R_ARM_JUMP24, jump24_least_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
jump24_thumb:	.reloc	., R_ARM_JUMP24, jump24_thumb_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
jump24_thumbbl:	.reloc	., R_ARM_JUMP24, jump24_thumbbl_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
jump24_over:	.reloc	., R_ARM_JUMP24, jump24_over_s	@ bne #-8
	.long	0x1afffffe
	.long	0xa5a5a5a5
jump24_far:	.reloc	., R_ARM_JUMP24, jump24_far_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
pc24_arm:	.reloc	., R_ARM_PC24, pc24_arm_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
pc24_back:	.reloc	., R_ARM_PC24, pc24_back_s	@ blne #-8
	.long	0x1bfffffe
	.long	0xa5a5a5a5
pc24_bl:	.reloc	., R_ARM_PC24, pc24_bl_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
pc24_most:	.reloc	., R_ARM_PC24, pc24_most_s	@ bne #-8
	.long	0x1afffffe
	.long	0xa5a5a5a5
pc24_least:	.reloc	., R_ARM_PC24, pc24_least_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
pc24_thumb:	.reloc	., R_ARM_PC24, pc24_thumb_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
pc24_thumbbl:	.reloc	., R_ARM_PC24, pc24_thumbbl_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
pc24_over:	.reloc	., R_ARM_PC24, pc24_over_s	@ bne #-8
	.long	0x1afffffe
	.long	0xa5a5a5a5
pc24_far:	.reloc	., R_ARM_PC24, pc24_far_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
plt32_arm:	.reloc	., R_ARM_PLT32, plt32_arm_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
plt32_back:	.reloc	., R_ARM_PLT32, plt32_back_s	@ blne #-8
	.long	0x1bfffffe
	.long	0xa5a5a5a5
plt32_bl:	.reloc	., R_ARM_PLT32, plt32_bl_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
plt32_most:	.reloc	., R_ARM_PLT32, plt32_most_s	@ bne #-8
	.long	0x1afffffe
	.long	0xa5a5a5a5
plt32_least:	.reloc	., R_ARM_PLT32, plt32_least_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
plt32_thumb:	.reloc	., R_ARM_PLT32, plt32_thumb_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
plt32_thumbbl:	.reloc	., R_ARM_PLT32, plt32_thumbbl_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
plt32_over:	.reloc	., R_ARM_PLT32, plt32_over_s	@ bne #-8
	.long	0x1afffffe
	.long	0xa5a5a5a5
plt32_far:	.reloc	., R_ARM_PLT32, plt32_far_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
	.short	0xa5a5
call_half:	.reloc	., R_ARM_CALL, call_half_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
xpc25_half:	.reloc	., R_ARM_XPC25, xpc25_half_s	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
jump24_half:	.reloc	., R_ARM_JUMP24, jump24_half_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
pc24_half:	.reloc	., R_ARM_PC24, pc24_half_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
plt32_half:	.reloc	., R_ARM_PLT32, plt32_half_s	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
	.short	0xa5a5
call_own:	.reloc	., R_ARM_CALL, ownthumb	@ bl #-8
	.long	0xebfffffe
	.long	0xa5a5a5a5
jump24_own:	.reloc	., R_ARM_JUMP24, ownthumb	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
pc24_own:	.reloc	., R_ARM_PC24, ownthumb	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
plt32_own:	.reloc	., R_ARM_PLT32, ownthumb	@ b #-8
	.long	0xeafffffe
	.long	0xa5a5a5a5
	.globl	ownthumb
	.type	ownthumb, %function
	.set	ownthumb, own + 1
	.globl	own
own:	.long	0x47704770

# rtdyld-check: *{4}call_arm = 0xeb003ffd
# rtdyld-check: *{4}(call_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_thumb = 0xfb003ffb
# rtdyld-check: *{4}(call_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_thumb2 = 0xfa003ff9
# rtdyld-check: *{4}(call_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_back = 0xebffbff7
# rtdyld-check: *{4}(call_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_most = 0xeb7fffff
# rtdyld-check: *{4}(call_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_least = 0xeb800000
# rtdyld-check: *{4}(call_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_mostx = 0xfb7fffff
# rtdyld-check: *{4}(call_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_over = 0xeb000000 + (((stub_addr(arm_branch.o/.text, call_over_s) + 4) - call_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(call_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_over_s) + 8) = 0x22000044
# rtdyld-check: *{4}call_under = 0xeb000000 + (((stub_addr(arm_branch.o/.text, call_under_s) + 4) - call_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(call_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_under_s) + 8) = 0x1e000048
# rtdyld-check: *{4}call_far = 0xeb000000 + (((stub_addr(arm_branch.o/.text, call_far_s) + 4) - call_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(call_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}call_farthumb = 0xeb000000 + (((stub_addr(arm_branch.o/.text, call_ft_s) + 4) - call_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(call_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_ft_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_ft_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, call_ft_s) + 8) = 0x70000001
# rtdyld-check: *{4}xpc25_arm = 0xeb003fe7
# rtdyld-check: *{4}(xpc25_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_thumb = 0xfb003fe5
# rtdyld-check: *{4}(xpc25_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_thumb2 = 0xfa003fe3
# rtdyld-check: *{4}(xpc25_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_back = 0xebffbfe1
# rtdyld-check: *{4}(xpc25_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_most = 0xeb7fffff
# rtdyld-check: *{4}(xpc25_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_least = 0xeb800000
# rtdyld-check: *{4}(xpc25_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_mostx = 0xfb7fffff
# rtdyld-check: *{4}(xpc25_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_over = 0xeb000000 + (((stub_addr(arm_branch.o/.text, xpc25_over_s) + 4) - xpc25_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(xpc25_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_over_s) + 8) = 0x2200009c
# rtdyld-check: *{4}xpc25_under = 0xeb000000 + (((stub_addr(arm_branch.o/.text, xpc25_under_s) + 4) - xpc25_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(xpc25_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_under_s) + 8) = 0x1e0000a0
# rtdyld-check: *{4}xpc25_far = 0xeb000000 + (((stub_addr(arm_branch.o/.text, xpc25_far_s) + 4) - xpc25_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(xpc25_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}xpc25_farthumb = 0xeb000000 + (((stub_addr(arm_branch.o/.text, xpc25_ft_s) + 4) - xpc25_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(xpc25_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_ft_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_ft_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, xpc25_ft_s) + 8) = 0x70000001
# rtdyld-check: *{4}jump24_arm = 0xea003fd1
# rtdyld-check: *{4}(jump24_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_back = 0x1bffbfcf
# rtdyld-check: *{4}(jump24_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_bl = 0xeb003fcd
# rtdyld-check: *{4}(jump24_bl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_bl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_most = 0x1a7fffff
# rtdyld-check: *{4}(jump24_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_least = 0xea800000
# rtdyld-check: *{4}(jump24_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_thumb = 0xea000000 + (((stub_addr(arm_branch.o/.text, jump24_thumb_s) + 4) - jump24_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(jump24_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_thumb_s) + 8) = 0x20010001
# rtdyld-check: *{4}jump24_thumbbl = 0xeb000000 + (((stub_addr(arm_branch.o/.text, jump24_thumbbl_s) + 4) - jump24_thumbbl - 8) >> 2)[23:0]
# rtdyld-check: *{4}(jump24_thumbbl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_thumbbl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_thumbbl_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_thumbbl_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_thumbbl_s) + 8) = 0x20010001
# rtdyld-check: *{4}jump24_over = 0x1a000000 + (((stub_addr(arm_branch.o/.text, jump24_over_s) + 4) - jump24_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(jump24_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_over_s) + 8) = 0x220000f4
# rtdyld-check: *{4}jump24_far = 0xea000000 + (((stub_addr(arm_branch.o/.text, jump24_far_s) + 4) - jump24_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(jump24_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, jump24_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}pc24_arm = 0xea003fbf
# rtdyld-check: *{4}(pc24_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_back = 0x1bffbfbd
# rtdyld-check: *{4}(pc24_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_bl = 0xeb003fbb
# rtdyld-check: *{4}(pc24_bl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_bl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_most = 0x1a7fffff
# rtdyld-check: *{4}(pc24_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_least = 0xea800000
# rtdyld-check: *{4}(pc24_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_thumb = 0xea000000 + (((stub_addr(arm_branch.o/.text, pc24_thumb_s) + 4) - pc24_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(pc24_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_thumb_s) + 8) = 0x20010001
# rtdyld-check: *{4}pc24_thumbbl = 0xeb000000 + (((stub_addr(arm_branch.o/.text, pc24_thumbbl_s) + 4) - pc24_thumbbl - 8) >> 2)[23:0]
# rtdyld-check: *{4}(pc24_thumbbl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_thumbbl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_thumbbl_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_thumbbl_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_thumbbl_s) + 8) = 0x20010001
# rtdyld-check: *{4}pc24_over = 0x1a000000 + (((stub_addr(arm_branch.o/.text, pc24_over_s) + 4) - pc24_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(pc24_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_over_s) + 8) = 0x2200013c
# rtdyld-check: *{4}pc24_far = 0xea000000 + (((stub_addr(arm_branch.o/.text, pc24_far_s) + 4) - pc24_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(pc24_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, pc24_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}plt32_arm = 0xea003fad
# rtdyld-check: *{4}(plt32_arm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_arm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_back = 0x1bffbfab
# rtdyld-check: *{4}(plt32_back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_bl = 0xeb003fa9
# rtdyld-check: *{4}(plt32_bl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_bl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_most = 0x1a7fffff
# rtdyld-check: *{4}(plt32_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_least = 0xea800000
# rtdyld-check: *{4}(plt32_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_thumb = 0xea000000 + (((stub_addr(arm_branch.o/.text, plt32_thumb_s) + 4) - plt32_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(plt32_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_thumb_s) + 8) = 0x20010001
# rtdyld-check: *{4}plt32_thumbbl = 0xeb000000 + (((stub_addr(arm_branch.o/.text, plt32_thumbbl_s) + 4) - plt32_thumbbl - 8) >> 2)[23:0]
# rtdyld-check: *{4}(plt32_thumbbl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_thumbbl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_thumbbl_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_thumbbl_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_thumbbl_s) + 8) = 0x20010001
# rtdyld-check: *{4}plt32_over = 0x1a000000 + (((stub_addr(arm_branch.o/.text, plt32_over_s) + 4) - plt32_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(plt32_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_over_s) + 8) = 0x22000184
# rtdyld-check: *{4}plt32_far = 0xea000000 + (((stub_addr(arm_branch.o/.text, plt32_far_s) + 4) - plt32_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(plt32_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, plt32_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}call_half = 0xeb004000
# rtdyld-check: *{4}(call_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(call_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}xpc25_half = 0xeb004000
# rtdyld-check: *{4}(xpc25_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(xpc25_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump24_half = 0xea004000
# rtdyld-check: *{4}(jump24_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(jump24_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc24_half = 0xea004000
# rtdyld-check: *{4}(pc24_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc24_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plt32_half = 0xea004000
# rtdyld-check: *{4}(plt32_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plt32_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}call_own = 0xfa000000 + (((own - call_own - 8) >> 1)[0:0] << 24) + ((own - call_own - 8) >> 2)
# rtdyld-check: *{4}jump24_own = 0xea000000 + (((stub_addr(arm_branch.o/.text, ownthumb) + 4) - jump24_own - 8) >> 2)[23:0]
# rtdyld-check: *{4}pc24_own = 0xea000000 + (((stub_addr(arm_branch.o/.text, ownthumb) + 4) - pc24_own - 8) >> 2)[23:0]
# rtdyld-check: *{4}plt32_own = 0xea000000 + (((stub_addr(arm_branch.o/.text, ownthumb) + 4) - plt32_own - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(arm_branch.o/.text, ownthumb) + 8) = own + 1
