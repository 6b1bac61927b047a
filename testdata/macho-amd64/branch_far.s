# X86_64_RELOC_BRANCH: where the function is out of reach, a stub's address stands for it.
# layout: default RuntimeDyld's layout has no stubs
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_far=0x7fff12345678 \
# RUN:   -map-section=branch_far.o,__text=0x200000000 -check=%s %o
	.text
	.short	0xa5a5
_call:	callq	_far
_jump:	jmp	_far
	.short	0xa5a5

# rtdyld-check: decode_operand(_call, 0) = stub_addr(branch_far.o/__text, _far) - next_pc(_call)
# rtdyld-check: decode_operand(_jump, 0) = stub_addr(branch_far.o/__text, _far) - next_pc(_jump)
# rtdyld-check: *{2}(_jump + 5) = 0xa5a5
# A stub is jmp *slot(%rip), a slot has the address.
# rtdyld-check: *{2}(stub_addr(branch_far.o/__text, _far)) = 0x25ff
# rtdyld-check: *{8}(got_addr(branch_far.o/__text, _far)) = _far
# rtdyld-check: *{4}(stub_addr(branch_far.o/__text, _far) + 2) = (got_addr(branch_far.o/__text, _far) - stub_addr(branch_far.o/__text, _far) - 6)[31:0]
