# The ends of what the fields with the distance of a GOT entry from T take, a type in each object.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d019 -map-section=got_limit_14.o,.text=0x10010000 -map-section=got_limit_14.o,.got=0x32345018 -check=%s %S/got_limit_14.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d018 -map-section=got_limit_14.o,.text=0x10010000 -map-section=got_limit_14.o,.got=0x32345018 %S/got_limit_14.o
# ERR: .text+0x0: R_PPC_GOT16 to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d018 -map-section=got_limit_14.o,.text=0x10010000 -map-section=got_limit_14.o,.got=0x32345018 -check=%s %S/got_limit_14.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d019 -map-section=got_limit_14.o,.text=0x10010000 -map-section=got_limit_14.o,.got=0x32345018 %S/got_limit_14.o
# ERR: .text+0x0: R_PPC_GOT16 to ext: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d019 -map-section=got_limit_79.o,.text=0x10010000 -map-section=got_limit_79.o,.got=0x32345018 -check=%s %S/got_limit_79.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d018 -map-section=got_limit_79.o,.text=0x10010000 -map-section=got_limit_79.o,.got=0x32345018 %S/got_limit_79.o
# ERR: .text+0x0: R_PPC_GOT_TLSGD16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d018 -map-section=got_limit_79.o,.text=0x10010000 -map-section=got_limit_79.o,.got=0x32345018 -check=%s %S/got_limit_79.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d019 -map-section=got_limit_79.o,.text=0x10010000 -map-section=got_limit_79.o,.got=0x32345018 %S/got_limit_79.o
# ERR: .text+0x0: R_PPC_GOT_TLSGD16 to own: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d019 -map-section=got_limit_83.o,.text=0x10010000 -map-section=got_limit_83.o,.got=0x32345018 -check=%s %S/got_limit_83.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d018 -map-section=got_limit_83.o,.text=0x10010000 -map-section=got_limit_83.o,.got=0x32345018 %S/got_limit_83.o
# ERR: .text+0x0: R_PPC_GOT_TLSLD16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d018 -map-section=got_limit_83.o,.text=0x10010000 -map-section=got_limit_83.o,.got=0x32345018 -check=%s %S/got_limit_83.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d019 -map-section=got_limit_83.o,.text=0x10010000 -map-section=got_limit_83.o,.got=0x32345018 %S/got_limit_83.o
# ERR: .text+0x0: R_PPC_GOT_TLSLD16 to own: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d019 -map-section=got_limit_87.o,.text=0x10010000 -map-section=got_limit_87.o,.got=0x32345018 -check=%s %S/got_limit_87.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d018 -map-section=got_limit_87.o,.text=0x10010000 -map-section=got_limit_87.o,.got=0x32345018 %S/got_limit_87.o
# ERR: .text+0x0: R_PPC_GOT_TPREL16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d018 -map-section=got_limit_87.o,.text=0x10010000 -map-section=got_limit_87.o,.got=0x32345018 -check=%s %S/got_limit_87.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d019 -map-section=got_limit_87.o,.text=0x10010000 -map-section=got_limit_87.o,.got=0x32345018 %S/got_limit_87.o
# ERR: .text+0x0: R_PPC_GOT_TPREL16 to own: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d019 -map-section=got_limit_91.o,.text=0x10010000 -map-section=got_limit_91.o,.got=0x32345018 -check=%s %S/got_limit_91.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3233d018 -map-section=got_limit_91.o,.text=0x10010000 -map-section=got_limit_91.o,.got=0x32345018 %S/got_limit_91.o
# ERR: .text+0x0: R_PPC_GOT_DTPREL16 to own: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d018 -map-section=got_limit_91.o,.text=0x10010000 -map-section=got_limit_91.o,.got=0x32345018 -check=%s %S/got_limit_91.o
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu -dummy-extern=ext=0x9abcdef0 -dummy-extern=_GLOBAL_OFFSET_TABLE_=0x3234d019 -map-section=got_limit_91.o,.text=0x10010000 -map-section=got_limit_91.o,.got=0x32345018 %S/got_limit_91.o
# ERR: .text+0x0: R_PPC_GOT_DTPREL16 to own: -0x8001 does not fit signed 16
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
	.text
	.if TYPE == 14
	.reloc	., R_PPC_GOT16, ext
	.elseif TYPE == 79
	.reloc	., R_PPC_GOT_TLSGD16, own
	.elseif TYPE == 83
	.reloc	., R_PPC_GOT_TLSLD16, own
	.elseif TYPE == 87
	.reloc	., R_PPC_GOT_TPREL16, own
	.elseif TYPE == 91
	.reloc	., R_PPC_GOT_DTPREL16, own
	.endif
field:	.short	0

# rtdyld-check: *{2}field = (0x32345018 - _GLOBAL_OFFSET_TABLE_)[15:0]
