# ARM_RELOC_HALF_SECTDIFF and ARM_RELOC_SECTDIFF of the address of a Thumb function, as position-independent code takes it: bit 0 is set once,
# whether the field has it or not.
# llvm: no it takes the bit from the field alone, and skips ARM_RELOC_SECTDIFF
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -map-section=half_sectdiff_thumb.o,__text=0x20000000 -map-section=half_sectdiff_thumb.o,__other=0x30000000 \
# RUN:   -map-section=half_sectdiff_thumb.o,__data=0x20001000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	16
	.thumb_func _early
_early:	nop
	.thumb_func _code
_code:	movw	r0, :lower16:(_early-(L1+4))
	movt	r0, :upper16:(_early-(L1+4))
L1:	add	r0, pc
	movw	r1, :lower16:(_late-(L2+4))
	movt	r1, :upper16:(_late-(L2+4))
L2:	add	r1, pc
	movw	r2, :lower16:(_far-(L3+4))
	movt	r2, :upper16:(_far-(L3+4))
L3:	add	r2, pc
	movw	r3, :lower16:(_arm-(L4+4))
	movt	r3, :upper16:(_arm-(L4+4))
L4:	add	r3, pc
	.thumb_func _late
_late:	nop
	.section __TEXT,__other,regular,pure_instructions
	.p2align 2
	.code	32
_arm:	nop
	.code	16
	.thumb_func _far
_far:	nop
	.data
_here:	.long	_far-_here
	.long	_late-_here
	.long	_arm-_here

# _early + 1 - (L1 + 4) = -13, in the object it is one less or not
# rtdyld-check: _early = 0x20000001
# rtdyld-check: _late = 0x2000002b
# rtdyld-check: *{4}_code = 0x70f3f64f
# rtdyld-check: *{4}(_code + 4) = 0x70fff6cf
# _late + 1 - (L2 + 4) = 0x13
# rtdyld-check: *{4}(_code + 10) = 0x0113f240
# rtdyld-check: *{4}(_code + 14) = 0x0100f2c0
# _far + 1 - (L3 + 4) = 0xfffffe3
# rtdyld-check: *{4}(_code + 20) = 0x72e3f64f
# rtdyld-check: *{4}(_code + 24) = 0x72fff6c0
# _arm - (L4 + 4) = 0xfffffd4
# rtdyld-check: *{4}(_code + 30) = 0x73d4f64f
# rtdyld-check: *{4}(_code + 34) = 0x73fff6c0
# rtdyld-check: *{4}_here = _far - _here
# rtdyld-check: *{4}(_here + 4) = (_late - _here)[31:0]
# rtdyld-check: *{4}(_here + 8) = _arm - _here
