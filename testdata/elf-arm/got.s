# R_ARM_GOT_BREL: G + A - T; R_ARM_GOT_PREL and R_ARM_TARGET2, which is the same on Linux: G + A - P; R_ARM_GOT_ABS: G + A.
# R_ARM_BASE_PREL: T + A - P; R_ARM_BASE_ABS: T + A; R_ARM_GOTOFF32: ((S + A) | T) - the table. Modulo 1<<32.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=e1=0x12345679 -dummy-extern=e2=0x23456789 -dummy-extern=e3=0x34567890 \
# RUN:   -dummy-extern=e4=0x45678901 -map-section=got.o,.data=0x20000002 -map-section=got.o,.got=0xfff00008 -check=%s %o
	.syntax	unified
	.globl	e1, e2, e3, e4
	.data
	.long	0xa5a5a5a5
plain_brel:	.reloc	., R_ARM_GOT_BREL, e1	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_brel2:	.reloc	., R_ARM_GOT_BREL, e2	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_brel3:	.reloc	., R_ARM_GOT_BREL, e2	@ .word 0xfffffffe
	.long	0xfffffffe
	.long	0xa5a5a5a5
plain_prel:	.reloc	., R_ARM_GOT_PREL, e2	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_t2:	.reloc	., R_ARM_TARGET2, e3	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_abs:	.reloc	., R_ARM_GOT_ABS, e4	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_base:	.reloc	., R_ARM_BASE_PREL, e2	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_babs:	.reloc	., R_ARM_BASE_ABS, e2	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_off:	.reloc	., R_ARM_GOTOFF32, e1	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
over_brel:	.reloc	., R_ARM_GOT_BREL, e1	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_brel2:	.reloc	., R_ARM_GOT_BREL, e2	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_brel3:	.reloc	., R_ARM_GOT_BREL, e2	@ .word 0xfffffffe
	.long	0xfffffffe
	.long	0xa5a5a5a5
over_prel:	.reloc	., R_ARM_GOT_PREL, e2	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_t2:	.reloc	., R_ARM_TARGET2, e3	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_abs:	.reloc	., R_ARM_GOT_ABS, e4	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_base:	.reloc	., R_ARM_BASE_PREL, e2	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_babs:	.reloc	., R_ARM_BASE_ABS, e2	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_off:	.reloc	., R_ARM_GOTOFF32, e1	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
under_brel:	.reloc	., R_ARM_GOT_BREL, e1	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_brel2:	.reloc	., R_ARM_GOT_BREL, e2	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_brel3:	.reloc	., R_ARM_GOT_BREL, e2	@ .word 0xfffffffe
	.long	0xfffffffe
	.long	0xa5a5a5a5
under_prel:	.reloc	., R_ARM_GOT_PREL, e2	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_t2:	.reloc	., R_ARM_TARGET2, e3	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_abs:	.reloc	., R_ARM_GOT_ABS, e4	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_base:	.reloc	., R_ARM_BASE_PREL, e2	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_babs:	.reloc	., R_ARM_BASE_ABS, e2	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_off:	.reloc	., R_ARM_GOTOFF32, e1	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}plain_brel = 0x0
# rtdyld-check: *{4}(plain_brel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_brel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_brel2 = 0x4
# rtdyld-check: *{4}(plain_brel2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_brel2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_brel3 = 0x2
# rtdyld-check: *{4}(plain_brel3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_brel3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_prel = 0xdfefffee
# rtdyld-check: *{4}(plain_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_t2 = 0xdfefffea
# rtdyld-check: *{4}(plain_t2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_t2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_abs = 0xfff00014
# rtdyld-check: *{4}(plain_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_base = 0xdfefffd2
# rtdyld-check: *{4}(plain_base - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_base + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_babs = 0xfff00008
# rtdyld-check: *{4}(plain_babs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_babs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_off = 0x12445671
# rtdyld-check: *{4}(plain_off - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_off + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_brel = 0x7fffffff
# rtdyld-check: *{4}(over_brel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_brel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_brel2 = 0x80000003
# rtdyld-check: *{4}(over_brel2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_brel2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_brel3 = 0x2
# rtdyld-check: *{4}(over_brel3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_brel3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_prel = 0x5fefffa5
# rtdyld-check: *{4}(over_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_t2 = 0x5fefffa1
# rtdyld-check: *{4}(over_t2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_t2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_abs = 0x7ff00013
# rtdyld-check: *{4}(over_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_base = 0x5fefff89
# rtdyld-check: *{4}(over_base - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_base + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_babs = 0x7ff00007
# rtdyld-check: *{4}(over_babs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_babs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_off = 0x92445670
# rtdyld-check: *{4}(over_off - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_off + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_brel = 0x80000000
# rtdyld-check: *{4}(under_brel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_brel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_brel2 = 0x80000004
# rtdyld-check: *{4}(under_brel2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_brel2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_brel3 = 0x2
# rtdyld-check: *{4}(under_brel3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_brel3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_prel = 0x5fefff5e
# rtdyld-check: *{4}(under_prel - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_prel + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_t2 = 0x5fefff5a
# rtdyld-check: *{4}(under_t2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_t2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_abs = 0x7ff00014
# rtdyld-check: *{4}(under_abs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_abs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_base = 0x5fefff42
# rtdyld-check: *{4}(under_base - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_base + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_babs = 0x7ff00008
# rtdyld-check: *{4}(under_babs - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_babs + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_off = 0x92445671
# rtdyld-check: *{4}(under_off - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_off + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(got.o, .got) + 0) = e1
# rtdyld-check: *{4}(section_addr(got.o, .got) + 4) = e2
# rtdyld-check: *{4}(section_addr(got.o, .got) + 8) = e3
# rtdyld-check: *{4}(section_addr(got.o, .got) + 12) = e4
