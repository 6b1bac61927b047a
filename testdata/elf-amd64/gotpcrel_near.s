# R_X86_64_GOTPCREL to names in reach: the psABI allows no rewriting.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=e1=0x200100000 -dummy-extern=e2=0x200200000 \
# RUN:   -map-section=gotpcrel_near.o,.text=0x200000000 -map-section=gotpcrel_near.o,.got=0x200010000 -check=%s %o
	.globl	e1, e2
	.text
load:	.byte	0x48, 0x8b, 0x05	# movq e1@GOTPCREL(%rip), %rax
	.reloc	., R_X86_64_GOTPCREL, e1 - 4
	.long	0
call:	.byte	0xff, 0x15		# callq *e2@GOTPCREL(%rip)
	.reloc	., R_X86_64_GOTPCREL, e2 - 4
	.long	0
	ret

# rtdyld-check: *{2}load = 0x8b48
# rtdyld-check: decode_operand(load, 4) = section_addr(gotpcrel_near.o, .got) - next_pc(load)
# rtdyld-check: *{2}call = 0x15ff
# rtdyld-check: decode_operand(call, 3) = section_addr(gotpcrel_near.o, .got) - next_pc(call) + 8
# rtdyld-check: *{8}(section_addr(gotpcrel_near.o, .got)) = e1
# rtdyld-check: *{8}(section_addr(gotpcrel_near.o, .got) + 8) = e2
