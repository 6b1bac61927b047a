# R_SPARC_WDISP10 to a symbol itself that is out of reach: no stub stands for it.
# llvm: no it has no relocations of SPARC
# TYPE: R_SPARC_COPY 88
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x207fc -map-section=wdisp10.o,.text=0x20000 -check=%s %o
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x20800 -map-section=wdisp10.o,.text=0x20000 %o
# ERR: .text+0x0: R_SPARC_WDISP10 to ext: 0x800 does not fit signed 12
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x1f7fc -map-section=wdisp10.o,.text=0x20000 %o
# ERR: .text+0x0: R_SPARC_WDISP10 to ext: -0x804 does not fit signed 12
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -dummy-extern=ext=0x20002 -map-section=wdisp10.o,.text=0x20000 %o
# ERR: .text+0x0: R_SPARC_WDISP10 to ext: 0x2 is no multiple of 4
	.globl	ext
	.text
branch:	.reloc	., R_SPARC_COPY, ext
	.long	0x12d02001

# rtdyld-check: *{4}branch = 0x12c83fe1
