# IMAGE_REL_ARM64_PAGEOFFSET_12L: S + A, bits 11:0 of a load or store, in units of its size.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=odd=0x234560fff \
# RUN:   -dummy-extern=half=0x234560ffe -dummy-extern=single=0x234560ffc -map-section=pageoffset_12l.o,.data=0x300000a48 \
# RUN:   -map-section=pageoffset_12l.o,.text=0x234567ff0 -check=%s %o
# No multiple of the size:
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcdef1 -dummy-extern=odd=0x234560fff \
# RUN:   -dummy-extern=half=0x234560ffe -dummy-extern=single=0x234560ffc -map-section=pageoffset_12l.o,.data=0x300000a48 \
# RUN:   -map-section=pageoffset_12l.o,.text=0x234567ff0 %o
# ERR: .text+0x14: IMAGE_REL_ARM64_PAGEOFFSET_12L to ext: 0x123456789abcdef1 is no multiple of 2
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcdef2 -dummy-extern=odd=0x234560fff \
# RUN:   -dummy-extern=half=0x234560ffe -dummy-extern=single=0x234560ffc -map-section=pageoffset_12l.o,.data=0x300000a48 \
# RUN:   -map-section=pageoffset_12l.o,.text=0x234567ff0 %o
# ERR: .text+0x24: IMAGE_REL_ARM64_PAGEOFFSET_12L to ext: 0x123456789abcdef2 is no multiple of 4
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcdef4 -dummy-extern=odd=0x234560fff \
# RUN:   -dummy-extern=half=0x234560ffe -dummy-extern=single=0x234560ffc -map-section=pageoffset_12l.o,.data=0x300000a48 \
# RUN:   -map-section=pageoffset_12l.o,.text=0x234567ff0 %o
# ERR: .text+0x34: IMAGE_REL_ARM64_PAGEOFFSET_12L to ext: 0x123456789abcdef4 is no multiple of 8
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcdef8 -dummy-extern=odd=0x234560fff \
# RUN:   -dummy-extern=half=0x234560ffe -dummy-extern=single=0x234560ffc -map-section=pageoffset_12l.o,.data=0x300000a48 \
# RUN:   -map-section=pageoffset_12l.o,.text=0x234567ff0 %o
# ERR: .text+0x44: IMAGE_REL_ARM64_PAGEOFFSET_12L to ext: 0x123456789abcdef8 is no multiple of 16
	.globl	ext, odd, half, single
	.data
	.quad	0
	.globl	own
own:	.quad	0
	.text
	.long	0xa5a5a5a5
b1:	ldrb	w7, [x8, :lo12:ext]
	.long	0xa5a5a5a5
b2:	ldrb	w7, [x8, :lo12:odd]
	.long	0xa5a5a5a5
h1:	ldrh	w7, [x8, :lo12:ext]
	.long	0xa5a5a5a5
h2:	ldrh	w7, [x8, :lo12:half]
	.long	0xa5a5a5a5
w1:	ldr	w7, [x8, :lo12:ext]
	.long	0xa5a5a5a5
w2:	ldr	w7, [x8, :lo12:single]
	.long	0xa5a5a5a5
x1:	str	x7, [x8, :lo12:ext]
	.long	0xa5a5a5a5
x2:	str	x7, [x8, :lo12:own]
	.long	0xa5a5a5a5
q1:	ldr	q7, [x8, :lo12:ext]
	.long	0xa5a5a5a5
q2:	ldr	q7, [x8, :lo12:own]
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(b1 - 4) = 0x397bc107a5a5a5a5
# rtdyld-check: *{4}(b1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(b2 - 4) = 0x397ffd07a5a5a5a5
# rtdyld-check: *{4}(b2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(h1 - 4) = 0x795de107a5a5a5a5
# rtdyld-check: *{4}(h1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(h2 - 4) = 0x795ffd07a5a5a5a5
# rtdyld-check: *{4}(h2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(w1 - 4) = 0xb94ef107a5a5a5a5
# rtdyld-check: *{4}(w1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(w2 - 4) = 0xb94ffd07a5a5a5a5
# rtdyld-check: *{4}(w2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(x1 - 4) = 0xf9077907a5a5a5a5
# rtdyld-check: *{4}(x1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(x2 - 4) = 0xf9052907a5a5a5a5
# rtdyld-check: *{4}(x2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(q1 - 4) = 0x3dc3bd07a5a5a5a5
# rtdyld-check: *{4}(q1 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(q2 - 4) = 0x3dc29507a5a5a5a5
# rtdyld-check: *{4}(q2 + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(x1, 2) = ext[11:3]
# rtdyld-check: decode_operand(q1, 2) = ext[11:4]
