# R_390_PLT12DBL, PLT16DBL, PLT24DBL, PLT32DBL: half of S + A - P, S the symbol or a stub of it; R_390_PLT32: S + A - P likewise, R_390_PLT64: with
# any value.
# llvm: no it checks no range
# layout: default RuntimeDyld has a stub for every R_390_PLT32DBL
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234566002 -map-section=call.o,.text.b=0x234557008 -map-section=call.o,.text.c=0x233567002 -map-section=call.o,.text.d=0x13456700c -map-section=call.o,.text.e=0x1b456700e -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568002 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0x7: R_390_PLT12DBL to a: 0x1000 does not fit signed 13
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234566000 -map-section=call.o,.text.b=0x234557008 -map-section=call.o,.text.c=0x233567002 -map-section=call.o,.text.d=0x13456700c -map-section=call.o,.text.e=0x1b456700e %o
# ERR: .code+0x7: R_390_PLT12DBL to a: -0x1002 does not fit signed 13
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567002 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0x9: R_390_PLT24DBL to c: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234566002 -map-section=call.o,.text.b=0x234557008 -map-section=call.o,.text.c=0x233567000 -map-section=call.o,.text.d=0x13456700c -map-section=call.o,.text.e=0x1b456700e %o
# ERR: .code+0x9: R_390_PLT24DBL to c: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577008 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0xe: R_390_PLT16DBL to b: 0x10000 does not fit signed 17
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234566002 -map-section=call.o,.text.b=0x234557006 -map-section=call.o,.text.c=0x233567002 -map-section=call.o,.text.d=0x13456700c -map-section=call.o,.text.e=0x1b456700e %o
# ERR: .code+0xe: R_390_PLT16DBL to b: -0x10002 does not fit signed 17
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700c -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0x12: R_390_PLT32DBL to d: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234566002 -map-section=call.o,.text.b=0x234557008 -map-section=call.o,.text.c=0x233567002 -map-section=call.o,.text.d=0x13456700a -map-section=call.o,.text.e=0x1b456700e %o
# ERR: .code+0x12: R_390_PLT32DBL to d: -0x100000002 does not fit signed 33
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700e %o
# ERR: .code+0x16: R_390_PLT32 to e: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234566002 -map-section=call.o,.text.b=0x234557008 -map-section=call.o,.text.c=0x233567002 -map-section=call.o,.text.d=0x13456700c -map-section=call.o,.text.e=0x1b456700d %o
# ERR: .code+0x16: R_390_PLT32 to e: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234567fff -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0x7: R_390_PLT12DBL to a: 0xffd is no multiple of 2
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235566fff -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0x9: R_390_PLT24DBL to c: 0xfffffd is no multiple of 2
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577005 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x33456700a -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0xe: R_390_PLT16DBL to b: 0xfffd is no multiple of 2
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu \
# RUN:   -map-section=call.o,.code=0x234567000 -map-section=call.o,.text.a=0x234568000 -map-section=call.o,.text.b=0x234577006 -map-section=call.o,.text.c=0x235567000 -map-section=call.o,.text.d=0x334567009 -map-section=call.o,.text.e=0x2b456700d %o
# ERR: .code+0x12: R_390_PLT32DBL to d: 0xfffffffd is no multiple of 2
	.section .text.a,"ax",@progbits
	.globl	a
a:	br	%r14
	.section .text.b,"ax",@progbits
	.globl	b
b:	br	%r14
	.section .text.c,"ax",@progbits
	.globl	c
c:	br	%r14
	.section .text.d,"ax",@progbits
	.globl	d
d:	br	%r14
	.section .text.e,"ax",@progbits
	.globl	e
e:	br	%r14
	.section .code,"ax",@progbits
	.short	0
	.long	0xa5a5a5a5
hint:	.reloc	. + 1, R_390_PLT12DBL, a + 5
	.reloc	. + 3, R_390_PLT24DBL, c + 7
	.byte	0xc5, 0xa5, 0x5a, 0x5a, 0x5a, 0x5a
jump:	.reloc	. + 2, R_390_PLT16DBL, b + 6
	.long	0xa7745a5a
call:	.reloc	. + 2, R_390_PLT32DBL, d + 6
	.short	0xc0e5
	.long	0x5a5a5a5a
word:	.reloc	., R_390_PLT32, e + 8
	.long	0x5a5a5a5a
quad:	.reloc	., R_390_PLT64, e - 0x10
	.quad	0x5a5a5a5a5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(hint - 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(hint, 0) = 10
# rtdyld-check: decode_operand(hint, 1) = a + 4 - hint
# rtdyld-check: decode_operand(hint, 2) = c + 4 - hint
# rtdyld-check: decode_operand(jump, 0) = b + 4 - jump
# rtdyld-check: *{2}jump = 0xa774
# rtdyld-check: next_pc(call) = call + 6
# rtdyld-check: decode_operand(call, 1) = d + 4 - call
# rtdyld-check: *{2}call = 0xc0e5
# rtdyld-check: *{4}word = (e + 8 - word)[31:0]
# rtdyld-check: *{8}quad = e - 0x10 - quad
# rtdyld-check: *{4}(quad + 8) = 0xa5a5a5a5
