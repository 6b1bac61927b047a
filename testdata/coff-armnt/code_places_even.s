# Layout RuntimeDyld leaves bit 0 out of the addresses of places in code that are no functions.
# layout: runtimedyld the other layout has the bit, see code_places.s
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=code_places_even.o,.text=0x20000000 -map-section=code_places_even.o,.data=0x30000000 -check=%s %o
	.syntax	unified
	.text
	.zero	4
	.globl	place
place:	bx	lr
	nop
load:	movw	r0, :lower16:place
	movt	r0, :upper16:place
	.data
addr:	.long	place
	.long	place + 4

# rtdyld-check: *{4}addr = 0x20000004
# rtdyld-check: *{4}(addr + 4) = 0x20000008
# rtdyld-check: *{4}load = 0x0004f240
# rtdyld-check: *{4}(load + 4) = 0x0000f2c2
