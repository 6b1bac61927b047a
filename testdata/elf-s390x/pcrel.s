# R_390_PC16, PC32, PC64: S + A - P. R_390_PC12DBL, PC16DBL, PC24DBL, PC32DBL: half of it, which must be even; A has what is between the
# instruction, from which that counts, and the field.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f002 -dummy-extern=w=0x1b4567006 -dummy-extern=t=0x23456601a -dummy-extern=u=0x23356701a -dummy-extern=s=0x234557020 -dummy-extern=d=0x134567024 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f002 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x6: R_390_PC16 to h: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f001 -dummy-extern=w=0x1b4567006 -dummy-extern=t=0x23456601a -dummy-extern=u=0x23356701a -dummy-extern=s=0x234557020 -dummy-extern=d=0x134567024 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x6: R_390_PC16 to h: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567006 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0xa: R_390_PC32 to w: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f002 -dummy-extern=w=0x1b4567005 -dummy-extern=t=0x23456601a -dummy-extern=u=0x23356701a -dummy-extern=s=0x234557020 -dummy-extern=d=0x134567024 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0xa: R_390_PC32 to w: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x23456801a -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x1b: R_390_PC12DBL to t: 0x1000 does not fit signed 13
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f002 -dummy-extern=w=0x1b4567006 -dummy-extern=t=0x234566018 -dummy-extern=u=0x23356701a -dummy-extern=s=0x234557020 -dummy-extern=d=0x134567024 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x1b: R_390_PC12DBL to t: -0x1002 does not fit signed 13
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x23556701a -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x1d: R_390_PC24DBL to u: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f002 -dummy-extern=w=0x1b4567006 -dummy-extern=t=0x23456601a -dummy-extern=u=0x233567018 -dummy-extern=s=0x234557020 -dummy-extern=d=0x134567024 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x1d: R_390_PC24DBL to u: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x234577020 -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x22: R_390_PC16DBL to s: 0x10000 does not fit signed 17
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f002 -dummy-extern=w=0x1b4567006 -dummy-extern=t=0x23456601a -dummy-extern=u=0x23356701a -dummy-extern=s=0x23455701e -dummy-extern=d=0x134567024 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x22: R_390_PC16DBL to s: -0x10002 does not fit signed 17
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567024 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x26: R_390_PC32DBL to d: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23455f002 -dummy-extern=w=0x1b4567006 -dummy-extern=t=0x23456601a -dummy-extern=u=0x23356701a -dummy-extern=s=0x234557020 -dummy-extern=d=0x134567022 -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x26: R_390_PC32DBL to d: -0x100000002 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568017 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x1b: R_390_PC12DBL to t: 0xffd is no multiple of 2
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567017 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x1d: R_390_PC24DBL to u: 0xfffffd is no multiple of 2
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701d -dummy-extern=d=0x334567022 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x22: R_390_PC16DBL to s: 0xfffd is no multiple of 2
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=h=0x23456f001 -dummy-extern=w=0x2b4567005 -dummy-extern=t=0x234568018 -dummy-extern=u=0x235567018 -dummy-extern=s=0x23457701e -dummy-extern=d=0x334567021 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x234567000 %o
# ERR: .text+0x26: R_390_PC32DBL to d: 0xfffffffd is no multiple of 2
	.globl	h, w, q, t, u, s, d
	.text
	.short	0
	.long	0xa5a5a5a5
half:	.reloc	., R_390_PC16, h + 4
	.short	0x5a5a
	.short	0xa5a5
word:	.reloc	., R_390_PC32, w + 4
	.long	0x5a5a5a5a
	.long	0xa5a5a5a5
quad:	.reloc	., R_390_PC64, q - 0x10
	.quad	0x5a5a5a5a5a5a5a5a
hint:	bprp	10, t, u
jump:	jne	s
addr:	larl	%r10, d
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}half = 0xa5a5 + ((h + 4 - half)[15:0] << 16)
# rtdyld-check: *{4}word = (w + 4 - word)[31:0]
# rtdyld-check: *{4}(word + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}quad = q - 0x10 - quad
# rtdyld-check: decode_operand(hint, 1) = t - hint
# rtdyld-check: decode_operand(hint, 2) = u - hint
# rtdyld-check: *{2}hint = 0xc5a0 + (t - hint)[12:9]
# rtdyld-check: decode_operand(jump, 0) = s - jump
# rtdyld-check: *{2}jump = 0xa774
# rtdyld-check: *{2}(jump + 2) = (s - jump)[16:1]
# rtdyld-check: decode_operand(addr, 1) = d - addr
# rtdyld-check: *{2}addr = 0xc0a0
# rtdyld-check: *{4}(addr + 2) = (d - addr)[32:1]
# rtdyld-check: *{4}(addr + 6) = 0xa5a5a5a5
