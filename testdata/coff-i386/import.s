# Pointers to imports in RuntimeDyld's layout: each section has its own, 4 bytes at a multiple of that, among its stubs.
# layout: runtimedyld the default layout has them in the object's GOT
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=_f=0x71000001 -dummy-extern=_d=0x72000002 -check=%s %o
	.text
	nop
use:	calll	*__imp__f
load:	movl	__imp__d, %eax
again:	jmpl	*__imp__f
	.data
word:	.long	__imp__f

# rtdyld-check: decode_operand(use, 3) = stub_addr(import.o/.text, __imp__f)
# rtdyld-check: *{4}(load + 1) = stub_addr(import.o/.text, __imp__d)
# rtdyld-check: decode_operand(again, 3) = stub_addr(import.o/.text, __imp__f)
# rtdyld-check: *{4}stub_addr(import.o/.text, __imp__f) = _f
# rtdyld-check: *{4}stub_addr(import.o/.text, __imp__d) = _d
# rtdyld-check: stub_addr(import.o/.text, __imp__f)[1:0] = 0
# rtdyld-check: *{4}word = stub_addr(import.o/.data, __imp__f)
# rtdyld-check: *{4}stub_addr(import.o/.data, __imp__f) = _f
