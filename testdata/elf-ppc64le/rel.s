# The types of distances: S + A - P in 16 to 64 bits; R_PPC64_REL16DX_HA in the three pieces of addpcis, R_PPC64_PCREL34 in a prefixed instruction.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 245 R_PPC64_REL16_HIGHESTA
# TYPE: R_PPC64_GLOB_DAT 243 R_PPC64_REL16_HIGHERA
# TYPE: R_PPC64_JMP_SLOT 244 R_PPC64_REL16_HIGHEST
# TYPE: R_PPC64_RELATIVE 242 R_PPC64_REL16_HIGHER
# TYPE: R_PPC64_IRELATIVE 241 R_PPC64_REL16_HIGHA
# TYPE: R_PPC64_ADDR14_BRTAKEN 240 R_PPC64_REL16_HIGH
# TYPE: R_PPC64_ADDR14_BRNTAKEN 246 R_PPC64_REL16DX_HA
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345682 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0xa: R_PPC64_REL32 to rel32_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568d -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x12: R_PPC64_REL32 to rel32_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ae -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x36: R_PPC64_REL16 to rel16_top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b5 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x3a: R_PPC64_REL16 to rel16_bottom: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456ce -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x56: R_PPC64_REL16_HI to rel16_hi_top: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d5 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x5a: R_PPC64_REL16_HI to rel16_hi_bottom: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e2 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x6a: R_PPC64_REL16_HA to rel16_ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6e9 -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0x6e: R_PPC64_REL16_HA to rel16_ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d742 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0xca: R_PPC64_REL16DX_HA to rel16dx_ha_top: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74d -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0xd2: R_PPC64_REL16DX_HA to rel16dx_ha_bottom: -0x80008001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575e -dummy-extern=pcrel34_bottom=0x11234576e %o
# ERR: .text+0xe6: R_PPC64_PCREL34 to pcrel34_top: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=rel.o,.text=0x312345678 -dummy-extern=rel32_0_s=0x32468aceb -dummy-extern=rel32_top=0x392345681 -dummy-extern=rel32_bottom=0x29234568e -dummy-extern=rel64_0_s=0x1234567bacf1357b -dummy-extern=rel64_1_s=0x3123456ad -dummy-extern=rel16_0_s=0x3123468d7 -dummy-extern=rel16_top=0x31234d6ad -dummy-extern=rel16_bottom=0x31233d6b6 -dummy-extern=rel16_lo_0_s=0x1234567bacf1359f -dummy-extern=rel16_lo_1_s=0x312343389 -dummy-extern=rel16_hi_0_s=0x3246956b9 -dummy-extern=rel16_hi_1_s=0x32468d6da -dummy-extern=rel16_hi_2_s=0x3555556aa -dummy-extern=rel16_hi_top=0x3923456cd -dummy-extern=rel16_hi_bottom=0x2923456d6 -dummy-extern=rel16_ha_0_s=0x32468d6cd -dummy-extern=rel16_ha_1_s=0x32468d6ee -dummy-extern=rel16_ha_2_s=0x3555556be -dummy-extern=rel16_ha_top=0x39233d6e1 -dummy-extern=rel16_ha_bottom=0x29233d6ea -dummy-extern=rel16_high_0_s=0x87654324223456e1 -dummy-extern=rel16_high_1_s=0x8765432422345702 -dummy-extern=rel16_higha_0_s=0x876543242234d6ed -dummy-extern=rel16_higha_1_s=0x876543242234d70e -dummy-extern=rel16_higher_0_s=0x1234567c123456f9 -dummy-extern=rel16_higher_1_s=0x1234567b1234571a -dummy-extern=rel16_highera_0_s=0x1234567c1233d705 -dummy-extern=rel16_highera_1_s=0x1234567c1233d726 -dummy-extern=rel16_highest_0_s=0x1235000312345711 -dummy-extern=rel16_highest_1_s=0x1234000312345732 -dummy-extern=rel16_highesta_0_s=0x123500031233d71d -dummy-extern=rel16_highesta_1_s=0x123500031233d73e -dummy-extern=rel16dx_ha_0_s=0x32468d729 -dummy-extern=rel16dx_ha_1_s=0x32468d74e -dummy-extern=rel16dx_ha_top=0x39233d741 -dummy-extern=rel16dx_ha_bottom=0x29233d74e -dummy-extern=pcrel34_0_s=0x43579bed3 -dummy-extern=pcrel34_top=0x51234575d -dummy-extern=pcrel34_bottom=0x11234576d %o
# ERR: .text+0xf2: R_PPC64_PCREL34 to pcrel34_bottom: -0x200000001 does not fit signed 34
	.globl	rel32_0_s
	.globl	rel32_top
	.globl	rel32_bottom
	.globl	rel64_0_s
	.globl	rel64_1_s
	.globl	rel16_0_s
	.globl	rel16_top
	.globl	rel16_bottom
	.globl	rel16_lo_0_s
	.globl	rel16_lo_1_s
	.weak	zero
	.globl	rel16_hi_0_s
	.globl	rel16_hi_1_s
	.globl	rel16_hi_2_s
	.globl	rel16_hi_top
	.globl	rel16_hi_bottom
	.globl	rel16_ha_0_s
	.globl	rel16_ha_1_s
	.globl	rel16_ha_2_s
	.globl	rel16_ha_top
	.globl	rel16_ha_bottom
	.globl	rel16_high_0_s
	.globl	rel16_high_1_s
	.globl	rel16_higha_0_s
	.globl	rel16_higha_1_s
	.globl	rel16_higher_0_s
	.globl	rel16_higher_1_s
	.globl	rel16_highera_0_s
	.globl	rel16_highera_1_s
	.globl	rel16_highest_0_s
	.globl	rel16_highest_1_s
	.globl	rel16_highesta_0_s
	.globl	rel16_highesta_1_s
	.globl	rel16dx_ha_0_s
	.globl	rel16dx_ha_1_s
	.globl	rel16dx_ha_top
	.globl	rel16dx_ha_bottom
	.globl	pcrel34_0_s
	.globl	pcrel34_top
	.globl	pcrel34_bottom
	.text
	.short	0x5a5a
rel32_0:	.reloc	., R_PPC64_REL32, rel32_0_s + 0x8
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
rel32_max:	.reloc	., R_PPC64_REL32, rel32_top
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
rel32_min:	.reloc	., R_PPC64_REL32, rel32_bottom - 0x4
	.long	0xaaaaaaaa
	.long	0x5a5a5a5a
rel64_0:	.reloc	., R_PPC64_REL64, rel64_0_s + 0x8
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
rel64_1:	.reloc	., R_PPC64_REL64, rel64_1_s - 0x14
	.quad	0xaaaaaaaaaaaaaaaa
	.long	0x5a5a5a5a
rel16_0:	.reloc	., R_PPC64_REL16, rel16_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_max:	.reloc	., R_PPC64_REL16, rel16_top
	.short	0xaaaa
	.short	0x5a5a
rel16_min:	.reloc	., R_PPC64_REL16, rel16_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
rel16_lo_0:	.reloc	., R_PPC64_REL16_LO, rel16_lo_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_lo_1:	.reloc	., R_PPC64_REL16_LO, rel16_lo_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_lo_z:	.reloc	., R_PPC64_REL16_LO, zero
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_0:	.reloc	., R_PPC64_REL16_HI, rel16_hi_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_1:	.reloc	., R_PPC64_REL16_HI, rel16_hi_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_2:	.reloc	., R_PPC64_REL16_HI, rel16_hi_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_max:	.reloc	., R_PPC64_REL16_HI, rel16_hi_top
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_min:	.reloc	., R_PPC64_REL16_HI, rel16_hi_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_0:	.reloc	., R_PPC64_REL16_HA, rel16_ha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_1:	.reloc	., R_PPC64_REL16_HA, rel16_ha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_2:	.reloc	., R_PPC64_REL16_HA, rel16_ha_2_s + 0x20
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_max:	.reloc	., R_PPC64_REL16_HA, rel16_ha_top
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_min:	.reloc	., R_PPC64_REL16_HA, rel16_ha_bottom - 0x4
	.short	0xaaaa
	.short	0x5a5a
rel16_high_0:	.reloc	., R_PPC64_ADDR14_BRTAKEN, rel16_high_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_high_1:	.reloc	., R_PPC64_ADDR14_BRTAKEN, rel16_high_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_high_z:	.reloc	., R_PPC64_ADDR14_BRTAKEN, zero
	.short	0xaaaa
	.short	0x5a5a
rel16_higha_0:	.reloc	., R_PPC64_IRELATIVE, rel16_higha_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_higha_1:	.reloc	., R_PPC64_IRELATIVE, rel16_higha_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_higha_z:	.reloc	., R_PPC64_IRELATIVE, zero
	.short	0xaaaa
	.short	0x5a5a
rel16_higher_0:	.reloc	., R_PPC64_RELATIVE, rel16_higher_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_higher_1:	.reloc	., R_PPC64_RELATIVE, rel16_higher_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_higher_z:	.reloc	., R_PPC64_RELATIVE, zero
	.short	0xaaaa
	.short	0x5a5a
rel16_highera_0:	.reloc	., R_PPC64_GLOB_DAT, rel16_highera_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_highera_1:	.reloc	., R_PPC64_GLOB_DAT, rel16_highera_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_highera_z:	.reloc	., R_PPC64_GLOB_DAT, zero
	.short	0xaaaa
	.short	0x5a5a
rel16_highest_0:	.reloc	., R_PPC64_JMP_SLOT, rel16_highest_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_highest_1:	.reloc	., R_PPC64_JMP_SLOT, rel16_highest_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_highest_z:	.reloc	., R_PPC64_JMP_SLOT, zero
	.short	0xaaaa
	.short	0x5a5a
rel16_highesta_0:	.reloc	., R_PPC64_COPY, rel16_highesta_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_highesta_1:	.reloc	., R_PPC64_COPY, rel16_highesta_1_s - 0x14
	.short	0xaaaa
	.short	0x5a5a
rel16_highesta_z:	.reloc	., R_PPC64_COPY, zero
	.short	0xaaaa
	.short	0x5a5a
rel16dx_ha_0:	.reloc	., R_PPC64_ADDR14_BRNTAKEN, rel16dx_ha_0_s + 0x8
	.long	0x4c7fffc5
	.long	0x5a5a5a5a
rel16dx_ha_1:	.reloc	., R_PPC64_ADDR14_BRNTAKEN, rel16dx_ha_1_s - 0x14
	.long	0x4c7fffc5
	.long	0x5a5a5a5a
rel16dx_ha_max:	.reloc	., R_PPC64_ADDR14_BRNTAKEN, rel16dx_ha_top
	.long	0x4c7fffc5
	.long	0x5a5a5a5a
rel16dx_ha_min:	.reloc	., R_PPC64_ADDR14_BRNTAKEN, rel16dx_ha_bottom - 0x4
	.long	0x4c7fffc5
	.long	0x5a5a5a5a
pcrel34_0:	.reloc	., R_PPC64_PCREL34, pcrel34_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a
pcrel34_max:	.reloc	., R_PPC64_PCREL34, pcrel34_top
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a
pcrel34_min:	.reloc	., R_PPC64_PCREL34, pcrel34_bottom - 0x4
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a

# rtdyld-check: *{4}rel32_0 = 0x12345679
# rtdyld-check: *{2}(rel32_0 + 4) = 0x5a5a
# rtdyld-check: *{4}rel32_max = 0x7fffffff
# rtdyld-check: *{2}(rel32_max + 4) = 0x5a5a
# rtdyld-check: *{4}rel32_min = 0x80000000
# rtdyld-check: *{2}(rel32_min + 4) = 0x5a5a
# rtdyld-check: *{8}rel64_0 = 0x123456789abcdef1
# rtdyld-check: *{2}(rel64_0 + 8) = 0x5a5a
# rtdyld-check: *{8}rel64_1 = 0xfffffffffffffffb
# rtdyld-check: *{2}(rel64_1 + 8) = 0x5a5a
# rtdyld-check: *{2}rel16_0 = 0x1235
# rtdyld-check: *{2}(rel16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_max = 0x7fff
# rtdyld-check: *{2}(rel16_max + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_min = 0x8000
# rtdyld-check: *{2}(rel16_min + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_lo_0 = 0xdef1
# rtdyld-check: *{2}(rel16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_lo_1 = 0xdcbb
# rtdyld-check: *{2}(rel16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_lo_z = 0xa942
# rtdyld-check: *{2}(rel16_lo_z + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_0 = 0x1234
# rtdyld-check: *{2}(rel16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_1 = 0x1234
# rtdyld-check: *{2}(rel16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_2 = 0x4321
# rtdyld-check: *{2}(rel16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_max = 0x7fff
# rtdyld-check: *{2}(rel16_hi_max + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_min = 0x8000
# rtdyld-check: *{2}(rel16_hi_min + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_0 = 0x1234
# rtdyld-check: *{2}(rel16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_1 = 0x1235
# rtdyld-check: *{2}(rel16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_2 = 0x4321
# rtdyld-check: *{2}(rel16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_max = 0x7fff
# rtdyld-check: *{2}(rel16_ha_max + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_min = 0x8000
# rtdyld-check: *{2}(rel16_ha_min + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_high_0 = 0xfff
# rtdyld-check: *{2}(rel16_high_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_high_1 = 0x1000
# rtdyld-check: *{2}(rel16_high_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_high_z = 0xedcb
# rtdyld-check: *{2}(rel16_high_z + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higha_0 = 0x1000
# rtdyld-check: *{2}(rel16_higha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higha_1 = 0x1001
# rtdyld-check: *{2}(rel16_higha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higha_z = 0xedcc
# rtdyld-check: *{2}(rel16_higha_z + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higher_0 = 0x5678
# rtdyld-check: *{2}(rel16_higher_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higher_1 = 0x5678
# rtdyld-check: *{2}(rel16_higher_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higher_z = 0xfffc
# rtdyld-check: *{2}(rel16_higher_z + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highera_0 = 0x5678
# rtdyld-check: *{2}(rel16_highera_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highera_1 = 0x5679
# rtdyld-check: *{2}(rel16_highera_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highera_z = 0xfffc
# rtdyld-check: *{2}(rel16_highera_z + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highest_0 = 0x1234
# rtdyld-check: *{2}(rel16_highest_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highest_1 = 0x1234
# rtdyld-check: *{2}(rel16_highest_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highest_z = 0xffff
# rtdyld-check: *{2}(rel16_highest_z + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highesta_0 = 0x1234
# rtdyld-check: *{2}(rel16_highesta_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highesta_1 = 0x1235
# rtdyld-check: *{2}(rel16_highesta_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highesta_z = 0xffff
# rtdyld-check: *{2}(rel16_highesta_z + 2) = 0x5a5a
# rtdyld-check: *{4}rel16dx_ha_0 = 0x4c7a1204
# rtdyld-check: *{2}(rel16dx_ha_0 + 4) = 0x5a5a
# rtdyld-check: *{4}rel16dx_ha_1 = 0x4c7a1205
# rtdyld-check: *{2}(rel16dx_ha_1 + 4) = 0x5a5a
# rtdyld-check: *{4}rel16dx_ha_max = 0x4c7f7fc5
# rtdyld-check: *{2}(rel16dx_ha_max + 4) = 0x5a5a
# rtdyld-check: *{4}rel16dx_ha_min = 0x4c608004
# rtdyld-check: *{2}(rel16dx_ha_min + 4) = 0x5a5a
# rtdyld-check: *{8}pcrel34_0 = 0x3860678906112345
# rtdyld-check: *{2}(pcrel34_0 + 8) = 0x5a5a
# rtdyld-check: *{8}pcrel34_max = 0x3860ffff0611ffff
# rtdyld-check: *{2}(pcrel34_max + 8) = 0x5a5a
# rtdyld-check: *{8}pcrel34_min = 0x3860000006120000
# rtdyld-check: *{2}(pcrel34_min + 8) = 0x5a5a
