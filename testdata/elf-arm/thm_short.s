# R_ARM_THM_JUMP11, R_ARM_THM_JUMP8 and R_ARM_THM_JUMP6: S + A - P in branches of 16 bits; the last, of CBZ and CBNZ, goes forward alone.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 -check=%s %o
# One halfword more and one less:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x2000080b -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x6: R_ARM_THM_JUMP11 to j11_most_s: 0x800 does not fit signed 12
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff811 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0xe: R_ARM_THM_JUMP11 to j11_least_s: -0x802 does not fit signed 12
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004a -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x16: R_ARM_THM_JUMP11 to j11_plain_s: 0x31 is no multiple of 2
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000123 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x1e: R_ARM_THM_JUMP8 to j8_most_s: 0x100 does not fit signed 9
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff29 \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x26: R_ARM_THM_JUMP8 to j8_least_s: -0x102 does not fit signed 9
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000062 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x2e: R_ARM_THM_JUMP8 to j8_plain_s: 0x31 is no multiple of 2
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000bb -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x36: R_ARM_THM_JUMP6 to j6_most_s: 0x80 does not fit unsigned 7
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000041 -dummy-extern=j6_plain_s=0x2000007b \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x3e: R_ARM_THM_JUMP6 to j6_least_s: -0x2 does not fit unsigned 7
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=j11_most_s=0x20000809 -dummy-extern=j11_least_s=0x1ffff813 \
# RUN:   -dummy-extern=j11_plain_s=0x2000004b -dummy-extern=j8_most_s=0x20000121 -dummy-extern=j8_least_s=0x1fffff2b \
# RUN:   -dummy-extern=j8_plain_s=0x20000063 -dummy-extern=j6_most_s=0x200000b9 -dummy-extern=j6_least_s=0x20000043 -dummy-extern=j6_plain_s=0x2000007a \
# RUN:   -dummy-extern=j11_add_s=0x20000083 -dummy-extern=j8_add_s=0x2000008b -dummy-extern=j6_add_s=0x20000093 \
# RUN:   -map-section=thm_short.o,.text=0x20000000 %o
# ERR: .text+0x46: R_ARM_THM_JUMP6 to j6_plain_s: 0x31 is no multiple of 2
	.syntax	unified
	.globl	j11_most_s, j11_least_s, j11_plain_s, j8_most_s, j8_least_s, j8_plain_s, j6_most_s, j6_least_s, j6_plain_s, j11_add_s, j8_add_s, j6_add_s
	.text
	.long	0xa5a5a5a5
	.short	0xa5a5
j11_most:	.reloc	., R_ARM_THM_JUMP11, j11_most_s	@ b.n #-4
	.short	0xe7fe
	.long	0xa5a5a5a5
	.short	0xa5a5
j11_least:	.reloc	., R_ARM_THM_JUMP11, j11_least_s	@ b.n #-4
	.short	0xe7fe
	.long	0xa5a5a5a5
	.short	0xa5a5
j11_plain:	.reloc	., R_ARM_THM_JUMP11, j11_plain_s	@ b.n #-4
	.short	0xe7fe
	.long	0xa5a5a5a5
	.short	0xa5a5
j8_most:	.reloc	., R_ARM_THM_JUMP8, j8_most_s	@ beq.n #-4
	.short	0xd0fe
	.long	0xa5a5a5a5
	.short	0xa5a5
j8_least:	.reloc	., R_ARM_THM_JUMP8, j8_least_s	@ beq.n #-4
	.short	0xd0fe
	.long	0xa5a5a5a5
	.short	0xa5a5
j8_plain:	.reloc	., R_ARM_THM_JUMP8, j8_plain_s	@ beq.n #-4
	.short	0xd0fe
	.long	0xa5a5a5a5
	.short	0xa5a5
j6_most:	.reloc	., R_ARM_THM_JUMP6, j6_most_s	@ .short 0xbbf5
	.short	0xbbf5
	.long	0xa5a5a5a5
	.short	0xa5a5
j6_least:	.reloc	., R_ARM_THM_JUMP6, j6_least_s	@ .short 0xbbf5
	.short	0xbbf5
	.long	0xa5a5a5a5
	.short	0xa5a5
j6_plain:	.reloc	., R_ARM_THM_JUMP6, j6_plain_s	@ .short 0xbbf5
	.short	0xbbf5
	.long	0xa5a5a5a5
	.short	0xa5a5
j11_add:	.reloc	., R_ARM_THM_JUMP11, j11_add_s	@ b.n #0x10
	.short	0xe008
	.long	0xa5a5a5a5
	.short	0xa5a5
j8_add:	.reloc	., R_ARM_THM_JUMP8, j8_add_s	@ bne.n #0x10
	.short	0xd108
	.long	0xa5a5a5a5
	.short	0xa5a5
j6_add:	.reloc	., R_ARM_THM_JUMP6, j6_add_s	@ cbz r5, #0x10
	.short	0xb145
	.long	0xa5a5a5a5
	.short	0xa5a5

# rtdyld-check: *{2}j11_most = 0xe3ff
# rtdyld-check: *{4}(j11_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j11_most + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j11_least = 0xe400
# rtdyld-check: *{4}(j11_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j11_least + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j11_plain = 0xe018
# rtdyld-check: *{4}(j11_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j11_plain + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j8_most = 0xd07f
# rtdyld-check: *{4}(j8_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j8_most + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j8_least = 0xd080
# rtdyld-check: *{4}(j8_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j8_least + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j8_plain = 0xd018
# rtdyld-check: *{4}(j8_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j8_plain + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j6_most = 0xbbfd
# rtdyld-check: *{4}(j6_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j6_most + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j6_least = 0xb905
# rtdyld-check: *{4}(j6_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j6_least + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j6_plain = 0xb9c5
# rtdyld-check: *{4}(j6_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j6_plain + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j11_add = 0xe022
# rtdyld-check: *{4}(j11_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j11_add + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j8_add = 0xd122
# rtdyld-check: *{4}(j8_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j8_add + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}j6_add = 0xb315
# rtdyld-check: *{4}(j6_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(j6_add + 2) = 0xa5a5a5a5
