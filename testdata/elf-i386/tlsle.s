# R_386_TLS_LE: the offset from the thread pointer + A; R_386_TLS_LE_32: A less that offset; R_386_TLS_LDO_32: the offset in the block + A;
# all in 4 bytes, modulo 1<<32. A thread-local outside has the offset that is said.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -dummy-extern=out=0xfffffff0 -map-section=tlsle.o,.text=0x30000000 -check=%s %o
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
	.size	t3, 4
t3:	.zero	4
	.macro	field name, type, symbol, addend=0
	.short	0xa5a5
\name:	.reloc	., R_386_\type, \symbol
	.long	\addend
	.short	0xa5a5
	.endm
	.globl	out
	.type	out, @object
	.type	out, @tls_object
	.text
le:	movl	$t2@NTPOFF, %eax
le32:	movl	$t1@TPOFF, %eax
	.data
	field	plain, TLS_LE, t1, 4
	field	under, TLS_LE, t3, -0x80000000
	field	over, TLS_LE, out, 0x20
	field	plain32, TLS_LE_32, t3, 4
	field	under32, TLS_LE_32, out, -0x80000000
	field	high32, TLS_LE_32, t3, 0x7fffffff
	field	ldo, TLS_LDO_32, t3, 4
	field	carryldo, TLS_LDO_32, t3, 0xfffc
	field	overldo, TLS_LDO_32, out, 0x20
	field	underldo, TLS_LDO_32, t3, -0x20

# rtdyld-check: *{4}(le + 1) = 0xfffffff8
# rtdyld-check: *{4}(le32 + 1) = 0x10
# rtdyld-check: *{8}(plain - 2) = 0xa5a5fffffff4a5a5
# rtdyld-check: *{8}(under - 2) = 0xa5a57ffffffca5a5
# rtdyld-check: *{8}(over - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(plain32 - 2) = 0xa5a500000008a5a5
# rtdyld-check: *{8}(under32 - 2) = 0xa5a580000010a5a5
# rtdyld-check: *{8}(high32 - 2) = 0xa5a580000003a5a5
# rtdyld-check: *{8}(ldo - 2) = 0xa5a500000020a5a5
# rtdyld-check: *{8}(carryldo - 2) = 0xa5a500010018a5a5
# rtdyld-check: *{8}(overldo - 2) = 0xa5a500000010a5a5
# rtdyld-check: *{8}(underldo - 2) = 0xa5a5fffffffca5a5
