# Places in code have bit 0 set in their addresses, functions or not, as lld-link has them; their offsets in the section have not.
# layout: default RuntimeDyld leaves the bit out, see code_places_even.s
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=code_places.o,.text=0x20000000 -map-section=code_places.o,.data=0x30000000 -check=%s %o
	.syntax	unified
	.macro	fields
	.long	place
	.long	place + 4
	.long	place + 1
	.long	place - .
	.secrel32 place
	.rva	place
	.endm
	.text
	.zero	4
	.globl	place
place:	bx	lr
	nop
load:	movw	r0, :lower16:place
	movt	r0, :upper16:place
	.data
addr:	fields

# rtdyld-check: *{4}addr = 0x20000005
# rtdyld-check: *{4}(addr + 4) = 0x20000009
# rtdyld-check: *{4}(addr + 8) = 0x20000006
# rtdyld-check: *{4}(addr + 12) = (place + 1 - (addr + 12))[31:0]
# rtdyld-check: *{4}(addr + 16) = 4
# rtdyld-check: (*{4}(addr + 20))[15:0] = 5
# rtdyld-check: *{4}load = 0x0005f240
# rtdyld-check: *{4}(load + 4) = 0x0000f2c2
