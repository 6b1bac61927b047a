# IMAGE_REL_ARM_MOV32T to what the object has itself; the address of a function has bit 0 set.
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=mov32t_own.o,.text=0x20000004 -map-section=mov32t_own.o,.data=0x3456709c -check=%s %o
	.syntax	unified
	.text
	.thumb_func
	.def	fun; .scl 2; .type 32; .endef
	.globl	fun
fun:	movw	r0, :lower16:fun
	movt	r0, :upper16:fun
load:	movw	r11, :lower16:var
	movt	r11, :upper16:var
	bx	lr
	.data
	.long	0
	.globl	var
var:	.long	0

# movw r0, #5; movt r0, #0x2000; movw r11, #0x70a0; movt r11, #0x3456
# rtdyld-check: *{4}fun = 0x0005f240
# rtdyld-check: *{4}(fun + 4) = 0x0000f2c2
# rtdyld-check: *{4}load = 0x0ba0f247
# rtdyld-check: *{4}(load + 4) = 0x4b56f2c3
