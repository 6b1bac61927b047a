# R_ARM_MOVW_ABS_NC and R_ARM_MOVT_ABS to a weak symbol that nobody defines: its address is 0.
# llvm: no Could not find definition for "null"
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -map-section=movw_weak.o,.text=0x10008 -check=%s %o
	.syntax	unified
	.weak	null
	.text
	.long	0xa5a5a5a5
low:	.reloc	., R_ARM_MOVW_ABS_NC, null	@ movw r7, #0
	.long	0xe3007000
	.long	0xa5a5a5a5
high:	.reloc	., R_ARM_MOVT_ABS, null	@ movt r7, #0
	.long	0xe3407000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}low = 0xe3007000
# rtdyld-check: *{4}(low - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(low + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}high = 0xe3407000
# rtdyld-check: *{4}(high - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(high + 4) = 0xa5a5a5a5
