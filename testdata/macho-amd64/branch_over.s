# X86_64_RELOC_BRANCH out of reach, where there are no stubs.
# layout: runtimedyld the default layout has stubs
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_up=0x280000007 -dummy-extern=_down=0x18000000c \
# RUN:   -map-section=branch_over.o,__text=0x200000000 %o
# ERR: __text+0x3: X86_64_RELOC_BRANCH to _up: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_up=0x280000006 -dummy-extern=_down=0x18000000b \
# RUN:   -map-section=branch_over.o,__text=0x200000000 %o
# ERR: __text+0x8: X86_64_RELOC_BRANCH to _down: -0x80000001 does not fit signed 32
	.text
	.short	0xa5a5
	callq	_up
	jmp	_down
