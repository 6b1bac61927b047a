# BLX and B.W in RuntimeDyld's layout: a stub of the instruction's own set leads on, so that BLX becomes BL.
# layout: runtimedyld the default layout has other stubs
# llvm: no it refuses BLX and B.W in Thumb code, and BLX in ARM code stays and enters an ARM stub in Thumb state
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_arm=0x70000000 -dummy-extern=_thumb=0x70001235 -dummy-extern=_jump=0x70002001 \
# RUN:   -dummy-extern=_blx=0x70003004 -dummy-extern=_behind=0x70004000 -map-section=exchange_classic.o,__text=0x20000000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	32
_a1:	blx	_thumb
_a2:	blx	_arm
	.code	16
	.thumb_func _t1
_t1:	b.w	_jump
_t2:	blx	_blx
	nop
_t3:	blx	_blx
_t4:	blx	_behind+4

# rtdyld-check: *{4}_a1 = ((stub_addr(exchange_classic.o/__text, _thumb) - _a1 - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}_a2 = ((stub_addr(exchange_classic.o/__text, _arm) - _a2 - 8) >> 2) + 0xeb000000
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _arm)) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _arm) + 4) = _arm
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _thumb) + 4) = _thumb
# rtdyld-check: *{4}_t1 = ((stub_addr(exchange_classic.o/__text, _jump) - _t1 - 3) << 15) + 0xb800f000
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _jump)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _jump) + 4) = _jump
# rtdyld-check: *{4}_t2 = ((stub_addr(exchange_classic.o/__text, _blx) - _t2 - 4) << 15) + 0xf800f000
# rtdyld-check: *{4}_t3 = ((stub_addr(exchange_classic.o/__text, _blx) - _t3 - 4) << 15) + 0xf800f000
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _blx)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _blx) + 4) = _blx
# rtdyld-check: *{4}_t4 = ((stub_addr(exchange_classic.o/__text, _behind) - _t4 - 4) << 15) + 0xf800f000
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _behind)) = 0xf000f8df
# rtdyld-check: *{4}(stub_addr(exchange_classic.o/__text, _behind) + 4) = _behind + 4
