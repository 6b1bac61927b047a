# The types of addresses: S + A or 16 of its bits, as many as fit, as the ABI names them: @l 15:0, @h 31:16, @ha 31:16 of 0x8000 more, @higher 47:32, @highest 63:48; DS
# fields leave their lowest two bits.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 24 R_PPC64_UADDR32
# TYPE: R_PPC64_GLOB_DAT 25 R_PPC64_UADDR16
# TYPE: R_PPC64_JMP_SLOT 43 R_PPC64_UADDR64
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0x100000000 -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0xa: R_PPC64_ADDR32 to addr32_top: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000003 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x12: R_PPC64_ADDR32 to addr32_bottom: -0x80000001 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x2000000 -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x22: R_PPC64_ADDR24 to addr24_top: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffb -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x22: R_PPC64_ADDR24 to addr24_top: 0x1fffffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000000 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x2a: R_PPC64_ADDR24 to addr24_bottom: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0x10000 -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x36: R_PPC64_ADDR16 to addr16_top: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8003 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x3a: R_PPC64_ADDR16 to addr16_bottom: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x80000000 -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x56: R_PPC64_ADDR16_HI to addr16_hi_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000003 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x5a: R_PPC64_ADDR16_HI to addr16_hi_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff8000 -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x6a: R_PPC64_ADDR16_HA to addr16_ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8003 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x6e: R_PPC64_ADDR16_HA to addr16_ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x8000 -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x7a: R_PPC64_ADDR14 to addr14_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffb -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x7a: R_PPC64_ADDR14 to addr14_top: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8000 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x82: R_PPC64_ADDR14 to addr14_bottom: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0x100000000 -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x92: R_PPC64_UADDR32 to uaddr32_top: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000003 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x9a: R_PPC64_UADDR32 to uaddr32_bottom: -0x80000001 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0x10000 -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0xa6: R_PPC64_UADDR16 to uaddr16_top: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8003 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0xaa: R_PPC64_UADDR16 to uaddr16_bottom: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x8000 -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x112: R_PPC64_ADDR16_DS to addr16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffb -dummy-extern=addr16_ds_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x112: R_PPC64_ADDR16_DS to addr16_ds_top: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs.o,.text=0x10000000 -dummy-extern=addr32_0_s=0x12345670 -dummy-extern=addr32_top=0xffffffff -dummy-extern=addr32_bottom=0xffffffff80000004 -dummy-extern=addr24_0_s=0x155454c -dummy-extern=addr24_top=0x1fffffc -dummy-extern=addr24_bottom=0xfffffffffe000004 -dummy-extern=addr16_0_s=0x122c -dummy-extern=addr16_top=0xffff -dummy-extern=addr16_bottom=0xffffffffffff8004 -dummy-extern=addr16_lo_0_s=0x123456789abcdee9 -dummy-extern=addr16_lo_1_s=0xffffffffffffdccf -dummy-extern=addr16_hi_0_s=0x1234fff7 -dummy-extern=addr16_hi_1_s=0x12348014 -dummy-extern=addr16_hi_2_s=0x4320ffe0 -dummy-extern=addr16_hi_top=0x7fffffff -dummy-extern=addr16_hi_bottom=0xffffffff80000004 -dummy-extern=addr16_ha_0_s=0x12347ff7 -dummy-extern=addr16_ha_1_s=0x12348014 -dummy-extern=addr16_ha_2_s=0x4320ffe0 -dummy-extern=addr16_ha_top=0x7fff7fff -dummy-extern=addr16_ha_bottom=0xffffffff7fff8004 -dummy-extern=addr14_0_s=0x554c -dummy-extern=addr14_top=0x7ffc -dummy-extern=addr14_bottom=0xffffffffffff8004 -dummy-extern=uaddr32_0_s=0x12345670 -dummy-extern=uaddr32_top=0xffffffff -dummy-extern=uaddr32_bottom=0xffffffff80000004 -dummy-extern=uaddr16_0_s=0x122c -dummy-extern=uaddr16_top=0xffff -dummy-extern=uaddr16_bottom=0xffffffffffff8004 -dummy-extern=addr64_0_s=0x123456789abcdee9 -dummy-extern=addr64_1_s=0xf -dummy-extern=addr16_higher_0_s=0x12345678fffffff7 -dummy-extern=addr16_higher_1_s=0x1234567800000014 -dummy-extern=addr16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=addr16_highera_1_s=0x12345678ffff8014 -dummy-extern=addr16_highest_0_s=0x1234fffffffffff7 -dummy-extern=addr16_highest_1_s=0x1234000000000014 -dummy-extern=addr16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=addr16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=uaddr64_0_s=0x123456789abcdee9 -dummy-extern=uaddr64_1_s=0xf -dummy-extern=addr16_ds_0_s=0x122c -dummy-extern=addr16_ds_top=0x7ffc -dummy-extern=addr16_ds_bottom=0xffffffffffff8000 -dummy-extern=addr16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=addr16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=addr16_high_0_s=0x876543210ffffff7 -dummy-extern=addr16_high_1_s=0x8765432110000014 -dummy-extern=addr16_higha_0_s=0x8765432110007ff7 -dummy-extern=addr16_higha_1_s=0x8765432110008014 %o
# ERR: .text+0x116: R_PPC64_ADDR16_DS to addr16_ds_bottom: -0x8004 does not fit signed 16
	.globl	addr32_0_s
	.globl	addr32_top
	.globl	addr32_bottom
	.globl	addr24_0_s
	.globl	addr24_top
	.globl	addr24_bottom
	.globl	addr16_0_s
	.globl	addr16_top
	.globl	addr16_bottom
	.globl	addr16_lo_0_s
	.globl	addr16_lo_1_s
	.weak	zero
	.globl	addr16_hi_0_s
	.globl	addr16_hi_1_s
	.globl	addr16_hi_2_s
	.globl	addr16_hi_top
	.globl	addr16_hi_bottom
	.globl	addr16_ha_0_s
	.globl	addr16_ha_1_s
	.globl	addr16_ha_2_s
	.globl	addr16_ha_top
	.globl	addr16_ha_bottom
	.globl	addr14_0_s
	.globl	addr14_top
	.globl	addr14_bottom
	.globl	uaddr32_0_s
	.globl	uaddr32_top
	.globl	uaddr32_bottom
	.globl	uaddr16_0_s
	.globl	uaddr16_top
	.globl	uaddr16_bottom
	.globl	addr64_0_s
	.globl	addr64_1_s
	.globl	addr16_higher_0_s
	.globl	addr16_higher_1_s
	.globl	addr16_highera_0_s
	.globl	addr16_highera_1_s
	.globl	addr16_highest_0_s
	.globl	addr16_highest_1_s
	.globl	addr16_highesta_0_s
	.globl	addr16_highesta_1_s
	.globl	uaddr64_0_s
	.globl	uaddr64_1_s
	.globl	addr16_ds_0_s
	.globl	addr16_ds_top
	.globl	addr16_ds_bottom
	.globl	addr16_lo_ds_0_s
	.globl	addr16_lo_ds_1_s
	.globl	addr16_high_0_s
	.globl	addr16_high_1_s
	.globl	addr16_higha_0_s
	.globl	addr16_higha_1_s
	.text
	.short	0x5a5a
addr32_0:	.reloc	., R_PPC64_ADDR32, addr32_0_s + 0x8
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
addr32_max:	.reloc	., R_PPC64_ADDR32, addr32_top
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
addr32_min:	.reloc	., R_PPC64_ADDR32, addr32_bottom - 0x4
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
addr24_0:	.reloc	., R_PPC64_ADDR24, addr24_0_s + 0x8
	.long	0x48000001
	.long	0x5a5a5a5a
addr24_max:	.reloc	., R_PPC64_ADDR24, addr24_top
	.long	0x48000001
	.long	0x5a5a5a5a
addr24_min:	.reloc	., R_PPC64_ADDR24, addr24_bottom - 0x4
	.long	0x48000001
	.long	0x5a5a5a5a
addr16_0:	.reloc	., R_PPC64_ADDR16, addr16_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_max:	.reloc	., R_PPC64_ADDR16, addr16_top
	.short	0xaaaa
	.short	0x5a5a
addr16_min:	.reloc	., R_PPC64_ADDR16, addr16_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
addr16_lo_0:	.reloc	., R_PPC64_ADDR16_LO, addr16_lo_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_lo_1:	.reloc	., R_PPC64_ADDR16_LO, addr16_lo_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_lo_z:	.reloc	., R_PPC64_ADDR16_LO, zero
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_0:	.reloc	., R_PPC64_ADDR16_HI, addr16_hi_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_1:	.reloc	., R_PPC64_ADDR16_HI, addr16_hi_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_2:	.reloc	., R_PPC64_ADDR16_HI, addr16_hi_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_max:	.reloc	., R_PPC64_ADDR16_HI, addr16_hi_top
	.short	0xaaaa
	.short	0x5a5a
addr16_hi_min:	.reloc	., R_PPC64_ADDR16_HI, addr16_hi_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_0:	.reloc	., R_PPC64_ADDR16_HA, addr16_ha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_1:	.reloc	., R_PPC64_ADDR16_HA, addr16_ha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_2:	.reloc	., R_PPC64_ADDR16_HA, addr16_ha_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_max:	.reloc	., R_PPC64_ADDR16_HA, addr16_ha_top
	.short	0xaaaa
	.short	0x5a5a
addr16_ha_min:	.reloc	., R_PPC64_ADDR16_HA, addr16_ha_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
addr14_0:	.reloc	., R_PPC64_ADDR14, addr14_0_s + 0x8
	.long	0x4182fffc
	.long	0x5a5a5a5a
addr14_max:	.reloc	., R_PPC64_ADDR14, addr14_top
	.long	0x4182fffc
	.long	0x5a5a5a5a
addr14_min:	.reloc	., R_PPC64_ADDR14, addr14_bottom - 0x4
	.long	0x4182fffc
	.long	0x5a5a5a5a
uaddr32_0:	.reloc	., R_PPC64_COPY, uaddr32_0_s + 0x8
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
uaddr32_max:	.reloc	., R_PPC64_COPY, uaddr32_top
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
uaddr32_min:	.reloc	., R_PPC64_COPY, uaddr32_bottom - 0x4
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
uaddr16_0:	.reloc	., R_PPC64_GLOB_DAT, uaddr16_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
uaddr16_max:	.reloc	., R_PPC64_GLOB_DAT, uaddr16_top
	.short	0xaaaa
	.short	0x5a5a
uaddr16_min:	.reloc	., R_PPC64_GLOB_DAT, uaddr16_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
addr64_0:	.reloc	., R_PPC64_ADDR64, addr64_0_s + 0x8
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
addr64_1:	.reloc	., R_PPC64_ADDR64, addr64_1_s - 0x14
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
addr16_higher_0:	.reloc	., R_PPC64_ADDR16_HIGHER, addr16_higher_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_higher_1:	.reloc	., R_PPC64_ADDR16_HIGHER, addr16_higher_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_higher_z:	.reloc	., R_PPC64_ADDR16_HIGHER, zero
	.short	0xaaaa
	.short	0x5a5a
addr16_highera_0:	.reloc	., R_PPC64_ADDR16_HIGHERA, addr16_highera_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_highera_1:	.reloc	., R_PPC64_ADDR16_HIGHERA, addr16_highera_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_highera_z:	.reloc	., R_PPC64_ADDR16_HIGHERA, zero
	.short	0xaaaa
	.short	0x5a5a
addr16_highest_0:	.reloc	., R_PPC64_ADDR16_HIGHEST, addr16_highest_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_highest_1:	.reloc	., R_PPC64_ADDR16_HIGHEST, addr16_highest_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_highest_z:	.reloc	., R_PPC64_ADDR16_HIGHEST, zero
	.short	0xaaaa
	.short	0x5a5a
addr16_highesta_0:	.reloc	., R_PPC64_ADDR16_HIGHESTA, addr16_highesta_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_highesta_1:	.reloc	., R_PPC64_ADDR16_HIGHESTA, addr16_highesta_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_highesta_z:	.reloc	., R_PPC64_ADDR16_HIGHESTA, zero
	.short	0xaaaa
	.short	0x5a5a
uaddr64_0:	.reloc	., R_PPC64_JMP_SLOT, uaddr64_0_s + 0x8
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
uaddr64_1:	.reloc	., R_PPC64_JMP_SLOT, uaddr64_1_s - 0x14
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
addr16_ds_0:	.reloc	., R_PPC64_ADDR16_DS, addr16_ds_0_s + 0x8
	.short	0xa5a6
	.short	0x5a5a
addr16_ds_max:	.reloc	., R_PPC64_ADDR16_DS, addr16_ds_top
	.short	0xa5a6
	.short	0x5a5a
addr16_ds_min:	.reloc	., R_PPC64_ADDR16_DS, addr16_ds_bottom - 0x4
	.short	0xa5a6
	.short	0x5a5a
addr16_lo_ds_0:	.reloc	., R_PPC64_ADDR16_LO_DS, addr16_lo_ds_0_s + 0x8
	.short	0xa5a6
	.short	0x5a5a
addr16_lo_ds_1:	.reloc	., R_PPC64_ADDR16_LO_DS, addr16_lo_ds_1_s - 0x14
	.short	0xa5a6
	.short	0x5a5a
addr16_lo_ds_z:	.reloc	., R_PPC64_ADDR16_LO_DS, zero
	.short	0xa5a6
	.short	0x5a5a
addr16_high_0:	.reloc	., R_PPC64_ADDR16_HIGH, addr16_high_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_high_1:	.reloc	., R_PPC64_ADDR16_HIGH, addr16_high_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_high_z:	.reloc	., R_PPC64_ADDR16_HIGH, zero
	.short	0xaaaa
	.short	0x5a5a
addr16_higha_0:	.reloc	., R_PPC64_ADDR16_HIGHA, addr16_higha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_higha_1:	.reloc	., R_PPC64_ADDR16_HIGHA, addr16_higha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
addr16_higha_z:	.reloc	., R_PPC64_ADDR16_HIGHA, zero
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{4}addr32_0 = 0x12345678
# rtdyld-check: *{2}(addr32_0 + 4) = 0x5a5a
# rtdyld-check: *{4}addr32_max = 0xffffffff
# rtdyld-check: *{2}(addr32_max + 4) = 0x5a5a
# rtdyld-check: *{4}addr32_min = 0x80000000
# rtdyld-check: *{2}(addr32_min + 4) = 0x5a5a
# rtdyld-check: *{4}addr24_0 = 0x49554555
# rtdyld-check: *{2}(addr24_0 + 4) = 0x5a5a
# rtdyld-check: *{4}addr24_max = 0x49fffffd
# rtdyld-check: *{2}(addr24_max + 4) = 0x5a5a
# rtdyld-check: *{4}addr24_min = 0x4a000001
# rtdyld-check: *{2}(addr24_min + 4) = 0x5a5a
# rtdyld-check: *{2}addr16_0 = 0x1234
# rtdyld-check: *{2}(addr16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_max = 0xffff
# rtdyld-check: *{2}(addr16_max + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_min = 0x8000
# rtdyld-check: *{2}(addr16_min + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_0 = 0xdef1
# rtdyld-check: *{2}(addr16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_1 = 0xdcbb
# rtdyld-check: *{2}(addr16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_z = 0x0
# rtdyld-check: *{2}(addr16_lo_z + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_0 = 0x1234
# rtdyld-check: *{2}(addr16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_1 = 0x1234
# rtdyld-check: *{2}(addr16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_2 = 0x4321
# rtdyld-check: *{2}(addr16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_max = 0x7fff
# rtdyld-check: *{2}(addr16_hi_max + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_hi_min = 0x8000
# rtdyld-check: *{2}(addr16_hi_min + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_0 = 0x1234
# rtdyld-check: *{2}(addr16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_1 = 0x1235
# rtdyld-check: *{2}(addr16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_2 = 0x4321
# rtdyld-check: *{2}(addr16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_max = 0x7fff
# rtdyld-check: *{2}(addr16_ha_max + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ha_min = 0x8000
# rtdyld-check: *{2}(addr16_ha_min + 2) = 0x5a5a
# rtdyld-check: *{4}addr14_0 = 0x41825554
# rtdyld-check: *{2}(addr14_0 + 4) = 0x5a5a
# rtdyld-check: *{4}addr14_max = 0x41827ffc
# rtdyld-check: *{2}(addr14_max + 4) = 0x5a5a
# rtdyld-check: *{4}addr14_min = 0x41828000
# rtdyld-check: *{2}(addr14_min + 4) = 0x5a5a
# rtdyld-check: *{4}uaddr32_0 = 0x12345678
# rtdyld-check: *{2}(uaddr32_0 + 4) = 0x5a5a
# rtdyld-check: *{4}uaddr32_max = 0xffffffff
# rtdyld-check: *{2}(uaddr32_max + 4) = 0x5a5a
# rtdyld-check: *{4}uaddr32_min = 0x80000000
# rtdyld-check: *{2}(uaddr32_min + 4) = 0x5a5a
# rtdyld-check: *{2}uaddr16_0 = 0x1234
# rtdyld-check: *{2}(uaddr16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}uaddr16_max = 0xffff
# rtdyld-check: *{2}(uaddr16_max + 2) = 0x5a5a
# rtdyld-check: *{2}uaddr16_min = 0x8000
# rtdyld-check: *{2}(uaddr16_min + 2) = 0x5a5a
# rtdyld-check: *{8}addr64_0 = 0x123456789abcdef1
# rtdyld-check: *{2}(addr64_0 + 8) = 0x5a5a
# rtdyld-check: *{8}addr64_1 = 0xfffffffffffffffb
# rtdyld-check: *{2}(addr64_1 + 8) = 0x5a5a
# rtdyld-check: *{2}addr16_higher_0 = 0x5678
# rtdyld-check: *{2}(addr16_higher_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_higher_1 = 0x5678
# rtdyld-check: *{2}(addr16_higher_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_higher_z = 0x0
# rtdyld-check: *{2}(addr16_higher_z + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highera_0 = 0x5678
# rtdyld-check: *{2}(addr16_highera_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highera_1 = 0x5679
# rtdyld-check: *{2}(addr16_highera_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highera_z = 0x0
# rtdyld-check: *{2}(addr16_highera_z + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highest_0 = 0x1234
# rtdyld-check: *{2}(addr16_highest_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highest_1 = 0x1234
# rtdyld-check: *{2}(addr16_highest_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highest_z = 0x0
# rtdyld-check: *{2}(addr16_highest_z + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highesta_0 = 0x1234
# rtdyld-check: *{2}(addr16_highesta_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highesta_1 = 0x1235
# rtdyld-check: *{2}(addr16_highesta_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highesta_z = 0x0
# rtdyld-check: *{2}(addr16_highesta_z + 2) = 0x5a5a
# rtdyld-check: *{8}uaddr64_0 = 0x123456789abcdef1
# rtdyld-check: *{2}(uaddr64_0 + 8) = 0x5a5a
# rtdyld-check: *{8}uaddr64_1 = 0xfffffffffffffffb
# rtdyld-check: *{2}(uaddr64_1 + 8) = 0x5a5a
# rtdyld-check: *{2}addr16_ds_0 = 0x1236
# rtdyld-check: *{2}(addr16_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ds_max = 0x7ffe
# rtdyld-check: *{2}(addr16_ds_max + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_ds_min = 0x8002
# rtdyld-check: *{2}(addr16_ds_min + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_ds_0 = 0xdef6
# rtdyld-check: *{2}(addr16_lo_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_ds_1 = 0xdcbe
# rtdyld-check: *{2}(addr16_lo_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_lo_ds_z = 0x2
# rtdyld-check: *{2}(addr16_lo_ds_z + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_high_0 = 0xfff
# rtdyld-check: *{2}(addr16_high_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_high_1 = 0x1000
# rtdyld-check: *{2}(addr16_high_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_high_z = 0x0
# rtdyld-check: *{2}(addr16_high_z + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_higha_0 = 0x1000
# rtdyld-check: *{2}(addr16_higha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_higha_1 = 0x1001
# rtdyld-check: *{2}(addr16_higha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_higha_z = 0x0
# rtdyld-check: *{2}(addr16_higha_z + 2) = 0x5a5a
