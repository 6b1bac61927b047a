# Pointers to imports in RuntimeDyld's layout: each section has its own, 8 bytes at a multiple of that, among its stubs.
# layout: runtimedyld the default layout has them in the object's GOT
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=f=0x71000001 -dummy-extern=d=0x72000002 -dummy-extern=g=0x71000100 -check=%s %o
	.text
use:	adrp x0, __imp_f
	ldr x0, [x0, :lo12:__imp_f]
	blr x0
load:	adrp x1, __imp_d
	ldr x1, [x1, :lo12:__imp_d]
	bl g
	ret
	.data
	.byte 0xa5
	.p2align 3
word:	.quad __imp_f
# rtdyld-check: *{8}stub_addr(import.o/.text, __imp_f) = f
# rtdyld-check: *{8}stub_addr(import.o/.text, __imp_d) = d
# rtdyld-check: *{8}word = stub_addr(import.o/.data, __imp_f)
# rtdyld-check: (*{4}(load+4))[21:10] = stub_addr(import.o/.text, __imp_d)[11:3]
# rtdyld-check: (*{4}(use+4))[21:10] = stub_addr(import.o/.text, __imp_f)[11:3]
