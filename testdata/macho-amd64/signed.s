# X86_64_RELOC_SIGNED, SIGNED_1, SIGNED_2 and SIGNED_4: S + A - (P + 4) in 4 bytes, -0x80000000 to 0x7fffffff; A has the bytes between the field
# and the end of its instruction in it.
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   -check=%s %o
# One more and one less for each:
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000009 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0x5: X86_64_RELOC_SIGNED to _up0: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x180000029 -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0x26: X86_64_RELOC_SIGNED to _down0: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x280000010 -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0xb: X86_64_RELOC_SIGNED_1 to _up1: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000030 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0x2c: X86_64_RELOC_SIGNED_1 to _down1: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000019 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0x13: X86_64_RELOC_SIGNED_2 to _up2: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x180000039 -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0x34: X86_64_RELOC_SIGNED_2 to _down2: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000044 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000023 \
# RUN:   %o
# ERR: __text+0x1b: X86_64_RELOC_SIGNED_4 to _up4: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed.o,__text=0x200000000 \
# RUN:   -dummy-extern=_down0=0x18000002a -dummy-extern=_down1=0x180000031 -dummy-extern=_down2=0x18000003a -dummy-extern=_down4=0x180000043 -dummy-extern=_up0=0x280000008 -dummy-extern=_up1=0x28000000f -dummy-extern=_up2=0x280000018 -dummy-extern=_up4=0x280000022 \
# RUN:   %o
# ERR: __text+0x3c: X86_64_RELOC_SIGNED_4 to _down4: -0x80000001 does not fit signed 32
	.text
	.short	0xa5a5
_most0:	leaq	_up0(%rip), %rax
_most1:	movb	$0x12, _up1(%rip)
_most2:	movw	$0x1234, _up2(%rip)
_most4:	movl	$0x12345678, _up4(%rip)
_least0:	leaq	_down0(%rip), %rax
_least1:	movb	$0x12, _down1(%rip)
_least2:	movw	$0x1234, _down2(%rip)
_least4:	movl	$0x12345678, _down4(%rip)
	.short	0xa5a5

# rtdyld-check: *{4}(_most0 + 3) = 0x7fffffff
# rtdyld-check: *{4}(_most1 + 2) = 0x7fffffff
# rtdyld-check: *{1}(_most1 + 6) = 0x12
# rtdyld-check: *{4}(_most2 + 3) = 0x7fffffff
# rtdyld-check: *{2}(_most2 + 7) = 0x1234
# rtdyld-check: *{4}(_most4 + 2) = 0x7fffffff
# rtdyld-check: *{4}(_most4 + 6) = 0x12345678
# rtdyld-check: *{4}(_least0 + 3) = 0x80000000
# rtdyld-check: *{4}(_least1 + 2) = 0x80000000
# rtdyld-check: *{1}(_least1 + 6) = 0x12
# rtdyld-check: *{4}(_least2 + 3) = 0x80000000
# rtdyld-check: *{2}(_least2 + 7) = 0x1234
# rtdyld-check: *{4}(_least4 + 2) = 0x80000000
# rtdyld-check: *{4}(_least4 + 6) = 0x12345678
