# R_MIPS_TLS_GD and GOTTPREL: G - GP, G two words, the module and the offset in its block less 0x8000, and one with the offset from the thread pointer; LDM: of the module and 0.
# R_MIPS_TLS_DTPREL_HI16, DTPREL_LO16, DTPREL32: the offset in the block less 0x8000; TPREL_HI16, TPREL_LO16: that from the thread pointer.
# llvm: no it checks no range, and writes its GOT while it relocates
# RUN: rtdyld-check -verify -triple=mips-linux-gnu \
# RUN:   -map-section=tls.o,.text=0x10000000 -map-section=tls.o,.data=0x20000000 -map-section=tls.o,.got=0x20008000 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.text
	.long	0xa5a5a5a5
ldm:	addiu	$4, $28, %tlsldm(own)
gd:	addiu	$4, $28, %tlsgd(own)
ie:	lw	$4, %gottprel(own)($28)
dtp:	.reloc	., R_MIPS_TLS_DTPREL_HI16, own
	lui	$4, 0x1235
	.reloc	., R_MIPS_TLS_DTPREL_LO16, own
	addiu	$4, $4, -0x9
	.reloc	., R_MIPS_TLS_DTPREL_HI16, own
	lui	$4, 0x1235
	.reloc	., R_MIPS_TLS_DTPREL_LO16, own
	addiu	$4, $4, -0x8
tp:	.reloc	., R_MIPS_TLS_TPREL_HI16, own
	lui	$4, 0x1235
	.reloc	., R_MIPS_TLS_TPREL_LO16, own
	addiu	$4, $4, -0x7fe9
	.reloc	., R_MIPS_TLS_TPREL_HI16, own
	lui	$4, 0x1235
	.reloc	., R_MIPS_TLS_TPREL_LO16, own
	addiu	$4, $4, -0x7fe8
	.long	0xa5a5a5a5
	.data
data:	.dtprelword	own + 0x80000004
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(ldm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldm = 0x27848010
# rtdyld-check: *{4}gd = 0x27840000 + 0x8018
# rtdyld-check: *{4}ie = 0x8f840000 + 0x8020
# rtdyld-check: *{4}(section_addr(tls.o, .got)) = 1
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 4) = 0
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 8) = 1
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 12) = (8 - 0x8000)[31:0]
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 16) = (0 - 24)[31:0]
# rtdyld-check: *{4}dtp = 0x3c041234
# rtdyld-check: *{4}(dtp + 4) = 0x24847fff
# rtdyld-check: *{4}(dtp + 8) = 0x3c041235
# rtdyld-check: *{4}(dtp + 12) = 0x24848000
# rtdyld-check: *{4}tp = 0x3c041234
# rtdyld-check: *{4}(tp + 4) = 0x24847fff
# rtdyld-check: *{4}(tp + 8) = 0x3c041235
# rtdyld-check: *{4}(tp + 12) = 0x24848000
# rtdyld-check: *{4}data = (8 + 0x80000004 - 0x8000)[31:0]
# rtdyld-check: *{4}(tp + 16) = 0xa5a5a5a5
