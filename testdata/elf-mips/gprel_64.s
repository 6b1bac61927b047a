# TRIPLE: mips64-linux-gnuabi64
# R_MIPS_GPREL16, -0x8000 to 0x7fff, and R_MIPS_GPREL32: S + A - GP, GP 0x7ff0 behind the start of the GOT.
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x300 \
# RUN:   -map-section=gprel_64.o,.text=0x10000000 -map-section=gprel_64.o,.sdata=0x3000fff0 -map-section=gprel_64.o,.data=0xf0000000 -map-section=gprel_64.o,.got=0x30008000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x300 \
# RUN:   -map-section=gprel_64.o,.text=0x10000000 -map-section=gprel_64.o,.sdata=0x30010010 -map-section=gprel_64.o,.data=0xf0000000 -map-section=gprel_64.o,.got=0x30008000 %o
# ERR: .text+0x4: R_MIPS_GPREL16 to .sdata: 0x800c does not fit signed 16
# RUN: rtdyld-check -verify -triple=mips64-linux-gnuabi64 -dummy-extern=ext=0x300 \
# RUN:   -map-section=gprel_64.o,.text=0x10000000 -map-section=gprel_64.o,.sdata=0x3000ffe0 -map-section=gprel_64.o,.data=0xf0000000 -map-section=gprel_64.o,.got=0x30008000 %o
# ERR: .text+0x8: R_MIPS_GPREL16 to .sdata: -0x8010 does not fit signed 16
	.globl	ext
	.text
	.long	0xa5a5a5a5
most:	addiu	$4, $28, %gp_rel(loc + 0x7fec)
least:	addiu	$4, $28, %gp_rel(loc - 0x8000)
got:	lw	$4, %call16(ext)($28)
	.section .sdata,"aw",%progbits
	.balign	16
loc:	.long	0xa5a5a5a5
	.data
first:	.gpdword	first + 8
table:	.gpdword	first - 0x20
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}most = 0x27840000 + (loc + 0x7fec - section_addr(gprel_64.o, .got) - 0x7ff0)[15:0]
# rtdyld-check: *{4}least = 0x27840000 + (loc - 0x8000 - section_addr(gprel_64.o, .got) - 0x7ff0)[15:0]
# rtdyld-check: *{8}first = first + 8 - section_addr(gprel_64.o, .got) - 0x7ff0
# rtdyld-check: *{8}table = first - 0x20 - section_addr(gprel_64.o, .got) - 0x7ff0
# rtdyld-check: *{4}(table + 8) = 0xa5a5a5a5
