# IMAGE_REL_ARM64_SECREL: S + A less the start of the section of S, in 4 bytes, 0 to 0xffffffff.
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -map-section=secrel.o,.text=0x200000ff0 -map-section=secrel.o,.data=0x300000ff0 -check=%s \
# RUN:   %o
	.text
first:	.quad	0x9090909090909090
	.quad	0x9090909090909090
	.globl	code
code:	ret
	.data
	.long	0xa5a5a5a5
plain:	.secrel32 code
	.long	0xa5a5a5a5
inner:	.secrel32 inner + 4
	.long	0xa5a5a5a5
carry:	.secrel32 code + 0xfffffff8
	.long	0xa5a5a5a5
upper:	.secrel32 code + 0x7fffffff
	.long	0xa5a5a5a5
zero:	.secrel32 first
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(plain - 4) = 0x00000010a5a5a5a5
# rtdyld-check: *{4}(plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(inner - 4) = 0x00000010a5a5a5a5
# rtdyld-check: *{4}(inner + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(carry - 4) = 0x00000008a5a5a5a5
# rtdyld-check: *{4}(carry + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(upper - 4) = 0x8000000fa5a5a5a5
# rtdyld-check: *{4}(upper + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(zero - 4) = 0x00000000a5a5a5a5
# rtdyld-check: *{4}(zero + 4) = 0xa5a5a5a5
