# R_ARM_PREL31: ((S + A) | T) - P in the lower 31 bits of 4 bytes, signed; the highest bit stays.
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0x6ffffffe -dummy-extern=down=0xf000001e -dummy-extern=fun=0x12345679 \
# RUN:   -dummy-extern=zero=0x12345678 -map-section=prel31.o,.data=0x30000002 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0x6ffffffe -dummy-extern=down=0xf000001e -dummy-extern=fun=0x12345679 \
# RUN:   -dummy-extern=zero=0x71000000 -map-section=prel31.o,.data=0x30000002 %o
# ERR: .data+0x24: R_ARM_PREL31 to zero: 0x40ffffda does not fit signed 31
# One more and one less:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0x6fffffff -dummy-extern=down=0xf000001e -dummy-extern=fun=0x12345679 \
# RUN:   -dummy-extern=zero=0x12345678 -map-section=prel31.o,.data=0x30000002 %o
# ERR: .data+0x4: R_ARM_PREL31 to up: 0x40000000 does not fit signed 31
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0x6ffffffe -dummy-extern=down=0xf000001d -dummy-extern=fun=0x12345679 \
# RUN:   -dummy-extern=zero=0x12345678 -map-section=prel31.o,.data=0x30000002 %o
# ERR: .data+0xc: R_ARM_PREL31 to down: -0x40000001 does not fit signed 31
	.syntax	unified
	.globl	up, down, fun, zero
	.data
	.long	0xa5a5a5a5
most:	.reloc	., R_ARM_PREL31, up	@ .word 0x80000007
	.long	0x80000007
	.long	0xa5a5a5a5
least:	.reloc	., R_ARM_PREL31, down	@ .word 0x7ffffff0
	.long	0x7ffffff0
	.long	0xa5a5a5a5
plain:	.reloc	., R_ARM_PREL31, fun	@ .word 0
	.long	0x0
	.long	0xa5a5a5a5
back:	.reloc	., R_ARM_PREL31, fun	@ .word 0xffffff00
	.long	0xffffff00
	.long	0xa5a5a5a5
none:	.reloc	., R_ARM_PREL31, zero	@ .word 0
	.long	0x0
	.long	0xa5a5a5a5

# rtdyld-check: *{4}most = 0xbfffffff
# rtdyld-check: *{4}(most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}least = 0x40000000
# rtdyld-check: *{4}(least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain = 0x62345663
# rtdyld-check: *{4}(plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}back = 0xe234555b
# rtdyld-check: *{4}(back - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(back + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}none = 0x62345652
# rtdyld-check: *{4}(none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(none + 4) = 0xa5a5a5a5
