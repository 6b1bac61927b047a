# R_LARCH_ADD8 to ADD64, SUB8 to SUB64, ADD6, SUB6: the field of the file and, in the order of the table, S + A added or taken off; it wraps.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=up=0x9abcdef0 -dummy-extern=down=0x55667788 \
# RUN:   -map-section=sums.o,.data=0x23456780 -check=%s %o
	.globl	up, down
	.macro	pair name, n, size, value
\name:	.reloc	., R_LARCH_ADD\n, up + 1
	.reloc	., R_LARCH_SUB\n, down + 3
	.fill	1, \size, \value
	.fill	1, 1, 0xa5
	.endm
	.data
	pair	d64, 64, 8, 0x10
	pair	d32, 32, 4, 0x10
	pair	d16, 16, 2, 0x10
	pair	d8, 8, 1, 0x10
one64:	.reloc	., R_LARCH_ADD64, up
	.quad	-1
neg64:	.reloc	., R_LARCH_SUB64, up
	.quad	5
one32:	.reloc	., R_LARCH_ADD32, up
	.long	-1
neg32:	.reloc	., R_LARCH_SUB32, up
	.long	5
one16:	.reloc	., R_LARCH_ADD16, up
	.short	-1
neg16:	.reloc	., R_LARCH_SUB16, up
	.short	5
one8:	.reloc	., R_LARCH_ADD8, up
	.byte	0x80
neg8:	.reloc	., R_LARCH_SUB8, up
	.byte	0x85
six:	.reloc	., R_LARCH_ADD6, end + 5
	.reloc	., R_LARCH_SUB6, six
	.byte	0xc3
more:	.reloc	., R_LARCH_ADD6, up
	.byte	0xa5
less:	.reloc	., R_LARCH_SUB6, up
	.byte	0xa5
	.byte	0xa5
end:

# rtdyld-check: *{8}d64 = up - down - 2 + 0x10
# rtdyld-check: *{1}(d64 + 8) = 0xa5
# rtdyld-check: *{4}d32 = (up - down + 14)[31:0]
# rtdyld-check: *{1}(d32 + 4) = 0xa5
# rtdyld-check: *{2}d16 = (up - down + 14)[15:0]
# rtdyld-check: *{1}(d16 + 2) = 0xa5
# rtdyld-check: *{1}d8 = (up - down + 14)[7:0]
# rtdyld-check: *{1}(d8 + 1) = 0xa5
# rtdyld-check: *{8}one64 = up - 1
# rtdyld-check: *{8}neg64 = 5 - up
# rtdyld-check: *{4}one32 = (up - 1)[31:0]
# rtdyld-check: *{4}neg32 = (5 - up)[31:0]
# rtdyld-check: *{2}one16 = (up - 1)[15:0]
# rtdyld-check: *{2}neg16 = (5 - up)[15:0]
# rtdyld-check: *{1}one8 = (up + 0x80)[7:0]
# rtdyld-check: *{1}neg8 = (0x85 - up)[7:0]
# rtdyld-check: *{1}six = 0xc3 + (end + 5 - six)
# rtdyld-check: *{1}more = 0x80 + (0x25 + up)[5:0]
# rtdyld-check: *{1}less = 0x80 + (0x25 - up)[5:0]
# rtdyld-check: *{1}(less + 1) = 0xa5
