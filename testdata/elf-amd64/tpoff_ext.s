# R_X86_64_TPOFF32, R_X86_64_TPOFF64, R_X86_64_DTPOFF32 and R_X86_64_DTPOFF64 to thread-locals outside: the offset that the name is found at, + A.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff80000010 -dummy-extern=high=0x7ffffff0 \
# RUN:   -dummy-extern=dlow=0xffffffff80000010 -dummy-extern=dhigh=0x7ffffff0 \
# RUN:   -map-section=tpoff_ext.o,.data=0x7fff00000000 -map-section=tpoff_ext.o,.text=0x200000000 -check=%s %o
# One more, and one less, in either 32-bit field:
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff80000010 -dummy-extern=high=0x7ffffff1 -dummy-extern=dlow=1 -dummy-extern=dhigh=1 %o
# ERR: .data+0xa: R_X86_64_TPOFF32 to high: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff8000000f -dummy-extern=high=0x7ffffff0 -dummy-extern=dlow=1 -dummy-extern=dhigh=1 %o
# ERR: .data+0x2: R_X86_64_TPOFF32 to low: -0x80000001 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=1 -dummy-extern=high=1 -dummy-extern=dlow=0xffffffff80000010 -dummy-extern=dhigh=0x7ffffff1 %o
# ERR: .data+0x1a: R_X86_64_DTPOFF32 to dhigh: 0x80000000 does not fit signed 32
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=low=0xffffffff80000010 -dummy-extern=high=1 -dummy-extern=dlow=0xffffffff8000000f -dummy-extern=dhigh=0x7ffffff0 %o
# ERR: .data+0x12: R_X86_64_DTPOFF32 to dlow: -0x80000001 does not fit signed 32
	.macro	narrow name, type, value
	.short	0xa5a5
\name:	.reloc	., R_X86_64_\type, \value
	.long	0x11111111
	.short	0xa5a5
	.endm
	.macro	wide name, type, value
	.quad	0xa5a5a5a5a5a5a5a5
\name:	.reloc	., R_X86_64_\type, \value
	.quad	0x1111111111111111
	.endm
	.globl	low, high, dlow, dhigh
	.type	low, @tls_object
	.type	high, @tls_object
	.type	dlow, @tls_object
	.type	dhigh, @tls_object
	.text
insn:	leaq	high@TPOFF(%rax), %rdx
dyn:	leaq	dhigh@DTPOFF(%rax), %rdx
	.data
	narrow	least, TPOFF32, low - 0x10
	narrow	most, TPOFF32, high + 0xf
	narrow	dleast, DTPOFF32, dlow - 0x10
	narrow	dmost, DTPOFF32, dhigh + 0xf
	wide	plus, TPOFF64, high + 0x123456789
	wide	minus, TPOFF64, low - 0x123456789
	wide	dplus, DTPOFF64, dhigh + 0x123456789
	wide	dminus, DTPOFF64, dlow - 0x123456789
	.quad	0xa5a5a5a5a5a5a5a5

# rtdyld-check: *{8}(least - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{8}(most - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: *{8}(dleast - 2) = 0xa5a580000000a5a5
# rtdyld-check: *{8}(dmost - 2) = 0xa5a57fffffffa5a5
# rtdyld-check: decode_operand(insn, 4) = 0x7ffffff0
# rtdyld-check: decode_operand(dyn, 4) = 0x7ffffff0
# rtdyld-check: *{8}plus = 0x1a3456779
# rtdyld-check: *{8}minus = 0xfffffffe5cba9887
# rtdyld-check: *{8}dplus = 0x1a3456779
# rtdyld-check: *{8}dminus = 0xfffffffe5cba9887
# rtdyld-check: *{8}(plus - 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(plus + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(minus + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(dplus + 8) = 0xa5a5a5a5a5a5a5a5
# rtdyld-check: *{8}(dminus + 8) = 0xa5a5a5a5a5a5a5a5
