# ARM_THUMB_RELOC_BR22 to a place behind a function, to which no stub leads.
# layout: default RuntimeDyld has a stub of its own for each such place
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x21000005 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x4: ARM_THUMB_RELOC_BR22 to _up_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x1f000003 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x4: ARM_THUMB_RELOC_BR22 to _up_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x21000017 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0xc: ARM_THUMB_RELOC_BR22 to _down_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x1f000015 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0xc: ARM_THUMB_RELOC_BR22 to _down_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x21000014 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x14: ARM_THUMB_RELOC_BR22 to _exchange_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x1f000010 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x14: ARM_THUMB_RELOC_BR22 to _exchange_s: -0x1000004 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000412 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x14: ARM_THUMB_RELOC_BR22 to _exchange_s: 0x3fe does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x21000024 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x1c: ARM_THUMB_RELOC_BR22 to _blx_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x1f000020 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x1c: ARM_THUMB_RELOC_BR22 to _blx_s: -0x1000004 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000422 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x1c: ARM_THUMB_RELOC_BR22 to _blx_s: 0x3fe does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x21000023 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x24: ARM_THUMB_RELOC_BR22 to _jump_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x1f000021 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x24: ARM_THUMB_RELOC_BR22 to _jump_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x2100002f \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x2e: ARM_THUMB_RELOC_BR22 to _uph_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x1f00002d \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x2e: ARM_THUMB_RELOC_BR22 to _uph_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x21000034 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x36: ARM_THUMB_RELOC_BR22 to _exchangeh_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x1f000030 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x36: ARM_THUMB_RELOC_BR22 to _exchangeh_s: -0x1000004 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000432 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x36: ARM_THUMB_RELOC_BR22 to _exchangeh_s: 0x3fe does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x21000044 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x3e: ARM_THUMB_RELOC_BR22 to _blxh_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x1f000040 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x3e: ARM_THUMB_RELOC_BR22 to _blxh_s: -0x1000004 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000442 -dummy-extern=_jumph_s=0x20000401 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x3e: ARM_THUMB_RELOC_BR22 to _blxh_s: 0x3fe does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x21000051 \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x46: ARM_THUMB_RELOC_BR22 to _jumph_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_up_s=0x20000403 -dummy-extern=_down_s=0x20000401 \
# RUN:   -dummy-extern=_exchange_s=0x20000400 -dummy-extern=_blx_s=0x20000400 -dummy-extern=_jump_s=0x20000401 -dummy-extern=_uph_s=0x20000401 \
# RUN:   -dummy-extern=_exchangeh_s=0x20000404 -dummy-extern=_blxh_s=0x20000400 -dummy-extern=_jumph_s=0x1f00004f \
# RUN:   -map-section=br22_add.o,__text=0x20000000 %o
# ERR: __text+0x46: ARM_THUMB_RELOC_BR22 to _jumph_s: -0x1000002 does not fit signed 25
	.syntax	unified
	.code	16
	.text
	.p2align	2
	.long	0xa5a5a5a5
_up:	bl	_up_s+4
	.long	0xa5a5a5a5
_down:	bl	_down_s-6
	.long	0xa5a5a5a5
_exchange:	bl	_exchange_s+4
	.long	0xa5a5a5a5
_blx:	blx	_blx_s-4
	.long	0xa5a5a5a5
_jump:	b.w	_jump_s+6
	.long	0xa5a5a5a5
	.short	0xa5a5
_uph:	bl	_uph_s+4
	.long	0xa5a5a5a5
_exchangeh:	bl	_exchangeh_s+4
	.long	0xa5a5a5a5
_blxh:	blx	_blxh_s-4
	.long	0xa5a5a5a5
_jumph:	b.w	_jumph_s-6
	.long	0xa5a5a5a5

# rtdyld-check: *{4}_up = 0xf9fff000
# rtdyld-check: *{4}(_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down = 0xf9f5f000
# rtdyld-check: *{4}(_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_exchange = 0xe9f6f000
# rtdyld-check: *{4}(_exchange - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_exchange + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_blx = 0xe9eef000
# rtdyld-check: *{4}(_blx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_blx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jump = 0xb9eff000
# rtdyld-check: *{4}(_jump - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jump + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_uph = 0xf9e9f000
# rtdyld-check: *{4}(_uph - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_uph + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_exchangeh = 0xe9e8f000
# rtdyld-check: *{4}(_exchangeh - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_exchangeh + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_blxh = 0xe9def000
# rtdyld-check: *{4}(_blxh - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_blxh + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_jumph = 0xb9d8f000
# rtdyld-check: *{4}(_jumph - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_jumph + 4) = 0xa5a5a5a5
