# R_ARM_THM_ABS5: S + A in 5 bits times 4; R_ARM_THM_PC8: S + A - Pa in 8 bits times 4; R_ARM_THM_PC12: in 12 bits and a sign; R_ARM_THM_ALU_PREL_11_0: with the bit of Thumb functions.
# Pa is P rounded down to a multiple of 4.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x202345b4 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x56: R_ARM_THM_PC8 to pc8_none_s: 0x234560 does not fit unsigned 10
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x202345bc \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x5e: R_ARM_THM_PC12 to pc12_none_s: 0x234560 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x202345c4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x66: R_ARM_THM_ALU_PREL_11_0 to adr_none_s: 0x234560 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x2340 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x6e: R_ARM_THM_ABS5 to n5: 0x2340 does not fit unsigned 7
# One multiple more and one less:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x7c -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x6: R_ARM_THM_ABS5 to s5: 0x80 does not fit unsigned 7
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0xfffffffc -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0xe: R_ARM_THM_ABS5 to o5: -0x4 does not fit unsigned 7
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x76 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x6: R_ARM_THM_ABS5 to s5: 0x7a is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000418 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x16: R_ARM_THM_PC8 to pc8_most_s: 0x400 does not fit unsigned 10
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x2000001c -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x1e: R_ARM_THM_PC8 to pc8_zero_s: -0x4 does not fit unsigned 10
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000412 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x16: R_ARM_THM_PC8 to pc8_most_s: 0x3fa is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x20001030 \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x2e: R_ARM_THM_PC12 to pc12_most_s: 0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff024 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x36: R_ARM_THM_PC12 to pc12_least_s: -0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001048 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03d -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x46: R_ARM_THM_ALU_PREL_11_0 to adr_most_s: 0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=s5=0x78 -dummy-extern=o5=0x11 -dummy-extern=pc8_most_s=0x20000414 \
# RUN:   -dummy-extern=pc8_zero_s=0x20000020 -dummy-extern=pc8_odd_s=0x2000002d -dummy-extern=pc12_most_s=0x2000102e \
# RUN:   -dummy-extern=pc12_least_s=0x1ffff026 -dummy-extern=pc12_odd_s=0x20000051 -dummy-extern=adr_most_s=0x20001047 \
# RUN:   -dummy-extern=adr_least_s=0x1ffff03c -dummy-extern=pc8_none_s=0x20000094 -dummy-extern=pc12_none_s=0x2000009c \
# RUN:   -dummy-extern=adr_none_s=0x200000a4 -dummy-extern=n5=0x10 -dummy-extern=adr_up_s=0x2000018b -dummy-extern=pc8_word_s=0x20000098 \
# RUN:   -map-section=thm_load.o,.text=0x20000000 %o
# ERR: .text+0x4e: R_ARM_THM_ALU_PREL_11_0 to adr_least_s: -0x1000 does not fit 12 bits and a sign
	.syntax	unified
	.globl	s5, o5, pc8_most_s, pc8_zero_s, pc8_odd_s, pc12_most_s, pc12_least_s, pc12_odd_s, adr_most_s, adr_least_s, pc8_none_s, pc12_none_s, adr_none_s, n5, adr_up_s, pc8_word_s
	.text
	.long	0xa5a5a5a5
	.short	0xa5a5
abs5_most:	.reloc	., R_ARM_THM_ABS5, s5	@ ldr r1, [r2, #4]
	.short	0x6851
	.long	0xa5a5a5a5
	.short	0xa5a5
abs5_odd:	.reloc	., R_ARM_THM_ABS5, o5	@ str r1, [r2]
	.short	0x6011
	.long	0xa5a5a5a5
	.short	0xa5a5
pc8_most:	.reloc	., R_ARM_THM_PC8, pc8_most_s	@ .short 0x49ff
	.short	0x49ff
	.long	0xa5a5a5a5
	.short	0xa5a5
pc8_zero:	.reloc	., R_ARM_THM_PC8, pc8_zero_s	@ .short 0x49ff
	.short	0x49ff
	.long	0xa5a5a5a5
	.short	0xa5a5
pc8_odd:	.reloc	., R_ARM_THM_PC8, pc8_odd_s	@ ldr r1, [pc, #8]
	.short	0x4902
	.long	0xa5a5a5a5
	.short	0xa5a5
pc12_most:	.reloc	., R_ARM_THM_PC12, pc12_most_s	@ ldr.w r1, [pc, #-4]
	.long	0x1004f85f
	.long	0xa5a5a5a5
pc12_least:	.reloc	., R_ARM_THM_PC12, pc12_least_s	@ ldrb.w r1, [pc, #0x10]
	.long	0x1010f89f
	.long	0xa5a5a5a5
pc12_odd:	.reloc	., R_ARM_THM_PC12, pc12_odd_s	@ ldrh.w r1, [pc, #-4]
	.long	0x1004f83f
	.long	0xa5a5a5a5
adr_most:	.reloc	., R_ARM_THM_ALU_PREL_11_0, adr_most_s	@ .short 0xf2af, 0x0104
	.long	0x104f2af
	.long	0xa5a5a5a5
adr_least:	.reloc	., R_ARM_THM_ALU_PREL_11_0, adr_least_s	@ adr.w r1, #0x10
	.long	0x110f20f
	.long	0xa5a5a5a5
pc8_none:	.reloc	., R_ARM_THM_PC8, pc8_none_s	@ .short 0x4900
	.short	0x4900
	.long	0xa5a5a5a5
	.short	0xa5a5
pc12_none:	.reloc	., R_ARM_THM_PC12, pc12_none_s	@ ldr.w r1, [pc]
	.long	0x1000f8df
	.long	0xa5a5a5a5
adr_none:	.reloc	., R_ARM_THM_ALU_PREL_11_0, adr_none_s	@ adr.w r1, #0
	.long	0x100f20f
	.long	0xa5a5a5a5
abs5_none:	.reloc	., R_ARM_THM_ABS5, n5	@ ldr r1, [r2]
	.short	0x6811
	.long	0xa5a5a5a5
	.short	0xa5a5
	.short	0xa5a5
adr_up:	.reloc	., R_ARM_THM_ALU_PREL_11_0, adr_up_s	@ adr.w r1, #0x10
	.long	0x110f20f
	.long	0xa5a5a5a5
pc8_word:	.reloc	., R_ARM_THM_PC8, pc8_word_s	@ ldr r1, [pc, #8]
	.short	0x4902
	.long	0xa5a5a5a5
	.short	0xa5a5

# rtdyld-check: *{2}abs5_most = 0x6fd1
# rtdyld-check: *{4}(abs5_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs5_most + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}abs5_odd = 0x6111
# rtdyld-check: *{4}(abs5_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs5_odd + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}pc8_most = 0x49ff
# rtdyld-check: *{4}(pc8_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc8_most + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}pc8_zero = 0x4900
# rtdyld-check: *{4}(pc8_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc8_zero + 2) = 0xa5a5a5a5
# rtdyld-check: *{2}pc8_odd = 0x4904
# rtdyld-check: *{4}(pc8_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc8_odd + 2) = 0xa5a5a5a5
# rtdyld-check: *{4}pc12_most = 0x1ffef8df
# rtdyld-check: *{4}(pc12_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc12_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc12_least = 0x1ffef81f
# rtdyld-check: *{4}(pc12_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc12_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}pc12_odd = 0x1010f8bf
# rtdyld-check: *{4}(pc12_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc12_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}adr_most = 0x71fff60f
# rtdyld-check: *{4}(adr_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(adr_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}adr_least = 0x71fff6af
# rtdyld-check: *{4}(adr_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(adr_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{2}pc8_none = 0x4910
# rtdyld-check: *{4}(pc8_none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc8_none + 2) = 0xa5a5a5a5
# rtdyld-check: *{4}pc12_none = 0x1040f8df
# rtdyld-check: *{4}(pc12_none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc12_none + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}adr_none = 0x140f20f
# rtdyld-check: *{4}(adr_none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(adr_none + 4) = 0xa5a5a5a5
# rtdyld-check: *{2}abs5_none = 0x6911
# rtdyld-check: *{4}(abs5_none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(abs5_none + 2) = 0xa5a5a5a5
# rtdyld-check: *{4}adr_up = 0x1123f20f
# rtdyld-check: *{4}(adr_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(adr_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{2}pc8_word = 0x4908
# rtdyld-check: *{4}(pc8_word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(pc8_word + 2) = 0xa5a5a5a5
