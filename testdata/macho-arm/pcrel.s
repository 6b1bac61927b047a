# ARM_RELOC_VANILLA (pcrel): S + A - P in 4 bytes, modulo 1<<32, to symbols and to sections; the file counts from the object's own addresses.
# TYPE: __text 0x50
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_high=0xfffffff0 -dummy-extern=_low=0x10 -dummy-extern=_ext=0x90001234 \
# RUN:   -map-section=pcrel.o,__text=0x1000 -map-section=pcrel.o,__top=0xf0000000 -check=%s %o
	.text
	.long	0xa5a5a5a5
_plain:	.long	_ext
	.long	0xa5a5a5a5
_over:	.long	_high+0x7ffffff0
	.long	0xa5a5a5a5
_under:	.long	_low-0x7fffffff
	.long	0xa5a5a5a5
	.short	0xa5a5
_to:	.long	L1
	.long	0xa5a5a5a5
	.short	0xa5a5
	.section __DATA,__top
	.long	0
L1:	.long	0

# In the object __text begins at 0.
# rtdyld-check: *{4}_plain = _ext - (_plain - 4)
# rtdyld-check: *{4}(_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over = (_high - (_over - 12) + 0x7ffffff0)[31:0]
# rtdyld-check: *{4}(_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_under = (_low - (_under - 20) - 0x7fffffff)[31:0]
# rtdyld-check: *{4}(_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_to = (section_addr(pcrel.o, __top) - _to + 0x22)[31:0]
# rtdyld-check: *{4}(_to + 4) = 0xa5a5a5a5
