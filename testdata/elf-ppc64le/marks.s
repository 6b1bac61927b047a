# Types that mark sequences change nothing. R_PPC64_TOC: T, and what the name .TOC. says; A counts from there.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 122 R_PPC64_PLTCALL_NOTOC
# TYPE: R_PPC64_GLOB_DAT 121 R_PPC64_PLTSEQ_NOTOC
# TYPE: R_PPC64_JMP_SLOT 109 R_PPC64_TOCSAVE
# TYPE: R_PPC64_RELATIVE 120 R_PPC64_PLTCALL
# TYPE: R_PPC64_IRELATIVE 119 R_PPC64_PLTSEQ
# TYPE: R_PPC64_ADDR14_BRTAKEN 118 R_PPC64_ENTRY
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=marks.o,.text=0x10000000 -map-section=marks.o,.data=0x20000003 -map-section=marks.o,.got=0x12345670018 -check=%s %o
	.text
	.globl	sized, .TOC.
	.type	sized, @function
sized:	.long	0x60000000
	.size	sized, 4
marks:
	.reloc	., R_PPC64_NONE, sized + 0x12348
	.long	0x5a5a0000
	.reloc	., R_PPC64_TLS, sized + 0x12348
	.long	0x5a5a0001
	.reloc	., R_PPC64_TLSGD, sized + 0x12348
	.long	0x5a5a0002
	.reloc	., R_PPC64_TLSLD, sized + 0x12348
	.long	0x5a5a0003
	.reloc	., R_PPC64_JMP_SLOT, sized + 0x12348
	.long	0x5a5a0004
	.reloc	., R_PPC64_ADDR14_BRTAKEN, sized + 0x12348
	.long	0x5a5a0005
	.reloc	., R_PPC64_IRELATIVE, sized + 0x12348
	.long	0x5a5a0006
	.reloc	., R_PPC64_RELATIVE, sized + 0x12348
	.long	0x5a5a0007
	.reloc	., R_PPC64_GLOB_DAT, sized + 0x12348
	.long	0x5a5a0008
	.reloc	., R_PPC64_COPY, sized + 0x12348
	.long	0x5a5a0009
	.reloc	., R_PPC64_PCREL_OPT, sized + 0x12348
	.long	0x5a5a000a
	.quad	0x5a5a5a5a5a5a5a5a
	.data
base:	.reloc	., R_PPC64_TOC, sized + 4
	.quad	0x5555555555555555
name:	.reloc	., R_PPC64_ADDR64, .TOC. - 8
	.quad	0x5555555555555555
	.byte	0x5a

# rtdyld-check: *{4}(marks + 0) = 0x5a5a0000
# rtdyld-check: *{4}(marks + 4) = 0x5a5a0001
# rtdyld-check: *{4}(marks + 8) = 0x5a5a0002
# rtdyld-check: *{4}(marks + 12) = 0x5a5a0003
# rtdyld-check: *{4}(marks + 16) = 0x5a5a0004
# rtdyld-check: *{4}(marks + 20) = 0x5a5a0005
# rtdyld-check: *{4}(marks + 24) = 0x5a5a0006
# rtdyld-check: *{4}(marks + 28) = 0x5a5a0007
# rtdyld-check: *{4}(marks + 32) = 0x5a5a0008
# rtdyld-check: *{4}(marks + 36) = 0x5a5a0009
# rtdyld-check: *{4}(marks + 40) = 0x5a5a000a
# rtdyld-check: *{8}base = 0x1234567801c
# rtdyld-check: *{8}name = 0x12345678010
# rtdyld-check: *{1}(name + 8) = 0x5a
