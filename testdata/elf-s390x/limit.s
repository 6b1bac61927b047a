# One more or one less than fits, of what no option changes: offsets in the GOT and in blocks of thread-locals. limit_N.o is this object with line N of the list.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit.o
# ERR: .text+0x4: R_390_GOT12 to ext: 0x1000 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_2.o
# ERR: .text+0x4: R_390_GOT12 to ext: -0x1 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_3.o
# ERR: .text+0x4: R_390_GOT16 to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_4.o
# ERR: .text+0x4: R_390_GOT16 to ext: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_5.o
# ERR: .text+0x4: R_390_GOT20 to ext: 0x80000 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_6.o
# ERR: .text+0x4: R_390_GOT20 to ext: -0x80001 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_7.o
# ERR: .text+0x4: R_390_GOT32 to ext: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_8.o
# ERR: .text+0x4: R_390_GOT32 to ext: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_9.o
# ERR: .text+0x4: R_390_GOTPLT12 to ext: 0x1000 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_10.o
# ERR: .text+0x4: R_390_GOTPLT12 to ext: -0x1 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_11.o
# ERR: .text+0x4: R_390_GOTPLT16 to ext: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_12.o
# ERR: .text+0x4: R_390_GOTPLT16 to ext: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_13.o
# ERR: .text+0x4: R_390_GOTPLT20 to ext: 0x80000 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_14.o
# ERR: .text+0x4: R_390_GOTPLT20 to ext: -0x80001 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_15.o
# ERR: .text+0x4: R_390_GOTPLT32 to ext: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_16.o
# ERR: .text+0x4: R_390_GOTPLT32 to ext: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_17.o
# ERR: .text+0x4: R_390_TLS_GOTIE12 to own: 0x1000 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_18.o
# ERR: .text+0x4: R_390_TLS_GOTIE12 to own: -0x1 does not fit unsigned 12
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_19.o
# ERR: .text+0x4: R_390_TLS_GOTIE20 to own: 0x80000 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_20.o
# ERR: .text+0x4: R_390_TLS_GOTIE20 to own: -0x80001 does not fit signed 20
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_21.o
# ERR: .text+0x4: R_390_TLS_GOTIE32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_22.o
# ERR: .text+0x4: R_390_TLS_GOTIE32 to own: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_23.o
# ERR: .text+0x4: R_390_TLS_GD32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_24.o
# ERR: .text+0x4: R_390_TLS_GD32 to own: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_25.o
# ERR: .text+0x4: R_390_TLS_LDM32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_26.o
# ERR: .text+0x4: R_390_TLS_LDM32 to own: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_27.o
# ERR: .text+0x4: R_390_TLS_LE32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_28.o
# ERR: .text+0x4: R_390_TLS_LE32 to own: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_29.o
# ERR: .text+0x4: R_390_TLS_LDO32 to own: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu -dummy-extern=ext=0x10000 %S/limit_30.o
# ERR: .text+0x4: R_390_TLS_LDO32 to own: -0x80000001 does not fit signed 32
	.ifndef TYPE
	.set	TYPE, 1
	.endif
	.section .tdata,"awT",@progbits
	.balign	16
	.zero	8
	.globl	own
	.type	own, @object
	.size	own, 4
own:	.quad	0x1122334455667788
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	other
	.type	other, @object
	.size	other, 12
other:	.zero	8
	.zero	8
	.globl	ext
	.text
	.long	0
	.if TYPE == 1
	.reloc	., R_390_GOT12, ext + 0x1000
	.elseif TYPE == 2
	.reloc	., R_390_GOT12, ext - 0x1
	.elseif TYPE == 3
	.reloc	., R_390_GOT16, ext + 0x8000
	.elseif TYPE == 4
	.reloc	., R_390_GOT16, ext - 0x8001
	.elseif TYPE == 5
	.reloc	., R_390_GOT20, ext + 0x80000
	.elseif TYPE == 6
	.reloc	., R_390_GOT20, ext - 0x80001
	.elseif TYPE == 7
	.reloc	., R_390_GOT32, ext + 0x80000000
	.elseif TYPE == 8
	.reloc	., R_390_GOT32, ext - 0x80000001
	.elseif TYPE == 9
	.reloc	., R_390_GOTPLT12, ext + 0x1000
	.elseif TYPE == 10
	.reloc	., R_390_GOTPLT12, ext - 0x1
	.elseif TYPE == 11
	.reloc	., R_390_GOTPLT16, ext + 0x8000
	.elseif TYPE == 12
	.reloc	., R_390_GOTPLT16, ext - 0x8001
	.elseif TYPE == 13
	.reloc	., R_390_GOTPLT20, ext + 0x80000
	.elseif TYPE == 14
	.reloc	., R_390_GOTPLT20, ext - 0x80001
	.elseif TYPE == 15
	.reloc	., R_390_GOTPLT32, ext + 0x80000000
	.elseif TYPE == 16
	.reloc	., R_390_GOTPLT32, ext - 0x80000001
	.elseif TYPE == 17
	.reloc	., R_390_TLS_GOTIE12, own + 0x1000
	.elseif TYPE == 18
	.reloc	., R_390_TLS_GOTIE12, own - 0x1
	.elseif TYPE == 19
	.reloc	., R_390_TLS_GOTIE20, own + 0x80000
	.elseif TYPE == 20
	.reloc	., R_390_TLS_GOTIE20, own - 0x80001
	.elseif TYPE == 21
	.reloc	., R_390_TLS_GOTIE32, own + 0x80000000
	.elseif TYPE == 22
	.reloc	., R_390_TLS_GOTIE32, own - 0x80000001
	.elseif TYPE == 23
	.reloc	., R_390_TLS_GD32, own + 0x80000000
	.elseif TYPE == 24
	.reloc	., R_390_TLS_GD32, own - 0x80000001
	.elseif TYPE == 25
	.reloc	., R_390_TLS_LDM32, own + 0x80000000
	.elseif TYPE == 26
	.reloc	., R_390_TLS_LDM32, own - 0x80000001
	.elseif TYPE == 27
	.reloc	., R_390_TLS_LE32, own + 0x80000018
	.elseif TYPE == 28
	.reloc	., R_390_TLS_LE32, own - 0x7fffffe9
	.elseif TYPE == 29
	.reloc	., R_390_TLS_LDO32, own + 0x7ffffff8
	.elseif TYPE == 30
	.reloc	., R_390_TLS_LDO32, own - 0x80000009
	.endif
	.quad	0
