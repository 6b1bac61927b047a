# R_X86_64_PC32_BND and R_X86_64_PLT32_BND: as R_X86_64_PC32 and R_X86_64_PLT32, in branches with a bnd prefix.
# TYPE: R_X86_64_COPY 39 R_X86_64_PC32_BND
# TYPE: R_X86_64_GLOB_DAT 40 R_X86_64_PLT32_BND
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x200000010 -dummy-extern=far=0x7fff12345678 \
# RUN:   -map-section=bnd.o,.text=0x200000000 -map-section=bnd.o,.text.fun=0x180000000 \
# RUN:   -map-section=bnd.o,.got=0x200010000 -check=%s %o
# Where an address fits the field, too:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x7fff0010 -dummy-extern=far=0x7fff12345678 \
# RUN:   -map-section=bnd.o,.text=0x7fff0000 -map-section=bnd.o,.text.fun=0xffffffffffff0000 \
# RUN:   -map-section=bnd.o,.got=0x7fff8000 -check=%s %o
# R_X86_64_PC32_BND has no stub:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x200000011 -dummy-extern=far=0x7fff12345678 \
# RUN:   -map-section=bnd.o,.text=0x200000000 -map-section=bnd.o,.text.fun=0x180000000 \
# RUN:   -map-section=bnd.o,.got=0x200010000 %o
# ERR: .text+0x2: R_X86_64_PC32_BND to ext: 0x80000000 does not fit signed 32
	.globl	ext, far
	.section .text.fun,"ax",@progbits
	.zero	0x20
	.globl	fun
fun:	ret
	.text
	.short	0xa5a5
most:	.reloc	., R_X86_64_COPY, ext + 0x7ffffff1
	.long	0
	.short	0xa5a5
least:	.reloc	., R_X86_64_COPY, fun - 0x18
	.long	0
	.short	0xa5a5
	nop
direct:	.byte	0xf2, 0xe8		# bnd call fun
dfield:	.reloc	., R_X86_64_GLOB_DAT, fun - 4
	.long	0
	.short	0xa5a5
stub:	.byte	0xf2, 0xe8		# bnd call far
sfield:	.reloc	., R_X86_64_GLOB_DAT, far - 4
	.long	0
	.short	0xa5a5

# rtdyld-check: *{8}(most - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{8}(least - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{4}dfield = (fun - dfield - 4)[31:0]
# rtdyld-check: *{2}(dfield + 4) = 0xa5a5
# rtdyld-check: *{2}stub = 0xe8f2
# rtdyld-check: *{4}sfield = (stub_addr(bnd.o/.text, far) - sfield - 4)[31:0]
# rtdyld-check: *{2}(sfield + 4) = 0xa5a5
# rtdyld-check: *{2}(stub_addr(bnd.o/.text, far)) = 0x25ff
# rtdyld-check: *{4}(stub_addr(bnd.o/.text, far) + 2) = (section_addr(bnd.o, .got) - stub_addr(bnd.o/.text, far) - 6)[31:0]
# rtdyld-check: *{8}(section_addr(bnd.o, .got)) = far
