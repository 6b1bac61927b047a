# TRIPLE: mips64-linux-gnuabin32
# Chains: R_MIPS_GPREL16, SUB and HI16 or LO16 in one record of n64, in a row in n32: the halves of GP - S - A. R_MIPS_GOT_DISP, CALL16, GOT16 of others, and GOT_HI16, GOT_LO16, CALL_HI16,
# CALL_LO16: G - GP or its halves, G an entry with S + A. R_MIPS_GOT_PAGE, GOT16 of a local symbol: an entry with the page of S + A; GOT_OFST: the rest. R_MIPS_JALR, NONE: nothing.
# layout: default pages have a word of the GOT in RuntimeDyld, not two
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabin32 -dummy-extern=ext=0x12345678 -dummy-extern=more=0x7fff8000 \
# RUN:   -map-section=pic_n32.o,.text=0x10000000 -map-section=pic_n32.o,.data=0x2001ffe0 -map-section=pic_n32.o,.got=0x20008000 -map-section=pic_n32.o,.text.sized=0x10800000 -check=%s %o
	.globl	ext, more
	.set	noreorder
	.text
	.long	0xa5a5a5a5
f:	.long	0xa5a5a5a5
setup:	lui	$28, %hi(%neg(%gp_rel(f + 0x1234)))
	addiu	$28, $28, %lo(%neg(%gp_rel(f + 0x1234)))
page:	lw	$4, %got_page(loc + 0x10)($28)
	addiu	$4, $4, %got_ofst(loc + 0x10)
	lw	$4, %got_page(loc + 0x1fff0)($28)
	addiu	$4, $4, %got_ofst(loc + 0x1fff0)
	lw	$4, %got_page(more - 0x4)($28)
	.reloc	., R_MIPS_GOT16, loc - 0x8000
	lw	$4, 0($28)
disp:	lw	$4, %got_disp(ext)($28)
	lw	$4, %got_disp(ext + 8)($28)
	lw	$25, %call16(ext)($28)
	lw	$25, %call16(more)($28)
	.reloc	., R_MIPS_GOT16, more
	lw	$4, 0($28)
big:	.reloc	., R_MIPS_GOT_HI16, more
	lui	$4, 0xffff
	lw	$4, %got_lo(more)($4)
	.reloc	., R_MIPS_CALL_HI16, ext + 8
	lui	$4, 0xffff
	lw	$4, %call_lo(ext + 8)($4)
	.reloc	., R_MIPS_JALR, sized
call:	jalr	$25
	.reloc	., R_MIPS_NONE, sized
	nop
	nop
	.section .text.sized,"ax",@progbits
	.globl	sized
	.type	sized, @function
sized:	nop
	nop
	.size	sized, 8
	.data
loc:	.long	0xa5a5a5a5

# rtdyld-check: *{4}(setup - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}setup = 0x3c1c0000 + (section_addr(pic_n32.o, .got) + 0x7ff0 - f - 0x1234 + 0x8000)[31:16]
# rtdyld-check: *{4}(setup + 4) = 0x279c0000 + (section_addr(pic_n32.o, .got) + 0x7ff0 - f - 0x1234)[15:0]
# rtdyld-check: *{4}page = 0x8f848014
# rtdyld-check: *{4}(page + 4) = 0x2484fff0
# rtdyld-check: *{4}(page + 8) = 0x8f84801c
# rtdyld-check: *{4}(page + 12) = 0x2484ffd0
# rtdyld-check: *{4}(page + 16) = 0x8f848020
# rtdyld-check: *{4}(page + 20) = 0x8f848010
# rtdyld-check: *{4}disp = 0x8f848028
# rtdyld-check: *{4}(disp + 4) = 0x8f84802c
# rtdyld-check: *{4}(disp + 8) = 0x8f998028
# rtdyld-check: *{4}(disp + 12) = 0x8f998030
# rtdyld-check: *{4}(disp + 16) = 0x8f848030
# rtdyld-check: *{4}big = 0x3c040000
# rtdyld-check: *{4}(big + 4) = 0x8c848030
# rtdyld-check: *{4}(big + 8) = 0x3c040000
# rtdyld-check: *{4}(big + 12) = 0x8c84802c
# rtdyld-check: *{4}call = 0x0320f809
# rtdyld-check: *{4}(call + 4) = 0
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 0) = 0x20010000
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 4) = 0x20020000
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 8) = 0x20030000
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 12) = 0x20040000
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 16) = 0x7fff0000
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 20) = 0x80000000
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 24) = ext
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 28) = ext + 8
# rtdyld-check: *{4}(section_addr(pic_n32.o, .got) + 32) = more
