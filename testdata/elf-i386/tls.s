# Accesses to thread-locals that need slots, all in 4 bytes, modulo 1<<32: R_386_TLS_GD and R_386_TLS_GOTDESC, G + A - T with G a pair
# or a descriptor; R_386_TLS_GOTIE, G + A - T, and R_386_TLS_IE, G + A, with G a slot with the offset from the thread pointer;
# R_386_TLS_IE_32, G + A - T, with G the word behind that slot, which has the offset's negative.
# The block is 0x14 and 8 bytes, aligned to 16: it begins 0x20 below the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i386-linux-gnu -map-section=tls.o,.text=0x30000000 -map-section=tls.o,.got=0xffff0008 -check=%s %o
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
	.text
	.macro	alone name, type, symbol	# no register, though these formulas are for one
	.byte	0x8b, 0x05
\name:	.reloc	., R_386_\type, \symbol
	.long	0
	.endm
gotie:	movl	t1@GOTNTPOFF(%ebx), %eax
ie:	movl	t2@INDNTPOFF, %eax
ie32:	movl	t1@GOTTPOFF(%ebx), %eax
gd:	leal	t2@TLSGD(,%ebx,1), %eax
desc:	leal	t3@TLSDESC(%ebx), %eax
	call	*t3@TLSCALL(%eax)
	alone	agd, TLS_GD, t2
	alone	agotie, TLS_GOTIE, t2
	alone	adesc, TLS_GOTDESC, t3
	alone	aie32, TLS_IE_32, t2
	.data
	field	dgd, TLS_GD, t2, 0x7fffffff
	field	dgd2, TLS_GD, t2, -4
	field	dgd3, TLS_GD, t2, -0x18
	field	dgotie, TLS_GOTIE, t2, 0x7fffffff
	field	dgotie2, TLS_GOTIE, t2, -0x80000000
	field	dgotie3, TLS_GOTIE, t2, -8
	field	die, TLS_IE, t2, 0x7fffffff
	field	die32, TLS_IE_32, t2, 0x7fffffff
	field	die322, TLS_IE_32, t2, -0x80000000
	field	die323, TLS_IE_32, t2, -0x10
	field	die324, TLS_IE_32, t2, -4
	field	ddesc, TLS_GOTDESC, t3, 0x7fffffff
	field	ddesc2, TLS_GOTDESC, t3, -4
	field	ddesc3, TLS_GOTDESC, t3, -0x20

# The slots: that of t1, of t2, each with its negative, the pair of t2, the descriptor of t3.
# rtdyld-check: *{4}(gotie + 2) = 0
# rtdyld-check: *{4}(ie + 1) = 0xffff0010
# rtdyld-check: *{4}(ie32 + 2) = 4
# rtdyld-check: *{4}(gd + 3) = 0x10
# rtdyld-check: *{4}(desc + 2) = 0x18
# rtdyld-check: *{4}agd = 0x10
# rtdyld-check: *{4}agotie = 8
# rtdyld-check: *{4}adesc = 0x18
# rtdyld-check: *{4}aie32 = 0xc
# rtdyld-check: *{8}(dgd - 2) = 0xa5a58000000fa5a5
# rtdyld-check: *{8}(dgd2 - 2) = 0xa5a50000000ca5a5
# rtdyld-check: *{8}(dgd3 - 2) = 0xa5a5fffffff8a5a5
# rtdyld-check: *{8}(dgotie - 2) = 0xa5a580000007a5a5
# rtdyld-check: *{8}(dgotie2 - 2) = 0xa5a580000008a5a5
# rtdyld-check: *{8}(dgotie3 - 2) = 0xa5a500000000a5a5
# rtdyld-check: *{8}(die - 2) = 0xa5a57fff000fa5a5
# rtdyld-check: *{8}(die32 - 2) = 0xa5a58000000ba5a5
# rtdyld-check: *{8}(die322 - 2) = 0xa5a58000000ca5a5
# rtdyld-check: *{8}(die323 - 2) = 0xa5a5fffffffca5a5
# rtdyld-check: *{8}(die324 - 2) = 0xa5a500000008a5a5
# rtdyld-check: *{8}(ddesc - 2) = 0xa5a580000017a5a5
# rtdyld-check: *{8}(ddesc2 - 2) = 0xa5a500000014a5a5
# rtdyld-check: *{8}(ddesc3 - 2) = 0xa5a5fffffff8a5a5
# rtdyld-check: *{4}(section_addr(tls.o, .got)) = 0xfffffff0
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 4) = 0x10
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 8) = 0xfffffff8
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0xc) = 8
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0x10) = 1
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0x14) = 0x18
# rtdyld-check: *{4}(section_addr(tls.o, .got) + 0x1c) = 0xfffffffc
