# An object for processors without ARM code: branches, pointers and halves are those of Thumb code.
# layout: default RuntimeDyld has a stub for each branch
# TRIPLE: thumbv7em-apple-darwin
# RUN: rtdyld-check -verify -triple=thumbv7em-apple-darwin -dummy-extern=_near=0x20001235 -dummy-extern=_far=0x70000001 -map-section=v7em.o,__text=0x20000000 \
# RUN:   -map-section=v7em.o,__data=0x30000000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.globl	_own
	.thumb_func _own
_own:	bl	_near
_jump:	b.w	_near
_over:	bl	_far
	movw	r0, :lower16:_own
	.data
	.long	0
_pointer: .long	_own

# rtdyld-check: *{4}_own = 0xf918f001
# rtdyld-check: *{4}_jump = 0xb916f001
# rtdyld-check: *{4}_over = ((0xf800 + ((stub_addr(v7em.o/__text, _far) - _over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(v7em.o/__text, _far) - _over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(v7em.o/__text, _far)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(v7em.o/__text, _far) + 8) = _far
# rtdyld-check: *{4}(_over + 4) = 0x0001f240
# rtdyld-check: *{4}_pointer = _own
# rtdyld-check: _own = 0x20000001
