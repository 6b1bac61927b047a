# Displacements of instructions that leave the lowest four bits to the opcode: the low part of the distance of a GOT entry from T, however far that is.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 60 R_PPC64_PLT16_LO_DS
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x1122334455667788 -map-section=quad_got.o,.text=0x10000000 -map-section=quad_got.o,.toc=0x200000008 -map-section=quad_got.o,.got=0x323450018 -check=%s %o
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
one:	.reloc	., R_PPC64_GOT16_LO_DS, ext + 8
	.long	0xf445abc9
two:	.reloc	., R_PPC64_COPY, ext + 8
	.long	0xf445abcd
	.reloc	., R_PPC64_GOT16_LO, ext + 16
	.short	0
	.short	0
three:	.reloc	., R_PPC64_GOT_TPREL16_LO_DS, own + 4
	.long	0xf445abc5
	.reloc	., R_PPC64_GOT16_LO, ext + 24
	.short	0
	.short	0
four:	.reloc	., R_PPC64_GOT_DTPREL16_LO_DS, own + 4
	.long	0xf445abc5
	.long	0x5a5a5a5a

# rtdyld-check: *{4}one = 0xf4458019
# rtdyld-check: *{4}two = 0xf445801d
# rtdyld-check: *{4}three = 0xf4458025
# rtdyld-check: *{4}four = 0xf4458035
# rtdyld-check: *{4}(four + 4) = 0x5a5a5a5a
# rtdyld-check: *{8}(section_addr(quad_got.o, .got)) = ext + 8
# rtdyld-check: *{8}(section_addr(quad_got.o, .got) + 8) = ext + 16
# rtdyld-check: *{8}(section_addr(quad_got.o, .got) + 16) = (8 + 4 - 32)
# rtdyld-check: *{8}(section_addr(quad_got.o, .got) + 24) = ext + 24
# rtdyld-check: *{8}(section_addr(quad_got.o, .got) + 32) = (8 + 4 - 0x8000)
