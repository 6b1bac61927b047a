# R_X86_64_REX_GOTPCRELX to names in reach: mov becomes lea, any other instruction keeps the slot.
# layout: default RuntimeDyld's layout rewrites nothing
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x1fff00000 -dummy-extern=above=0x280000007 -dummy-extern=most=0x28000000d \
# RUN:   -map-section=rex_gotpcrelx_near.o,.text=0x200000000 -check=%s %o
	.globl	ext, above, most
	.text
far:	movq	above@GOTPCREL(%rip), %r9
edge:	movq	most@GOTPCREL(%rip), %r10
load:	movq	ext@GOTPCREL(%rip), %rax
call:	.byte	0x48, 0xff, 0x15	# rex.w call *ext@GOTPCREL(%rip)
	.reloc	., R_X86_64_REX_GOTPCRELX, ext - 4
	.long	0
add:	addq	ext@GOTPCREL(%rip), %r9

# One byte further than reach:
# rtdyld-check: above - next_pc(far) = 0x80000000
# rtdyld-check: *{2}far = 0x8b4c
# rtdyld-check: decode_operand(far, 4) = got_addr(rex_gotpcrelx_near.o/.text, above) - next_pc(far)
# rtdyld-check: *{8}(got_addr(rex_gotpcrelx_near.o/.text, above)) = above
# rtdyld-check: *{2}edge = 0x8d4c
# rtdyld-check: decode_operand(edge, 4) = 0x7fffffff
# rtdyld-check: *{2}load = 0x8d48
# rtdyld-check: decode_operand(load, 4) = ext - next_pc(load)
# rtdyld-check: *{2}call = 0xff48
# rtdyld-check: *{4}(call + 3) = (got_addr(rex_gotpcrelx_near.o/.text, ext) - call - 7)[31:0]
# rtdyld-check: *{2}add = 0x034c
# rtdyld-check: decode_operand(add, 5) = got_addr(rex_gotpcrelx_near.o/.text, ext) - next_pc(add)
# rtdyld-check: *{8}(got_addr(rex_gotpcrelx_near.o/.text, ext)) = ext
