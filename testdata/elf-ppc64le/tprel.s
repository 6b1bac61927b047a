# R_PPC64_TPREL*: the offset of S + A from the thread pointer.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 146 R_PPC64_TPREL34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x8000 -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x6: R_PPC64_TPREL16 to tprel16_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8003 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0xa: R_PPC64_TPREL16 to tprel16_bottom: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x80000000 -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x22: R_PPC64_TPREL16_HI to tprel16_hi_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000003 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x26: R_PPC64_TPREL16_HI to tprel16_hi_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff8000 -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x36: R_PPC64_TPREL16_HA to tprel16_ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8003 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x3a: R_PPC64_TPREL16_HA to tprel16_ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x8000 -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x5a: R_PPC64_TPREL16_DS to tprel16_ds_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffb -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x5a: R_PPC64_TPREL16_DS to tprel16_ds_top: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8000 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0x5e: R_PPC64_TPREL16_DS to tprel16_ds_bottom: -0x8004 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x200000000 -dummy-extern=tprel34_bottom=0xfffffffe00000004 %o
# ERR: .text+0xa6: R_PPC64_TPREL34 to tprel34_top: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=tprel.o,.text=0x10000000 -dummy-extern=tprel16_0_s=0x122d -dummy-extern=tprel16_top=0x7fff -dummy-extern=tprel16_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_0_s=0x123456789abcdee9 -dummy-extern=tprel16_lo_1_s=0xffffffffffffdccf -dummy-extern=tprel16_hi_0_s=0x1234fff7 -dummy-extern=tprel16_hi_1_s=0x12348014 -dummy-extern=tprel16_hi_2_s=0x4320ffe0 -dummy-extern=tprel16_hi_top=0x7fffffff -dummy-extern=tprel16_hi_bottom=0xffffffff80000004 -dummy-extern=tprel16_ha_0_s=0x12347ff7 -dummy-extern=tprel16_ha_1_s=0x12348014 -dummy-extern=tprel16_ha_2_s=0x4320ffe0 -dummy-extern=tprel16_ha_top=0x7fff7fff -dummy-extern=tprel16_ha_bottom=0xffffffff7fff8004 -dummy-extern=tprel64_0_s=0x123456789abcdee9 -dummy-extern=tprel64_1_s=0xf -dummy-extern=tprel16_ds_0_s=0x122c -dummy-extern=tprel16_ds_top=0x7ffc -dummy-extern=tprel16_ds_bottom=0xffffffffffff8004 -dummy-extern=tprel16_lo_ds_0_s=0x123456789abcdeec -dummy-extern=tprel16_lo_ds_1_s=0xffffffffffffdcd0 -dummy-extern=tprel16_higher_0_s=0x12345678fffffff7 -dummy-extern=tprel16_higher_1_s=0x1234567800000014 -dummy-extern=tprel16_highera_0_s=0x12345678ffff7ff7 -dummy-extern=tprel16_highera_1_s=0x12345678ffff8014 -dummy-extern=tprel16_highest_0_s=0x1234fffffffffff7 -dummy-extern=tprel16_highest_1_s=0x1234000000000014 -dummy-extern=tprel16_highesta_0_s=0x1234ffffffff7ff7 -dummy-extern=tprel16_highesta_1_s=0x1234ffffffff8014 -dummy-extern=tprel16_high_0_s=0x876543210ffffff7 -dummy-extern=tprel16_high_1_s=0x8765432110000014 -dummy-extern=tprel16_higha_0_s=0x8765432110007ff7 -dummy-extern=tprel16_higha_1_s=0x8765432110008014 -dummy-extern=tprel34_0_s=0x123456781 -dummy-extern=tprel34_top=0x1ffffffff -dummy-extern=tprel34_bottom=0xfffffffe00000003 %o
# ERR: .text+0xb2: R_PPC64_TPREL34 to tprel34_bottom: -0x200000001 does not fit signed 34
	.globl	tprel16_0_s
	.type	tprel16_0_s, @tls_object
	.globl	tprel16_top
	.type	tprel16_top, @tls_object
	.globl	tprel16_bottom
	.type	tprel16_bottom, @tls_object
	.globl	tprel16_lo_0_s
	.type	tprel16_lo_0_s, @tls_object
	.globl	tprel16_lo_1_s
	.type	tprel16_lo_1_s, @tls_object
	.globl	tprel16_hi_0_s
	.type	tprel16_hi_0_s, @tls_object
	.globl	tprel16_hi_1_s
	.type	tprel16_hi_1_s, @tls_object
	.globl	tprel16_hi_2_s
	.type	tprel16_hi_2_s, @tls_object
	.globl	tprel16_hi_top
	.type	tprel16_hi_top, @tls_object
	.globl	tprel16_hi_bottom
	.type	tprel16_hi_bottom, @tls_object
	.globl	tprel16_ha_0_s
	.type	tprel16_ha_0_s, @tls_object
	.globl	tprel16_ha_1_s
	.type	tprel16_ha_1_s, @tls_object
	.globl	tprel16_ha_2_s
	.type	tprel16_ha_2_s, @tls_object
	.globl	tprel16_ha_top
	.type	tprel16_ha_top, @tls_object
	.globl	tprel16_ha_bottom
	.type	tprel16_ha_bottom, @tls_object
	.globl	tprel64_0_s
	.type	tprel64_0_s, @tls_object
	.globl	tprel64_1_s
	.type	tprel64_1_s, @tls_object
	.globl	tprel16_ds_0_s
	.type	tprel16_ds_0_s, @tls_object
	.globl	tprel16_ds_top
	.type	tprel16_ds_top, @tls_object
	.globl	tprel16_ds_bottom
	.type	tprel16_ds_bottom, @tls_object
	.globl	tprel16_lo_ds_0_s
	.type	tprel16_lo_ds_0_s, @tls_object
	.globl	tprel16_lo_ds_1_s
	.type	tprel16_lo_ds_1_s, @tls_object
	.globl	tprel16_higher_0_s
	.type	tprel16_higher_0_s, @tls_object
	.globl	tprel16_higher_1_s
	.type	tprel16_higher_1_s, @tls_object
	.globl	tprel16_highera_0_s
	.type	tprel16_highera_0_s, @tls_object
	.globl	tprel16_highera_1_s
	.type	tprel16_highera_1_s, @tls_object
	.globl	tprel16_highest_0_s
	.type	tprel16_highest_0_s, @tls_object
	.globl	tprel16_highest_1_s
	.type	tprel16_highest_1_s, @tls_object
	.globl	tprel16_highesta_0_s
	.type	tprel16_highesta_0_s, @tls_object
	.globl	tprel16_highesta_1_s
	.type	tprel16_highesta_1_s, @tls_object
	.globl	tprel16_high_0_s
	.type	tprel16_high_0_s, @tls_object
	.globl	tprel16_high_1_s
	.type	tprel16_high_1_s, @tls_object
	.globl	tprel16_higha_0_s
	.type	tprel16_higha_0_s, @tls_object
	.globl	tprel16_higha_1_s
	.type	tprel16_higha_1_s, @tls_object
	.globl	tprel34_0_s
	.type	tprel34_0_s, @tls_object
	.globl	tprel34_top
	.type	tprel34_top, @tls_object
	.globl	tprel34_bottom
	.type	tprel34_bottom, @tls_object
	.text
	.short	0x5a5a
tprel16_0:	.reloc	., R_PPC64_TPREL16, tprel16_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_max:	.reloc	., R_PPC64_TPREL16, tprel16_top
	.short	0xaaaa
	.short	0x5a5a
tprel16_min:	.reloc	., R_PPC64_TPREL16, tprel16_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
tprel16_lo_0:	.reloc	., R_PPC64_TPREL16_LO, tprel16_lo_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_lo_1:	.reloc	., R_PPC64_TPREL16_LO, tprel16_lo_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_0:	.reloc	., R_PPC64_TPREL16_HI, tprel16_hi_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_1:	.reloc	., R_PPC64_TPREL16_HI, tprel16_hi_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_2:	.reloc	., R_PPC64_TPREL16_HI, tprel16_hi_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_max:	.reloc	., R_PPC64_TPREL16_HI, tprel16_hi_top
	.short	0xaaaa
	.short	0x5a5a
tprel16_hi_min:	.reloc	., R_PPC64_TPREL16_HI, tprel16_hi_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_0:	.reloc	., R_PPC64_TPREL16_HA, tprel16_ha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_1:	.reloc	., R_PPC64_TPREL16_HA, tprel16_ha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_2:	.reloc	., R_PPC64_TPREL16_HA, tprel16_ha_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_max:	.reloc	., R_PPC64_TPREL16_HA, tprel16_ha_top
	.short	0xaaaa
	.short	0x5a5a
tprel16_ha_min:	.reloc	., R_PPC64_TPREL16_HA, tprel16_ha_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
tprel64_0:	.reloc	., R_PPC64_TPREL64, tprel64_0_s + 0x8
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
tprel64_1:	.reloc	., R_PPC64_TPREL64, tprel64_1_s - 0x14
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
tprel16_ds_0:	.reloc	., R_PPC64_TPREL16_DS, tprel16_ds_0_s + 0x8
	.short	0xa5a6
	.short	0x5a5a
tprel16_ds_max:	.reloc	., R_PPC64_TPREL16_DS, tprel16_ds_top
	.short	0xa5a6
	.short	0x5a5a
tprel16_ds_min:	.reloc	., R_PPC64_TPREL16_DS, tprel16_ds_bottom - 0x4
	.short	0xa5a6
	.short	0x5a5a
tprel16_lo_ds_0:	.reloc	., R_PPC64_TPREL16_LO_DS, tprel16_lo_ds_0_s + 0x8
	.short	0xa5a6
	.short	0x5a5a
tprel16_lo_ds_1:	.reloc	., R_PPC64_TPREL16_LO_DS, tprel16_lo_ds_1_s - 0x14
	.short	0xa5a6
	.short	0x5a5a
tprel16_higher_0:	.reloc	., R_PPC64_TPREL16_HIGHER, tprel16_higher_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_higher_1:	.reloc	., R_PPC64_TPREL16_HIGHER, tprel16_higher_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_highera_0:	.reloc	., R_PPC64_TPREL16_HIGHERA, tprel16_highera_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_highera_1:	.reloc	., R_PPC64_TPREL16_HIGHERA, tprel16_highera_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_highest_0:	.reloc	., R_PPC64_TPREL16_HIGHEST, tprel16_highest_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_highest_1:	.reloc	., R_PPC64_TPREL16_HIGHEST, tprel16_highest_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_highesta_0:	.reloc	., R_PPC64_TPREL16_HIGHESTA, tprel16_highesta_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_highesta_1:	.reloc	., R_PPC64_TPREL16_HIGHESTA, tprel16_highesta_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_high_0:	.reloc	., R_PPC64_TPREL16_HIGH, tprel16_high_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_high_1:	.reloc	., R_PPC64_TPREL16_HIGH, tprel16_high_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel16_higha_0:	.reloc	., R_PPC64_TPREL16_HIGHA, tprel16_higha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
tprel16_higha_1:	.reloc	., R_PPC64_TPREL16_HIGHA, tprel16_higha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
tprel34_0:	.reloc	., R_PPC64_COPY, tprel34_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a
tprel34_max:	.reloc	., R_PPC64_COPY, tprel34_top
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a
tprel34_min:	.reloc	., R_PPC64_COPY, tprel34_bottom - 0x4
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a

# rtdyld-check: *{2}tprel16_0 = 0x1235
# rtdyld-check: *{2}(tprel16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_max = 0x7fff
# rtdyld-check: *{2}(tprel16_max + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_min = 0x8000
# rtdyld-check: *{2}(tprel16_min + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_lo_0 = 0xdef1
# rtdyld-check: *{2}(tprel16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_lo_1 = 0xdcbb
# rtdyld-check: *{2}(tprel16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_0 = 0x1234
# rtdyld-check: *{2}(tprel16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_1 = 0x1234
# rtdyld-check: *{2}(tprel16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_2 = 0x4321
# rtdyld-check: *{2}(tprel16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_max = 0x7fff
# rtdyld-check: *{2}(tprel16_hi_max + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_hi_min = 0x8000
# rtdyld-check: *{2}(tprel16_hi_min + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_0 = 0x1234
# rtdyld-check: *{2}(tprel16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_1 = 0x1235
# rtdyld-check: *{2}(tprel16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_2 = 0x4321
# rtdyld-check: *{2}(tprel16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_max = 0x7fff
# rtdyld-check: *{2}(tprel16_ha_max + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ha_min = 0x8000
# rtdyld-check: *{2}(tprel16_ha_min + 2) = 0x5a5a
# rtdyld-check: *{8}tprel64_0 = 0x123456789abcdef1
# rtdyld-check: *{2}(tprel64_0 + 8) = 0x5a5a
# rtdyld-check: *{8}tprel64_1 = 0xfffffffffffffffb
# rtdyld-check: *{2}(tprel64_1 + 8) = 0x5a5a
# rtdyld-check: *{2}tprel16_ds_0 = 0x1236
# rtdyld-check: *{2}(tprel16_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ds_max = 0x7ffe
# rtdyld-check: *{2}(tprel16_ds_max + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_ds_min = 0x8002
# rtdyld-check: *{2}(tprel16_ds_min + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_lo_ds_0 = 0xdef6
# rtdyld-check: *{2}(tprel16_lo_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_lo_ds_1 = 0xdcbe
# rtdyld-check: *{2}(tprel16_lo_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_higher_0 = 0x5678
# rtdyld-check: *{2}(tprel16_higher_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_higher_1 = 0x5678
# rtdyld-check: *{2}(tprel16_higher_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_highera_0 = 0x5678
# rtdyld-check: *{2}(tprel16_highera_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_highera_1 = 0x5679
# rtdyld-check: *{2}(tprel16_highera_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_highest_0 = 0x1234
# rtdyld-check: *{2}(tprel16_highest_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_highest_1 = 0x1234
# rtdyld-check: *{2}(tprel16_highest_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_highesta_0 = 0x1234
# rtdyld-check: *{2}(tprel16_highesta_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_highesta_1 = 0x1235
# rtdyld-check: *{2}(tprel16_highesta_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_high_0 = 0xfff
# rtdyld-check: *{2}(tprel16_high_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_high_1 = 0x1000
# rtdyld-check: *{2}(tprel16_high_1 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_higha_0 = 0x1000
# rtdyld-check: *{2}(tprel16_higha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}tprel16_higha_1 = 0x1001
# rtdyld-check: *{2}(tprel16_higha_1 + 2) = 0x5a5a
# rtdyld-check: *{8}tprel34_0 = 0x3860678906112345
# rtdyld-check: *{2}(tprel34_0 + 8) = 0x5a5a
# rtdyld-check: *{8}tprel34_max = 0x3860ffff0611ffff
# rtdyld-check: *{2}(tprel34_max + 8) = 0x5a5a
# rtdyld-check: *{8}tprel34_min = 0x3860000006120000
# rtdyld-check: *{2}(tprel34_min + 8) = 0x5a5a
