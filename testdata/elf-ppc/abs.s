# The types of addresses: S + A or 16 of its bits, as the ABI names them: @l 15:0, @h 31:16, @ha 31:16 of 0x8000 more. Sums are of 32 bits and wrap.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x2000000 -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x2a: R_PPC_ADDR24 to addr24_1_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffd -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x2a: R_PPC_ADDR24 to addr24_1_s: 0x1fffffd is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000000 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x32: R_PPC_ADDR24 to addr24_2_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x8000 -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x42: R_PPC_ADDR14 to addr14_1_s: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffd -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x42: R_PPC_ADDR14 to addr14_1_s: 0x7ffd is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8000 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x4a: R_PPC_ADDR14 to addr14_2_s: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xffff -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x56: R_PPC_ADDR16 to addr16_1_s: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8003 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x5a: R_PPC_ADDR16 to addr16_2_s: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xffff -dummy-extern=uaddr16_2_s=0xffff8004 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x62: R_PPC_UADDR16 to uaddr16_1_s: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=abs.o,.text=0x1001357c -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_1_s=0xfffffff8 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_1_s=0xfffffff8 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_1_s=0x1fffffc -dummy-extern=addr24_2_s=0xfe000004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_1_s=0x7ffc -dummy-extern=addr14_2_s=0xffff8004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_1_s=0xfffe -dummy-extern=addr16_2_s=0xffff8004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_1_s=0xfffe -dummy-extern=uaddr16_2_s=0xffff8003 -dummy-extern=addr16_lo_0_s=0x9abcdee9 -dummy-extern=addr16_lo_1_s=0xffffdcd3 -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0xf3210000 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x7fff9000 -dummy-extern=addr16_ha_3_s=0xffff8000 %o
# ERR: .text+0x66: R_PPC_UADDR16 to uaddr16_2_s: -0x8001 does not fit 16 bits
	.globl	addr32_0_s, addr32_1_s, uaddr32_0_s, uaddr32_1_s, addr24_0_s, addr24_1_s, addr24_2_s, addr14_0_s, addr14_1_s, addr14_2_s, addr16_0_s, addr16_1_s, addr16_2_s, uaddr16_0_s, uaddr16_1_s, uaddr16_2_s, addr16_lo_0_s, addr16_lo_1_s, addr16_hi_0_s, addr16_hi_1_s, addr16_hi_2_s, addr16_ha_0_s, addr16_ha_1_s, addr16_ha_2_s, addr16_ha_3_s
	.text
	.short	0x5a5a
addr32_0:	.reloc	., R_PPC_ADDR32, addr32_0_s + 8
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
addr32_1:	.reloc	., R_PPC_ADDR32, addr32_1_s + 25
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
uaddr32_0:	.reloc	., R_PPC_UADDR32, uaddr32_0_s + 8
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
uaddr32_1:	.reloc	., R_PPC_UADDR32, uaddr32_1_s + 25
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
addr24_0:	.reloc	., R_PPC_ADDR24, addr24_0_s + 4
	.long	0x4bfffffb
	.long	0x5a5a5a5a
addr24_1:	.reloc	., R_PPC_ADDR24, addr24_1_s + 0
	.long	0x4bfffffb
	.long	0x5a5a5a5a
addr24_2:	.reloc	., R_PPC_ADDR24, addr24_2_s - 4
	.long	0x4bfffffb
	.long	0x5a5a5a5a
addr14_0:	.reloc	., R_PPC_ADDR14, addr14_0_s + 4
	.long	0x41825557
	.long	0x5a5a5a5a
addr14_1:	.reloc	., R_PPC_ADDR14, addr14_1_s + 0
	.long	0x41825557
	.long	0x5a5a5a5a
addr14_2:	.reloc	., R_PPC_ADDR14, addr14_2_s - 4
	.long	0x41825557
	.long	0x5a5a5a5a
addr16_0:	.reloc	., R_PPC_ADDR16, addr16_0_s + 9
	.short	0xaaaa
	.short	0x5a5a
addr16_1:	.reloc	., R_PPC_ADDR16, addr16_1_s + 1
	.short	0xaaaa
	.short	0x5a5a
addr16_2:	.reloc	., R_PPC_ADDR16, addr16_2_s - 4
	.short	0xaaaa
	.short	0x5a5a
uaddr16_0:	.reloc	., R_PPC_UADDR16, uaddr16_0_s + 9
	.short	0xaaaa
	.short	0x5a5a
uaddr16_1:	.reloc	., R_PPC_UADDR16, uaddr16_1_s + 1
	.short	0xaaaa
	.short	0x5a5a
uaddr16_2:	.reloc	., R_PPC_UADDR16, uaddr16_2_s - 4
	.short	0xaaaa
	.short	0x5a5a
addr16_lo_0:	.reloc	., R_PPC_ADDR16_LO, addr16_lo_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
addr16_lo_1:	.reloc	., R_PPC_ADDR16_LO, addr16_lo_1_s - 4
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_0:	.reloc	., R_PPC_ADDR16_HI, addr16_hi_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_1:	.reloc	., R_PPC_ADDR16_HI, addr16_hi_1_s - 32788
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_2:	.reloc	., R_PPC_ADDR16_HI, addr16_hi_2_s + 0
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_0:	.reloc	., R_PPC_ADDR16_HA, addr16_ha_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_1:	.reloc	., R_PPC_ADDR16_HA, addr16_ha_1_s - 20
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_2:	.reloc	., R_PPC_ADDR16_HA, addr16_ha_2_s + 0
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_3:	.reloc	., R_PPC_ADDR16_HA, addr16_ha_3_s + 0
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{4}addr32_0 = 0x12345678
# rtdyld-check: *{4}(addr32_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr32_1 = 0x11
# rtdyld-check: *{4}(addr32_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}uaddr32_0 = 0x12345678
# rtdyld-check: *{4}(uaddr32_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}uaddr32_1 = 0x11
# rtdyld-check: *{4}(uaddr32_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr24_0 = 0x49554553
# rtdyld-check: *{4}(addr24_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr24_1 = 0x49ffffff
# rtdyld-check: *{4}(addr24_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr24_2 = 0x4a000003
# rtdyld-check: *{4}(addr24_2 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr14_0 = 0x41825553
# rtdyld-check: *{4}(addr14_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr14_1 = 0x41827fff
# rtdyld-check: *{4}(addr14_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}addr14_2 = 0x41828003
# rtdyld-check: *{4}(addr14_2 + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}addr16_0 = 0x1235
# rtdyld-check: *{2}(addr16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_1 = 0xffff
# rtdyld-check: *{2}(addr16_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_2 = 0x8000
# rtdyld-check: *{2}(addr16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}uaddr16_0 = 0x1235
# rtdyld-check: *{2}(uaddr16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}uaddr16_1 = 0xffff
# rtdyld-check: *{2}(uaddr16_1 + 2) = 0x5a5a
# rtdyld-check: *{2}uaddr16_2 = 0x8000
# rtdyld-check: *{2}(uaddr16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_0 = 0xdef1
# rtdyld-check: *{2}(addr16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_1 = 0xdccf
# rtdyld-check: *{2}(addr16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_0 = 0x1234
# rtdyld-check: *{2}(addr16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_1 = 0x1234
# rtdyld-check: *{2}(addr16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_2 = 0xf321
# rtdyld-check: *{2}(addr16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_0 = 0x1234
# rtdyld-check: *{2}(addr16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_1 = 0x1235
# rtdyld-check: *{2}(addr16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_2 = 0x8000
# rtdyld-check: *{2}(addr16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_3 = 0x0
# rtdyld-check: *{2}(addr16_ha_3 + 2) = 0x5a5a
