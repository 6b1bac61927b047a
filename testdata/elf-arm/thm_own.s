# Thumb branches to ARM functions of the object itself: only R_ARM_THM_CALL changes the instruction set, the others go through stubs.
# layout: default RuntimeDyld does not know these types
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -map-section=thm_own.o,.text=0x20000000 -map-section=thm_own.o,<stubs>=0x200000c0 -check=%s \
# RUN:   %o
	.syntax	unified
	.text
	.long	0xa5a5a5a5
thm_call:	.reloc	., R_ARM_THM_CALL, own0	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_xpc22:	.reloc	., R_ARM_THM_XPC22, own1	@ bl #-4
	.long	0xfffef7ff
	.long	0xa5a5a5a5
thm_jump24:	.reloc	., R_ARM_THM_JUMP24, own2	@ b.w #-4
	.long	0xbffef7ff
	.long	0xa5a5a5a5
thm_jump19:	.reloc	., R_ARM_THM_JUMP19, own3	@ bne.w #-4
	.long	0xaffef47f
	.long	0xa5a5a5a5
thm_jump11:	.reloc	., R_ARM_THM_JUMP11, own4	@ b.n #-4
	.short	0xe7fe
	.long	0xa5a5a5a5
	.short	0xa5a5
thm_jump8:	.reloc	., R_ARM_THM_JUMP8, own5	@ bne.n #-4
	.short	0xd1fe
	.long	0xa5a5a5a5
	.short	0xa5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
thm_jump6:	.reloc	., R_ARM_THM_JUMP6, own6	@ .short 0xbbf5
	.short	0xbbf5
	.long	0xa5a5a5a5
	.short	0xa5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
	.globl	own0
	.type	own0, %function
own0:	.long	0xe12fff1e
	.globl	own1
	.type	own1, %function
own1:	.long	0xe12fff1e
	.globl	own2
	.type	own2, %function
own2:	.long	0xe12fff1e
	.globl	own3
	.type	own3, %function
own3:	.long	0xe12fff1e
	.globl	own4
	.type	own4, %function
own4:	.long	0xe12fff1e
	.globl	own5
	.type	own5, %function
own5:	.long	0xe12fff1e
	.globl	own6
	.type	own6, %function
own6:	.long	0xe12fff1e

# rtdyld-check: *{4}thm_call = 0xe87cf000
# rtdyld-check: *{4}(thm_call - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_call + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thm_xpc22 = 0xe87af000
# rtdyld-check: *{4}(thm_xpc22 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_xpc22 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(0x200000c0 + 8) = own2
# rtdyld-check: *{4}thm_jump24 = 0xb854f000
# rtdyld-check: *{4}(thm_jump24 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_jump24 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(0x200000c0 + 20) = own3
# rtdyld-check: *{4}thm_jump19 = 0x8056f040
# rtdyld-check: *{4}(thm_jump19 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_jump19 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(0x200000c0 + 32) = own4
# rtdyld-check: *{2}thm_jump11 = 0xe058
# rtdyld-check: *{4}(thm_jump11 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_jump11 + 2) = 0xa5a5a5a5
# rtdyld-check: *{4}(0x200000c0 + 44) = own5
# rtdyld-check: *{2}thm_jump8 = 0xd15a
# rtdyld-check: *{4}(thm_jump8 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_jump8 + 2) = 0xa5a5a5a5
# rtdyld-check: *{4}(0x200000c0 + 56) = own6
# rtdyld-check: *{2}thm_jump6 = 0xbbc5
# rtdyld-check: *{4}(thm_jump6 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thm_jump6 + 2) = 0xa5a5a5a5
