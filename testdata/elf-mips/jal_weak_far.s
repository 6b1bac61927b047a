# R_MIPS_26 to a weak name that nobody defines, from another 256 MiB than those with address 0: through a stub, which leads to 0.
# layout: default RuntimeDyld has stubs of its own
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -map-section=jal_weak_far.o,.text=0x20000000 -check=%s %o
	.set	noreorder
	.option	pic0
	.text
	.weak	nowhere
	.globl	call
call:	jal	nowhere
	nop
# rtdyld-check: *{4}call = 0xc000000 + (stub_addr(jal_weak_far.o/.text, nowhere))[27:2]
# rtdyld-check: *{4}stub_addr(jal_weak_far.o/.text, nowhere) = 0x3c190000
# rtdyld-check: *{4}(stub_addr(jal_weak_far.o/.text, nowhere) + 4) = 0x27390000
