# X86_64_RELOC_SIGNED and the like to what the object has itself: to symbols, and to sections, where the field has the object's own distance.
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -map-section=signed_own.o,__text=0x200000000 -map-section=signed_own.o,__data=0x210000000 -check=%s %o
	.text
	.byte	0xa5
_lea:	leaq	_var+8(%rip), %rax
_movb:	movb	$0x12, _var(%rip)
_movw:	movw	$0x1234, _var(%rip)
_movl:	movl	$0x12345678, _var(%rip)
_add:	movl	$0x12345678, _var+4(%rip)
_local:	leaq	L1+8(%rip), %rax
_imm:	movl	$0x12345678, L1+8(%rip)
_back:	leaq	L2(%rip), %rcx
L2:	ret
	.data
	.quad	0
L1:	.quad	0
	.globl	_var
_var:	.quad	0

# rtdyld-check: decode_operand(_lea, 4) = _var - next_pc(_lea) + 8
# rtdyld-check: decode_operand(_movb, 3) = _var - next_pc(_movb)
# rtdyld-check: decode_operand(_movw, 3) = _var - next_pc(_movw)
# rtdyld-check: decode_operand(_movl, 3) = _var - next_pc(_movl)
# rtdyld-check: decode_operand(_movl, 5) = 0x12345678
# rtdyld-check: decode_operand(_add, 3) = _var - next_pc(_add) + 4
# rtdyld-check: decode_operand(_local, 4) = _var - next_pc(_local)
# rtdyld-check: decode_operand(_imm, 3) = _var - next_pc(_imm)
# rtdyld-check: decode_operand(_back, 4) = 0
