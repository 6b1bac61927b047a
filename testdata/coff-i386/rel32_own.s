# IMAGE_REL_I386_REL32 to what the object has itself, and to what is outside without an addend.
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=ext=0x30001234 \
# RUN:   -map-section=rel32_own.o,.text=0x20000000 -map-section=rel32_own.o,.data=0x30000000 -check=%s %o
	.globl	ext, fun
	.text
	.byte	0xa5
call:	calll	ext
jump:	jmp	fun
near:	.long	fun - . + 4
	.data
fun:	retl

# rtdyld-check: *{4}(call + 1) = ext - call - 5
# rtdyld-check: *{4}(jump + 1) = fun - jump - 5
# rtdyld-check: *{4}near = fun - near + 4
