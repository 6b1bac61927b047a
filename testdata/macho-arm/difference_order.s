# In RuntimeDyld's layout sections without symbols are emitted as relocations name them, of a difference first what is added.
# layout: runtimedyld the default layout has its own order
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -check=%s %o
	.syntax	unified
	.text
	.code	32
	.globl	_code
_code:	movw	r0, :lower16:(L1-L2)
	movt	r0, :upper16:(L1-L2)
	.section __DATA,__third
	.long	1
L3:	.long	2
	.section __DATA,__second
	.long	1
L2:	.long	2
	.section __DATA,__first
	.long	1
L1:	.long	2
	.data
	.globl	_data
_data:	.long	0

# rtdyld-check: _code = 0x1000
# rtdyld-check: _data = 0x2000
# rtdyld-check: section_addr(difference_order.o, __first) = 0x3000
# rtdyld-check: section_addr(difference_order.o, __second) = 0x4000
# rtdyld-check: section_addr(difference_order.o, __third) = 0x5000
# rtdyld-check: *{4}_code = 0xe30f0000
# rtdyld-check: *{4}(_code + 4) = 0xe34f0fff
