# R_ARM_ABS12: S + A; R_ARM_GOT_BREL12: G + A - T; R_ARM_GOTOFF12: S + A - T: 12 bits and a sign of a load.
# R_ARM_THM_GOT_BREL12: G + A - T, 12 bits of a Thumb load.
# TYPE: R_ARM_ME_TOO 131
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xff8 -dummy-extern=down=0xfffff010 -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff8 -dummy-extern=below=0x2000f018 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x234 -dummy-extern=nought2=0x2001023c -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xff8 -dummy-extern=down=0xfffff010 -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff8 -dummy-extern=below=0x2000f018 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x2340 -dummy-extern=nought2=0x2001023c -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 %o
# ERR: .text+0x14: R_ARM_ABS12 to nought: 0x2340 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xff8 -dummy-extern=down=0xfffff010 -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff8 -dummy-extern=below=0x2000f018 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x234 -dummy-extern=nought2=0x20012348 -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 %o
# ERR: .text+0x1c: R_ARM_GOTOFF12 to nought2: 0x2340 does not fit 12 bits and a sign
# More than there is room for:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xffa -dummy-extern=down=0xfffff010 -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff8 -dummy-extern=below=0x2000f018 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x234 -dummy-extern=nought2=0x2001023c -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 %o
# ERR: .text+0x4: R_ARM_ABS12 to up: 0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xff8 -dummy-extern=down=0xfffff00e -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff8 -dummy-extern=below=0x2000f018 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x234 -dummy-extern=nought2=0x2001023c -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 %o
# ERR: .text+0xc: R_ARM_ABS12 to down: -0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xff8 -dummy-extern=down=0xfffff010 -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff9 -dummy-extern=below=0x2000f018 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x234 -dummy-extern=nought2=0x2001023c -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 %o
# ERR: .text+0x44: R_ARM_GOTOFF12 to near: 0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=up=0xff8 -dummy-extern=down=0xfffff010 -dummy-extern=odd=0x123 \
# RUN:   -dummy-extern=slot1=0x34567890 -dummy-extern=near=0x20010ff8 -dummy-extern=below=0x2000f017 -dummy-extern=func=0x2001005d \
# RUN:   -dummy-extern=nought=0x234 -dummy-extern=nought2=0x2001023c -dummy-extern=slot2=0x45678901 -dummy-extern=slot3=0x56789012 \
# RUN:   -dummy-extern=slot4=0x67890123 -map-section=ldr12.o,.text=0x20000000 -map-section=ldr12.o,.got=0x20010008 %o
# ERR: .text+0x4c: R_ARM_GOTOFF12 to below: -0x1000 does not fit 12 bits and a sign
	.syntax	unified
	.globl	up, down, odd, slot1, near, below, func, nought, nought2, slot2, slot3, slot4
	.text
	.long	0xa5a5a5a5
abs_up:	.reloc	., R_ARM_ABS12, up	@ ldr r5, [r6, #0x6]
	.long	0xe5965006
	.long	0xa5a5a5a5
abs_down:	.reloc	., R_ARM_ABS12, down	@ ldr r5, [r6, #-0xe]
	.long	0xe516500e
	.long	0xa5a5a5a5
abs_none:	.reloc	., R_ARM_ABS12, nought	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
off_none:	.reloc	., R_ARM_GOTOFF12, nought2	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
abs_odd:	.reloc	., R_ARM_ABS12, odd	@ ldr r5, [r6, #0x4]
	.long	0xe5965004
	.long	0xa5a5a5a5
got_first:	.reloc	., R_ARM_GOT_BREL12, slot1	@ ldr r5, [r6, #0x4]
	.long	0xe5965004
	.long	0xa5a5a5a5
got_up:	.reloc	., R_ARM_GOT_BREL12, slot2	@ ldr r5, [r6, #0xff0]
	.long	0xe5965ff0
	.long	0xa5a5a5a5
got_down:	.reloc	., R_ARM_GOT_BREL12, slot2	@ ldr r5, [r6, #-0xff4]
	.long	0xe5165ff4
	.long	0xa5a5a5a5
off_up:	.reloc	., R_ARM_GOTOFF12, near	@ ldr r5, [r6, #0xf]
	.long	0xe596500f
	.long	0xa5a5a5a5
off_down:	.reloc	., R_ARM_GOTOFF12, below	@ ldr r5, [r6, #-0xf]
	.long	0xe516500f
	.long	0xa5a5a5a5
off_plain:	.reloc	., R_ARM_GOTOFF12, func	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
thm:	.reloc	., R_ARM_ME_TOO, slot3	@ ldr.w r5, [r6, #0x120]
	.long	0x5120f8d6
	.long	0xa5a5a5a5
thm_most:	.reloc	., R_ARM_ME_TOO, slot4	@ ldr.w r5, [r6, #0xff3]
	.long	0x5ff3f8d6
	.long	0xa5a5a5a5

# rtdyld-check: *{4}abs_up = 0xe5965ffe
# rtdyld-check: *{4}(abs_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}abs_down = 0xe5165ffe
# rtdyld-check: *{4}(abs_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}abs_none = 0xe5965234
# rtdyld-check: *{4}(abs_none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs_none + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}off_none = 0xe5965234
# rtdyld-check: *{4}(off_none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(off_none + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}abs_odd = 0xe5965126
# rtdyld-check: *{4}(abs_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}got_first = 0xe5965004
# rtdyld-check: *{4}(got_first - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(got_first + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}got_up = 0xe5965ff4
# rtdyld-check: *{4}(got_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(got_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}got_down = 0xe5165ff0
# rtdyld-check: *{4}(got_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(got_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}off_up = 0xe5965fff
# rtdyld-check: *{4}(off_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(off_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}off_down = 0xe5165fff
# rtdyld-check: *{4}(off_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(off_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}off_plain = 0xe5965055
# rtdyld-check: *{4}(off_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(off_plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm = 0x5128f8d6
# rtdyld-check: *{4}(thm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_most = 0x5ffff8d6
# rtdyld-check: *{4}(thm_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(ldr12.o, .got) + 0) = slot1
# rtdyld-check: *{4}(section_addr(ldr12.o, .got) + 4) = slot2
# rtdyld-check: *{4}(section_addr(ldr12.o, .got) + 8) = slot3
# rtdyld-check: *{4}(section_addr(ldr12.o, .got) + 12) = slot4
