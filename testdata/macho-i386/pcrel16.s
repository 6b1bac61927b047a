# GENERIC_RELOC_VANILLA (pcrel) of 2 bytes and of 1: S + A - (P + 2) and S + A - (P + 1), signed.
# llvm: no it counts from four bytes behind any field
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_up2=0x20008008 -dummy-extern=_down2=0x1fff8015 -dummy-extern=_up1=0x2000009f -dummy-extern=_down1=0x1fffffab -map-section=pcrel16.o,__text=0x20000000 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_up2=0x20008009 -dummy-extern=_down2=0x1fff8015 -dummy-extern=_up1=0x2000009f -dummy-extern=_down1=0x1fffffab -map-section=pcrel16.o,__text=0x20000000 %o
# ERR: __text+0x7: GENERIC_RELOC_VANILLA (2 bytes, pcrel) to _up2: 0x8000 does not fit signed 16
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_up2=0x20008008 -dummy-extern=_down2=0x1fff8014 -dummy-extern=_up1=0x2000009f -dummy-extern=_down1=0x1fffffab -map-section=pcrel16.o,__text=0x20000000 %o
# ERR: __text+0x13: GENERIC_RELOC_VANILLA (2 bytes, pcrel) to _down2: -0x8001 does not fit signed 16
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_up2=0x20008008 -dummy-extern=_down2=0x1fff8015 -dummy-extern=_up1=0x200000a0 -dummy-extern=_down1=0x1fffffab -map-section=pcrel16.o,__text=0x20000000 %o
# ERR: __text+0x1f: GENERIC_RELOC_VANILLA (1 byte, pcrel) to _up1: 0x80 does not fit signed 8
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_up2=0x20008008 -dummy-extern=_down2=0x1fff8015 -dummy-extern=_up1=0x2000009f -dummy-extern=_down1=0x1fffffaa -map-section=pcrel16.o,__text=0x20000000 %o
# ERR: __text+0x2a: GENERIC_RELOC_VANILLA (1 byte, pcrel) to _down1: -0x81 does not fit signed 8
	.text
	.zero	5, 0xa5
_most2:	callw	_up2
	.quad	0xa5a5a5a5a5a5a5a5
_least2: callw	_down2
	.quad	0xa5a5a5a5a5a5a5a5
_most1:	jcxz	_up1
	.quad	0xa5a5a5a5a5a5a5a5
_least1: jcxz	_down1
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{4}_most2 = 0x7fffe866
# rtdyld-check: *{8}(_most2 + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}_least2 = 0x8000e866
# rtdyld-check: *{8}(_least2 + 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}_most1 = 0xa57fe367
# rtdyld-check: *{8}(_most1 + 3) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}_least1 = 0xa580e367
# rtdyld-check: *{8}(_least1 + 3) = 0xa5a5a5a5a5a5a5a5
