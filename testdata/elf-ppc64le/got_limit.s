# The ends of what the fields with the distance of a GOT entry from T take, a type in each object; 314, 343 and 347 are 58, 87 and 91 in lxv. T counts from .toc, which is where it has to be for that.
# Nothing is before T by more than 0x8000.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_14.o,.text=0x10000000 -map-section=got_limit_14.o,.toc=0x2ffff0011 -map-section=got_limit_14.o,.got=0x300000010 -check=%s %S/got_limit_14.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_14.o,.text=0x10000000 -map-section=got_limit_14.o,.toc=0x2ffff0010 -map-section=got_limit_14.o,.got=0x300000010 %S/got_limit_14.o
# ERR: .text+0x2: R_PPC64_GOT16 to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_16.o,.text=0x10000000 -map-section=got_limit_16.o,.toc=0x27fff8011 -map-section=got_limit_16.o,.got=0x300000010 -check=%s %S/got_limit_16.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_16.o,.text=0x10000000 -map-section=got_limit_16.o,.toc=0x27fff8010 -map-section=got_limit_16.o,.got=0x300000010 %S/got_limit_16.o
# ERR: .text+0x2: R_PPC64_GOT16_HI to ext: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_17.o,.text=0x10000000 -map-section=got_limit_17.o,.toc=0x280000011 -map-section=got_limit_17.o,.got=0x300000010 -check=%s %S/got_limit_17.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_17.o,.text=0x10000000 -map-section=got_limit_17.o,.toc=0x280000010 -map-section=got_limit_17.o,.got=0x300000010 %S/got_limit_17.o
# ERR: .text+0x2: R_PPC64_GOT16_HA to ext: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_58.o,.text=0x10000000 -map-section=got_limit_58.o,.toc=0x2ffff0014 -map-section=got_limit_58.o,.got=0x300000010 -check=%s %S/got_limit_58.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_58.o,.text=0x10000000 -map-section=got_limit_58.o,.toc=0x2ffff0010 -map-section=got_limit_58.o,.got=0x300000010 %S/got_limit_58.o
# ERR: .text+0x2: R_PPC64_GOT16_DS to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_58.o,.text=0x10000000 -map-section=got_limit_58.o,.toc=0x2ffff0015 -map-section=got_limit_58.o,.got=0x300000010 %S/got_limit_58.o
# ERR: .text+0x2: R_PPC64_GOT16_DS to ext: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_79.o,.text=0x10000000 -map-section=got_limit_79.o,.toc=0x2ffff0011 -map-section=got_limit_79.o,.got=0x300000010 -check=%s %S/got_limit_79.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_79.o,.text=0x10000000 -map-section=got_limit_79.o,.toc=0x2ffff0010 -map-section=got_limit_79.o,.got=0x300000010 %S/got_limit_79.o
# ERR: .text+0x2: R_PPC64_GOT_TLSGD16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_81.o,.text=0x10000000 -map-section=got_limit_81.o,.toc=0x27fff8011 -map-section=got_limit_81.o,.got=0x300000010 -check=%s %S/got_limit_81.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_81.o,.text=0x10000000 -map-section=got_limit_81.o,.toc=0x27fff8010 -map-section=got_limit_81.o,.got=0x300000010 %S/got_limit_81.o
# ERR: .text+0x2: R_PPC64_GOT_TLSGD16_HI to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_82.o,.text=0x10000000 -map-section=got_limit_82.o,.toc=0x280000011 -map-section=got_limit_82.o,.got=0x300000010 -check=%s %S/got_limit_82.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_82.o,.text=0x10000000 -map-section=got_limit_82.o,.toc=0x280000010 -map-section=got_limit_82.o,.got=0x300000010 %S/got_limit_82.o
# ERR: .text+0x2: R_PPC64_GOT_TLSGD16_HA to own: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_83.o,.text=0x10000000 -map-section=got_limit_83.o,.toc=0x2ffff0011 -map-section=got_limit_83.o,.got=0x300000010 -check=%s %S/got_limit_83.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_83.o,.text=0x10000000 -map-section=got_limit_83.o,.toc=0x2ffff0010 -map-section=got_limit_83.o,.got=0x300000010 %S/got_limit_83.o
# ERR: .text+0x2: R_PPC64_GOT_TLSLD16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_85.o,.text=0x10000000 -map-section=got_limit_85.o,.toc=0x27fff8011 -map-section=got_limit_85.o,.got=0x300000010 -check=%s %S/got_limit_85.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_85.o,.text=0x10000000 -map-section=got_limit_85.o,.toc=0x27fff8010 -map-section=got_limit_85.o,.got=0x300000010 %S/got_limit_85.o
# ERR: .text+0x2: R_PPC64_GOT_TLSLD16_HI to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_86.o,.text=0x10000000 -map-section=got_limit_86.o,.toc=0x280000011 -map-section=got_limit_86.o,.got=0x300000010 -check=%s %S/got_limit_86.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_86.o,.text=0x10000000 -map-section=got_limit_86.o,.toc=0x280000010 -map-section=got_limit_86.o,.got=0x300000010 %S/got_limit_86.o
# ERR: .text+0x2: R_PPC64_GOT_TLSLD16_HA to own: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_87.o,.text=0x10000000 -map-section=got_limit_87.o,.toc=0x2ffff0014 -map-section=got_limit_87.o,.got=0x300000010 -check=%s %S/got_limit_87.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_87.o,.text=0x10000000 -map-section=got_limit_87.o,.toc=0x2ffff0010 -map-section=got_limit_87.o,.got=0x300000010 %S/got_limit_87.o
# ERR: .text+0x2: R_PPC64_GOT_TPREL16_DS to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_87.o,.text=0x10000000 -map-section=got_limit_87.o,.toc=0x2ffff0015 -map-section=got_limit_87.o,.got=0x300000010 %S/got_limit_87.o
# ERR: .text+0x2: R_PPC64_GOT_TPREL16_DS to own: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_89.o,.text=0x10000000 -map-section=got_limit_89.o,.toc=0x27fff8011 -map-section=got_limit_89.o,.got=0x300000010 -check=%s %S/got_limit_89.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_89.o,.text=0x10000000 -map-section=got_limit_89.o,.toc=0x27fff8010 -map-section=got_limit_89.o,.got=0x300000010 %S/got_limit_89.o
# ERR: .text+0x2: R_PPC64_GOT_TPREL16_HI to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_90.o,.text=0x10000000 -map-section=got_limit_90.o,.toc=0x280000011 -map-section=got_limit_90.o,.got=0x300000010 -check=%s %S/got_limit_90.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_90.o,.text=0x10000000 -map-section=got_limit_90.o,.toc=0x280000010 -map-section=got_limit_90.o,.got=0x300000010 %S/got_limit_90.o
# ERR: .text+0x2: R_PPC64_GOT_TPREL16_HA to own: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_314.o,.text=0x10000000 -map-section=got_limit_314.o,.toc=0x2ffff0020 -map-section=got_limit_314.o,.got=0x300000010 -check=%s %S/got_limit_314.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_314.o,.text=0x10000000 -map-section=got_limit_314.o,.toc=0x2ffff0010 -map-section=got_limit_314.o,.got=0x300000010 %S/got_limit_314.o
# ERR: .text+0x0: R_PPC64_GOT16_DS (quadword) to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_314.o,.text=0x10000000 -map-section=got_limit_314.o,.toc=0x2ffff0021 -map-section=got_limit_314.o,.got=0x300000010 %S/got_limit_314.o
# ERR: .text+0x0: R_PPC64_GOT16_DS (quadword) to ext: 0x7fef is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_343.o,.text=0x10000000 -map-section=got_limit_343.o,.toc=0x2ffff0020 -map-section=got_limit_343.o,.got=0x300000010 -check=%s %S/got_limit_343.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_343.o,.text=0x10000000 -map-section=got_limit_343.o,.toc=0x2ffff0010 -map-section=got_limit_343.o,.got=0x300000010 %S/got_limit_343.o
# ERR: .text+0x0: R_PPC64_GOT_TPREL16_DS (quadword) to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_343.o,.text=0x10000000 -map-section=got_limit_343.o,.toc=0x2ffff0021 -map-section=got_limit_343.o,.got=0x300000010 %S/got_limit_343.o
# ERR: .text+0x0: R_PPC64_GOT_TPREL16_DS (quadword) to own: 0x7fef is no multiple of 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_91.o,.text=0x10000000 -map-section=got_limit_91.o,.toc=0x2ffff0014 -map-section=got_limit_91.o,.got=0x300000010 -check=%s %S/got_limit_91.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_91.o,.text=0x10000000 -map-section=got_limit_91.o,.toc=0x2ffff0010 -map-section=got_limit_91.o,.got=0x300000010 %S/got_limit_91.o
# ERR: .text+0x2: R_PPC64_GOT_DTPREL16_DS to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_91.o,.text=0x10000000 -map-section=got_limit_91.o,.toc=0x2ffff0015 -map-section=got_limit_91.o,.got=0x300000010 %S/got_limit_91.o
# ERR: .text+0x2: R_PPC64_GOT_DTPREL16_DS to own: 0x7ffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_93.o,.text=0x10000000 -map-section=got_limit_93.o,.toc=0x27fff8011 -map-section=got_limit_93.o,.got=0x300000010 -check=%s %S/got_limit_93.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_93.o,.text=0x10000000 -map-section=got_limit_93.o,.toc=0x27fff8010 -map-section=got_limit_93.o,.got=0x300000010 %S/got_limit_93.o
# ERR: .text+0x2: R_PPC64_GOT_DTPREL16_HI to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_94.o,.text=0x10000000 -map-section=got_limit_94.o,.toc=0x280000011 -map-section=got_limit_94.o,.got=0x300000010 -check=%s %S/got_limit_94.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_94.o,.text=0x10000000 -map-section=got_limit_94.o,.toc=0x280000010 -map-section=got_limit_94.o,.got=0x300000010 %S/got_limit_94.o
# ERR: .text+0x2: R_PPC64_GOT_DTPREL16_HA to own: 0x7fff8000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_347.o,.text=0x10000000 -map-section=got_limit_347.o,.toc=0x2ffff0020 -map-section=got_limit_347.o,.got=0x300000010 -check=%s %S/got_limit_347.o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_347.o,.text=0x10000000 -map-section=got_limit_347.o,.toc=0x2ffff0010 -map-section=got_limit_347.o,.got=0x300000010 %S/got_limit_347.o
# ERR: .text+0x0: R_PPC64_GOT_DTPREL16_DS (quadword) to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_limit_347.o,.text=0x10000000 -map-section=got_limit_347.o,.toc=0x2ffff0021 -map-section=got_limit_347.o,.got=0x300000010 %S/got_limit_347.o
# ERR: .text+0x0: R_PPC64_GOT_DTPREL16_DS (quadword) to own: 0x7fef is no multiple of 16
	.ifndef TYPE
	.set	TYPE, 14
	.endif
	.globl	ext
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.section .toc,"aw",@progbits
	.byte	0
	.text
	.if TYPE == 14
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT16, ext + 8
	.short	0xaaab
	.elseif TYPE == 16
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT16_HI, ext + 8
	.short	0xaaab
	.elseif TYPE == 17
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT16_HA, ext + 8
	.short	0xaaab
	.elseif TYPE == 58
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT16_DS, ext + 8
	.short	0xaaab
	.elseif TYPE == 79
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TLSGD16, own + 8
	.short	0xaaab
	.elseif TYPE == 81
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TLSGD16_HI, own + 8
	.short	0xaaab
	.elseif TYPE == 82
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TLSGD16_HA, own + 8
	.short	0xaaab
	.elseif TYPE == 83
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TLSLD16, own
	.short	0xaaab
	.elseif TYPE == 85
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TLSLD16_HI, own
	.short	0xaaab
	.elseif TYPE == 86
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TLSLD16_HA, own
	.short	0xaaab
	.elseif TYPE == 87
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TPREL16_DS, own + 8
	.short	0xaaab
	.elseif TYPE == 89
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TPREL16_HI, own + 8
	.short	0xaaab
	.elseif TYPE == 90
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_TPREL16_HA, own + 8
	.short	0xaaab
	.elseif TYPE == 314
	site:	.reloc	., R_PPC64_GOT16_DS, ext + 8
	.long	0x1842abcf
	.elseif TYPE == 343
	site:	.reloc	., R_PPC64_GOT_TPREL16_DS, own + 8
	.long	0x1842abcf
	.elseif TYPE == 91
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_DTPREL16_DS, own + 8
	.short	0xaaab
	.elseif TYPE == 93
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_DTPREL16_HI, own + 8
	.short	0xaaab
	.elseif TYPE == 94
	.short	0x5a5a
site:	.reloc	., R_PPC64_GOT_DTPREL16_HA, own + 8
	.short	0xaaab
	.elseif TYPE == 347
	site:	.reloc	., R_PPC64_GOT_DTPREL16_DS, own + 8
	.long	0x1842abcf
	.endif

# rtdyld-check: *{2}site = 0x7fff
