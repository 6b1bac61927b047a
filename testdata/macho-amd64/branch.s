# X86_64_RELOC_BRANCH: S + A - (P + 4) in 4 bytes, -0x80000000 to 0x7fffffff, where the function is in reach.
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_up=0x280000006 -dummy-extern=_down=0x18000000c \
# RUN:   -map-section=branch.o,__text=0x200000000 -check=%s %o
	.text
	.short	0xa5a5
_most:	callq	_up
_least:	jmp	_down
	.globl	_fun
_inner:	callq	_fun
	.short	0xa5a5
_fun:	ret

# rtdyld-check: decode_operand(_most, 0) = 0x7fffffff
# rtdyld-check: *{2}(_most - 2) = 0xa5a5
# rtdyld-check: decode_operand(_least, 0) = 0xffffffff80000000
# rtdyld-check: decode_operand(_inner, 0) = 2
# rtdyld-check: *{2}(_inner + 5) = 0xa5a5
