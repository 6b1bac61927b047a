# R_X86_64_GOTPCRELX to names in reach: mov, call and jmp need no slot (psABI, appendix B.2), any other instruction keeps it.
# layout: default RuntimeDyld's layout rewrites nothing
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x200100000 -dummy-extern=most=0x280000005 -dummy-extern=least=0x18000000b \
# RUN:   -map-section=gotpcrelx_near.o,.text=0x200000000 -check=%s %o
	.globl	ext, most, least
	.text
call:	callq	*most@GOTPCREL(%rip)
jump:	jmpq	*least@GOTPCREL(%rip)
load:	movl	ext@GOTPCREL(%rip), %ebx
test:	testl	%eax, ext@GOTPCREL(%rip)
beyond:	.byte	0x8b, 0x0d		# movl ext@GOTPCREL+4(%rip), %ecx: a part of the slot
	.reloc	., R_X86_64_GOTPCRELX, ext
	.long	0
far:	callq	*most@GOTPCREL(%rip)

# call becomes addr32 call, at the upper end of its reach.
# rtdyld-check: *{2}call = 0xe867
# rtdyld-check: *{4}(call + 2) = 0x7fffffff
# rtdyld-check: most - next_pc(call) = 0x7fffffff
# jmp becomes a shorter jmp and a nop, at the lower end.
# rtdyld-check: *{1}jump = 0xe9
# rtdyld-check: decode_operand(jump, 0) = least - next_pc(jump)
# rtdyld-check: decode_operand(jump, 0) = 0xffffffff80000000
# rtdyld-check: *{1}(jump + 5) = 0x90
# mov becomes lea.
# rtdyld-check: *{2}load = 0x1d8d
# rtdyld-check: decode_operand(load, 4) = ext - next_pc(load)
# rtdyld-check: *{2}test = 0x0585
# rtdyld-check: decode_operand(test, 3) = got_addr(gotpcrelx_near.o/.text, ext) - next_pc(test)
# rtdyld-check: *{2}beyond = 0x0d8b
# rtdyld-check: decode_operand(beyond, 4) = got_addr(gotpcrelx_near.o/.text, ext) - next_pc(beyond) + 4
# rtdyld-check: *{8}(got_addr(gotpcrelx_near.o/.text, ext)) = ext
# rtdyld-check: *{2}far = 0xe867
# rtdyld-check: *{4}(far + 2) = most - next_pc(far)
