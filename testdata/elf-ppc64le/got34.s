# R_PPC64_GOT_PCREL34, PLT_PCREL34, PLT_PCREL34_NOTOC, GOT_TLSGD_PCREL34, GOT_TLSLD_PCREL34, GOT_TPREL_PCREL34 and GOT_DTPREL_PCREL34: the distance of a GOT entry from the place, -0x200000000 to 0x1ffffffff.
# layout: default what RuntimeDyld makes of PowerPC is not made
# TYPE: R_PPC64_COPY 135 R_PPC64_PLT_PCREL34_NOTOC
# TYPE: R_PPC64_JMP_SLOT 151 R_PPC64_GOT_DTPREL_PCREL34
# TYPE: R_PPC64_GLOB_DAT 134 R_PPC64_PLT_PCREL34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x100000017 -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x500000016 -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x100000016 -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_pcrel34+0x2: R_PPC64_GOT_PCREL34 to ext: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x500000017 -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_pcrel34+0x2: R_PPC64_GOT_PCREL34 to ext: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x10000001f -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x50000001e -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x10000001e -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .plt_pcrel34+0x2: R_PPC64_PLT_PCREL34 to ext: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x50000001f -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .plt_pcrel34+0x2: R_PPC64_PLT_PCREL34 to ext: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x100000027 -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x500000026 -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x100000026 -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .plt_pcrel34_notoc+0x2: R_PPC64_PLT_PCREL34_NOTOC to ext: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x500000027 -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .plt_pcrel34_notoc+0x2: R_PPC64_PLT_PCREL34_NOTOC to ext: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x10000002f -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x50000002e -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x10000002e -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_tlsgd_pcrel34+0x2: R_PPC64_GOT_TLSGD_PCREL34 to own: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x50000002f -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_tlsgd_pcrel34+0x2: R_PPC64_GOT_TLSGD_PCREL34 to own: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x100000007 -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x500000006 -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x100000006 -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_tlsld_pcrel34+0x2: R_PPC64_GOT_TLSLD_PCREL34 to own: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x500000007 -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_tlsld_pcrel34+0x2: R_PPC64_GOT_TLSLD_PCREL34 to own: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x10000003f -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x50000003e -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x10000003e -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_tprel_pcrel34+0x2: R_PPC64_GOT_TPREL_PCREL34 to own: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x50000003f -map-section=got34.o,.got_dtprel_pcrel34=0x1dcba98bd %o
# ERR: .got_tprel_pcrel34+0x2: R_PPC64_GOT_TPREL_PCREL34 to own: -0x200000001 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x100000047 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x500000046 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x100000046 %o
# ERR: .got_dtprel_pcrel34+0x2: R_PPC64_GOT_DTPREL_PCREL34 to own: 0x200000000 does not fit signed 34
# RUN: rtdyld-check -verify -triple=powerpc64le-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got34.o,.got=0x300000008 -map-section=got34.o,.got_pcrel34=0x1dcba988d -map-section=got34.o,.plt_pcrel34=0x1dcba9895 -map-section=got34.o,.plt_pcrel34_notoc=0x1dcba989d -map-section=got34.o,.got_tlsgd_pcrel34=0x1dcba98a5 -map-section=got34.o,.got_tlsld_pcrel34=0x1dcba987d -map-section=got34.o,.got_tprel_pcrel34=0x1dcba98b5 -map-section=got34.o,.got_dtprel_pcrel34=0x500000047 %o
# ERR: .got_dtprel_pcrel34+0x2: R_PPC64_GOT_DTPREL_PCREL34 to own: -0x200000001 does not fit signed 34
	.globl	ext
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	24
	.section .got_pcrel34,"ax",@progbits
	.short	0x5a5a
got_pcrel34:	.reloc	., R_PPC64_GOT_PCREL34, ext + 8
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.section .plt_pcrel34,"ax",@progbits
	.short	0x5a5a
plt_pcrel34:	.reloc	., R_PPC64_GLOB_DAT, ext + 16
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.section .plt_pcrel34_notoc,"ax",@progbits
	.short	0x5a5a
plt_pcrel34_notoc:	.reloc	., R_PPC64_COPY, ext + 24
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.section .got_tlsgd_pcrel34,"ax",@progbits
	.short	0x5a5a
got_tlsgd_pcrel34:	.reloc	., R_PPC64_GOT_TLSGD_PCREL34, own + 32
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.section .got_tlsld_pcrel34,"ax",@progbits
	.short	0x5a5a
got_tlsld_pcrel34:	.reloc	., R_PPC64_GOT_TLSLD_PCREL34, own
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.section .got_tprel_pcrel34,"ax",@progbits
	.short	0x5a5a
got_tprel_pcrel34:	.reloc	., R_PPC64_GOT_TPREL_PCREL34, own + 48
	.quad	0x3860ffff0613ffff
	.short	0x5a5a
	.section .got_dtprel_pcrel34,"ax",@progbits
	.short	0x5a5a
got_dtprel_pcrel34:	.reloc	., R_PPC64_JMP_SLOT, own + 40
	.quad	0x3860ffff0613ffff
	.short	0x5a5a

# rtdyld-check: *{4}got_pcrel34 = 0x06100000 + (section_addr(got34.o, .got) + 16 - got_pcrel34)[33:16]
# rtdyld-check: *{4}(got_pcrel34 + 4) = 0x38600000 + (section_addr(got34.o, .got) + 16 - got_pcrel34)[15:0]
# rtdyld-check: *{2}(got_pcrel34 + 8) = 0x5a5a
# rtdyld-check: *{4}plt_pcrel34 = 0x06100000 + (section_addr(got34.o, .got) + 24 - plt_pcrel34)[33:16]
# rtdyld-check: *{4}(plt_pcrel34 + 4) = 0x38600000 + (section_addr(got34.o, .got) + 24 - plt_pcrel34)[15:0]
# rtdyld-check: *{2}(plt_pcrel34 + 8) = 0x5a5a
# rtdyld-check: *{4}plt_pcrel34_notoc = 0x06100000 + (section_addr(got34.o, .got) + 32 - plt_pcrel34_notoc)[33:16]
# rtdyld-check: *{4}(plt_pcrel34_notoc + 4) = 0x38600000 + (section_addr(got34.o, .got) + 32 - plt_pcrel34_notoc)[15:0]
# rtdyld-check: *{2}(plt_pcrel34_notoc + 8) = 0x5a5a
# rtdyld-check: *{4}got_tlsgd_pcrel34 = 0x06100000 + (section_addr(got34.o, .got) + 40 - got_tlsgd_pcrel34)[33:16]
# rtdyld-check: *{4}(got_tlsgd_pcrel34 + 4) = 0x38600000 + (section_addr(got34.o, .got) + 40 - got_tlsgd_pcrel34)[15:0]
# rtdyld-check: *{2}(got_tlsgd_pcrel34 + 8) = 0x5a5a
# rtdyld-check: *{4}got_tlsld_pcrel34 = 0x06100000 + (section_addr(got34.o, .got) + 0 - got_tlsld_pcrel34)[33:16]
# rtdyld-check: *{4}(got_tlsld_pcrel34 + 4) = 0x38600000 + (section_addr(got34.o, .got) + 0 - got_tlsld_pcrel34)[15:0]
# rtdyld-check: *{2}(got_tlsld_pcrel34 + 8) = 0x5a5a
# rtdyld-check: *{4}got_tprel_pcrel34 = 0x06100000 + (section_addr(got34.o, .got) + 56 - got_tprel_pcrel34)[33:16]
# rtdyld-check: *{4}(got_tprel_pcrel34 + 4) = 0x38600000 + (section_addr(got34.o, .got) + 56 - got_tprel_pcrel34)[15:0]
# rtdyld-check: *{2}(got_tprel_pcrel34 + 8) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 0) = 1
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 8) = 0
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 16) = ext + 8
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 24) = ext + 16
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 32) = ext + 24
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 40) = 1
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 48) = (8 + 32 - 0x8000)
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 56) = (8 + 48 - 32)
# rtdyld-check: *{4}got_dtprel_pcrel34 = 0x06100000 + (section_addr(got34.o, .got) + 64 - got_dtprel_pcrel34)[33:16]
# rtdyld-check: *{4}(got_dtprel_pcrel34 + 4) = 0x38600000 + (section_addr(got34.o, .got) + 64 - got_dtprel_pcrel34)[15:0]
# rtdyld-check: *{2}(got_dtprel_pcrel34 + 8) = 0x5a5a
# rtdyld-check: *{8}(section_addr(got34.o, .got) + 64) = (8 + 40 - 0x8000)
