# IMAGE_REL_I386_DIR16: S + A in 2 bytes, signed or unsigned; a sum below 0 is negative though addresses have 32 bits.
# TYPE: .half 1
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=e16=0xfff0 -dummy-extern=n16=0xffff8010 -dummy-extern=z16=2 -map-section=dir16.o,.half=0x4000 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=e16=0xfff1 -dummy-extern=n16=0xffff8010 -dummy-extern=z16=2 -map-section=dir16.o,.half=0x4000 %o
# ERR: .half+0x4: IMAGE_REL_I386_DIR16 to e16: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -dummy-extern=e16=0xfff0 -dummy-extern=n16=0xffff800f -dummy-extern=z16=2 -map-section=dir16.o,.half=0x4000 %o
# ERR: .half+0x8: IMAGE_REL_I386_DIR16 to n16:
	.globl	e16, n16, z16
	.section .half,"dw"
	.long	0xa5a5a5a5
most:	.long	e16 + 0xa5a5000f
least:	.long	n16 + 0xa5a5fff0
carry:	.long	z16 + 0xa5a5ffff
own:	.long	own + 0xa5a50002
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}most = 0xa5a5ffff
# rtdyld-check: *{4}least = 0xa5a58000
# rtdyld-check: *{4}carry = 0xa5a50001
# rtdyld-check: *{4}own = 0xa5a54012
# rtdyld-check: *{4}(own + 4) = 0xa5a5a5a5
