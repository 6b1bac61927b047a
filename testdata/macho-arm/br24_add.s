# ARM_RELOC_BR24 to a place behind a function, to which no stub leads.
# layout: default RuntimeDyld has a stub of its own for each such place
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x22000008 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x4: ARM_RELOC_BR24 to _up_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x1e000004 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x4: ARM_RELOC_BR24 to _up_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000406 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x4: ARM_RELOC_BR24 to _up_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x2200001c \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0xc: ARM_RELOC_BR24 to _down_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x1e000018 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0xc: ARM_RELOC_BR24 to _down_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x2000041a \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0xc: ARM_RELOC_BR24 to _down_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x22000019 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x14: ARM_RELOC_BR24 to _exchange_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x1e000017 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x14: ARM_RELOC_BR24 to _exchange_s: -0x2000002 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x22000029 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x1c: ARM_RELOC_BR24 to _blx_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x1e000027 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x1c: ARM_RELOC_BR24 to _blx_s: -0x2000002 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x22000028 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x24: ARM_RELOC_BR24 to _cond_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x1e000024 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x24: ARM_RELOC_BR24 to _cond_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000426 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x24: ARM_RELOC_BR24 to _cond_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x22000038 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x2c: ARM_RELOC_BR24 to _jump_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x1e000034 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x2c: ARM_RELOC_BR24 to _jump_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000436 \
# RUN:   -dummy-extern=_branch_s=0x20000400 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x2c: ARM_RELOC_BR24 to _jump_s: 0x3fe is no multiple of 4
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x22000030 -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x34: ARM_RELOC_BR24 to _branch_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x1e00002c -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x34: ARM_RELOC_BR24 to _branch_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_up_s=0x20000400 -dummy-extern=_down_s=0x20000400 \
# RUN:   -dummy-extern=_exchange_s=0x20000403 -dummy-extern=_blx_s=0x20000401 -dummy-extern=_cond_s=0x20000400 -dummy-extern=_jump_s=0x20000400 \
# RUN:   -dummy-extern=_branch_s=0x2000042e -map-section=br24_add.o,__text=0x20000000 %o
# ERR: __text+0x34: ARM_RELOC_BR24 to _branch_s: 0x3fe is no multiple of 4
	.syntax	unified
	.code	32
	.text
	.p2align	2
	.long	0xa5a5a5a5
_up:	bl	_up_s+4
	.long	0xa5a5a5a5
_down:	bl	_down_s-8
	.long	0xa5a5a5a5
_exchange:	bl	_exchange_s+4
	.long	0xa5a5a5a5
_blx:	blx	_blx_s-4
	.long	0xa5a5a5a5
_cond:	bleq	_cond_s+4
	.long	0xa5a5a5a5
_jump:	b	_jump_s-4
	.long	0xa5a5a5a5
_branch:	bne	_branch_s+12
	.long	0xa5a5a5a5

# rtdyld-check: *{4}_up = 0xeb0000fe
# rtdyld-check: *{4}(_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down = 0xeb0000f9
# rtdyld-check: *{4}(_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_exchange = 0xfb0000fa
# rtdyld-check: *{4}(_exchange - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_exchange + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_blx = 0xfa0000f6
# rtdyld-check: *{4}(_blx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_blx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_cond = 0xb0000f6
# rtdyld-check: *{4}(_cond - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_cond + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump = 0xea0000f2
# rtdyld-check: *{4}(_jump - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_branch = 0x1a0000f4
# rtdyld-check: *{4}(_branch - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_branch + 4) = 0xa5a5a5a5
