# Values of which prefixed instructions and halfwords have a part: bits 33:0 and 63:34, 49:34 and 63:50, those with an A of 1 << 33 more, as what has the rest is signed; 28 bits in such instructions.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 129 R_PPC64_D34_LO
# TYPE: R_PPC64_GLOB_DAT 130 R_PPC64_D34_HI30
# TYPE: R_PPC64_JMP_SLOT 131 R_PPC64_D34_HA30
# TYPE: R_PPC64_RELATIVE 136 R_PPC64_ADDR16_HIGHER34
# TYPE: R_PPC64_IRELATIVE 137 R_PPC64_ADDR16_HIGHERA34
# TYPE: R_PPC64_ADDR14_BRTAKEN 138 R_PPC64_ADDR16_HIGHEST34
# TYPE: R_PPC64_ADDR14_BRNTAKEN 139 R_PPC64_ADDR16_HIGHESTA34
# TYPE: R_PPC64_REL14_BRTAKEN 140 R_PPC64_REL16_HIGHER34
# TYPE: R_PPC64_REL14_BRNTAKEN 141 R_PPC64_REL16_HIGHERA34
# TYPE: R_PPC64_ADDR14 142 R_PPC64_REL16_HIGHEST34
# TYPE: R_PPC64_ADDR24 143 R_PPC64_REL16_HIGHESTA34
# TYPE: R_PPC64_REL14 144 R_PPC64_D28
# TYPE: R_PPC64_REL24 145 R_PPC64_PCREL28
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=wide.o,.text=0x1312345678 -dummy-extern=d34_lo_0_s=0x123456789abcdee9 -dummy-extern=d34_lo_1_s=0xfffffffe0000000b -dummy-extern=d34_hi30_0_s=0x48d159bfffffff7 -dummy-extern=d34_hi30_1_s=0x48d159c0000000c -dummy-extern=d34_hi30_2_s=0xffb72ea5fffffff7 -dummy-extern=d34_ha30_0_s=0x48d1599fffffff7 -dummy-extern=d34_ha30_1_s=0x48d159a0000000c -dummy-extern=d34_ha30_2_s=0xffb72ea5fffffff7 -dummy-extern=addr16_higher34_0_s=0x48d159bfffffff7 -dummy-extern=addr16_higher34_1_s=0x48d159c0000000c -dummy-extern=addr16_highera34_0_s=0x48d1599fffffff7 -dummy-extern=addr16_highera34_1_s=0x48d159a0000000c -dummy-extern=addr16_highest34_0_s=0xc48bfffffffffff7 -dummy-extern=addr16_highest34_1_s=0xc48c00000000000c -dummy-extern=addr16_highesta34_0_s=0xc48bfffdfffffff7 -dummy-extern=addr16_highesta34_1_s=0xc48bfffe0000000c -dummy-extern=rel16_higher34_0_s=0x48d15af12345701 -dummy-extern=rel16_higher34_1_s=0x48d15af1234571a -dummy-extern=rel16_highera34_0_s=0x48d15ad1234570d -dummy-extern=rel16_highera34_1_s=0x48d15ad12345726 -dummy-extern=rel16_highest34_0_s=0xc48c001312345719 -dummy-extern=rel16_highest34_1_s=0xc48c001312345732 -dummy-extern=rel16_highesta34_0_s=0xc48c001112345725 -dummy-extern=rel16_highesta34_1_s=0xc48c00111234573e -dummy-extern=d28_0_s=0x123455f -dummy-extern=d28_top_s=0x7ffffff -dummy-extern=d28_bottom_s=0xfffffffff8000004 -dummy-extern=pcrel28_0_s=0x1313579cb7 -dummy-extern=pcrel28_top_s=0x131a345761 -dummy-extern=pcrel28_bottom_s=0x130a345770 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=wide.o,.text=0x1312345678 -dummy-extern=d34_lo_0_s=0x123456789abcdee9 -dummy-extern=d34_lo_1_s=0xfffffffe0000000b -dummy-extern=d34_hi30_0_s=0x48d159bfffffff7 -dummy-extern=d34_hi30_1_s=0x48d159c0000000c -dummy-extern=d34_hi30_2_s=0xffb72ea5fffffff7 -dummy-extern=d34_ha30_0_s=0x48d1599fffffff7 -dummy-extern=d34_ha30_1_s=0x48d159a0000000c -dummy-extern=d34_ha30_2_s=0xffb72ea5fffffff7 -dummy-extern=addr16_higher34_0_s=0x48d159bfffffff7 -dummy-extern=addr16_higher34_1_s=0x48d159c0000000c -dummy-extern=addr16_highera34_0_s=0x48d1599fffffff7 -dummy-extern=addr16_highera34_1_s=0x48d159a0000000c -dummy-extern=addr16_highest34_0_s=0xc48bfffffffffff7 -dummy-extern=addr16_highest34_1_s=0xc48c00000000000c -dummy-extern=addr16_highesta34_0_s=0xc48bfffdfffffff7 -dummy-extern=addr16_highesta34_1_s=0xc48bfffe0000000c -dummy-extern=rel16_higher34_0_s=0x48d15af12345701 -dummy-extern=rel16_higher34_1_s=0x48d15af1234571a -dummy-extern=rel16_highera34_0_s=0x48d15ad1234570d -dummy-extern=rel16_highera34_1_s=0x48d15ad12345726 -dummy-extern=rel16_highest34_0_s=0xc48c001312345719 -dummy-extern=rel16_highest34_1_s=0xc48c001312345732 -dummy-extern=rel16_highesta34_0_s=0xc48c001112345725 -dummy-extern=rel16_highesta34_1_s=0xc48c00111234573e -dummy-extern=d28_0_s=0x123455f -dummy-extern=d28_top_s=0x8000000 -dummy-extern=d28_bottom_s=0xfffffffff8000004 -dummy-extern=pcrel28_0_s=0x1313579cb7 -dummy-extern=pcrel28_top_s=0x131a345761 -dummy-extern=pcrel28_bottom_s=0x130a345770 %o
# ERR: .text+0xcc: R_PPC64_D28 to d28_top_s: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=wide.o,.text=0x1312345678 -dummy-extern=d34_lo_0_s=0x123456789abcdee9 -dummy-extern=d34_lo_1_s=0xfffffffe0000000b -dummy-extern=d34_hi30_0_s=0x48d159bfffffff7 -dummy-extern=d34_hi30_1_s=0x48d159c0000000c -dummy-extern=d34_hi30_2_s=0xffb72ea5fffffff7 -dummy-extern=d34_ha30_0_s=0x48d1599fffffff7 -dummy-extern=d34_ha30_1_s=0x48d159a0000000c -dummy-extern=d34_ha30_2_s=0xffb72ea5fffffff7 -dummy-extern=addr16_higher34_0_s=0x48d159bfffffff7 -dummy-extern=addr16_higher34_1_s=0x48d159c0000000c -dummy-extern=addr16_highera34_0_s=0x48d1599fffffff7 -dummy-extern=addr16_highera34_1_s=0x48d159a0000000c -dummy-extern=addr16_highest34_0_s=0xc48bfffffffffff7 -dummy-extern=addr16_highest34_1_s=0xc48c00000000000c -dummy-extern=addr16_highesta34_0_s=0xc48bfffdfffffff7 -dummy-extern=addr16_highesta34_1_s=0xc48bfffe0000000c -dummy-extern=rel16_higher34_0_s=0x48d15af12345701 -dummy-extern=rel16_higher34_1_s=0x48d15af1234571a -dummy-extern=rel16_highera34_0_s=0x48d15ad1234570d -dummy-extern=rel16_highera34_1_s=0x48d15ad12345726 -dummy-extern=rel16_highest34_0_s=0xc48c001312345719 -dummy-extern=rel16_highest34_1_s=0xc48c001312345732 -dummy-extern=rel16_highesta34_0_s=0xc48c001112345725 -dummy-extern=rel16_highesta34_1_s=0xc48c00111234573e -dummy-extern=d28_0_s=0x123455f -dummy-extern=d28_top_s=0x7ffffff -dummy-extern=d28_bottom_s=0xfffffffff8000003 -dummy-extern=pcrel28_0_s=0x1313579cb7 -dummy-extern=pcrel28_top_s=0x131a345761 -dummy-extern=pcrel28_bottom_s=0x130a345770 %o
# ERR: .text+0xd6: R_PPC64_D28 to d28_bottom_s: -0x8000001 does not fit signed 28
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=wide.o,.text=0x1312345678 -dummy-extern=d34_lo_0_s=0x123456789abcdee9 -dummy-extern=d34_lo_1_s=0xfffffffe0000000b -dummy-extern=d34_hi30_0_s=0x48d159bfffffff7 -dummy-extern=d34_hi30_1_s=0x48d159c0000000c -dummy-extern=d34_hi30_2_s=0xffb72ea5fffffff7 -dummy-extern=d34_ha30_0_s=0x48d1599fffffff7 -dummy-extern=d34_ha30_1_s=0x48d159a0000000c -dummy-extern=d34_ha30_2_s=0xffb72ea5fffffff7 -dummy-extern=addr16_higher34_0_s=0x48d159bfffffff7 -dummy-extern=addr16_higher34_1_s=0x48d159c0000000c -dummy-extern=addr16_highera34_0_s=0x48d1599fffffff7 -dummy-extern=addr16_highera34_1_s=0x48d159a0000000c -dummy-extern=addr16_highest34_0_s=0xc48bfffffffffff7 -dummy-extern=addr16_highest34_1_s=0xc48c00000000000c -dummy-extern=addr16_highesta34_0_s=0xc48bfffdfffffff7 -dummy-extern=addr16_highesta34_1_s=0xc48bfffe0000000c -dummy-extern=rel16_higher34_0_s=0x48d15af12345701 -dummy-extern=rel16_higher34_1_s=0x48d15af1234571a -dummy-extern=rel16_highera34_0_s=0x48d15ad1234570d -dummy-extern=rel16_highera34_1_s=0x48d15ad12345726 -dummy-extern=rel16_highest34_0_s=0xc48c001312345719 -dummy-extern=rel16_highest34_1_s=0xc48c001312345732 -dummy-extern=rel16_highesta34_0_s=0xc48c001112345725 -dummy-extern=rel16_highesta34_1_s=0xc48c00111234573e -dummy-extern=d28_0_s=0x123455f -dummy-extern=d28_top_s=0x7ffffff -dummy-extern=d28_bottom_s=0xfffffffff8000004 -dummy-extern=pcrel28_0_s=0x1313579cb7 -dummy-extern=pcrel28_top_s=0x131a345762 -dummy-extern=pcrel28_bottom_s=0x130a345770 %o
# ERR: .text+0xea: R_PPC64_PCREL28 to pcrel28_top_s: 0x8000000 does not fit signed 28
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -map-section=wide.o,.text=0x1312345678 -dummy-extern=d34_lo_0_s=0x123456789abcdee9 -dummy-extern=d34_lo_1_s=0xfffffffe0000000b -dummy-extern=d34_hi30_0_s=0x48d159bfffffff7 -dummy-extern=d34_hi30_1_s=0x48d159c0000000c -dummy-extern=d34_hi30_2_s=0xffb72ea5fffffff7 -dummy-extern=d34_ha30_0_s=0x48d1599fffffff7 -dummy-extern=d34_ha30_1_s=0x48d159a0000000c -dummy-extern=d34_ha30_2_s=0xffb72ea5fffffff7 -dummy-extern=addr16_higher34_0_s=0x48d159bfffffff7 -dummy-extern=addr16_higher34_1_s=0x48d159c0000000c -dummy-extern=addr16_highera34_0_s=0x48d1599fffffff7 -dummy-extern=addr16_highera34_1_s=0x48d159a0000000c -dummy-extern=addr16_highest34_0_s=0xc48bfffffffffff7 -dummy-extern=addr16_highest34_1_s=0xc48c00000000000c -dummy-extern=addr16_highesta34_0_s=0xc48bfffdfffffff7 -dummy-extern=addr16_highesta34_1_s=0xc48bfffe0000000c -dummy-extern=rel16_higher34_0_s=0x48d15af12345701 -dummy-extern=rel16_higher34_1_s=0x48d15af1234571a -dummy-extern=rel16_highera34_0_s=0x48d15ad1234570d -dummy-extern=rel16_highera34_1_s=0x48d15ad12345726 -dummy-extern=rel16_highest34_0_s=0xc48c001312345719 -dummy-extern=rel16_highest34_1_s=0xc48c001312345732 -dummy-extern=rel16_highesta34_0_s=0xc48c001112345725 -dummy-extern=rel16_highesta34_1_s=0xc48c00111234573e -dummy-extern=d28_0_s=0x123455f -dummy-extern=d28_top_s=0x7ffffff -dummy-extern=d28_bottom_s=0xfffffffff8000004 -dummy-extern=pcrel28_0_s=0x1313579cb7 -dummy-extern=pcrel28_top_s=0x131a345761 -dummy-extern=pcrel28_bottom_s=0x130a34576f %o
# ERR: .text+0xf4: R_PPC64_PCREL28 to pcrel28_bottom_s: -0x8000001 does not fit signed 28
	.globl	d34_lo_0_s
	.globl	d34_lo_1_s
	.weak	d34_lo_none_s
	.globl	d34_hi30_0_s
	.globl	d34_hi30_1_s
	.globl	d34_hi30_2_s
	.weak	d34_hi30_none_s
	.globl	d34_ha30_0_s
	.globl	d34_ha30_1_s
	.globl	d34_ha30_2_s
	.weak	d34_ha30_none_s
	.globl	addr16_higher34_0_s
	.globl	addr16_higher34_1_s
	.globl	addr16_highera34_0_s
	.globl	addr16_highera34_1_s
	.globl	addr16_highest34_0_s
	.globl	addr16_highest34_1_s
	.globl	addr16_highesta34_0_s
	.globl	addr16_highesta34_1_s
	.globl	rel16_higher34_0_s
	.globl	rel16_higher34_1_s
	.weak	rel16_higher34_none_s
	.globl	rel16_highera34_0_s
	.globl	rel16_highera34_1_s
	.weak	rel16_highera34_none_s
	.globl	rel16_highest34_0_s
	.globl	rel16_highest34_1_s
	.weak	rel16_highest34_none_s
	.globl	rel16_highesta34_0_s
	.globl	rel16_highesta34_1_s
	.weak	rel16_highesta34_none_s
	.globl	d28_0_s
	.globl	d28_top_s
	.globl	d28_bottom_s
	.globl	pcrel28_0_s
	.globl	pcrel28_top_s
	.globl	pcrel28_bottom_s
	.text
	.short	0x5a5a
d34_lo_0:	.reloc	., R_PPC64_COPY, d34_lo_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_lo_1:	.reloc	., R_PPC64_COPY, d34_lo_1_s - 0xc
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_lo_none:	.reloc	., R_PPC64_COPY, d34_lo_none_s + 0x0
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_hi30_0:	.reloc	., R_PPC64_GLOB_DAT, d34_hi30_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_hi30_1:	.reloc	., R_PPC64_GLOB_DAT, d34_hi30_1_s - 0xc
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_hi30_2:	.reloc	., R_PPC64_GLOB_DAT, d34_hi30_2_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_hi30_none:	.reloc	., R_PPC64_GLOB_DAT, d34_hi30_none_s + 0x0
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_ha30_0:	.reloc	., R_PPC64_JMP_SLOT, d34_ha30_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_ha30_1:	.reloc	., R_PPC64_JMP_SLOT, d34_ha30_1_s - 0xc
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_ha30_2:	.reloc	., R_PPC64_JMP_SLOT, d34_ha30_2_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d34_ha30_none:	.reloc	., R_PPC64_JMP_SLOT, d34_ha30_none_s + 0x0
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.short	0x5a5a
addr16_higher34_0:	.reloc	., R_PPC64_RELATIVE, addr16_higher34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_higher34_1:	.reloc	., R_PPC64_RELATIVE, addr16_higher34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
addr16_highera34_0:	.reloc	., R_PPC64_IRELATIVE, addr16_highera34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_highera34_1:	.reloc	., R_PPC64_IRELATIVE, addr16_highera34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
addr16_highest34_0:	.reloc	., R_PPC64_ADDR14_BRTAKEN, addr16_highest34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_highest34_1:	.reloc	., R_PPC64_ADDR14_BRTAKEN, addr16_highest34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
addr16_highesta34_0:	.reloc	., R_PPC64_ADDR14_BRNTAKEN, addr16_highesta34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
addr16_highesta34_1:	.reloc	., R_PPC64_ADDR14_BRNTAKEN, addr16_highesta34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
rel16_higher34_0:	.reloc	., R_PPC64_REL14_BRTAKEN, rel16_higher34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_higher34_1:	.reloc	., R_PPC64_REL14_BRTAKEN, rel16_higher34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
rel16_higher34_none:	.reloc	., R_PPC64_REL14_BRTAKEN, rel16_higher34_none_s + 0x0
	.short	0xaaaa
	.short	0x5a5a
rel16_highera34_0:	.reloc	., R_PPC64_REL14_BRNTAKEN, rel16_highera34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_highera34_1:	.reloc	., R_PPC64_REL14_BRNTAKEN, rel16_highera34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
rel16_highera34_none:	.reloc	., R_PPC64_REL14_BRNTAKEN, rel16_highera34_none_s + 0x0
	.short	0xaaaa
	.short	0x5a5a
rel16_highest34_0:	.reloc	., R_PPC64_ADDR14, rel16_highest34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_highest34_1:	.reloc	., R_PPC64_ADDR14, rel16_highest34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
rel16_highest34_none:	.reloc	., R_PPC64_ADDR14, rel16_highest34_none_s + 0x0
	.short	0xaaaa
	.short	0x5a5a
rel16_highesta34_0:	.reloc	., R_PPC64_ADDR24, rel16_highesta34_0_s + 0x8
	.short	0xaaaa
	.short	0x5a5a
rel16_highesta34_1:	.reloc	., R_PPC64_ADDR24, rel16_highesta34_1_s - 0xc
	.short	0xaaaa
	.short	0x5a5a
rel16_highesta34_none:	.reloc	., R_PPC64_ADDR24, rel16_highesta34_none_s + 0x0
	.short	0xaaaa
	.short	0x5a5a
d28_0:	.reloc	., R_PPC64_REL14, d28_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d28_top:	.reloc	., R_PPC64_REL14, d28_top_s + 0x0
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
d28_bottom:	.reloc	., R_PPC64_REL14, d28_bottom_s - 0x4
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
pcrel28_0:	.reloc	., R_PPC64_REL24, pcrel28_0_s + 0x8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
pcrel28_top:	.reloc	., R_PPC64_REL24, pcrel28_top_s + 0x0
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
pcrel28_bottom:	.reloc	., R_PPC64_REL24, pcrel28_bottom_s - 0x4
	.quad	0x3860ffff0613ffff
	.short	0x5a5a

# rtdyld-check: *{4}d34_lo_0 = 0x6109abc
# rtdyld-check: *{4}(d34_lo_0 + 4) = 0x3860def1
# rtdyld-check: *{2}(d34_lo_0 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_lo_1 = 0x611ffff
# rtdyld-check: *{4}(d34_lo_1 + 4) = 0x3860ffff
# rtdyld-check: *{2}(d34_lo_1 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_lo_none = 0x6100000
# rtdyld-check: *{4}(d34_lo_none + 4) = 0x38600000
# rtdyld-check: *{2}(d34_lo_none + 8) = 0x5a5a
# rtdyld-check: *{4}d34_hi30_0 = 0x6100123
# rtdyld-check: *{4}(d34_hi30_0 + 4) = 0x38604566
# rtdyld-check: *{2}(d34_hi30_0 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_hi30_1 = 0x6100123
# rtdyld-check: *{4}(d34_hi30_1 + 4) = 0x38604567
# rtdyld-check: *{2}(d34_hi30_1 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_hi30_2 = 0x6103fed
# rtdyld-check: *{4}(d34_hi30_2 + 4) = 0x3860cba9
# rtdyld-check: *{2}(d34_hi30_2 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_hi30_none = 0x6100000
# rtdyld-check: *{4}(d34_hi30_none + 4) = 0x38600000
# rtdyld-check: *{2}(d34_hi30_none + 8) = 0x5a5a
# rtdyld-check: *{4}d34_ha30_0 = 0x6100123
# rtdyld-check: *{4}(d34_ha30_0 + 4) = 0x38604566
# rtdyld-check: *{2}(d34_ha30_0 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_ha30_1 = 0x6100123
# rtdyld-check: *{4}(d34_ha30_1 + 4) = 0x38604567
# rtdyld-check: *{2}(d34_ha30_1 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_ha30_2 = 0x6103fed
# rtdyld-check: *{4}(d34_ha30_2 + 4) = 0x3860cba9
# rtdyld-check: *{2}(d34_ha30_2 + 8) = 0x5a5a
# rtdyld-check: *{4}d34_ha30_none = 0x6100000
# rtdyld-check: *{4}(d34_ha30_none + 4) = 0x38600000
# rtdyld-check: *{2}(d34_ha30_none + 8) = 0x5a5a
# rtdyld-check: *{2}addr16_higher34_0 = 0x4566
# rtdyld-check: *{2}(addr16_higher34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_higher34_1 = 0x4567
# rtdyld-check: *{2}(addr16_higher34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highera34_0 = 0x4566
# rtdyld-check: *{2}(addr16_highera34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highera34_1 = 0x4567
# rtdyld-check: *{2}(addr16_highera34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highest34_0 = 0x3122
# rtdyld-check: *{2}(addr16_highest34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highest34_1 = 0x3123
# rtdyld-check: *{2}(addr16_highest34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highesta34_0 = 0x3122
# rtdyld-check: *{2}(addr16_highesta34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}addr16_highesta34_1 = 0x3123
# rtdyld-check: *{2}(addr16_highesta34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higher34_0 = 0x4566
# rtdyld-check: *{2}(rel16_higher34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higher34_1 = 0x4567
# rtdyld-check: *{2}(rel16_higher34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_higher34_none = 0xfffb
# rtdyld-check: *{2}(rel16_higher34_none + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highera34_0 = 0x4566
# rtdyld-check: *{2}(rel16_highera34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highera34_1 = 0x4567
# rtdyld-check: *{2}(rel16_highera34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highera34_none = 0xfffb
# rtdyld-check: *{2}(rel16_highera34_none + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highest34_0 = 0x3122
# rtdyld-check: *{2}(rel16_highest34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highest34_1 = 0x3123
# rtdyld-check: *{2}(rel16_highest34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highest34_none = 0x3fff
# rtdyld-check: *{2}(rel16_highest34_none + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highesta34_0 = 0x3122
# rtdyld-check: *{2}(rel16_highesta34_0 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highesta34_1 = 0x3123
# rtdyld-check: *{2}(rel16_highesta34_1 + 2) = 0x5a5a
# rtdyld-check: *{2}rel16_highesta34_none = 0x3fff
# rtdyld-check: *{2}(rel16_highesta34_none + 2) = 0x5a5a
# rtdyld-check: *{4}d28_0 = 0x613f123
# rtdyld-check: *{4}(d28_0 + 4) = 0x38604567
# rtdyld-check: *{2}(d28_0 + 8) = 0x5a5a
# rtdyld-check: *{4}d28_top = 0x613f7ff
# rtdyld-check: *{4}(d28_top + 4) = 0x3860ffff
# rtdyld-check: *{2}(d28_top + 8) = 0x5a5a
# rtdyld-check: *{4}d28_bottom = 0x613f800
# rtdyld-check: *{4}(d28_bottom + 4) = 0x38600000
# rtdyld-check: *{2}(d28_bottom + 8) = 0x5a5a
# rtdyld-check: *{4}pcrel28_0 = 0x613f123
# rtdyld-check: *{4}(pcrel28_0 + 4) = 0x38604567
# rtdyld-check: *{2}(pcrel28_0 + 8) = 0x5a5a
# rtdyld-check: *{4}pcrel28_top = 0x613f7ff
# rtdyld-check: *{4}(pcrel28_top + 4) = 0x3860ffff
# rtdyld-check: *{2}(pcrel28_top + 8) = 0x5a5a
# rtdyld-check: *{4}pcrel28_bottom = 0x613f800
# rtdyld-check: *{4}(pcrel28_bottom + 4) = 0x38600000
# rtdyld-check: *{2}(pcrel28_bottom + 8) = 0x5a5a
