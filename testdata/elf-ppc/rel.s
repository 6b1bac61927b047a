# The types of distances: S + A - P or 16 of its bits, as the ABI names them, also in ADDPCIS. Sums are of 32 bits and wrap.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC_COPY 246 R_PPC_REL16DX_HA
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=rel.o,.text=0x1001357c -dummy-extern=rel32_0_s=0x12358be5 -dummy-extern=rel32_1_s=0xf0000001 -dummy-extern=rel32_2_s=0xffffff8f -dummy-extern=rel16_0_s=0x100147ba -dummy-extern=rel16_1_s=0x1001b598 -dummy-extern=rel16_2_s=0x1000b5a2 -dummy-extern=rel16_lo_0_s=0x2abe148b -dummy-extern=rel16_lo_1_s=0x10011279 -dummy-extern=rel16_hi_0_s=0x223635a1 -dummy-extern=rel16_hi_1_s=0x2235b5c2 -dummy-extern=rel16_hi_2_s=0xa32235b3 -dummy-extern=rel16_ha_0_s=0x2235b5ad -dummy-extern=rel16_ha_1_s=0x2235b5ce -dummy-extern=rel16_ha_2_s=0x9000c5be -dummy-extern=rel16_ha_3_s=0x1000b5c1 -dummy-extern=rel16dx_ha_0_s=0x2235b5bd -dummy-extern=rel16dx_ha_1_s=0x2235b5e2 -dummy-extern=rel16dx_ha_2_s=0x8000c5d6 -dummy-extern=rel16dx_ha_3_s=0xe556b5dd -dummy-extern=rel16dx_ha_4_s=0x900085e6 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=rel.o,.text=0x1001357c -dummy-extern=rel32_0_s=0x12358be5 -dummy-extern=rel32_1_s=0xf0000001 -dummy-extern=rel32_2_s=0xffffff8f -dummy-extern=rel16_0_s=0x100147ba -dummy-extern=rel16_1_s=0x1001b599 -dummy-extern=rel16_2_s=0x1000b5a2 -dummy-extern=rel16_lo_0_s=0x2abe148b -dummy-extern=rel16_lo_1_s=0x10011279 -dummy-extern=rel16_hi_0_s=0x223635a1 -dummy-extern=rel16_hi_1_s=0x2235b5c2 -dummy-extern=rel16_hi_2_s=0xa32235b3 -dummy-extern=rel16_ha_0_s=0x2235b5ad -dummy-extern=rel16_ha_1_s=0x2235b5ce -dummy-extern=rel16_ha_2_s=0x9000c5be -dummy-extern=rel16_ha_3_s=0x1000b5c1 -dummy-extern=rel16dx_ha_0_s=0x2235b5bd -dummy-extern=rel16dx_ha_1_s=0x2235b5e2 -dummy-extern=rel16dx_ha_2_s=0x8000c5d6 -dummy-extern=rel16dx_ha_3_s=0xe556b5dd -dummy-extern=rel16dx_ha_4_s=0x900085e6 %o
# ERR: .text+0x1e: R_PPC_REL16 to rel16_1_s: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -map-section=rel.o,.text=0x1001357c -dummy-extern=rel32_0_s=0x12358be5 -dummy-extern=rel32_1_s=0xf0000001 -dummy-extern=rel32_2_s=0xffffff8f -dummy-extern=rel16_0_s=0x100147ba -dummy-extern=rel16_1_s=0x1001b598 -dummy-extern=rel16_2_s=0x1000b5a1 -dummy-extern=rel16_lo_0_s=0x2abe148b -dummy-extern=rel16_lo_1_s=0x10011279 -dummy-extern=rel16_hi_0_s=0x223635a1 -dummy-extern=rel16_hi_1_s=0x2235b5c2 -dummy-extern=rel16_hi_2_s=0xa32235b3 -dummy-extern=rel16_ha_0_s=0x2235b5ad -dummy-extern=rel16_ha_1_s=0x2235b5ce -dummy-extern=rel16_ha_2_s=0x9000c5be -dummy-extern=rel16_ha_3_s=0x1000b5c1 -dummy-extern=rel16dx_ha_0_s=0x2235b5bd -dummy-extern=rel16dx_ha_1_s=0x2235b5e2 -dummy-extern=rel16dx_ha_2_s=0x8000c5d6 -dummy-extern=rel16dx_ha_3_s=0xe556b5dd -dummy-extern=rel16dx_ha_4_s=0x900085e6 %o
# ERR: .text+0x22: R_PPC_REL16 to rel16_2_s: -0x8001 does not fit signed 16
	.globl	rel32_0_s, rel32_1_s, rel32_2_s, rel16_0_s, rel16_1_s, rel16_2_s, rel16_lo_0_s, rel16_lo_1_s, rel16_hi_0_s, rel16_hi_1_s, rel16_hi_2_s, rel16_ha_0_s, rel16_ha_1_s, rel16_ha_2_s, rel16_ha_3_s, rel16dx_ha_0_s, rel16dx_ha_1_s, rel16dx_ha_2_s, rel16dx_ha_3_s, rel16dx_ha_4_s
	.text
	.short	0x5a5a
rel32_0:	.reloc	., R_PPC_REL32, rel32_0_s + 9
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
rel32_1:	.reloc	., R_PPC_REL32, rel32_1_s + 9
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
rel32_2:	.reloc	., R_PPC_REL32, rel32_2_s + 2147483647
	.long	0xa5a5a5a5
	.long	0x5a5a5a5a
rel16_0:	.reloc	., R_PPC_REL16, rel16_0_s + 9
	.short	0xaaaa
	.short	0x5a5a
rel16_1:	.reloc	., R_PPC_REL16, rel16_1_s + 1
	.short	0xaaaa
	.short	0x5a5a
rel16_2:	.reloc	., R_PPC_REL16, rel16_2_s - 4
	.short	0xaaaa
	.short	0x5a5a
rel16_lo_0:	.reloc	., R_PPC_REL16_LO, rel16_lo_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
rel16_lo_1:	.reloc	., R_PPC_REL16_LO, rel16_lo_1_s - 4
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_0:	.reloc	., R_PPC_REL16_HI, rel16_hi_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_1:	.reloc	., R_PPC_REL16_HI, rel16_hi_1_s - 32788
	.short	0xaaaa
	.short	0x5a5a
rel16_hi_2:	.reloc	., R_PPC_REL16_HI, rel16_hi_2_s + 0
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_0:	.reloc	., R_PPC_REL16_HA, rel16_ha_0_s + 8
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_1:	.reloc	., R_PPC_REL16_HA, rel16_ha_1_s - 20
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_2:	.reloc	., R_PPC_REL16_HA, rel16_ha_2_s + 0
	.short	0xaaaa
	.short	0x5a5a
rel16_ha_3:	.reloc	., R_PPC_REL16_HA, rel16_ha_3_s + 0
	.short	0xaaaa
	.short	0x5a5a
rel16dx_ha_0:	.reloc	., R_PPC_COPY, rel16dx_ha_0_s + 8
	.long	0x4e75aaa5
	.long	0x5a5a5a5a
rel16dx_ha_1:	.reloc	., R_PPC_COPY, rel16dx_ha_1_s - 20
	.long	0x4e75aaa5
	.long	0x5a5a5a5a
rel16dx_ha_2:	.reloc	., R_PPC_COPY, rel16dx_ha_2_s + 0
	.long	0x4e75aaa5
	.long	0x5a5a5a5a
rel16dx_ha_3:	.reloc	., R_PPC_COPY, rel16dx_ha_3_s + 0
	.long	0x4e75aaa5
	.long	0x5a5a5a5a
rel16dx_ha_4:	.reloc	., R_PPC_COPY, rel16dx_ha_4_s + 16384
	.long	0x4e75aaa5
	.long	0x5a5a5a5a

# rtdyld-check: *{4}rel32_0 = 0x2345670
# rtdyld-check: *{4}(rel32_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel32_1 = 0xdffeca84
# rtdyld-check: *{4}(rel32_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel32_2 = 0x6ffeca00
# rtdyld-check: *{4}(rel32_2 + 4) = 0x5a5a5a5a
# rtdyld-check: *{2}rel16_0 = 0x122d
# rtdyld-check: *{2}(rel16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_1 = 0x7fff
# rtdyld-check: *{2}(rel16_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_2 = 0x8000
# rtdyld-check: *{2}(rel16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_lo_0 = 0xdef1
# rtdyld-check: *{2}(rel16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_lo_1 = 0xdccf
# rtdyld-check: *{2}(rel16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_0 = 0x1234
# rtdyld-check: *{2}(rel16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_1 = 0x1234
# rtdyld-check: *{2}(rel16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_hi_2 = 0x9321
# rtdyld-check: *{2}(rel16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_0 = 0x1234
# rtdyld-check: *{2}(rel16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_1 = 0x1235
# rtdyld-check: *{2}(rel16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_2 = 0x8000
# rtdyld-check: *{2}(rel16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_ha_3 = 0xffff
# rtdyld-check: *{2}(rel16_ha_3 + 2) = 0x5a5a
# rtdyld-check: *{4}rel16dx_ha_0 = 0x4e7a1224
# rtdyld-check: *{4}(rel16dx_ha_0 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel16dx_ha_1 = 0x4e7a1225
# rtdyld-check: *{4}(rel16dx_ha_1 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel16dx_ha_2 = 0x4e607024
# rtdyld-check: *{4}(rel16dx_ha_2 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel16dx_ha_3 = 0x4e6ad565
# rtdyld-check: *{4}(rel16dx_ha_3 + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel16dx_ha_4 = 0x4e608024
# rtdyld-check: *{4}(rel16dx_ha_4 + 4) = 0x5a5a5a5a
