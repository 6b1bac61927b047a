# R_PPC64_PLT16_HI: the upper part of the distance of a GOT entry with S + A from T, at the end of what fits. T counts from .toc.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 30 R_PPC64_PLT16_HI
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=plt_hi.o,.text=0x10000000 -map-section=plt_hi.o,.toc=0x27fff8011 -map-section=plt_hi.o,.got=0x300000010 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=plt_hi.o,.text=0x10000000 -map-section=plt_hi.o,.toc=0x27fff8010 -map-section=plt_hi.o,.got=0x300000010 %o
# ERR: .text+0x2: R_PPC64_PLT16_HI to ext: 0x80000000 does not fit signed 32
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
# rtdyld-check: *{8}(section_addr(plt_hi.o, .got)) = ext + 8
