# R_ARM_ABS16 and R_ARM_ABS8: S + A in 2 bytes and in 1, signed or not, without the bit of Thumb functions.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up16=0xfff8 -dummy-extern=down16=0xffff8010 -dummy-extern=fun16=0x1235 \
# RUN:   -dummy-extern=up8=0xf8 -dummy-extern=down8=0xffffff84 -dummy-extern=fun8=0x13 -map-section=abs16.o,.data=0x20000001 -check=%s %o
# One more, twice that where bit 0 has a meaning, and one less:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up16=0xfffa -dummy-extern=down16=0xffff8010 -dummy-extern=fun16=0x1235 \
# RUN:   -dummy-extern=up8=0xf8 -dummy-extern=down8=0xffffff84 -dummy-extern=fun8=0x13 -map-section=abs16.o,.data=0x20000001 %o
# ERR: .data+0x4: R_ARM_ABS16 to up16: 0x10001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up16=0xfff8 -dummy-extern=down16=0xffff800e -dummy-extern=fun16=0x1235 \
# RUN:   -dummy-extern=up8=0xf8 -dummy-extern=down8=0xffffff84 -dummy-extern=fun8=0x13 -map-section=abs16.o,.data=0x20000001 %o
# ERR: .data+0xc: R_ARM_ABS16 to down16: -0x8002 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up16=0xfff8 -dummy-extern=down16=0xffff8010 -dummy-extern=fun16=0x1235 \
# RUN:   -dummy-extern=up8=0xfa -dummy-extern=down8=0xffffff84 -dummy-extern=fun8=0x13 -map-section=abs16.o,.data=0x20000001 %o
# ERR: .data+0x1c: R_ARM_ABS8 to up8: 0x101 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up16=0xfff8 -dummy-extern=down16=0xffff8010 -dummy-extern=fun16=0x1235 \
# RUN:   -dummy-extern=up8=0xf8 -dummy-extern=down8=0xffffff82 -dummy-extern=fun8=0x13 -map-section=abs16.o,.data=0x20000001 %o
# ERR: .data+0x24: R_ARM_ABS8 to down8: -0x82 does not fit 8 bits
	.syntax	unified
	.globl	up16, down16, fun16, up8, down8, fun8
	.data
	.long	0xa5a5a5a5
most16:	.reloc	., R_ARM_ABS16, up16	@ .short 7
	.short	0x7
	.long	0xa5a5a5a5
	.short	0xa5a5
least16:	.reloc	., R_ARM_ABS16, down16	@ .short -16
	.short	0xfff0
	.long	0xa5a5a5a5
	.short	0xa5a5
even16:	.reloc	., R_ARM_ABS16, fun16	@ .short 0
	.short	0x0
	.long	0xa5a5a5a5
	.short	0xa5a5
most8:	.reloc	., R_ARM_ABS8, up8	@ .byte 7
	.byte	0x7
	.long	0xa5a5a5a5
	.short	0xa5a5
	.byte	0xa5
least8:	.reloc	., R_ARM_ABS8, down8	@ .byte -4
	.byte	0xfc
	.long	0xa5a5a5a5
	.short	0xa5a5
	.byte	0xa5
even8:	.reloc	., R_ARM_ABS8, fun8	@ .byte 0
	.byte	0x0
	.long	0xa5a5a5a5
	.short	0xa5a5
	.byte	0xa5

# rtdyld-check: *{2}most16 = 0xffff
# rtdyld-check: *{4}(most16 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most16 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}least16 = 0x8000
# rtdyld-check: *{4}(least16 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(least16 + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}even16 = 0x1234
# rtdyld-check: *{4}(even16 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(even16 + 2) = 0xa5a5a5a5
# rtdyld-check: *{1}most8 = 0xff
# rtdyld-check: *{4}(most8 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(most8 + 1) = 0xa5a5a5a5
# rtdyld-check: *{1}least8 = 0x80
# rtdyld-check: *{4}(least8 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(least8 + 1) = 0xa5a5a5a5
# rtdyld-check: *{1}even8 = 0x12
# rtdyld-check: *{4}(even8 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(even8 + 1) = 0xa5a5a5a5
