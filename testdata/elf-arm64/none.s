# R_AARCH64_NONE, with its number and the one that was withdrawn, R_AARCH64_TLSDESC_LDR, R_AARCH64_TLSDESC_ADD, R_AARCH64_TLSDESC_CALL: nothing is written.
# TYPE: R_AARCH64_COPY 256
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=none.o,.text=0x234567ff0 -check=%s %o
	.section .tdata,"awT",@progbits
	.globl	t1
	.type	t1, @tls_object
	.size	t1, 8
t1:	.quad	0
	.data
	.globl	var
var:	.quad	0
	.text
	.long	0xa5a5a5a5
none:	.reloc	., R_AARCH64_NONE, var + 0x123456
	.long	0xa5a5a5a5
old:	.reloc	., R_AARCH64_COPY, var + 0x123456
	.long	0xa5a5a5a5
load:	.reloc	., R_AARCH64_TLSDESC_LDR, t1 + 0x123456
	ldr	x1, [x0]
add:	.reloc	., R_AARCH64_TLSDESC_ADD, t1 + 0x123456
	add	x0, x0, #0
call:	.reloc	., R_AARCH64_TLSDESC_CALL, t1 + 0x123456
	blr	x1
	.long	0xa5a5a5a5

# rtdyld-check: *{8}(none - 4) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{4}old = 0xa5a5a5a5
# rtdyld-check: *{4}load = 0xf9400001
# rtdyld-check: *{4}add = 0x91000000
# rtdyld-check: *{8}call = 0xa5a5a5a5d63f0020
