# R_386_TLS_LDM: G + A - T in 4 bytes, modulo 1<<32, with G the pair of the object's own block: its module and 0.
# R_386_TLS_LDO_32: the offset in the block + A.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -map-section=tlsldm.o,.text=0x30000000 -map-section=tlsldm.o,.got=0x20000008 -check=%s %o
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, @object
	.size	t1, 4
t1:	.long	0x11223344
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	t2
	.type	t2, @object
	.size	t2, 4
t2:	.zero	4
	.globl	t3
	.type	t3, @object
	.size	t3, 8
t3:	.zero	8
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.text
	movl	t1@GOTNTPOFF(%ebx), %eax
ldm:	leal	t1@TLSLDM(%ebx), %eax
ldo:	leal	t2@DTPOFF(%eax), %edx
	.byte	0x8b, 0x05			# no register, though the formula is for one
alone:	.reloc	., R_386_TLS_LDM, t2
	.long	0
	.data
	field	dldm, TLS_LDM, t3, 0x7fffffff
	field	dldm2, TLS_LDM, t3, -4
	field	dldm3, TLS_LDM, t3, -0xc
	field	dldo, TLS_LDO_32, t3, 0x10

# The slot of t1 with its negative, then the pair.
# rtdyld-check: *{4}(ldm + 2) = 8
# rtdyld-check: *{4}(ldo + 2) = 0x18
# rtdyld-check: *{4}alone = 8
# rtdyld-check: *{8}(dldm - 2) = 0xa5a580000007a5a5
# rtdyld-check: *{8}(dldm2 - 2) = 0xa5a500000004a5a5
# rtdyld-check: *{8}(dldm3 - 2) = 0xa5a5fffffffca5a5
# rtdyld-check: *{8}(dldo - 2) = 0xa5a50000002ca5a5
# rtdyld-check: *{4}(section_addr(tlsldm.o, .got)) = 0xffffffe0
# rtdyld-check: *{4}(section_addr(tlsldm.o, .got) + 4) = 0x20
# rtdyld-check: *{4}(section_addr(tlsldm.o, .got) + 8) = 1
# rtdyld-check: *{4}(section_addr(tlsldm.o, .got) + 0xc) = 0
