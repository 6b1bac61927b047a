# R_PPC64_PLT16_HA: the upper part of the distance of a GOT entry with S + A from T, at the end of what fits. T counts from .toc.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 31 R_PPC64_PLT16_HA
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=plt_ha.o,.text=0x10000000 -map-section=plt_ha.o,.toc=0x280000011 -map-section=plt_ha.o,.got=0x300000010 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=plt_ha.o,.text=0x10000000 -map-section=plt_ha.o,.toc=0x280000010 -map-section=plt_ha.o,.got=0x300000010 %o
# ERR: .text+0x2: R_PPC64_PLT16_HA to ext: 0x7fff8000 does not fit signed 32
	.globl	ext
	.section .toc,"aw",@progbits
	.byte	0
	.text
	.short	0x5a5a
field:	.reloc	., R_PPC64_COPY, ext + 8
	.short	0xaaaa
	.short	0x5a5a

# rtdyld-check: *{2}field = 0x7fff
# rtdyld-check: *{2}(field + 2) = 0x5a5a
# rtdyld-check: *{8}(section_addr(plt_ha.o, .got)) = ext + 8
