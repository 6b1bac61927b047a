# ARM64_RELOC_GOT_LOAD_PAGE21: -0x100000000 to 0xfffff000; addends in the fields, of PAGEOFF12 too.
# TYPE: __up 0x55
# TYPE: __down 0x55
# TYPE: __low 0x46
# layout: default in RuntimeDyld's layout slots lie in the sections that use them
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_e1=0xf2345678 -map-section=got_load_limits.o,.got=0x34581008 \
# RUN:   -map-section=got_load_limits.o,__up=0x2223b990 -map-section=got_load_limits.o,__down=0x468c6680 \
# RUN:   -map-section=got_load_limits.o,__low=0x34582008 -check=%s %o
# One more, and one less:
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_e1=0xf2345678 -map-section=got_load_limits.o,.got=0x34582008 \
# RUN:   -map-section=got_load_limits.o,__up=0x2223b990 -map-section=got_load_limits.o,__down=0x468c6680 \
# RUN:   -map-section=got_load_limits.o,__low=0x34582008 %o
# ERR: __up+0x4: ARM64_RELOC_GOT_LOAD_PAGE21 to _e1: 0x100000000 does not fit signed 33
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_e1=0xf2345678 -map-section=got_load_limits.o,.got=0x34580008 \
# RUN:   -map-section=got_load_limits.o,__up=0x2223b990 -map-section=got_load_limits.o,__down=0x468c6680 \
# RUN:   -map-section=got_load_limits.o,__low=0x34582008 %o
# ERR: __down+0x4: ARM64_RELOC_GOT_LOAD_PAGE21 to _e1: -0x100001000 does not fit signed 33
	.globl	_e1
	.section __DATA,__up
	.long	0xa5a5a5a5
_one:	.long	_e1 + 0xb076e5d5
	.long	0xa5a5a5a5
_mid:	.long	_e1 + 0xf0f6e5d5
	.long	0xa5a5a5a5
	.section __DATA,__down
	.long	0xa5a5a5a5
_two:	.long	_e1 + 0xb0891a35
	.long	0xa5a5a5a5
_mid2:	.long	_e1 + 0x90091a35
	.long	0xa5a5a5a5
	.section __DATA,__low
	.long	0xa5a5a5a5
_lb:	.long	_e1 + 0x39408d07
	.long	0xa5a5a5a5
_lh:	.long	_e1 + 0x79408d07
	.long	0xa5a5a5a5
_lw:	.long	_e1 + 0xb9408d07
	.long	0xa5a5a5a5
_lx:	.long	_e1 + 0xf9008d07
	.long	0xa5a5a5a5
_la:	.long	_e1 + 0x91048cc5
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(_one - 4) = 0xf07ffff5a5a5a5a5
# rtdyld-check: *{4}(_one + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_mid - 4) = 0xb0000015a5a5a5a5
# rtdyld-check: *{4}(_mid + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_two - 4) = 0x90800015a5a5a5a5
# rtdyld-check: *{4}(_two + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_mid2 - 4) = 0xf0fffff5a5a5a5a5
# rtdyld-check: *{4}(_mid2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_lb - 4) = 0x3940ad07a5a5a5a5
# rtdyld-check: *{4}(_lb + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_lh - 4) = 0x79409d07a5a5a5a5
# rtdyld-check: *{4}(_lh + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_lw - 4) = 0xb9409507a5a5a5a5
# rtdyld-check: *{4}(_lw + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_lx - 4) = 0xf9009107a5a5a5a5
# rtdyld-check: *{4}(_lx + 4) = 0xa5a5a5a5
# rtdyld-check: *{8}(_la - 4) = 0x9104acc5a5a5a5a5
# rtdyld-check: *{4}(_la + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}section_addr(got_load_limits.o, .got) = _e1
