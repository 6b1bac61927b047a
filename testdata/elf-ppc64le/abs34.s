# R_PPC64_D34: S + A in 34 bits of a prefixed instruction, the prefix first.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 128 R_PPC64_D34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs34.o,.text=0x10000000 -dummy-extern=d34_0_s=0x123456781 -dummy-extern=d34_top=0x1ffffffff -dummy-extern=d34_bottom=0xfffffffe00000004 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs34.o,.text=0x10000000 -dummy-extern=d34_0_s=0x123456781 -dummy-extern=d34_top=0x200000000 -dummy-extern=d34_bottom=0xfffffffe00000004 %o
# ERR: .text+0xe: R_PPC64_D34 to d34_top: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=abs34.o,.text=0x10000000 -dummy-extern=d34_0_s=0x123456781 -dummy-extern=d34_top=0x1ffffffff -dummy-extern=d34_bottom=0xfffffffe00000003 %o
# ERR: .text+0x1a: R_PPC64_D34 to d34_bottom: -0x200000001 does not fit signed 34
	.globl	d34_0_s
	.globl	d34_top
	.globl	d34_bottom
	.text
	.short	0x5a5a
d34_0:	.reloc	., R_PPC64_COPY, d34_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a
d34_max:	.reloc	., R_PPC64_COPY, d34_top
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a
d34_min:	.reloc	., R_PPC64_COPY, d34_bottom - 0x4
	.quad	0x3860ffff0613ffff
	.long	0x5a5a5a5a

# rtdyld-check: *{8}d34_0 = 0x3860678906112345
# rtdyld-check: *{2}(d34_0 + 8) = 0x5a5a
# rtdyld-check: *{8}d34_max = 0x3860ffff0611ffff
# rtdyld-check: *{2}(d34_max + 8) = 0x5a5a
# rtdyld-check: *{8}d34_min = 0x3860000006120000
# rtdyld-check: *{2}(d34_min + 8) = 0x5a5a
