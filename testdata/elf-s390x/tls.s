# R_390_TLS_LE32, LE64: the offset from the thread pointer plus A; R_390_TLS_LDO32, LDO64: that in the block of the module. R_390_TLS_GD32, GD64: G + A - T, G the
# address of two words, the module and the offset in its block; R_390_TLS_LDM32, LDM64: of two words, the module and 0. R_390_TLS_GOTIE12, GOTIE20, GOTIE32, GOTIE64: G + A - T of
# an entry with the offset from the thread pointer; R_390_TLS_IE64: G + A. R_390_TLS_LOAD, GDCALL and LDCALL are marks.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=tls.o,.text=0x10000 -map-section=tls.o,.got=0x12345680 -check=%s %o
	.globl	first, own, other
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 4
own:	.quad	0x1122334455667788
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @object
	.size	other, 12
other:	.zero	8
	.zero	8
	.zero	8
	.type	first, @object
	.size	first, 8
first:	.zero	8
	.text
	.reloc	., R_390_TLS_GOTIE64, first
	.quad	0
	.long	0xa5a5a5a5
exec:	.reloc	., R_390_TLS_LE32, own + 0x7fffffff + 0x28
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_LE32, own - 0x80000000 + 0x28
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_LE64, other + 0x123456789
	.quad	0x5a5a5a5a5a5a5a5a
offset:	.reloc	., R_390_TLS_LDO32, other + 0x7fffffef
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_LDO32, other - 0x80000010
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_LDO64, other - 0x123456789
	.quad	0x5a5a5a5a5a5a5a5a
initial:
	.reloc	., R_390_TLS_GOTIE12, own + 0xff7
	.short	0x5a5a
	.short	0xa5a5
	.reloc	., R_390_TLS_GOTIE20, own + 0x7fff7
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_GOTIE32, own + 0x7ffffff7
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_GOTIE32, own - 0x80000008
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_GOTIE20, own - 0x80008
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_GOTIE12, own - 8
	.short	0x5a5a
	.short	0xa5a5
	.reloc	., R_390_TLS_GOTIE64, own - 0x123456791
	.quad	0x5a5a5a5a5a5a5a5a
	.reloc	., R_390_TLS_IE64, own - 16
	.quad	0x5a5a5a5a5a5a5a5a
general:
	.reloc	., R_390_TLS_GD32, other + 0x7fffffff - 16
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_GD32, other - 0x80000000 - 16
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_GD64, other + 0x123456789
	.quad	0x5a5a5a5a5a5a5a5a
local:	.reloc	., R_390_TLS_LDM32, own + 0x7fffffff - 32
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_LDM32, own - 0x80000000 - 32
	.long	0x5a5a5a5a
	.reloc	., R_390_TLS_LDM64, own + 0x123456789
	.quad	0x5a5a5a5a5a5a5a5a
	.long	0xa5a5a5a5
mark:	.reloc	., R_390_TLS_LOAD, own
	lg	%r1, 0(%r2)
	.reloc	., R_390_TLS_GDCALL, own
	brasl	%r14, mark
	.reloc	., R_390_TLS_LDCALL, own
	brasl	%r14, mark
	.long	0

# rtdyld-check: *{4}(exec - 4) = 0xa5a5a5a5
# rtdyld-check: *{8}exec = 0x7fffffff80000000
# rtdyld-check: *{8}(exec + 8) = 0x123456769
# rtdyld-check: *{8}offset = 0x7fffffff80000000
# rtdyld-check: *{8}(offset + 8) = 0x10 - 0x123456789
# rtdyld-check: *{8}initial = 0x5fffa5a55fff7f5a
# rtdyld-check: *{8}(initial + 8) = 0x7fffffff80000000
# rtdyld-check: *{8}(initial + 16) = 0x5000805a5000a5a5
# rtdyld-check: *{8}(initial + 24) = 0 - 0x123456789
# rtdyld-check: *{8}(initial + 32) = section_addr(tls.o, .got) - 8
# rtdyld-check: *{8}general = 0x7fffffff80000000
# rtdyld-check: *{8}(general + 8) = 0x123456799
# rtdyld-check: *{8}local = 0x7fffffff80000000
# rtdyld-check: *{8}(local + 8) = 0x1234567a9
# rtdyld-check: *{4}(local + 16) = 0xa5a5a5a5
# rtdyld-check: *{4}mark = 0xe3102000
# rtdyld-check: decode_operand(mark + 6, 1) = 0 - 6
# rtdyld-check: *{2}(mark + 6) = 0xc0e5
# rtdyld-check: decode_operand(mark + 12, 1) = 0 - 12
# rtdyld-check: *{8}(section_addr(tls.o, .got)) = 0 - 8
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 8) = 0 - 0x28
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 16) = 1
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 24) = 0x10
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 32) = 1
# rtdyld-check: *{8}(section_addr(tls.o, .got) + 40) = 0
