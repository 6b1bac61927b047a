# R_ARM_LDR_PC_G0 to _G2, LDRS and LDC likewise: what so many groups leave of the size of S + A - P, with its sign. Bit 0 of S does not count in functions.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 -check=%s %o
# One more, or four, than there is room for:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100c -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x4: R_ARM_LDR_PC_G0 to ldr_g0_up_s: 0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff010 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x20: R_ARM_LDR_PC_G0 to ldr_g0_down_s: -0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01046 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x3e: R_ARM_LDR_PC_G1 to ldr_g1_up_s: 0xff01000 does not fit a rotated constant, 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04a -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x5a: R_ARM_LDR_PC_G1 to ldr_g1_down_s: -0x8001000 does not fit a rotated constant, 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107e -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x76: R_ARM_LDR_PC_G2 to ldr_g2_up_s: 0x7f8f1000 does not fit two rotated constants, 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f082 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x92: R_ARM_LDR_PC_G2 to ldr_g2_down_s: -0x7f8f1000 does not fit two rotated constants, 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b6 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0xae: R_ARM_LDRS_PC_G0 to ldrs_g0_up_s: 0x100 does not fit 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffba -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0xca: R_ARM_LDRS_PC_G0 to ldrs_g0_down_s: -0x100 does not fit 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001f0 -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0xe8: R_ARM_LDRS_PC_G1 to ldrs_g1_up_s: 0xff00100 does not fit a rotated constant, 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff4 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x104: R_ARM_LDRS_PC_G1 to ldrs_g1_down_s: -0x8000100 does not fit a rotated constant, 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0228 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x120: R_ARM_LDRS_PC_G2 to ldrs_g2_up_s: 0x7f8f0100 does not fit two rotated constants, 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002c -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x13c: R_ARM_LDRS_PC_G2 to ldrs_g2_down_s: -0x7f8f0100 does not fit two rotated constants, 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x40000560 -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x158: R_ARM_LDC_PC_G0 to ldc_g0_up_s: 0x400 does not fit 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd64 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x174: R_ARM_LDC_PC_G0 to ldc_g0_down_s: -0x400 does not fit 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff0059a -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x192: R_ARM_LDC_PC_G1 to ldc_g1_up_s: 0xff00400 does not fit a rotated constant, 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffd9e -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x1ae: R_ARM_LDC_PC_G1 to ldc_g1_down_s: -0x8000400 does not fit a rotated constant, 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05d2 -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x1ca: R_ARM_LDC_PC_G2 to ldc_g2_up_s: 0x7f8f0400 does not fit two rotated constants, 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdd6 -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x1e6: R_ARM_LDC_PC_G2 to ldc_g2_down_s: -0x7f8f0400 does not fit two rotated constants, 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x68776662 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0xe: R_ARM_LDR_PC_G0 to ldr_g0_zero_s: 0x28776654 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x6877669c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x48: R_ARM_LDR_PC_G1 to ldr_g1_zero_s: 0x28776654 does not fit a rotated constant, 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x687766d4 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x80: R_ARM_LDR_PC_G2 to ldr_g2_zero_s: 0x28776654 does not fit two rotated constants, 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x6877670c \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0xb8: R_ARM_LDRS_PC_G0 to ldrs_g0_zero_s: 0x28776654 does not fit 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x68776746 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0xf2: R_ARM_LDRS_PC_G1 to ldrs_g1_zero_s: 0x28776654 does not fit a rotated constant, 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x6877677e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x12a: R_ARM_LDRS_PC_G2 to ldrs_g2_zero_s: 0x28776654 does not fit two rotated constants, 8 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x687767b6 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x162: R_ARM_LDC_PC_G0 to ldc_g0_zero_s: 0x28776654 does not fit 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x687767f0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x19c: R_ARM_LDC_PC_G1 to ldc_g1_zero_s: 0x28776654 does not fit a rotated constant, 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x68776828 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x1d4: R_ARM_LDC_PC_G2 to ldc_g2_zero_s: 0x28776654 does not fit two rotated constants, 8 bits times 4 and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055a -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x158: R_ARM_LDC_PC_G0 to ldc_g0_up_s: 0x3fa is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00594 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05ce -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x192: R_ARM_LDC_PC_G1 to ldc_g1_up_s: 0xff003fa is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ldr_g0_up_s=0x4000100a -dummy-extern=ldr_g0_zero_s=0x40000012 \
# RUN:   -dummy-extern=ldr_g0_half_s=0x4000101c -dummy-extern=ldr_g0_down_s=0x3ffff012 -dummy-extern=ldr_g0_odd_s=0x40001027 \
# RUN:   -dummy-extern=ldr_g0_odd2_s=0x40001031 -dummy-extern=ldr_g1_up_s=0x4ff01044 -dummy-extern=ldr_g1_zero_s=0x4000004c \
# RUN:   -dummy-extern=ldr_g1_half_s=0x4ff01056 -dummy-extern=ldr_g1_down_s=0x37fff04c -dummy-extern=ldr_g1_odd_s=0x4ff01061 \
# RUN:   -dummy-extern=ldr_g1_odd2_s=0x4ff0106b -dummy-extern=ldr_g2_up_s=0xbf8f107c -dummy-extern=ldr_g2_zero_s=0x40000084 \
# RUN:   -dummy-extern=ldr_g2_half_s=0xbf8f108e -dummy-extern=ldr_g2_down_s=0xc070f084 -dummy-extern=ldr_g2_odd_s=0xbf8f1099 \
# RUN:   -dummy-extern=ldr_g2_odd2_s=0xbf8f10a3 -dummy-extern=ldrs_g0_up_s=0x400001b4 -dummy-extern=ldrs_g0_zero_s=0x400000bc \
# RUN:   -dummy-extern=ldrs_g0_half_s=0x400001c6 -dummy-extern=ldrs_g0_down_s=0x3fffffbc -dummy-extern=ldrs_g0_odd_s=0x400001d1 \
# RUN:   -dummy-extern=ldrs_g0_odd2_s=0x400001db -dummy-extern=ldrs_g1_up_s=0x4ff001ee -dummy-extern=ldrs_g1_zero_s=0x400000f6 \
# RUN:   -dummy-extern=ldrs_g1_half_s=0x4ff00200 -dummy-extern=ldrs_g1_down_s=0x37fffff6 -dummy-extern=ldrs_g1_odd_s=0x4ff0020b \
# RUN:   -dummy-extern=ldrs_g1_odd2_s=0x4ff00215 -dummy-extern=ldrs_g2_up_s=0xbf8f0226 -dummy-extern=ldrs_g2_zero_s=0x4000012e \
# RUN:   -dummy-extern=ldrs_g2_half_s=0xbf8f0238 -dummy-extern=ldrs_g2_down_s=0xc071002e -dummy-extern=ldrs_g2_odd_s=0xbf8f0243 \
# RUN:   -dummy-extern=ldrs_g2_odd2_s=0xbf8f024d -dummy-extern=ldc_g0_up_s=0x4000055c -dummy-extern=ldc_g0_zero_s=0x40000166 \
# RUN:   -dummy-extern=ldc_g0_half_s=0x4000056e -dummy-extern=ldc_g0_down_s=0x3ffffd68 -dummy-extern=ldc_g0_odd_s=0x40000571 \
# RUN:   -dummy-extern=ldc_g0_odd2_s=0x4000057b -dummy-extern=ldc_g1_up_s=0x4ff00596 -dummy-extern=ldc_g1_zero_s=0x400001a0 \
# RUN:   -dummy-extern=ldc_g1_half_s=0x4ff005a8 -dummy-extern=ldc_g1_down_s=0x37fffda2 -dummy-extern=ldc_g1_odd_s=0x4ff005ab \
# RUN:   -dummy-extern=ldc_g1_odd2_s=0x4ff005b5 -dummy-extern=ldc_g2_up_s=0xbf8f05cc -dummy-extern=ldc_g2_zero_s=0x400001d8 \
# RUN:   -dummy-extern=ldc_g2_half_s=0xbf8f05e0 -dummy-extern=ldc_g2_down_s=0xc070fdda -dummy-extern=ldc_g2_odd_s=0xbf8f05e3 \
# RUN:   -dummy-extern=ldc_g2_odd2_s=0xbf8f05ed -map-section=ldr_group.o,.text=0x40000000 %o
# ERR: .text+0x1ca: R_ARM_LDC_PC_G2 to ldc_g2_up_s: 0x7f8f03fa is no multiple of 4
	.syntax	unified
	.globl	ldr_g0_up_s, ldr_g0_zero_s, ldr_g0_half_s, ldr_g0_down_s, ldr_g0_odd_s, ldr_g0_odd2_s, ldr_g1_up_s, ldr_g1_zero_s, ldr_g1_half_s, ldr_g1_down_s, ldr_g1_odd_s, ldr_g1_odd2_s, ldr_g2_up_s, ldr_g2_zero_s, ldr_g2_half_s, ldr_g2_down_s, ldr_g2_odd_s, ldr_g2_odd2_s, ldrs_g0_up_s, ldrs_g0_zero_s, ldrs_g0_half_s, ldrs_g0_down_s, ldrs_g0_odd_s, ldrs_g0_odd2_s, ldrs_g1_up_s, ldrs_g1_zero_s, ldrs_g1_half_s, ldrs_g1_down_s, ldrs_g1_odd_s, ldrs_g1_odd2_s, ldrs_g2_up_s, ldrs_g2_zero_s, ldrs_g2_half_s, ldrs_g2_down_s, ldrs_g2_odd_s, ldrs_g2_odd2_s, ldc_g0_up_s, ldc_g0_zero_s, ldc_g0_half_s, ldc_g0_down_s, ldc_g0_odd_s, ldc_g0_odd2_s, ldc_g1_up_s, ldc_g1_zero_s, ldc_g1_half_s, ldc_g1_down_s, ldc_g1_odd_s, ldc_g1_odd2_s, ldc_g2_up_s, ldc_g2_zero_s, ldc_g2_half_s, ldc_g2_down_s, ldc_g2_odd_s, ldc_g2_odd2_s
	.text
	.long	0xa5a5a5a5
ldr_g0_up:	.reloc	., R_ARM_LDR_PC_G0, ldr_g0_up_s	@ ldr r5, [pc, #-0x8]
	.long	0xe51f5008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g0_zero:	.reloc	., R_ARM_LDR_PC_G0, ldr_g0_zero_s	@ ldr r5, [pc, #0x0]
	.long	0xe59f5000
	.long	0xa5a5a5a5
ldr_g0_half:	.reloc	., R_ARM_LDR_PC_G0, ldr_g0_half_s	@ ldr r5, [pc, #-0x8]
	.long	0xe51f5008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g0_down:	.reloc	., R_ARM_LDR_PC_G0, ldr_g0_down_s	@ ldr r5, [pc, #0x10]
	.long	0xe59f5010
	.long	0xa5a5a5a5
ldr_g0_odd:	.reloc	., R_ARM_LDR_PC_G0, ldr_g0_odd_s	@ ldr r5, [pc, #-0x8]
	.long	0xe51f5008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g0_odd2:	.reloc	., R_ARM_LDR_PC_G0, ldr_g0_odd2_s	@ ldr r5, [pc, #-0x8]
	.long	0xe51f5008
	.long	0xa5a5a5a5
	.short	0xa5a5
	.short	0xa5a5
ldr_g1_up:	.reloc	., R_ARM_LDR_PC_G1, ldr_g1_up_s	@ ldrb r5, [r6, #-0x8]
	.long	0xe5565008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g1_zero:	.reloc	., R_ARM_LDR_PC_G1, ldr_g1_zero_s	@ ldrb r5, [r6, #0x0]
	.long	0xe5d65000
	.long	0xa5a5a5a5
ldr_g1_half:	.reloc	., R_ARM_LDR_PC_G1, ldr_g1_half_s	@ ldrb r5, [r6, #-0x8]
	.long	0xe5565008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g1_down:	.reloc	., R_ARM_LDR_PC_G1, ldr_g1_down_s	@ ldrb r5, [r6, #0x10]
	.long	0xe5d65010
	.long	0xa5a5a5a5
ldr_g1_odd:	.reloc	., R_ARM_LDR_PC_G1, ldr_g1_odd_s	@ ldrb r5, [r6, #-0x8]
	.long	0xe5565008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g1_odd2:	.reloc	., R_ARM_LDR_PC_G1, ldr_g1_odd2_s	@ ldrb r5, [r6, #-0x8]
	.long	0xe5565008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g2_up:	.reloc	., R_ARM_LDR_PC_G2, ldr_g2_up_s	@ str r5, [r6, #-0x8]
	.long	0xe5065008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g2_zero:	.reloc	., R_ARM_LDR_PC_G2, ldr_g2_zero_s	@ str r5, [r6, #0x0]
	.long	0xe5865000
	.long	0xa5a5a5a5
ldr_g2_half:	.reloc	., R_ARM_LDR_PC_G2, ldr_g2_half_s	@ str r5, [r6, #-0x8]
	.long	0xe5065008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g2_down:	.reloc	., R_ARM_LDR_PC_G2, ldr_g2_down_s	@ str r5, [r6, #0x10]
	.long	0xe5865010
	.long	0xa5a5a5a5
ldr_g2_odd:	.reloc	., R_ARM_LDR_PC_G2, ldr_g2_odd_s	@ str r5, [r6, #-0x8]
	.long	0xe5065008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldr_g2_odd2:	.reloc	., R_ARM_LDR_PC_G2, ldr_g2_odd2_s	@ str r5, [r6, #-0x8]
	.long	0xe5065008
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g0_up:	.reloc	., R_ARM_LDRS_PC_G0, ldrs_g0_up_s	@ ldrh r5, [pc, #-0x8]
	.long	0xe15f50b8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g0_zero:	.reloc	., R_ARM_LDRS_PC_G0, ldrs_g0_zero_s	@ ldrh r5, [pc, #0x0]
	.long	0xe1df50b0
	.long	0xa5a5a5a5
ldrs_g0_half:	.reloc	., R_ARM_LDRS_PC_G0, ldrs_g0_half_s	@ ldrh r5, [pc, #-0x8]
	.long	0xe15f50b8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g0_down:	.reloc	., R_ARM_LDRS_PC_G0, ldrs_g0_down_s	@ ldrh r5, [pc, #0x10]
	.long	0xe1df51b0
	.long	0xa5a5a5a5
ldrs_g0_odd:	.reloc	., R_ARM_LDRS_PC_G0, ldrs_g0_odd_s	@ ldrh r5, [pc, #-0x8]
	.long	0xe15f50b8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g0_odd2:	.reloc	., R_ARM_LDRS_PC_G0, ldrs_g0_odd2_s	@ ldrh r5, [pc, #-0x8]
	.long	0xe15f50b8
	.long	0xa5a5a5a5
	.short	0xa5a5
	.short	0xa5a5
ldrs_g1_up:	.reloc	., R_ARM_LDRS_PC_G1, ldrs_g1_up_s	@ ldrsb r5, [r6, #-0x8]
	.long	0xe15650d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g1_zero:	.reloc	., R_ARM_LDRS_PC_G1, ldrs_g1_zero_s	@ ldrsb r5, [r6, #0x0]
	.long	0xe1d650d0
	.long	0xa5a5a5a5
ldrs_g1_half:	.reloc	., R_ARM_LDRS_PC_G1, ldrs_g1_half_s	@ ldrsb r5, [r6, #-0x8]
	.long	0xe15650d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g1_down:	.reloc	., R_ARM_LDRS_PC_G1, ldrs_g1_down_s	@ ldrsb r5, [r6, #0x10]
	.long	0xe1d651d0
	.long	0xa5a5a5a5
ldrs_g1_odd:	.reloc	., R_ARM_LDRS_PC_G1, ldrs_g1_odd_s	@ ldrsb r5, [r6, #-0x8]
	.long	0xe15650d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g1_odd2:	.reloc	., R_ARM_LDRS_PC_G1, ldrs_g1_odd2_s	@ ldrsb r5, [r6, #-0x8]
	.long	0xe15650d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g2_up:	.reloc	., R_ARM_LDRS_PC_G2, ldrs_g2_up_s	@ ldrd r4, r5, [r6, #-0x8]
	.long	0xe14640d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g2_zero:	.reloc	., R_ARM_LDRS_PC_G2, ldrs_g2_zero_s	@ ldrd r4, r5, [r6, #0x0]
	.long	0xe1c640d0
	.long	0xa5a5a5a5
ldrs_g2_half:	.reloc	., R_ARM_LDRS_PC_G2, ldrs_g2_half_s	@ ldrd r4, r5, [r6, #-0x8]
	.long	0xe14640d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g2_down:	.reloc	., R_ARM_LDRS_PC_G2, ldrs_g2_down_s	@ ldrd r4, r5, [r6, #0x10]
	.long	0xe1c641d0
	.long	0xa5a5a5a5
ldrs_g2_odd:	.reloc	., R_ARM_LDRS_PC_G2, ldrs_g2_odd_s	@ ldrd r4, r5, [r6, #-0x8]
	.long	0xe14640d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldrs_g2_odd2:	.reloc	., R_ARM_LDRS_PC_G2, ldrs_g2_odd2_s	@ ldrd r4, r5, [r6, #-0x8]
	.long	0xe14640d8
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g0_up:	.reloc	., R_ARM_LDC_PC_G0, ldc_g0_up_s	@ vldr d1, [pc, #-0x8]
	.long	0xed1f1b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g0_zero:	.reloc	., R_ARM_LDC_PC_G0, ldc_g0_zero_s	@ vldr d1, [pc, #0x0]
	.long	0xed9f1b00
	.long	0xa5a5a5a5
ldc_g0_half:	.reloc	., R_ARM_LDC_PC_G0, ldc_g0_half_s	@ vldr d1, [pc, #-0x8]
	.long	0xed1f1b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g0_down:	.reloc	., R_ARM_LDC_PC_G0, ldc_g0_down_s	@ vldr d1, [pc, #0x10]
	.long	0xed9f1b04
	.long	0xa5a5a5a5
ldc_g0_odd:	.reloc	., R_ARM_LDC_PC_G0, ldc_g0_odd_s	@ vldr d1, [pc, #-0x8]
	.long	0xed1f1b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g0_odd2:	.reloc	., R_ARM_LDC_PC_G0, ldc_g0_odd2_s	@ vldr d1, [pc, #-0x8]
	.long	0xed1f1b02
	.long	0xa5a5a5a5
	.short	0xa5a5
	.short	0xa5a5
ldc_g1_up:	.reloc	., R_ARM_LDC_PC_G1, ldc_g1_up_s	@ vldr d1, [r6, #-0x8]
	.long	0xed161b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g1_zero:	.reloc	., R_ARM_LDC_PC_G1, ldc_g1_zero_s	@ vldr d1, [r6, #0x0]
	.long	0xed961b00
	.long	0xa5a5a5a5
ldc_g1_half:	.reloc	., R_ARM_LDC_PC_G1, ldc_g1_half_s	@ vldr d1, [r6, #-0x8]
	.long	0xed161b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g1_down:	.reloc	., R_ARM_LDC_PC_G1, ldc_g1_down_s	@ vldr d1, [r6, #0x10]
	.long	0xed961b04
	.long	0xa5a5a5a5
ldc_g1_odd:	.reloc	., R_ARM_LDC_PC_G1, ldc_g1_odd_s	@ vldr d1, [r6, #-0x8]
	.long	0xed161b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g1_odd2:	.reloc	., R_ARM_LDC_PC_G1, ldc_g1_odd2_s	@ vldr d1, [r6, #-0x8]
	.long	0xed161b02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g2_up:	.reloc	., R_ARM_LDC_PC_G2, ldc_g2_up_s	@ vstr s2, [r6, #-0x8]
	.long	0xed061a02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g2_zero:	.reloc	., R_ARM_LDC_PC_G2, ldc_g2_zero_s	@ vstr s2, [r6, #0x0]
	.long	0xed861a00
	.long	0xa5a5a5a5
ldc_g2_half:	.reloc	., R_ARM_LDC_PC_G2, ldc_g2_half_s	@ vstr s2, [r6, #-0x8]
	.long	0xed061a02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g2_down:	.reloc	., R_ARM_LDC_PC_G2, ldc_g2_down_s	@ vstr s2, [r6, #0x10]
	.long	0xed861a04
	.long	0xa5a5a5a5
ldc_g2_odd:	.reloc	., R_ARM_LDC_PC_G2, ldc_g2_odd_s	@ vstr s2, [r6, #-0x8]
	.long	0xed061a02
	.long	0xa5a5a5a5
	.short	0xa5a5
ldc_g2_odd2:	.reloc	., R_ARM_LDC_PC_G2, ldc_g2_odd2_s	@ vstr s2, [r6, #-0x8]
	.long	0xed061a02
	.long	0xa5a5a5a5
	.short	0xa5a5

# rtdyld-check: *{4}ldr_g0_up = 0xe59f5ffe
# rtdyld-check: *{4}(ldr_g0_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g0_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g0_zero = 0xe59f5004
# rtdyld-check: *{4}(ldr_g0_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g0_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g0_half = 0xe59f5ffe
# rtdyld-check: *{4}(ldr_g0_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g0_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g0_down = 0xe51f5ffe
# rtdyld-check: *{4}(ldr_g0_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g0_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g0_odd = 0xe59f5ff6
# rtdyld-check: *{4}(ldr_g0_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g0_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g0_odd2 = 0xe59f5ff6
# rtdyld-check: *{4}(ldr_g0_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g0_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g1_up = 0xe5d65ffe
# rtdyld-check: *{4}(ldr_g1_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g1_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g1_zero = 0xe5d65000
# rtdyld-check: *{4}(ldr_g1_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g1_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g1_half = 0xe5d65ffe
# rtdyld-check: *{4}(ldr_g1_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g1_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g1_down = 0xe5565ffe
# rtdyld-check: *{4}(ldr_g1_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g1_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g1_odd = 0xe5d65ff6
# rtdyld-check: *{4}(ldr_g1_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g1_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g1_odd2 = 0xe5d65ff6
# rtdyld-check: *{4}(ldr_g1_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g1_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g2_up = 0xe5865ffe
# rtdyld-check: *{4}(ldr_g2_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g2_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g2_zero = 0xe5865000
# rtdyld-check: *{4}(ldr_g2_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g2_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g2_half = 0xe5865ffe
# rtdyld-check: *{4}(ldr_g2_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g2_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g2_down = 0xe5065ffe
# rtdyld-check: *{4}(ldr_g2_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g2_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g2_odd = 0xe5865ff6
# rtdyld-check: *{4}(ldr_g2_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g2_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldr_g2_odd2 = 0xe5865ff6
# rtdyld-check: *{4}(ldr_g2_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldr_g2_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g0_up = 0xe1df5fbe
# rtdyld-check: *{4}(ldrs_g0_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g0_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g0_zero = 0xe1df50b4
# rtdyld-check: *{4}(ldrs_g0_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g0_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g0_half = 0xe1df5fbe
# rtdyld-check: *{4}(ldrs_g0_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g0_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g0_down = 0xe15f5fbe
# rtdyld-check: *{4}(ldrs_g0_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g0_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g0_odd = 0xe1df5fb6
# rtdyld-check: *{4}(ldrs_g0_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g0_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g0_odd2 = 0xe1df5fb6
# rtdyld-check: *{4}(ldrs_g0_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g0_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g1_up = 0xe1d65fde
# rtdyld-check: *{4}(ldrs_g1_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g1_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g1_zero = 0xe1d650d0
# rtdyld-check: *{4}(ldrs_g1_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g1_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g1_half = 0xe1d65fde
# rtdyld-check: *{4}(ldrs_g1_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g1_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g1_down = 0xe1565fde
# rtdyld-check: *{4}(ldrs_g1_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g1_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g1_odd = 0xe1d65fd6
# rtdyld-check: *{4}(ldrs_g1_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g1_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g1_odd2 = 0xe1d65fd6
# rtdyld-check: *{4}(ldrs_g1_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g1_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g2_up = 0xe1c64fde
# rtdyld-check: *{4}(ldrs_g2_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g2_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g2_zero = 0xe1c640d0
# rtdyld-check: *{4}(ldrs_g2_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g2_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g2_half = 0xe1c64fde
# rtdyld-check: *{4}(ldrs_g2_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g2_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g2_down = 0xe1464fde
# rtdyld-check: *{4}(ldrs_g2_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g2_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g2_odd = 0xe1c64fd6
# rtdyld-check: *{4}(ldrs_g2_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g2_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldrs_g2_odd2 = 0xe1c64fd6
# rtdyld-check: *{4}(ldrs_g2_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldrs_g2_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g0_up = 0xed9f1bff
# rtdyld-check: *{4}(ldc_g0_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g0_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g0_zero = 0xed9f1b01
# rtdyld-check: *{4}(ldc_g0_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g0_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g0_half = 0xed9f1bff
# rtdyld-check: *{4}(ldc_g0_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g0_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g0_down = 0xed1f1bff
# rtdyld-check: *{4}(ldc_g0_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g0_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g0_odd = 0xed9f1bfb
# rtdyld-check: *{4}(ldc_g0_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g0_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g0_odd2 = 0xed9f1bfb
# rtdyld-check: *{4}(ldc_g0_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g0_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g1_up = 0xed961bff
# rtdyld-check: *{4}(ldc_g1_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g1_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g1_zero = 0xed961b00
# rtdyld-check: *{4}(ldc_g1_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g1_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g1_half = 0xed961bff
# rtdyld-check: *{4}(ldc_g1_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g1_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g1_down = 0xed161bff
# rtdyld-check: *{4}(ldc_g1_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g1_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g1_odd = 0xed961bfb
# rtdyld-check: *{4}(ldc_g1_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g1_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g1_odd2 = 0xed961bfb
# rtdyld-check: *{4}(ldc_g1_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g1_odd2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g2_up = 0xed861aff
# rtdyld-check: *{4}(ldc_g2_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g2_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g2_zero = 0xed861a00
# rtdyld-check: *{4}(ldc_g2_zero - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g2_zero + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g2_half = 0xed861aff
# rtdyld-check: *{4}(ldc_g2_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g2_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g2_down = 0xed061aff
# rtdyld-check: *{4}(ldc_g2_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g2_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g2_odd = 0xed861afb
# rtdyld-check: *{4}(ldc_g2_odd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g2_odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldc_g2_odd2 = 0xed861afb
# rtdyld-check: *{4}(ldc_g2_odd2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldc_g2_odd2 + 4) = 0xa5a5a5a5
