# The ends of what branches reach: R_PPC64_REL24, REL24_NOTOC and REL24_P9NOTOC -0x2000000 to 0x1fffffc, REL14 -0x8000 to 0x7ffc, to a function of the object itself, which has no stub.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 124 R_PPC64_REL24_P9NOTOC
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000006 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a0+0x4: R_PPC64_REL24 to over0: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000000 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a0+0x4: R_PPC64_REL24 to over0: 0x1fffffa is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000a -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a0+0x8: R_PPC64_REL24 to under0: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008006 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a1+0x4: R_PPC64_REL14 to over1: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008000 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a1+0x4: R_PPC64_REL14 to over1: 0x7ffa is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800a -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a1+0x8: R_PPC64_REL14 to under1: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000006 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a2+0x4: R_PPC64_REL24_NOTOC to over2: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000000 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a2+0x4: R_PPC64_REL24_NOTOC to over2: 0x1fffffa is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000a -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a2+0x8: R_PPC64_REL24_NOTOC to under2: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000006 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a3+0x4: R_PPC64_REL24_P9NOTOC to over3: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000000 -map-section=branch.o,.under3=0x43e00000e %o
# ERR: .a3+0x4: R_PPC64_REL24_P9NOTOC to over3: 0x1fffffa is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=branch.o,.a0=0x140000002 -map-section=branch.o,.over0=0x142000002 -map-section=branch.o,.under0=0x13e00000e -map-section=branch.o,.a1=0x240000002 -map-section=branch.o,.over1=0x240008002 -map-section=branch.o,.under1=0x23fff800e -map-section=branch.o,.a2=0x340000002 -map-section=branch.o,.over2=0x342000002 -map-section=branch.o,.under2=0x33e00000e -map-section=branch.o,.a3=0x440000002 -map-section=branch.o,.over3=0x442000002 -map-section=branch.o,.under3=0x43e00000a %o
# ERR: .a3+0x8: R_PPC64_REL24_P9NOTOC to under3: -0x2000004 does not fit signed 26
	.section .a0,"ax",@progbits
	.long	0x5a5a5a5a
up0:	.reloc	., R_PPC64_REL24, over0
	.long	0x48000001
down0:	.reloc	., R_PPC64_REL24, under0 - 4
	.long	0x48000001
	.long	0x5a5a5a5a
	.section .over0,"ax",@progbits
	.globl	over0
	.type	over0, @function
over0:	.long	0x60000000
	.section .under0,"ax",@progbits
	.globl	under0
	.type	under0, @function
under0:	.long	0x60000000
	.section .a1,"ax",@progbits
	.long	0x5a5a5a5a
up1:	.reloc	., R_PPC64_REL14, over1
	.long	0x4182fffc
down1:	.reloc	., R_PPC64_REL14, under1 - 4
	.long	0x4182fffc
	.long	0x5a5a5a5a
	.section .over1,"ax",@progbits
	.globl	over1
	.type	over1, @function
over1:	.long	0x60000000
	.section .under1,"ax",@progbits
	.globl	under1
	.type	under1, @function
under1:	.long	0x60000000
	.section .a2,"ax",@progbits
	.long	0x5a5a5a5a
up2:	.reloc	., R_PPC64_REL24_NOTOC, over2
	.long	0x48000001
down2:	.reloc	., R_PPC64_REL24_NOTOC, under2 - 4
	.long	0x48000001
	.long	0x5a5a5a5a
	.section .over2,"ax",@progbits
	.globl	over2
	.type	over2, @function
over2:	.long	0x60000000
	.section .under2,"ax",@progbits
	.globl	under2
	.type	under2, @function
under2:	.long	0x60000000
	.section .a3,"ax",@progbits
	.long	0x5a5a5a5a
up3:	.reloc	., R_PPC64_COPY, over3
	.long	0x48000001
down3:	.reloc	., R_PPC64_COPY, under3 - 4
	.long	0x48000001
	.long	0x5a5a5a5a
	.section .over3,"ax",@progbits
	.globl	over3
	.type	over3, @function
over3:	.long	0x60000000
	.section .under3,"ax",@progbits
	.globl	under3
	.type	under3, @function
under3:	.long	0x60000000

# rtdyld-check: *{4}(up0 - 4) = 0x5a5a5a5a
# rtdyld-check: *{4}up0 = 0x49fffffd
# rtdyld-check: *{4}down0 = 0x4a000001
# rtdyld-check: *{4}(down0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}(up1 - 4) = 0x5a5a5a5a
# rtdyld-check: *{4}up1 = 0x41827ffc
# rtdyld-check: *{4}down1 = 0x41828000
# rtdyld-check: *{4}(down1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}(up2 - 4) = 0x5a5a5a5a
# rtdyld-check: *{4}up2 = 0x49fffffd
# rtdyld-check: *{4}down2 = 0x4a000001
# rtdyld-check: *{4}(down2 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}(up3 - 4) = 0x5a5a5a5a
# rtdyld-check: *{4}up3 = 0x49fffffd
# rtdyld-check: *{4}down3 = 0x4a000001
# rtdyld-check: *{4}(down3 + 4) = 0x5a5a5a5a
