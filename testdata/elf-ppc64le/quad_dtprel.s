# R_PPC64_GOT_DTPREL16_DS in an instruction that leaves the lowest four bits to the opcode: the distance from T of a GOT entry with the offset of S + A in its module less 0x8000.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=quad_dtprel.o,.text=0x10000000 -map-section=quad_dtprel.o,.toc=0x323446de8 -map-section=quad_dtprel.o,.got=0x323450018 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.section .toc,"aw",@progbits
	.quad	0
	.text
one:	.reloc	., R_PPC64_GOT_DTPREL16_DS, own + 4
	.long	0xf445abc9
	.long	0x5a5a5a5a

# rtdyld-check: *{4}one = 0xf4451239
# rtdyld-check: *{4}(one + 4) = 0x5a5a5a5a
# rtdyld-check: *{8}(section_addr(quad_dtprel.o, .got)) = (8 + 4 - 0x8000)
