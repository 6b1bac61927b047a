# R_MIPS_26 to a weak name that nobody defines: to address 0 in the same 256 MiB, as ld.lld and GNU ld have it, with the addend.
# layout: default RuntimeDyld has stubs for all
# RUN: rtdyld-check -verify -triple=mips-linux-gnu -map-section=jal_weak.o,.text=0x20000 -check=%s %o
	.set	noreorder
	.option	pic0
	.text
	.weak	nowhere
	.globl	call
call:	jal	nowhere
	nop
jump:	j	nowhere
	nop
behind:	jal	nowhere + 8
	nop
# rtdyld-check: *{4}call = 0x0c000000
# rtdyld-check: *{4}jump = 0x08000000
# rtdyld-check: *{4}behind = 0x0c000002
