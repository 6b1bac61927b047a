# R_AARCH64_MOVW_UABS_G0_NC: S + A, bits 15:0 of MOVZ and MOVK.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -dummy-extern=ext=0x222222220 -dummy-extern=slot=0x2876543210 \
# RUN:   -map-section=movw_uabs_g0_nc.o,.text=0x234567ff0 -map-section=movw_uabs_g0_nc.o,.got=0x23457a008 -check=%s %o
	.globl	ext, slot
	.text
	.long	0xa5a5a5a5
one:	.reloc	., R_AARCH64_MOVW_UABS_G0_NC, ext + 0x5edcba9654320ff1
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
two:	.reloc	., R_AARCH64_MOVW_UABS_G0_NC, ext + 0x5edcba9654328ff0
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
three:	.reloc	., R_AARCH64_MOVW_UABS_G0_NC, ext - 0x61234569abcdf010
	movk	x11, #0, lsl #0
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_ADR_GOT_PAGE, slot
	adrp	x3, #0
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(one - 4) = 0xf286422ba5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0xf296420ba5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(three - 4) = 0xf286420ba5a5a5a5
# rtdyld-check: *{4}(three + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xd0000083a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(section_addr(movw_uabs_g0_nc.o, .got)) = slot
