# R_X86_64_PLT32 to names outside at both ends of its reach, and one behind each.
# layout: default RuntimeDyld's layout never branches to a name outside directly
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=most=0x280000004 -dummy-extern=least=0x18000000a \
# RUN:   -dummy-extern=above=0x28000000f -dummy-extern=below=0x180000013 \
# RUN:   -map-section=plt32_near.o,.text=0x200000000 -check=%s %o
	.globl	most, least, above, below
	.text
c1:	callq	most@PLT
c2:	callq	least@PLT
c3:	callq	above@PLT
c4:	callq	below@PLT

# rtdyld-check: decode_operand(c1, 0) = 0x7fffffff
# rtdyld-check: decode_operand(c2, 0) = 0xffffffff80000000
# rtdyld-check: decode_operand(c3, 0) = stub_addr(plt32_near.o/.text, above) - next_pc(c3)
# rtdyld-check: decode_operand(c4, 0) = stub_addr(plt32_near.o/.text, below) - next_pc(c4)
# rtdyld-check: *{2}(stub_addr(plt32_near.o/.text, above)) = 0x25ff
# rtdyld-check: *{8}(got_addr(plt32_near.o/.text, above)) = above
# rtdyld-check: *{8}(got_addr(plt32_near.o/.text, below)) = below
