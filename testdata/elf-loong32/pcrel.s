# R_LARCH_B16, B21, PCREL20_S2: S + A - P, a multiple of 4, in 18, 23 and 22 bits; R_LARCH_32_PCREL, 64_PCREL: S + A - P. Sums wrap.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0xffffe004 -dummy-extern=s1=0x1008 -dummy-extern=s2=0x100c -dummy-extern=s3=0x100a -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0xfffff004 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34547004 -dummy-extern=s1=0x34167008 -dummy-extern=s2=0x3436700c -dummy-extern=s3=0xb456700a -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587004 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x0: R_LARCH_B16 to s0: 0x20000 does not fit signed 18
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34547000 -dummy-extern=s1=0x34167008 -dummy-extern=s2=0x3436700c -dummy-extern=s3=0xb456700a -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x0: R_LARCH_B16 to s0: -0x20004 does not fit signed 18
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34586fff -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x0: R_LARCH_B16 to s0: 0x1fffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967008 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x4: R_LARCH_B21 to s1: 0x400000 does not fit signed 23
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34547004 -dummy-extern=s1=0x34167004 -dummy-extern=s2=0x3436700c -dummy-extern=s3=0xb456700a -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x4: R_LARCH_B21 to s1: -0x400004 does not fit signed 23
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967003 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x4: R_LARCH_B21 to s1: 0x3ffffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x3476700c -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x8: R_LARCH_PCREL20_S2 to s2: 0x200000 does not fit signed 22
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34547004 -dummy-extern=s1=0x34167008 -dummy-extern=s2=0x34367008 -dummy-extern=s3=0xb456700a -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x8: R_LARCH_PCREL20_S2 to s2: -0x200004 does not fit signed 22
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x34767007 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x8: R_LARCH_PCREL20_S2 to s2: 0x1ffffb is no multiple of 4
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb456700a -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34547004 -dummy-extern=s1=0x34167008 -dummy-extern=s2=0x3436700c -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x74567004 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x0: R_LARCH_B16 to s0: 0x40000000 does not fit signed 18
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x74567008 -dummy-extern=s2=0x34767008 -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x4: R_LARCH_B21 to s1: 0x40000000 does not fit signed 23
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=s0=0x34587000 -dummy-extern=s1=0x34967004 -dummy-extern=s2=0x7456700c -dummy-extern=s3=0xb4567009 -dummy-extern=q=0x9 \
# RUN:   -map-section=pcrel.o,.text=0x34567004 %o
# ERR: .text+0x8: R_LARCH_PCREL20_S2 to s2: 0x40000000 does not fit signed 22
	.globl	s0, s1, s2, s3, q
	.section .text,"ax",@progbits
w0:	.reloc	., R_LARCH_B16, s0 + 0
	.long	0x5ba5a485
w1:	.reloc	., R_LARCH_B21, s1 + 0
	.long	0x43a5a495
w2:	.reloc	., R_LARCH_PCREL20_S2, s2 + 0
	.long	0x19555545
	.short	0
w3:	.reloc	., R_LARCH_32_PCREL, s3 + 8
	.long	0x5a5a5a5a
	.byte	0xa5
q0:	.reloc	., R_LARCH_64_PCREL, q - 8
	.quad	0x5a5a5a5a5a5a5a5a
	.long	0xa5a5a5a5

# rtdyld-check: *{4}w0 = 0x58000085 + ((s0 - w0)[17:2] << 10)
# rtdyld-check: *{4}w1 = 0x40000080 + ((s1 - w1)[17:2] << 10) + (s1 - w1)[22:18]
# rtdyld-check: *{4}w2 = 0x18000005 + ((s2 - w2)[21:2] << 5)
# rtdyld-check: *{4}w3 = (s3 + 8 - w3)[31:0]
# rtdyld-check: *{1}(w3 + 4) = 0xa5
# rtdyld-check: *{8}q0 = q - 8 - q0
# rtdyld-check: *{4}(q0 + 8) = 0xa5a5a5a5
