# Offsets in sections of what lxv and its like load: multiples of 16.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 61 R_PPC64_SECTOFF_DS
# TYPE: R_PPC64_GLOB_DAT 62 R_PPC64_SECTOFF_LO_DS
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad_sectoff.o,.text=0x10000000 -map-section=quad_sectoff.o,.mine=0x20000010 -dummy-extern=top=0x7ff0 -dummy-extern=bottom=0xffffffffffff8000 -dummy-extern=far=0x123456789abcdef0 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad_sectoff.o,.text=0x10000000 -map-section=quad_sectoff.o,.mine=0x20000010 -dummy-extern=top=0x8000 -dummy-extern=bottom=0xffffffffffff8000 -dummy-extern=far=0x123456789abcdef0 %o
# ERR: .text+0x4: R_PPC64_SECTOFF_DS (quadword) to top: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad_sectoff.o,.text=0x10000000 -map-section=quad_sectoff.o,.mine=0x20000010 -dummy-extern=top=0x7fec -dummy-extern=bottom=0xffffffffffff8000 -dummy-extern=far=0x123456789abcdef0 %o
# ERR: .text+0x4: R_PPC64_SECTOFF_DS (quadword) to top: 0x7fec is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad_sectoff.o,.text=0x10000000 -map-section=quad_sectoff.o,.mine=0x20000010 -dummy-extern=top=0x7ff0 -dummy-extern=bottom=0xffffffffffff7ff0 -dummy-extern=far=0x123456789abcdef0 %o
# ERR: .text+0x8: R_PPC64_SECTOFF_DS (quadword) to bottom: -0x8010 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad_sectoff.o,.text=0x10000000 -map-section=quad_sectoff.o,.mine=0x20000010 -dummy-extern=top=0x7ff0 -dummy-extern=bottom=0xffffffffffff8000 -dummy-extern=far=0x123456789abcdef4 %o
# ERR: .text+0x10: R_PPC64_SECTOFF_LO_DS (quadword) to far: 0x123456789abcdef4 is no multiple of 16
	.globl	top, bottom, far
	.section	.mine,"aw"
	.zero	16
there:	.long	1
	.text
ds:	.reloc	., R_PPC64_COPY, there + 16
	.long	0xf4050009
max:	.reloc	., R_PPC64_COPY, top
	.long	0xf4050009
min:	.reloc	., R_PPC64_COPY, bottom
	.long	0xf4050009
lo:	.reloc	., R_PPC64_GLOB_DAT, there + 0x12348000
	.long	0xf4050009
low:	.reloc	., R_PPC64_GLOB_DAT, far
	.long	0xf4050009

# rtdyld-check: *{4}ds = (there + 16 - section_addr(quad_sectoff.o, .mine))[15:0] + 0xf4050009
# rtdyld-check: *{4}max = top[15:0] + 0xf4050009
# rtdyld-check: *{4}min = bottom[15:0] + 0xf4050009
# rtdyld-check: *{4}lo = (there + 0x12348000 - section_addr(quad_sectoff.o, .mine))[15:0] + 0xf4050009
# rtdyld-check: *{4}low = far[15:0] + 0xf4050009
