# R_390_GOTOFF16, GOTOFF, GOTOFF64: S + A - T; R_390_PLTOFF16, PLTOFF32, PLTOFF64: the same here.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2346087f3 -dummy-extern=b=0x2b46007f3 -dummy-extern=c=0x2346087fb -dummy-extern=d=0x2b46007ff -dummy-extern=q=0x9 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2345f87f4 -dummy-extern=b=0x1b46007f4 -dummy-extern=c=0x2345f87fc -dummy-extern=d=0x1b4600800 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2346087f4 -dummy-extern=b=0x2b46007f3 -dummy-extern=c=0x2346087fb -dummy-extern=d=0x2b46007ff -dummy-extern=q=0x9 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0x4: R_390_GOTOFF16 to a: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2345f87f3 -dummy-extern=b=0x1b46007f4 -dummy-extern=c=0x2345f87fc -dummy-extern=d=0x1b4600800 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0x4: R_390_GOTOFF16 to a: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2346087f3 -dummy-extern=b=0x2b46007f4 -dummy-extern=c=0x2346087fb -dummy-extern=d=0x2b46007ff -dummy-extern=q=0x9 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0x8: R_390_GOTOFF to b: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2345f87f4 -dummy-extern=b=0x1b46007f3 -dummy-extern=c=0x2345f87fc -dummy-extern=d=0x1b4600800 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0x8: R_390_GOTOFF to b: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2346087f3 -dummy-extern=b=0x2b46007f3 -dummy-extern=c=0x2346087fc -dummy-extern=d=0x2b46007ff -dummy-extern=q=0x9 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0x6: R_390_PLTOFF16 to c: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2345f87f4 -dummy-extern=b=0x1b46007f4 -dummy-extern=c=0x2345f87fb -dummy-extern=d=0x1b4600800 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0x6: R_390_PLTOFF16 to c: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2346087f3 -dummy-extern=b=0x2b46007f3 -dummy-extern=c=0x2346087fb -dummy-extern=d=0x2b4600800 -dummy-extern=q=0x9 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0xc: R_390_PLTOFF32 to d: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=a=0x2345f87f4 -dummy-extern=b=0x1b46007f4 -dummy-extern=c=0x2345f87fc -dummy-extern=d=0x1b46007ff -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=base.o,.text=0x10000 -map-section=base.o,.got=0x2346007f8 %o
# ERR: .text+0xc: R_390_PLTOFF32 to d: -0x80000001 does not fit signed 32
	.globl	a, b, c, d, q
	.text
	.long	0xa5a5a5a5
half:	.reloc	., R_390_GOTOFF16, a + 4
	.short	0x5a5a
	.reloc	., R_390_PLTOFF16, c - 4
	.short	0x5a5a
word:	.reloc	., R_390_GOTOFF, b + 4
	.long	0x5a5a5a5a
	.reloc	., R_390_PLTOFF32, d - 8
	.long	0x5a5a5a5a
quad:	.reloc	., R_390_GOTOFF64, q + 8
	.quad	0x5a5a5a5a5a5a5a5a
	.reloc	., R_390_PLTOFF64, q - 8
	.quad	0x5a5a5a5a5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(half - 4) = 0xa5a5a5a5
# rtdyld-check: *{2}half = (a + 4 - section_addr(base.o, .got))[15:0]
# rtdyld-check: *{2}(half + 2) = (c - 4 - section_addr(base.o, .got))[15:0]
# rtdyld-check: *{4}word = (b + 4 - section_addr(base.o, .got))[31:0]
# rtdyld-check: *{4}(word + 4) = (d - 8 - section_addr(base.o, .got))[31:0]
# rtdyld-check: *{8}quad = q + 8 - section_addr(base.o, .got)
# rtdyld-check: *{8}(quad + 8) = q - 8 - section_addr(base.o, .got)
# rtdyld-check: *{4}(quad + 16) = 0xa5a5a5a5
