# TRIPLE: mips64el-linux-gnuabi64
# A branch to another object goes through a stub, which leaves the address in $t9: R_MIPS_26, R_MIPS_PC16.
# layout: default RuntimeDyld has no such stubs
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 -dummy-extern=ext=0xfedcba9876543210 -dummy-extern=near=0x10000100 \
# RUN:   -map-section=branch_64.o,.text=0x10000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 -dummy-extern=ext=0x12348764 -dummy-extern=near=0x10000100 \
# RUN:   -map-section=branch_64.o,.text=0x10000000 -map-section=branch_64.o,.text.far=0xffff000 -check=%s %o
	.globl	ext, near
	.set	noreorder
	.text
	.long	0xa5a5a5a5
jump:	jal	ext
	nop
pc:	bal	ext
	nop
	jal	near
	nop
	.section .text.far,"ax",@progbits
	nop

# rtdyld-check: *{4}(jump - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}jump = 0xc000000 + (stub_addr(branch_64.o/.text, ext))[27:2]
# rtdyld-check: *{4}pc = 0x04110000 + (stub_addr(branch_64.o/.text, ext) - pc - 4)[17:2]
# rtdyld-check: *{4}(pc + 8) = 0xc000000 + (stub_addr(branch_64.o/.text, near))[27:2]
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 0) = 0x3c190000 + ((ext + 0x800080008000) >> 48)[15:0]
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 4) = 0x67390000 + ((ext + 0x80008000) >> 32)[15:0]
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 8) = 0x0019cc38
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 12) = 0x67390000 + (ext + 0x8000)[31:16]
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 16) = 0x0019cc38
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 20) = 0x67390000 + ext[15:0]
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 24) = 0x03200009
# rtdyld-check: *{4}(stub_addr(branch_64.o/.text, ext) + 28) = 0
