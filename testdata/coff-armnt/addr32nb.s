# IMAGE_REL_ARM_ADDR32NB: S + A - B in 4 bytes, 0 to 0xffffffff, B the image's base, which is below all of it.
# llvm: no the base is the section that it emits first
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=addr32nb.o,.low=0x20000000 -map-section=addr32nb.o,.text=0x20000800 -map-section=addr32nb.o,.data=0x20001000 \
# RUN:   -map-section=addr32nb.o,.bss=0x20002000 -map-section=addr32nb.o,.rdata=0xb0000000 -check=%s %o
	.globl	high
	.macro	field name, value
	.short	0xa5a5
\name:	.rva	\value
	.short	0xa5a5
	.endm
	.text
	bx	lr
	.section .low,"dr"
start:	.quad	0
	.data
	field	zero, start
	field	plain, start + 0x12345
	field	upper, high + 0x18
	field	carry, here - 8
here:	.long	0
	.section .rdata,"dr"
	.quad	0
high:	.quad	0
	.bss
	.zero	8

# rtdyld-check: *{2}(zero - 2) = 0xa5a5
# rtdyld-check: *{2}(zero + 4) = 0xa5a5
# rtdyld-check: *{4}plain = 0x12345+*{4}zero
# rtdyld-check: *{4}upper = 0x90000020+*{4}zero
# rtdyld-check: *{2}(upper - 2) = 0xa5a5
# rtdyld-check: *{2}(upper + 4) = 0xa5a5
# rtdyld-check: *{4}carry = 0x1018+*{4}zero
# rtdyld-check: *{2}(carry + 4) = 0xa5a5
