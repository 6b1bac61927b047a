# R_SPARC_GOT13, GOT22, GOT10, GOTDATA_OP_HIX22, GOTDATA_OP_LOX10: the offset from T of a slot with S + A; R_SPARC_GOTDATA_HIX22, GOTDATA_LOX10: S + A - T, of
# either sign. R_SPARC_GOTDATA_OP marks a load.
# llvm: no it has no relocations of SPARC
# layout: default with slots in another order
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=one=0x7fff12345678 -dummy-extern=two=0x7fff23456788 -dummy-extern=up=0x2b4567008 -dummy-extern=down=0x1b4567009 \
# RUN:   -map-section=got.o,.text=0x234567000 -map-section=got.o,.got=0x234568008 -map-section=got.o,.data=0x234569000 -check=%s %o
	.globl	_GLOBAL_OFFSET_TABLE_, one, two, up, down
	.weak	nobody
	.macro	part name, type, symbol, word
	.reloc	., R_SPARC_\type, \symbol
\name:	.long	\word
	.endm
	.data
	.zero	0x4000
	.text
	.long	0xa5a5a5a5
	part	pc, PC22, _GLOBAL_OFFSET_TABLE_, 0x113fffff
	.set	slot, 0
	.rept	127
	.reloc	., R_SPARC_GOT13, .data + slot
	.long	0xd05de000
	.set	slot, slot + 8
	.endr
# The slots of these are at 0x3f8, 0x400 and 0x408.
	part	hi127, GOT22, .data + 0x1001, 0x113fffff
	part	lo127, GOT10, .data + 0x1001, 0x901233ff
	part	hi128, GOT22, .data + 0x2001, 0x113fffff
	part	lo128, GOT10, .data + 0x2001, 0x901233ff
	part	imm128, GOT13, .data + 0x2001, 0xd05dffff
	part	hi129, GOT22, .data + 0x3001, 0x113fffff
	part	lo129, GOT10, .data + 0x3001, 0x901233ff
	.long	0xa5a5a5a5
	part	hix127, GOTDATA_OP_HIX22, .data + 0x1001, 0x113fffff
	part	lox127, GOTDATA_OP_LOX10, .data + 0x1001, 0x901a3fff
	part	op, GOTDATA_OP, .data + 0x1001, 0xd05dc008
	part	hix128, GOTDATA_OP_HIX22, .data + 0x2001, 0x113fffff
	part	lox128, GOTDATA_OP_LOX10, .data + 0x2001, 0x901a3fff
	part	hix129, GOTDATA_OP_HIX22, .data + 0x3001, 0x113fffff
	part	lox129, GOTDATA_OP_LOX10, .data + 0x3001, 0x901a3fff
	part	global, GOTDATA_OP_LOX10, two, 0x901a3fff
	part	global13, GOT13, one, 0xd05de000
	.long	0xa5a5a5a5
	part	uphi, GOTDATA_HIX22, up + 0xfff, 0x11000000
	part	uplo, GOTDATA_LOX10, up + 2, 0x901a3fff
	part	dnhi, GOTDATA_HIX22, down + 0xfff, 0x11000000
	part	dnlo, GOTDATA_LOX10, down - 4, 0x901a2000
	part	wlo, GOTDATA_LOX10, nobody, 0x901a2000
	.long	0xa5a5a5a5

# rtdyld-check: *{8}pc = 0x1100000000000000 + ((section_addr(got.o, .got) - pc)[31:10] << 32) + 0xd05de000
# rtdyld-check: *{4}(pc + 8) = 0xd05de008
# rtdyld-check: *{8}(section_addr(got.o, .got) + 0x10) = section_addr(got.o, .data) + 0x10
# rtdyld-check: *{8}(section_addr(got.o, .got) + 0x3f8) = section_addr(got.o, .data) + 0x1001
# rtdyld-check: *{8}(section_addr(got.o, .got) + 0x400) = section_addr(got.o, .data) + 0x2001
# rtdyld-check: *{8}(section_addr(got.o, .got) + 0x408) = section_addr(got.o, .data) + 0x3001
# rtdyld-check: *{8}hi127 = 0x11000000901233f8
# rtdyld-check: *{8}hi128 = 0x1100000190123000
# rtdyld-check: *{4}imm128 = 0xd05de400
# rtdyld-check: *{8}hi129 = 0x1100000190123008
# rtdyld-check: *{8}(lo129 + 4) = 0xa5a5a5a511000000
# rtdyld-check: *{4}lox127 = 0x901a23f8
# rtdyld-check: *{4}op = 0xd05dc008
# rtdyld-check: *{8}hix128 = 0x11000001901a2000
# rtdyld-check: *{8}hix129 = 0x11000001901a2008
# rtdyld-check: *{8}(section_addr(got.o, .got) + (*{4}global)[12:0] + 0x400) = two
# rtdyld-check: *{8}(section_addr(got.o, .got) + (*{4}global13)[12:0]) = one
# rtdyld-check: *{4}(global13 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}uphi = 0x11000000 + (up + 0xfff - section_addr(got.o, .got))[31:10]
# rtdyld-check: *{4}uplo = 0x901a2000 + (up + 2 - section_addr(got.o, .got))[9:0]
# rtdyld-check: *{4}dnhi = 0x11000000 + (section_addr(got.o, .got) - down - 0x1000)[31:10]
# rtdyld-check: *{4}dnlo = 0x901a3c00 + (down - 4 - section_addr(got.o, .got))[9:0]
# rtdyld-check: *{8}wlo = 0x901a3c00a5a5a5a5 + ((0 - section_addr(got.o, .got))[9:0] << 32)
