# Thread-locals by words: R_ARM_TLS_GD32 and R_ARM_TLS_LDM32, G + A - P with G a pair; R_ARM_TLS_IE32, G + A - P with G a slot with the offset from the thread pointer;
# R_ARM_TLS_LDO32: the offset in the block + A; R_ARM_TLS_LE32: the offset from the thread pointer + A. All modulo 1<<32.
# The block is 0x14 and 8 bytes, aligned to 16: it begins 0x20 below the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -map-section=tls.o,.data=0x30000002 -map-section=tls.o,.got=0xffff0008 -check=%s %o
	.syntax	unified
	.section .tdata,"awT",%progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, %object
	.size	t1, 4
t1:	.long	0x11223344
	.section .tbss,"awT",%nobits
	.balign	8
	.globl	t2
	.type	t2, %object
	.size	t2, 4
t2:	.zero	4
	.globl	t3
	.type	t3, %object
	.size	t3, 4
t3:	.zero	4
	.data
	.long	0xa5a5a5a5
plain_gd:	.reloc	., R_ARM_TLS_GD32, t1	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_ie:	.reloc	., R_ARM_TLS_IE32, t2	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_ldm:	.reloc	., R_ARM_TLS_LDM32, t3	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_ldo:	.reloc	., R_ARM_TLS_LDO32, t1	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_ldo3:	.reloc	., R_ARM_TLS_LDO32, t3	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_le:	.reloc	., R_ARM_TLS_LE32, t1	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
plain_le3:	.reloc	., R_ARM_TLS_LE32, t3	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
over_gd:	.reloc	., R_ARM_TLS_GD32, t1	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_ie:	.reloc	., R_ARM_TLS_IE32, t2	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_ldm:	.reloc	., R_ARM_TLS_LDM32, t3	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_ldo:	.reloc	., R_ARM_TLS_LDO32, t1	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_ldo3:	.reloc	., R_ARM_TLS_LDO32, t3	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_le:	.reloc	., R_ARM_TLS_LE32, t1	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
over_le3:	.reloc	., R_ARM_TLS_LE32, t3	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
under_gd:	.reloc	., R_ARM_TLS_GD32, t1	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_ie:	.reloc	., R_ARM_TLS_IE32, t2	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_ldm:	.reloc	., R_ARM_TLS_LDM32, t3	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_ldo:	.reloc	., R_ARM_TLS_LDO32, t1	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_ldo3:	.reloc	., R_ARM_TLS_LDO32, t3	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_le:	.reloc	., R_ARM_TLS_LE32, t1	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5
under_le3:	.reloc	., R_ARM_TLS_LE32, t3	@ .word 0x80000000
	.long	0x80000000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}plain_gd = 0xcfff0002
# rtdyld-check: *{4}(plain_gd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_gd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_ie = 0xcfff0002
# rtdyld-check: *{4}(plain_ie - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_ie + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_ldm = 0xcffefffe
# rtdyld-check: *{4}(plain_ldm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_ldm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_ldo = 0x10
# rtdyld-check: *{4}(plain_ldo - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_ldo + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_ldo3 = 0x1c
# rtdyld-check: *{4}(plain_ldo3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_ldo3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_le = 0xfffffff0
# rtdyld-check: *{4}(plain_le - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_le + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_le3 = 0xfffffffc
# rtdyld-check: *{4}(plain_le3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_le3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_gd = 0x4ffeffc9
# rtdyld-check: *{4}(over_gd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_gd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_ie = 0x4ffeffc9
# rtdyld-check: *{4}(over_ie - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_ie + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_ldm = 0x4ffeffc5
# rtdyld-check: *{4}(over_ldm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_ldm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_ldo = 0x8000000f
# rtdyld-check: *{4}(over_ldo - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_ldo + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_ldo3 = 0x8000001b
# rtdyld-check: *{4}(over_ldo3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_ldo3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_le = 0x7fffffef
# rtdyld-check: *{4}(over_le - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_le + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}over_le3 = 0x7ffffffb
# rtdyld-check: *{4}(over_le3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(over_le3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_gd = 0x4ffeff92
# rtdyld-check: *{4}(under_gd - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_gd + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_ie = 0x4ffeff92
# rtdyld-check: *{4}(under_ie - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_ie + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_ldm = 0x4ffeff8e
# rtdyld-check: *{4}(under_ldm - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_ldm + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_ldo = 0x80000010
# rtdyld-check: *{4}(under_ldo - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_ldo + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_ldo3 = 0x8000001c
# rtdyld-check: *{4}(under_ldo3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_ldo3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_le = 0x7ffffff0
# rtdyld-check: *{4}(under_le - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_le + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}under_le3 = 0x7ffffffc
# rtdyld-check: *{4}(under_le3 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(under_le3 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0) = 1
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 4) = 0x10
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 8) = 0xfffffff8
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0xc) = 1
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0x10) = 0
