# R_PPC64_DTPREL*: the offset of S + A in the block of its module, less 0x8000; R_PPC64_DTPMOD64: the number of the module.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 147 R_PPC64_DTPREL34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=dtprel.o,.text=0x10000000 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.text
	.short	0x5a5a
dtprel16_0:	.reloc	., R_PPC64_DTPREL16, own + 0x922d
	.short	0xaaaa
	.short	0x5a5a
dtprel16_1:	.reloc	., R_PPC64_DTPREL16, own + 0xfff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_2:	.reloc	., R_PPC64_DTPREL16, own - 0x8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_lo_0:	.reloc	., R_PPC64_DTPREL16_LO, own + 0x123456789abd5ee9
	.short	0xaaaa
	.short	0x5a5a
dtprel16_lo_1:	.reloc	., R_PPC64_DTPREL16_LO, own + 0x5cb3
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_0:	.reloc	., R_PPC64_DTPREL16_HI, own + 0x12357ff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_1:	.reloc	., R_PPC64_DTPREL16_HI, own + 0x1234fff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_2:	.reloc	., R_PPC64_DTPREL16_HI, own + 0x43217ff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_3:	.reloc	., R_PPC64_DTPREL16_HI, own + 0x80007ff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_hi_4:	.reloc	., R_PPC64_DTPREL16_HI, own - 0x7fff8008
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_0:	.reloc	., R_PPC64_DTPREL16_HA, own + 0x1234fff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_1:	.reloc	., R_PPC64_DTPREL16_HA, own + 0x1234fff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_2:	.reloc	., R_PPC64_DTPREL16_HA, own + 0x43217ff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_3:	.reloc	., R_PPC64_DTPREL16_HA, own + 0x7ffffff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_ha_4:	.reloc	., R_PPC64_DTPREL16_HA, own - 0x80000008
	.short	0xaaaa
	.short	0x5a5a
dtprel64_0:	.reloc	., R_PPC64_DTPREL64, own + 0x123456789abd5ee9
	.quad	0xaaaaaaaaaaaaaaaa
	.short	0x5a5a
dtprel64_1:	.reloc	., R_PPC64_DTPREL64, own + 0x7ff3
	.quad	0xaaaaaaaaaaaaaaaa
	.short	0x5a5a
dtprel16_ds_0:	.reloc	., R_PPC64_DTPREL16_DS, own + 0x922c
	.short	0xa5a6
	.short	0x5a5a
dtprel16_ds_1:	.reloc	., R_PPC64_DTPREL16_DS, own + 0xfff4
	.short	0xa5a6
	.short	0x5a5a
dtprel16_ds_2:	.reloc	., R_PPC64_DTPREL16_DS, own - 0x8
	.short	0xa5a6
	.short	0x5a5a
dtprel16_lo_ds_0:	.reloc	., R_PPC64_DTPREL16_LO_DS, own + 0x123456789abd5eec
	.short	0xa5a6
	.short	0x5a5a
dtprel16_lo_ds_1:	.reloc	., R_PPC64_DTPREL16_LO_DS, own + 0x5cb4
	.short	0xa5a6
	.short	0x5a5a
dtprel16_higher_0:	.reloc	., R_PPC64_DTPREL16_HIGHER, own + 0x1234567900007ff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_higher_1:	.reloc	., R_PPC64_DTPREL16_HIGHER, own + 0x1234567800007ff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_highera_0:	.reloc	., R_PPC64_DTPREL16_HIGHERA, own + 0x12345678fffffff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_highera_1:	.reloc	., R_PPC64_DTPREL16_HIGHERA, own + 0x12345678fffffff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_highest_0:	.reloc	., R_PPC64_DTPREL16_HIGHEST, own + 0x1235000000007ff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_highest_1:	.reloc	., R_PPC64_DTPREL16_HIGHEST, own + 0x1234000000007ff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_highesta_0:	.reloc	., R_PPC64_DTPREL16_HIGHESTA, own + 0x1234fffffffffff7
	.short	0xaaaa
	.short	0x5a5a
dtprel16_highesta_1:	.reloc	., R_PPC64_DTPREL16_HIGHESTA, own + 0x1234fffffffffff8
	.short	0xaaaa
	.short	0x5a5a
dtprel16_high_0:	.reloc	., R_PPC64_DTPREL16_HIGH, own - 0x789abcdeefff8009
	.short	0xaaaa
	.short	0x5a5a
dtprel16_high_1:	.reloc	., R_PPC64_DTPREL16_HIGH, own - 0x789abcdeefff8008
	.short	0xaaaa
	.short	0x5a5a
dtprel16_higha_0:	.reloc	., R_PPC64_DTPREL16_HIGHA, own - 0x789abcdeefff0009
	.short	0xaaaa
	.short	0x5a5a
dtprel16_higha_1:	.reloc	., R_PPC64_DTPREL16_HIGHA, own - 0x789abcdeefff0008
	.short	0xaaaa
	.short	0x5a5a
dtprel34_0:	.reloc	., R_PPC64_COPY, own + 0x12345e781
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
dtprel34_1:	.reloc	., R_PPC64_COPY, own + 0x200007ff7
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
dtprel34_2:	.reloc	., R_PPC64_COPY, own - 0x1ffff8008
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
mod:	.reloc	., R_PPC64_DTPMOD64, own
	.quad	0x5555555555555555
	.short	0x5a5a

# rtdyld-check: *{2}dtprel16_0 = 0x1235
# rtdyld-check: *{2}(dtprel16_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_1 = 0x7fff
# rtdyld-check: *{2}(dtprel16_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_2 = 0x8000
# rtdyld-check: *{2}(dtprel16_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_lo_0 = 0xdef1
# rtdyld-check: *{2}(dtprel16_lo_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_lo_1 = 0xdcbb
# rtdyld-check: *{2}(dtprel16_lo_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_0 = 0x1234
# rtdyld-check: *{2}(dtprel16_hi_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_1 = 0x1234
# rtdyld-check: *{2}(dtprel16_hi_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_2 = 0x4321
# rtdyld-check: *{2}(dtprel16_hi_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_3 = 0x7fff
# rtdyld-check: *{2}(dtprel16_hi_3 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_hi_4 = 0x8000
# rtdyld-check: *{2}(dtprel16_hi_4 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_0 = 0x1234
# rtdyld-check: *{2}(dtprel16_ha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_1 = 0x1235
# rtdyld-check: *{2}(dtprel16_ha_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_2 = 0x4321
# rtdyld-check: *{2}(dtprel16_ha_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_3 = 0x7fff
# rtdyld-check: *{2}(dtprel16_ha_3 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ha_4 = 0x8000
# rtdyld-check: *{2}(dtprel16_ha_4 + 2) = 0x5a5a
# rtdyld-check: *{8}dtprel64_0 = 0x123456789abcdef1
# rtdyld-check: *{2}(dtprel64_0 + 8) = 0x5a5a
# rtdyld-check: *{8}dtprel64_1 = 0xfffffffffffffffb
# rtdyld-check: *{2}(dtprel64_1 + 8) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ds_0 = 0x1236
# rtdyld-check: *{2}(dtprel16_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ds_1 = 0x7ffe
# rtdyld-check: *{2}(dtprel16_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_ds_2 = 0x8002
# rtdyld-check: *{2}(dtprel16_ds_2 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_lo_ds_0 = 0xdef6
# rtdyld-check: *{2}(dtprel16_lo_ds_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_lo_ds_1 = 0xdcbe
# rtdyld-check: *{2}(dtprel16_lo_ds_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_higher_0 = 0x5678
# rtdyld-check: *{2}(dtprel16_higher_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_higher_1 = 0x5678
# rtdyld-check: *{2}(dtprel16_higher_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_highera_0 = 0x5678
# rtdyld-check: *{2}(dtprel16_highera_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_highera_1 = 0x5679
# rtdyld-check: *{2}(dtprel16_highera_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_highest_0 = 0x1234
# rtdyld-check: *{2}(dtprel16_highest_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_highest_1 = 0x1234
# rtdyld-check: *{2}(dtprel16_highest_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_highesta_0 = 0x1234
# rtdyld-check: *{2}(dtprel16_highesta_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_highesta_1 = 0x1235
# rtdyld-check: *{2}(dtprel16_highesta_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_high_0 = 0xfff
# rtdyld-check: *{2}(dtprel16_high_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_high_1 = 0x1000
# rtdyld-check: *{2}(dtprel16_high_1 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_higha_0 = 0x1000
# rtdyld-check: *{2}(dtprel16_higha_0 + 2) = 0x5a5a
# rtdyld-check: *{2}dtprel16_higha_1 = 0x1001
# rtdyld-check: *{2}(dtprel16_higha_1 + 2) = 0x5a5a
# rtdyld-check: *{8}dtprel34_0 = 0x3860678906112345
# rtdyld-check: *{2}(dtprel34_0 + 8) = 0x5a5a
# rtdyld-check: *{8}dtprel34_1 = 0x3860ffff0611ffff
# rtdyld-check: *{2}(dtprel34_1 + 8) = 0x5a5a
# rtdyld-check: *{8}dtprel34_2 = 0x3860000006120000
# rtdyld-check: *{2}(dtprel34_2 + 8) = 0x5a5a
# rtdyld-check: *{8}mod = 1
# rtdyld-check: *{2}(mod + 8) = 0x5a5a
