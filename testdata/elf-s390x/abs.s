# R_390_8, 16, 32: S + A, signed or unsigned; R_390_12: 0 to 0xfff, in the low bits of two bytes; R_390_20: signed, its
# upper eight bits behind the lower twelve; R_390_64: any value. R_390_NONE: nothing.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xffffffffffffff7c -dummy-extern=t=0x1 -dummy-extern=h=0xffffffffffff7ffc -dummy-extern=l=0xfffffffffff80000 -dummy-extern=w=0xffffffff7ffffffc -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 -check=%s %o
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfc -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x4: R_390_8 to b: 0x100 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xffffffffffffff7b -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x4: R_390_8 to b: -0x81 does not fit 8 bits
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0x1000 -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x6: R_390_12 to t: 0x1000 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfffffffffffffffe -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x6: R_390_12 to t: -0x2 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xfffc -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x8: R_390_16 to h: 0x10000 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xffffffffffff7ffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x8: R_390_16 to h: -0x8001 does not fit 16 bits
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0x80000 -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0xc: R_390_20 to l: 0x80000 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0xfffffffffff7ffff -dummy-extern=w=0xfffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0xc: R_390_20 to l: -0x80001 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xfffffffc -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x14: R_390_32 to w: 0x100000000 does not fit 32 bits
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=b=0xfb -dummy-extern=t=0xfff -dummy-extern=h=0xfffb -dummy-extern=l=0x7ffff -dummy-extern=w=0xffffffff7ffffffb -dummy-extern=q=0xfedcba9876543210 \
# RUN:   -map-section=abs.o,.text=0x12340 -map-section=abs.o,.sized=0x20000 %o
# ERR: .text+0x14: R_390_32 to w: -0x80000001 does not fit 32 bits
	.globl	b, t, h, l, w, q, sized
	.section .sized,"a",@progbits
	.type	sized, @object
	.size	sized, 2
sized:	.short	0
	.text
	.long	0xa5a5a5a5
byte:	.reloc	., R_390_8, b + 4
	.byte	0xa5, 0xa5
half:	.reloc	., R_390_12, t
	.short	0x5a5a
	.reloc	., R_390_16, h + 4
	.short	0xa5a5
load:	lg	%r1, 0(%r2,%r3)
	.reloc	load + 2, R_390_20, l
	.reloc	., R_390_NONE, sized
	.long	0xa5a5a5a5
word:	.reloc	., R_390_32, w + 4
	.long	0x5a5a5a5a
	.reloc	., R_390_64, q - 0x20
quad:	.quad	0x5a5a5a5a5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}(byte - 4) = 0xa5a5a5a5
# rtdyld-check: *{2}byte = (((b + 4)[7:0]) << 8) + 0xa5
# rtdyld-check: *{2}half = 0x5000 + t[11:0]
# rtdyld-check: *{2}(half + 2) = (h + 4)[15:0]
# rtdyld-check: decode_operand(load, 2)[19:0] = l[19:0]
# rtdyld-check: *{4}(load + 2) = 0x30000004 + (l[11:0] << 16) + (l[19:12] << 8)
# rtdyld-check: *{4}(load + 6) = 0xa5a5a5a5
# rtdyld-check: *{4}word = (w + 4)[31:0]
# rtdyld-check: *{8}quad = q - 0x20
# rtdyld-check: *{4}(quad + 8) = 0xa5a5a5a5
