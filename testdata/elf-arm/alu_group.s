# R_ARM_ALU_PC_G0_NC, _G0, _G1_NC, _G1, _G2: groups of 8 bits of the size of ((S + A) | T) - P, by ADD or SUB after its sign.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x700000bc \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0xbe: R_ARM_ALU_PC_G0 to g0_zero_s: 0x2ffffffe does not fit a rotated constant
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x700000c4 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0xc6: R_ARM_ALU_PC_G1 to g1_zero_s: 0x2ffffffe does not fit two rotated constants
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x700000cc -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0xce: R_ARM_ALU_PC_G2 to g2_zero_s: 0x2ffffffe does not fit three rotated constants
# A bit more than the groups have room for:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fd3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0x34: R_ARM_ALU_PC_G0 to g0_up_s: 0x3fd00 does not fit a rotated constant
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005c -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0x56: R_ARM_ALU_PC_G1 to g1_up_s: 0x3fffe does not fit two rotated constants
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006c \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0x66: R_ARM_ALU_PC_G2 to g2_up_s: 0x3fffffe does not fit three rotated constants
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003b -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0x3c: R_ARM_ALU_PC_G0 to g0_down_s: -0x101 does not fit a rotated constant
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0040 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000052 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0x5e: R_ARM_ALU_PC_G1 to g1_down_s: -0x3fffe does not fit two rotated constants
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=g0nc_up_s=0x52345685 -dummy-extern=g0nc_down_s=0x3dcba983 \
# RUN:   -dummy-extern=g0nc_ones_s=0x4100001b -dummy-extern=g0nc_carry_s=0x41000024 -dummy-extern=g1nc_ones_s=0xbf01002b \
# RUN:   -dummy-extern=g1nc_carry_s=0xbf010034 -dummy-extern=g0_up_s=0x4003fc3c -dummy-extern=g0_down_s=0x3fff003d -dummy-extern=g1nc_up_s=0x523456c7 \
# RUN:   -dummy-extern=g1nc_down_s=0x3dcba9c5 -dummy-extern=g1_up_s=0x4004005a -dummy-extern=g1_down_s=0x3ffc0042 -dummy-extern=g2_up_s=0x4400006a \
# RUN:   -dummy-extern=g2_down_s=0x3c000050 -dummy-extern=g0nc_odd_s=0x4100007d -dummy-extern=g1nc_odd_s=0xbf010085 -dummy-extern=g1_odd_s=0x4001008d \
# RUN:   -dummy-extern=g2_odd_s=0x41000095 -dummy-extern=g0_odd_s=0x4000019d -dummy-extern=g0nc_half_s=0x410000a5 -dummy-extern=g0nc_half2_s=0x410000ae \
# RUN:   -dummy-extern=g1nc_half_s=0xbf0100b5 -dummy-extern=g1nc_half2_s=0xbf0100be -dummy-extern=g0_zero_s=0x400001bd \
# RUN:   -dummy-extern=g1_zero_s=0x400001c5 -dummy-extern=g2_zero_s=0x400001cd -map-section=alu_group.o,.text=0x40000000 %o
# ERR: .text+0x6e: R_ARM_ALU_PC_G2 to g2_down_s: -0x3fffffe does not fit three rotated constants
	.syntax	unified
	.globl	g0nc_up_s, g0nc_down_s, g0nc_ones_s, g0nc_carry_s, g1nc_ones_s, g1nc_carry_s, g0_up_s, g0_down_s, g1nc_up_s, g1nc_down_s, g1_up_s, g1_down_s, g2_up_s, g2_down_s, g0nc_odd_s, g1nc_odd_s, g1_odd_s, g2_odd_s, g0_odd_s, g0nc_half_s, g0nc_half2_s, g1nc_half_s, g1nc_half2_s, g0_zero_s, g1_zero_s, g2_zero_s
	.weak	null
	.text
	.long	0xa5a5a5a5
g0nc_up:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_up_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0nc_down:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_down_s	@ add r2, r1, #0x10
	.long	0xe2812010
	.long	0xa5a5a5a5
g0nc_ones:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_ones_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0nc_carry:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_carry_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g1nc_ones:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_ones_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g1nc_carry:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_carry_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0_up:	.reloc	., R_ARM_ALU_PC_G0, g0_up_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0_down:	.reloc	., R_ARM_ALU_PC_G0, g0_down_s	@ add r2, r1, #0xff00
	.long	0xe2812cff
	.long	0xa5a5a5a5
	.short	0xa5a5
g1nc_up:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_up_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g1nc_down:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_down_s	@ add r2, r1, #0x10
	.long	0xe2812010
	.long	0xa5a5a5a5
g1_up:	.reloc	., R_ARM_ALU_PC_G1, g1_up_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g1_down:	.reloc	., R_ARM_ALU_PC_G1, g1_down_s	@ add r2, r1, #0x20
	.long	0xe2812020
	.long	0xa5a5a5a5
g2_up:	.reloc	., R_ARM_ALU_PC_G2, g2_up_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g2_down:	.reloc	., R_ARM_ALU_PC_G2, g2_down_s	@ add r2, r1, #0x20
	.long	0xe2812020
	.long	0xa5a5a5a5
g0nc_odd:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_odd_s	@ sub r2, r1, #0x7
	.long	0xe2412007
	.long	0xa5a5a5a5
g1nc_odd:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_odd_s	@ sub r2, r1, #0x7
	.long	0xe2412007
	.long	0xa5a5a5a5
g1_odd:	.reloc	., R_ARM_ALU_PC_G1, g1_odd_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g2_odd:	.reloc	., R_ARM_ALU_PC_G2, g2_odd_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0_odd:	.reloc	., R_ARM_ALU_PC_G0, g0_odd_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0nc_half:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_half_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0nc_half2:	.reloc	., R_ARM_ALU_PC_G0_NC, g0nc_half2_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g1nc_half:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_half_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g1nc_half2:	.reloc	., R_ARM_ALU_PC_G1_NC, g1nc_half2_s	@ sub r2, r1, #0x8
	.long	0xe2412008
	.long	0xa5a5a5a5
g0_zero:	.reloc	., R_ARM_ALU_PC_G0, g0_zero_s	@ add r2, r1, #0x0
	.long	0xe2812000
	.long	0xa5a5a5a5
g1_zero:	.reloc	., R_ARM_ALU_PC_G1, g1_zero_s	@ add r2, r1, #0x0
	.long	0xe2812000
	.long	0xa5a5a5a5
g2_zero:	.reloc	., R_ARM_ALU_PC_G2, g2_zero_s	@ add r2, r1, #0x0
	.long	0xe2812000
	.long	0xa5a5a5a5
null_0:	.reloc	., R_ARM_ALU_PC_G0_NC, null	@ add r2, r1, #0
	.long	0xe2812000
	.long	0xa5a5a5a5
null_1:	.reloc	., R_ARM_ALU_PC_G1_NC, null	@ add r2, r1, #0
	.long	0xe2812000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}g0nc_up = 0xe2812548
# rtdyld-check: *{4}(g0nc_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0nc_down = 0xe241278d
# rtdyld-check: *{4}(g0nc_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0nc_ones = 0xe28128ff
# rtdyld-check: *{4}(g0nc_ones - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_ones + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0nc_carry = 0xe2812740
# rtdyld-check: *{4}(g0nc_carry - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_carry + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_ones = 0xe2812cff
# rtdyld-check: *{4}(g1nc_ones - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_ones + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_carry = 0xe2812b40
# rtdyld-check: *{4}(g1nc_carry - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_carry + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0_up = 0xe2812bff
# rtdyld-check: *{4}(g0_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0_down = 0xe24120ff
# rtdyld-check: *{4}(g0_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_up = 0xe28129d1
# rtdyld-check: *{4}(g1nc_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_down = 0xe2412c56
# rtdyld-check: *{4}(g1nc_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1_up = 0xe2812fff
# rtdyld-check: *{4}(g1_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1_down = 0xe2412fff
# rtdyld-check: *{4}(g1_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g2_up = 0xe2812fff
# rtdyld-check: *{4}(g2_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g2_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g2_down = 0xe2412fff
# rtdyld-check: *{4}(g2_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g2_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0nc_odd = 0xe2812740
# rtdyld-check: *{4}(g0nc_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_odd = 0xe2812b40
# rtdyld-check: *{4}(g1nc_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1_odd = 0xe28120ff
# rtdyld-check: *{4}(g1_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g2_odd = 0xe28120ff
# rtdyld-check: *{4}(g2_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g2_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0_odd = 0xe28120ff
# rtdyld-check: *{4}(g0_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0nc_half = 0xe28128ff
# rtdyld-check: *{4}(g0nc_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0nc_half2 = 0xe2812740
# rtdyld-check: *{4}(g0nc_half2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0nc_half2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_half = 0xe2812cff
# rtdyld-check: *{4}(g1nc_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1nc_half2 = 0xe2812b40
# rtdyld-check: *{4}(g1nc_half2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1nc_half2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g0_zero = 0xe28120ff
# rtdyld-check: *{4}(g0_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g0_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g1_zero = 0xe2812000
# rtdyld-check: *{4}(g1_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g1_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}g2_zero = 0xe2812000
# rtdyld-check: *{4}(g2_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(g2_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_0 = 0xe2412440
# rtdyld-check: *{4}(null_0 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_0 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}null_1 = 0xe24120de
# rtdyld-check: *{4}(null_1 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(null_1 + 4) = 0xa5a5a5a5
