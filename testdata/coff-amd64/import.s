# Pointers to imports in RuntimeDyld's layout: each section has its own, 8 bytes at a multiple of that, among its stubs.
# layout: runtimedyld the default layout has them in the object's GOT
# RUN: rtdyld-check -verify -triple=x86_64-w64-windows-gnu -dummy-extern=f=0x7100000001 -dummy-extern=d=0x7200000002 -dummy-extern=g=0x7300000003 -check=%s %o
	.text
use:	callq	*__imp_f(%rip)
load:	movq	__imp_d(%rip), %rax
again:	jmpq	*__imp_f(%rip)
call:	callq	g
	.data
	.byte	0xa5
word:	.quad	__imp_f

# rtdyld-check: decode_operand(use, 3) = stub_addr(import.o/.text, __imp_f) - next_pc(use)
# rtdyld-check: decode_operand(load, 4) = stub_addr(import.o/.text, __imp_d) - next_pc(load)
# rtdyld-check: decode_operand(again, 3) = stub_addr(import.o/.text, __imp_f) - next_pc(again)
# rtdyld-check: *{8}stub_addr(import.o/.text, __imp_f) = f
# rtdyld-check: *{8}stub_addr(import.o/.text, __imp_d) = d
# rtdyld-check: stub_addr(import.o/.text, __imp_f)[2:0] = 0
# rtdyld-check: *{8}word = stub_addr(import.o/.data, __imp_f)
# rtdyld-check: *{8}stub_addr(import.o/.data, __imp_f) = f
