# Thread-locals of all four models. R_SPARC_TLS_GD_HI22, GD_LO10: the offset from T of two words, the module and the offset in its block; LDM_HI22, LDM_LO10: of
# the module and 0; IE_HI22, IE_LO10: of a slot with the offset from the thread pointer. LE_HIX22, LE_LOX10: that offset, which is negative; LDO_HIX22,
# LDO_LOX10: that in the block. GD_CALL and LDM_CALL call __tls_get_addr, whatever they name; GD_ADD, LDM_ADD, LDO_ADD, IE_LD, IE_LDX and IE_ADD are marks.
# llvm: no it has no relocations of SPARC
# layout: default RuntimeDyld goes by what the records name
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -map-section=tls.o,.text=0x234567000 -map-section=tls.o,.got=0x234568158 -map-section=tls.o,.tdata=0x234569340 \
# RUN:   -dummy-extern=__tls_get_addr=0x246912344 -check=%s %o
	.globl	__tls_get_addr
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	first
	.type	first, @object
first:
	.globl	own
	.type	own, @object
	.size	own, 4
own:	.xword	0x1122334455667788
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @object
	.size	other, 8
other:	.zero	8
	.zero	8
	.macro	part name, type, symbol, word
	.reloc	., R_SPARC_\type, \symbol
\name:	.long	\word
	.endm
	.text
	.long	0xa5a5a5a5
	part	slot, TLS_IE_LO10, first, 0x900233ff
	part	gdhi, TLS_GD_HI22, own + 0x400 - gd, 0x113fffff
	part	gdhi1, TLS_GD_HI22, own + 0x3ff - gd, 0x113fffff
	part	gdlo, TLS_GD_LO10, own + 0xc03, 0x900233ff
	part	gdadd, TLS_GD_ADD, own, 0x9005c008
	part	gdcall, TLS_GD_CALL, own + 0x20, 0x40000000
	.long	0x01000000
	part	ldhi, TLS_LDM_HI22, own + 0x400 - ld, 0x113fffff
	part	ldhi1, TLS_LDM_HI22, own + 0x3ff - ld, 0x113fffff
	part	ldlo, TLS_LDM_LO10, own + 0xc03, 0x900233ff
	part	ldadd, TLS_LDM_ADD, own, 0x9005c008
	part	ldcall, TLS_LDM_CALL, own, 0x7fffffff
	.long	0x01000000
	part	dohi, TLS_LDO_HIX22, other + 0x123453f0, 0x13000000
	part	dolo, TLS_LDO_LOX10, other + 0x123453f5, 0x921a7fff
	part	dohineg, TLS_LDO_HIX22, other - 0x12345678, 0x13000000
	part	doloneg, TLS_LDO_LOX10, other - 0x12345678, 0x921a6000
	part	doadd, TLS_LDO_ADD, other, 0x90020009
	part	iehi, TLS_IE_HI22, other + 0x400 - ie, 0x113fffff
	part	iehi1, TLS_IE_HI22, other + 0x3ff - ie, 0x113fffff
	part	ielo, TLS_IE_LO10, other + 0xc03, 0x900233ff
	part	ield, TLS_IE_LD, other, 0xd005c008
	part	ieldx, TLS_IE_LDX, other, 0xd05dc008
	part	ieadd, TLS_IE_ADD, other, 0x9001c008
	part	lehi, TLS_LE_HIX22, own - 0x12345678, 0x11000000
	part	lelo, TLS_LE_LOX10, own - 0x12345678, 0x901a2000
	part	leloplus, TLS_LE_LOX10, own + 0x12345678, 0x901a2000
	.long	0xa5a5a5a5
	.data
dtp64:	.reloc	., R_SPARC_TLS_DTPOFF64, other + 0x1000
	.xword	0xa5a5a5a5a5a5a5a5
dtp32:	.reloc	., R_SPARC_TLS_DTPOFF32, other + 0x1000
	.long	0xa5a5a5a5
	.long	0xa5a5a5a5
# Where the words are in this layout.
	.set	gd, 8
	.set	ie, 0x18
	.set	ld, 0x20

# rtdyld-check: *{8}(section_addr(tls.o, .got)) = 0 - 0x18
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 8) = 1
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 0x10) = 8
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 0x18) = 0 - 0x10
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 0x20) = 1
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 0x28) = 0
# rtdyld-check: *{8}(slot - 4) = 0xa5a5a5a590023000
# rtdyld-check: *{4}gdhi = 0x11000001
# rtdyld-check: *{4}gdhi1 = 0x11000000
# rtdyld-check: *{4}gdlo = 0x9002300b
# rtdyld-check: *{4}gdadd = 0x9005c008
# rtdyld-check: *{4}gdcall = 0x40000000 + (__tls_get_addr - gdcall)[31:2]
# rtdyld-check: *{8}(gdcall + 4) = 0x0100000011000001
# rtdyld-check: *{4}ldhi1 = 0x11000000
# rtdyld-check: *{4}ldlo = 0x90023023
# rtdyld-check: *{4}ldadd = 0x9005c008
# rtdyld-check: *{4}ldcall = 0x40000000 + (__tls_get_addr - ldcall)[31:2]
# rtdyld-check: *{8}(ldcall + 4) = 0x0100000013000000 + (0x12345400)[31:10]
# rtdyld-check: *{4}dolo = 0x921a6000 + (0x12345405)[9:0]
# rtdyld-check: *{4}dohineg = 0x13000000 + (0x12345667)[31:10]
# rtdyld-check: *{4}doloneg = 0x921a7c00 + (0 - 0x12345668)[9:0]
# rtdyld-check: *{4}doadd = 0x90020009
# rtdyld-check: *{4}iehi = 0x11000001
# rtdyld-check: *{4}iehi1 = 0x11000000
# rtdyld-check: *{4}ielo = 0x9002301b
# rtdyld-check: *{4}ield = 0xd005c008
# rtdyld-check: *{4}ieldx = 0xd05dc008
# rtdyld-check: *{4}ieadd = 0x9001c008
# rtdyld-check: *{4}lehi = 0x11000000 + (0x12345678 + 0x18 - 1)[31:10]
# rtdyld-check: *{4}lelo = 0x901a3c00 + (0 - 0x12345678 - 0x18)[9:0]
# rtdyld-check: *{8}leloplus = 0x901a3c00a5a5a5a5 + ((0x12345678 - 0x18)[9:0] << 32)
# rtdyld-check: *{8}dtp64 = 0x1010
# rtdyld-check: *{8}dtp32 = 0x00001010a5a5a5a5
