# ARM_RELOC_VANILLA and ARM_RELOC_HALF to Thumb functions: what is written has bit 0 set once, whether the field has it, which it has for
# functions that the assembler had seen, or not.
# llvm: no it adds the bit of a symbol to that of the field, and does not set it for a section
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -map-section=thumb_pointers.o,__text=0x20000000 -map-section=thumb_pointers.o,__data=0x30000000 \
# RUN:   -map-section=thumb_pointers.o,__later=0x40000000 -check=%s %o
	.syntax	unified
	.data
	.globl	_weak, _global
	.weak_definition _weak
_first:	.long	_global
	.long	_local
	.long	_weak
	.long	_global+2
	.long	_arm
	.long	Lmidst
	.text
	.p2align 2
	.code	16
_pad:	.short	0xbf00, 0xbf00
	.thumb_func _global
_global: nop
	.thumb_func _local
_local:	nop
	.thumb_func _weak
_weak:	nop
Lmidst:	nop
	.code	32
_arm:	bx	lr
	.code	16
_low:	movw	r3, :lower16:_weak
_high:	movt	r3, :upper16:_weak
_low2:	movw	r3, :lower16:_local
_high2:	movt	r3, :upper16:_local
	.section __DATA,__later
_second: .long	_global
	.long	_local
	.long	_weak
	.long	_weak+4
	.long	_global-_first

# rtdyld-check: _global = 0x20000005
# rtdyld-check: _local = 0x20000007
# rtdyld-check: _weak = 0x20000009
# rtdyld-check: *{4}_first = _global
# rtdyld-check: *{4}(_first + 4) = _local
# rtdyld-check: *{4}(_first + 8) = _weak
# rtdyld-check: *{4}(_first + 12) = _global + 2
# rtdyld-check: *{4}(_first + 16) = _arm
# rtdyld-check: *{4}(_first + 20) = 0x2000000a
# rtdyld-check: *{4}_second = _global
# rtdyld-check: *{4}(_second + 4) = _local
# rtdyld-check: *{4}(_second + 8) = _weak
# rtdyld-check: *{4}(_second + 12) = _weak + 4
# rtdyld-check: *{4}(_second + 16) = (_global - _first)[31:0]
# movw r3, #9; movt r3, #0x2000; movw r3, #7
# rtdyld-check: *{4}_low = 0x0309f240
# rtdyld-check: *{4}_high = 0x0300f2c2
# rtdyld-check: *{4}_low2 = 0x0307f240
# rtdyld-check: *{4}_high2 = 0x0300f2c2
