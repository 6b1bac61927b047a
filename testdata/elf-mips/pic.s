# o32. R_MIPS_HI16 and LO16 of _gp_disp: A + GP - P, 4 more for LO16. R_MIPS_GOT16 of a local symbol: G - GP, G an entry with the page of S + A, whose low half is in the
# next LO16; of others, and R_MIPS_CALL16: an entry with S + A. R_MIPS_GOT_HI16, GOT_LO16, CALL_HI16, CALL_LO16: the halves of G - GP. R_MIPS_JALR: nothing.
# layout: default pages have a word of the GOT in RuntimeDyld, not two
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -dummy-extern=ext=0x12345678 -dummy-extern=more=0x7fff8000 \
# RUN:   -map-section=pic.o,.text=0x10000000 -map-section=pic.o,.data=0x2001fff0 -map-section=pic.o,.got=0x20008000 -map-section=pic.o,.text.sized=0x10800000 -check=%s %o
	.globl	ext, more
	.set	noreorder
	.text
	.long	0xa5a5a5a5
disp:	lui	$28, %hi(_gp_disp)
	addiu	$28, $28, %lo(_gp_disp)
	.long	0xa5a5a5a5
other:	lui	$28, %hi(_gp_disp + 0x1801f)
	addiu	$28, $28, %lo(_gp_disp + 0x1801f)
	lui	$28, %hi(_gp_disp + 0x18028)
	addiu	$28, $28, %lo(_gp_disp + 0x18028)
local:	lw	$4, %got(loc)($28)
	addiu	$4, $4, %lo(loc)
near:	lw	$4, %got(loc + 8)($28)
	lw	$5, %got(loc + 8)($28)
	lw	$4, %lo(loc + 8)($4)
far:	lw	$4, %got(loc + 0x1fff0)($28)
	addiu	$4, $4, %lo(loc + 0x1fff0)
back:	lw	$4, %got(loc - 0x8000)($28)
	addiu	$4, $4, %lo(loc - 0x8000)
global:	lw	$4, %got(ext)($28)
	lw	$25, %call16(ext)($28)
	lw	$25, %call16(more)($28)
big:	.reloc	., R_MIPS_GOT_HI16, more
	lui	$4, 0
	lw	$4, %got_lo(more)($4)
	.reloc	., R_MIPS_CALL_HI16, ext
	lui	$4, 0
	lw	$4, %call_lo(ext)($4)
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

# rtdyld-check: *{4}(disp - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}disp = 0x3c1c0000 + (section_addr(pic.o, .got) + 0x7ff0 - disp + 0x8000)[31:16]
# rtdyld-check: *{4}(disp + 4) = 0x279c0000 + (section_addr(pic.o, .got) + 0x7ff0 - disp)[15:0]
# rtdyld-check: *{4}other = 0x3c1c0000 + (section_addr(pic.o, .got) + 0x7ff0 + 0x1801f - other + 0x8000)[31:16]
# rtdyld-check: *{4}(other + 4) = 0x279c0000 + (section_addr(pic.o, .got) + 0x7ff0 + 0x1801f - other)[15:0]
# rtdyld-check: *{4}(other + 8) = 0x3c1c1003
# rtdyld-check: *{4}other = 0x3c1c1002
# Pages of loc and loc + 8, of loc + 0x1fff0, of loc - 0x8000; GP is 0x7ff0 behind the start of the GOT.
# rtdyld-check: *{4}local = 0x8f848014
# rtdyld-check: *{4}(local + 4) = 0x2484fff0
# rtdyld-check: *{4}near = 0x8f848014
# rtdyld-check: *{4}(near + 4) = 0x8f858014
# rtdyld-check: *{4}(near + 8) = 0x8c84fff8
# rtdyld-check: *{4}far = 0x8f84801c
# rtdyld-check: *{4}(far + 4) = 0x2484ffe0
# rtdyld-check: *{4}back = 0x8f848010
# rtdyld-check: *{4}(back + 4) = 0x24847ff0
# rtdyld-check: *{4}(section_addr(pic.o, .got)) = 0x20010000
# rtdyld-check: *{4}(section_addr(pic.o, .got) + 4) = 0x20020000
# rtdyld-check: *{4}(section_addr(pic.o, .got) + 8) = 0x20030000
# rtdyld-check: *{4}(section_addr(pic.o, .got) + 12) = 0x20040000
# rtdyld-check: *{4}global = 0x8f848020
# rtdyld-check: *{4}(global + 4) = 0x8f998020
# rtdyld-check: *{4}(global + 8) = 0x8f998024
# rtdyld-check: *{4}big = 0x3c040000
# rtdyld-check: *{4}(big + 4) = 0x8c848024
# rtdyld-check: *{4}(big + 8) = 0x3c040000
# rtdyld-check: *{4}(big + 12) = 0x8c848020
# rtdyld-check: *{4}call = 0x0320f809
# rtdyld-check: *{4}(section_addr(pic.o, .got) + 16) = ext
# rtdyld-check: *{4}(section_addr(pic.o, .got) + 20) = more
