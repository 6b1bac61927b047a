# Pointers to imports in RuntimeDyld's layout: each section has its own, 4 bytes at a multiple of that, among its stubs.
# layout: runtimedyld the default layout has them in the object's GOT
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=f=0x71000001 -dummy-extern=d=0x72000002 -check=%s %o
	.syntax unified
	.thumb
	.text
	.thumb_func
use:	movw r0, :lower16:__imp_f
	movt r0, :upper16:__imp_f
	ldr r0, [r0]
	blx r0
	movw r1, :lower16:__imp_d
	movt r1, :upper16:__imp_d
	bx lr
	.data
word:	.long __imp_f
# rtdyld-check: *{4}stub_addr(import.o/.text, __imp_f) = f
# rtdyld-check: *{4}stub_addr(import.o/.text, __imp_d) = d
# rtdyld-check: *{4}word = stub_addr(import.o/.data, __imp_f)
