# R_X86_64_GOTPCRELX and R_X86_64_REX_GOTPCRELX to names in reach, where nothing is to be rewritten.
# layout: runtimedyld RuntimeDyld rewrites no load of a slot
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x200100000 -dummy-extern=e2=0x200200000 -dummy-extern=e3=0x200300000 -dummy-extern=e4=0x200400000 \
# RUN:   -map-section=gotpcrelx_kept.o,.text=0x200000000 -map-section=gotpcrelx_kept.o,.got=0x200010000 -check=%s %o
	.globl	e1, e2, e3, e4
	.text
i1:	movq	e1@GOTPCREL(%rip), %rax
i2:	movl	e2@GOTPCREL(%rip), %eax
i3:	callq	*e3@GOTPCREL(%rip)
i4:	jmpq	*e4@GOTPCREL(%rip)

# rtdyld-check: decode_operand(i1, 4) = section_addr(gotpcrelx_kept.o, .got) - next_pc(i1)
# rtdyld-check: decode_operand(i2, 4) = section_addr(gotpcrelx_kept.o, .got) - next_pc(i2) + 8
# rtdyld-check: decode_operand(i3, 3) = section_addr(gotpcrelx_kept.o, .got) - next_pc(i3) + 0x10
# rtdyld-check: decode_operand(i4, 3) = section_addr(gotpcrelx_kept.o, .got) - next_pc(i4) + 0x18
# rtdyld-check: *{2}i1 = 0x8b48
# rtdyld-check: *{2}i2 = 0x058b
# rtdyld-check: *{2}i3 = 0x15ff
# rtdyld-check: *{2}i4 = 0x25ff
# rtdyld-check: *{8}(section_addr(gotpcrelx_kept.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(gotpcrelx_kept.o, .got) + 8) = e2
# rtdyld-check: *{8}(section_addr(gotpcrelx_kept.o, .got) + 0x10) = e3
# rtdyld-check: *{8}(section_addr(gotpcrelx_kept.o, .got) + 0x18) = e4
