# X86_64_RELOC_GOT_LOAD and X86_64_RELOC_TLV to what is in reach: a mov needs no slot, any other instruction, and X86_64_RELOC_GOT, keep it.
# layout: default RuntimeDyld's layout rewrites nothing
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_up=0x280000006 -dummy-extern=_down=0x18000000e -dummy-extern=_e3=0x200003000 -dummy-extern=_e4=0x200004000 -dummy-extern=_e5=0x200005000 -dummy-extern=_e6=0x200006000 -dummy-extern=_far=0x180000031 \
# RUN:   -map-section=near.o,__text=0x200000000 -check=%s %o
	.text
_most:	movq	_up@GOTPCREL(%rip), %r15
_least:	movq	_down@TLVP(%rip), %rdi
_cmp:	cmpq	_e3@GOTPCREL(%rip), %rcx
_tcmp:	cmpq	_e4@TLVP(%rip), %rcx
	.byte	0x48, 0x8b, 0x05		# looks like a mov
_word:	.long	_e5@GOTPCREL
_inner:	movq	_here@GOTPCREL(%rip), %rdx
_next:	nop
_over:	movq	_far@GOTPCREL(%rip), %rbx
	.globl	_here
_here:	ret

# mov becomes lea.
# rtdyld-check: *{2}_most = 0x8d4c
# rtdyld-check: decode_operand(_most, 4) = 0x7fffffff
# rtdyld-check: *{2}_least = 0x8d48
# rtdyld-check: decode_operand(_least, 4) = 0xffffffff80000000
# rtdyld-check: *{2}_inner = 0x8d48
# rtdyld-check: decode_operand(_inner, 4) = _here - next_pc(_inner)
# rtdyld-check: *{2}_cmp = 0x3b48
# rtdyld-check: *{4}(_cmp + 3) = (got_addr(near.o/__text, _e3) - next_pc(_cmp))[31:0]
# rtdyld-check: *{2}_tcmp = 0x3b48
# rtdyld-check: *{4}(_tcmp + 3) = (got_addr(near.o/__text, _e4) - next_pc(_tcmp))[31:0]
# rtdyld-check: *{2}(_word - 3) = 0x8b48
# rtdyld-check: *{4}_word = (got_addr(near.o/__text, _e5) - _word - 4)[31:0]
# One byte behind its reach.
# rtdyld-check: *{2}_over = 0x8b48
# rtdyld-check: decode_operand(_over, 4) = got_addr(near.o/__text, _far) - next_pc(_over)
# rtdyld-check: *{8}(got_addr(near.o/__text, _far)) = _far
