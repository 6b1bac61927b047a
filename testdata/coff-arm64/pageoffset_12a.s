# IMAGE_REL_ARM64_PAGEOFFSET_12A: S + A, bits 11:0 of ADD.
# TYPE: .load 6
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -dummy-extern=ext=0x123456789abcddce -dummy-extern=last=0x234560fff \
# RUN:   -map-section=pageoffset_12a.o,.data=0x300000a48 -map-section=pageoffset_12a.o,.text=0x234567ff0 \
# RUN:   -map-section=pageoffset_12a.o,.load=0x300002234 -map-section=pageoffset_12a.o,.bss=0x200000ff0 -check=%s %o
	.globl	ext, last
	.data
	.quad	0
	.globl	own
own:	.quad	0
	.text
	.long	0xa5a5a5a5
one:	add	x5, x6, :lo12:ext + 0x123
	.long	0xa5a5a5a5
two:	add	x5, x6, :lo12:last
	.long	0xa5a5a5a5
carry:	add	x5, x6, :lo12:last + 0x345
	.long	0xa5a5a5a5
inner:	add	x5, x6, :lo12:own
	.long	0xa5a5a5a5
under:	add	x5, x6, :lo12:own + 0x7ff
	.long	0xa5a5a5a5
	.byte	0xa5
odd:	add	x5, x6, :lo12:own + 1
	.long	0xa5a5a5a5
	.section .load,"dw"
	.long	0xa5a5a5a5
load:	.long	ext + 0xf9048d07
	.long	0xa5a5a5a5
	.bss
	.quad	0

# rtdyld-check: *{8}(one - 4) = 0x913bc4c5a5a5a5a5
# rtdyld-check: *{4}(one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(two - 4) = 0x913ffcc5a5a5a5a5
# rtdyld-check: *{4}(two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(carry - 4) = 0x910d10c5a5a5a5a5
# rtdyld-check: *{4}(carry + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(inner - 4) = 0x912940c5a5a5a5a5
# rtdyld-check: *{4}(inner + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(under - 4) = 0x91093cc5a5a5a5a5
# rtdyld-check: *{4}(under + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(odd - 4) = 0x912944c5a5a5a5a5
# rtdyld-check: *{4}(odd + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(load - 4) = 0xf93bc507a5a5a5a5
# rtdyld-check: *{4}(load + 4) = 0xa5a5a5a5
# rtdyld-check: decode_operand(one, 2) = (ext + 0x123)[11:0]
# rtdyld-check: decode_operand(carry, 2) = (last + 0x345)[11:0]
# rtdyld-check: decode_operand(inner, 2) = own[11:0]
