# IMAGE_REL_ARM_BRANCH24T, BLX23T, BLX11, BRANCH11, BRANCH20T, BRANCH24, BLX24 to what is out of reach, or of the other instruction set, go
# through a stub. ARM code enters it at its second word.
# layout: default RuntimeDyld has no stubs: branch_over
# TYPE: .b11 4
# TYPE: .blx11 9
# TYPE: .b20t 18
# TYPE: .b24t 20
# TYPE: .blx23t 21
# TYPE: .b24 3
# TYPE: .blx24 8
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_over_s=0x21000009 -dummy-extern=b11_bl_under_s=0x1f00000f \
# RUN:   -dummy-extern=b11_bl_far_s=0x70000001 -dummy-extern=b11_blx_over_s=0x21000021 -dummy-extern=b11_blx_under_s=0x1f000027 \
# RUN:   -dummy-extern=b11_blx_far_s=0x70000001 -dummy-extern=blx11_blx_over_s=0x21000109 -dummy-extern=blx11_blx_under_s=0x1f00010f \
# RUN:   -dummy-extern=blx11_blx_far_s=0x70000001 -dummy-extern=blx11_bl_over_s=0x21000121 -dummy-extern=blx11_bl_under_s=0x1f000127 \
# RUN:   -dummy-extern=blx11_bl_far_s=0x70000001 -dummy-extern=b20t_bne_over_s=0x20100209 -dummy-extern=b20t_bne_under_s=0x1ff0020f \
# RUN:   -dummy-extern=b20t_bne_far_s=0x70000001 -dummy-extern=b20t_bgt_over_s=0x20100221 -dummy-extern=b20t_bgt_under_s=0x1ff00227 \
# RUN:   -dummy-extern=b20t_bgt_far_s=0x70000001 -dummy-extern=b24t_b_over_s=0x21000309 -dummy-extern=b24t_b_under_s=0x1f00030f \
# RUN:   -dummy-extern=b24t_b_far_s=0x70000001 -dummy-extern=b24t_bl_over_s=0x21000321 -dummy-extern=b24t_bl_under_s=0x1f000327 \
# RUN:   -dummy-extern=b24t_bl_far_s=0x70000001 -dummy-extern=blx23t_blx_over_s=0x21000409 -dummy-extern=blx23t_blx_under_s=0x1f00040f \
# RUN:   -dummy-extern=blx23t_blx_far_s=0x70000001 -dummy-extern=blx23t_bl_over_s=0x21000421 -dummy-extern=blx23t_bl_under_s=0x1f000427 \
# RUN:   -dummy-extern=blx23t_bl_far_s=0x70000001 -dummy-extern=b24_b_over_s=0x2200050c -dummy-extern=b24_b_under_s=0x1e000510 \
# RUN:   -dummy-extern=b24_b_far_s=0x70000000 -dummy-extern=b24_b_farthumb_s=0x70000001 -dummy-extern=b24_b_thumb_s=0x20001761 \
# RUN:   -dummy-extern=b24_bne_over_s=0x22000534 -dummy-extern=b24_bne_under_s=0x1e000538 -dummy-extern=b24_bne_far_s=0x70000000 \
# RUN:   -dummy-extern=b24_bne_farthumb_s=0x70000001 -dummy-extern=b24_bne_thumb_s=0x20001789 -dummy-extern=b24_bl_over_s=0x2200055c \
# RUN:   -dummy-extern=b24_bl_under_s=0x1e000560 -dummy-extern=b24_bl_far_s=0x70000000 -dummy-extern=b24_bl_farthumb_s=0x70000001 \
# RUN:   -dummy-extern=b24_blx_over_s=0x2200057c -dummy-extern=b24_blx_under_s=0x1e000580 -dummy-extern=b24_blx_far_s=0x70000000 \
# RUN:   -dummy-extern=b24_blx_farthumb_s=0x70000001 -dummy-extern=blx24_blx_over_s=0x2200060c -dummy-extern=blx24_blx_under_s=0x1e000610 \
# RUN:   -dummy-extern=blx24_blx_far_s=0x70000000 -dummy-extern=blx24_blx_farthumb_s=0x70000001 -dummy-extern=blx24_bl_over_s=0x2200062c \
# RUN:   -dummy-extern=blx24_bl_under_s=0x1e000630 -dummy-extern=blx24_bl_far_s=0x70000000 -dummy-extern=blx24_bl_farthumb_s=0x70000001 \
# RUN:   -dummy-extern=blx24_bleq_over_s=0x2200064c -dummy-extern=blx24_bleq_under_s=0x1e000650 -dummy-extern=blx24_bleq_far_s=0x70000000 \
# RUN:   -dummy-extern=blx24_bleq_farthumb_s=0x70000001 -dummy-extern=blx24_bleq_thumb_s=0x200018a1 -dummy-extern=blx24_b_over_s=0x22000674 \
# RUN:   -dummy-extern=blx24_b_under_s=0x1e000678 -dummy-extern=blx24_b_far_s=0x70000000 -dummy-extern=blx24_b_farthumb_s=0x70000001 \
# RUN:   -dummy-extern=blx24_b_thumb_s=0x200018c9 -map-section=branch_stub.o,.b11=0x20000000 -map-section=branch_stub.o,.blx11=0x20000100 \
# RUN:   -map-section=branch_stub.o,.b20t=0x20000200 -map-section=branch_stub.o,.b24t=0x20000300 -map-section=branch_stub.o,.blx23t=0x20000400 \
# RUN:   -map-section=branch_stub.o,.b24=0x20000500 -map-section=branch_stub.o,.blx24=0x20000600 -check=%s %o
	.globl	b11_bl_over_s, b11_bl_under_s, b11_bl_far_s, b11_blx_over_s, b11_blx_under_s, b11_blx_far_s, blx11_blx_over_s, blx11_blx_under_s
	.globl	blx11_blx_far_s, blx11_bl_over_s, blx11_bl_under_s, blx11_bl_far_s, b20t_bne_over_s, b20t_bne_under_s, b20t_bne_far_s, b20t_bgt_over_s
	.globl	b20t_bgt_under_s, b20t_bgt_far_s, b24t_b_over_s, b24t_b_under_s, b24t_b_far_s, b24t_bl_over_s, b24t_bl_under_s, b24t_bl_far_s
	.globl	blx23t_blx_over_s, blx23t_blx_under_s, blx23t_blx_far_s, blx23t_bl_over_s, blx23t_bl_under_s, blx23t_bl_far_s, b24_b_over_s, b24_b_under_s
	.globl	b24_b_far_s, b24_b_farthumb_s, b24_b_thumb_s, b24_bne_over_s, b24_bne_under_s, b24_bne_far_s, b24_bne_farthumb_s, b24_bne_thumb_s
	.globl	b24_bl_over_s, b24_bl_under_s, b24_bl_far_s, b24_bl_farthumb_s, b24_blx_over_s, b24_blx_under_s, b24_blx_far_s, b24_blx_farthumb_s
	.globl	blx24_blx_over_s, blx24_blx_under_s, blx24_blx_far_s, blx24_blx_farthumb_s, blx24_bl_over_s, blx24_bl_under_s, blx24_bl_far_s, blx24_bl_farthumb_s
	.globl	blx24_bleq_over_s, blx24_bleq_under_s, blx24_bleq_far_s, blx24_bleq_farthumb_s, blx24_bleq_thumb_s, blx24_b_over_s, blx24_b_under_s, blx24_b_far_s
	.globl	blx24_b_farthumb_s, blx24_b_thumb_s
	.section .b11,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b11_bl_over:	.long	b11_bl_over_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_bl_under:	.long	b11_bl_under_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_bl_far:	.long	b11_bl_far_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_blx_over:	.long	b11_blx_over_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blx_under:	.long	b11_blx_under_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blx_far:	.long	b11_blx_far_s + 0xe800f000
	.long	0xa5a5a5a5
	.section .blx11,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx11_blx_over:	.long	blx11_blx_over_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blx_under:	.long	blx11_blx_under_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blx_far:	.long	blx11_blx_far_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_bl_over:	.long	blx11_bl_over_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_bl_under:	.long	blx11_bl_under_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_bl_far:	.long	blx11_bl_far_s + 0xf800f000
	.long	0xa5a5a5a5
	.section .b20t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b20t_bne_over:	.long	b20t_bne_over_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bne_under:	.long	b20t_bne_under_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bne_far:	.long	b20t_bne_far_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bgt_over:	.long	b20t_bgt_over_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgt_under:	.long	b20t_bgt_under_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgt_far:	.long	b20t_bgt_far_s + 0xaffff73f
	.long	0xa5a5a5a5
	.section .b24t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b24t_b_over:	.long	b24t_b_over_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_b_under:	.long	b24t_b_under_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_b_far:	.long	b24t_b_far_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_bl_over:	.long	b24t_bl_over_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_bl_under:	.long	b24t_bl_under_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_bl_far:	.long	b24t_bl_far_s + 0xf800f000
	.long	0xa5a5a5a5
	.section .blx23t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx23t_blx_over:	.long	blx23t_blx_over_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blx_under:	.long	blx23t_blx_under_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blx_far:	.long	blx23t_blx_far_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_bl_over:	.long	blx23t_bl_over_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_bl_under:	.long	blx23t_bl_under_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_bl_far:	.long	blx23t_bl_far_s + 0xf800f000
	.long	0xa5a5a5a5
	.section .b24,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b24_b_over:	.long	b24_b_over_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_under:	.long	b24_b_under_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_far:	.long	b24_b_far_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_farthumb:	.long	b24_b_farthumb_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_thumb:	.long	b24_b_thumb_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_bne_over:	.long	b24_bne_over_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_under:	.long	b24_bne_under_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_far:	.long	b24_bne_far_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_farthumb:	.long	b24_bne_farthumb_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_thumb:	.long	b24_bne_thumb_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bl_over:	.long	b24_bl_over_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_under:	.long	b24_bl_under_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_far:	.long	b24_bl_far_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_farthumb:	.long	b24_bl_farthumb_s + 0xeb000000
	.long	0xa5a5a5a5
b24_blx_over:	.long	b24_blx_over_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_under:	.long	b24_blx_under_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_far:	.long	b24_blx_far_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_farthumb:	.long	b24_blx_farthumb_s + 0xfa000000
	.long	0xa5a5a5a5
	.section .blx24,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx24_blx_over:	.long	blx24_blx_over_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_under:	.long	blx24_blx_under_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_far:	.long	blx24_blx_far_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_farthumb:	.long	blx24_blx_farthumb_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_bl_over:	.long	blx24_bl_over_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_under:	.long	blx24_bl_under_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_far:	.long	blx24_bl_far_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_farthumb:	.long	blx24_bl_farthumb_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bleq_over:	.long	blx24_bleq_over_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_under:	.long	blx24_bleq_under_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_far:	.long	blx24_bleq_far_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_farthumb:	.long	blx24_bleq_farthumb_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_thumb:	.long	blx24_bleq_thumb_s + 0xb000000
	.long	0xa5a5a5a5
blx24_b_over:	.long	blx24_b_over_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_under:	.long	blx24_b_under_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_far:	.long	blx24_b_far_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_farthumb:	.long	blx24_b_farthumb_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_thumb:	.long	blx24_b_thumb_s + 0xea000000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}b11_bl_over = ((0xf800 + ((stub_addr(branch_stub.o/.b11, b11_bl_over_s) - b11_bl_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b11, b11_bl_over_s) - b11_bl_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_over_s) + 8) = 0x21000009
# rtdyld-check: *{4}(b11_bl_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_bl_under = ((0xf800 + ((stub_addr(branch_stub.o/.b11, b11_bl_under_s) - b11_bl_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b11, b11_bl_under_s) - b11_bl_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_under_s) + 8) = 0x1f00000f
# rtdyld-check: *{4}(b11_bl_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_bl_far = ((0xf800 + ((stub_addr(branch_stub.o/.b11, b11_bl_far_s) - b11_bl_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b11, b11_bl_far_s) - b11_bl_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_bl_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b11_bl_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_over = ((0xf800 + ((stub_addr(branch_stub.o/.b11, b11_blx_over_s) - b11_blx_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b11, b11_blx_over_s) - b11_blx_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_over_s) + 8) = 0x21000021
# rtdyld-check: *{4}(b11_blx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_under = ((0xf800 + ((stub_addr(branch_stub.o/.b11, b11_blx_under_s) - b11_blx_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b11, b11_blx_under_s) - b11_blx_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_under_s) + 8) = 0x1f000027
# rtdyld-check: *{4}(b11_blx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_far = ((0xf800 + ((stub_addr(branch_stub.o/.b11, b11_blx_far_s) - b11_blx_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b11, b11_blx_far_s) - b11_blx_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b11, b11_blx_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b11_blx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_over = ((0xf800 + ((stub_addr(branch_stub.o/.blx11, blx11_blx_over_s) - blx11_blx_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx11, blx11_blx_over_s) - blx11_blx_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_over_s) + 8) = 0x21000109
# rtdyld-check: *{4}(blx11_blx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_under = ((0xf800 + ((stub_addr(branch_stub.o/.blx11, blx11_blx_under_s) - blx11_blx_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx11, blx11_blx_under_s) - blx11_blx_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_under_s) + 8) = 0x1f00010f
# rtdyld-check: *{4}(blx11_blx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_far = ((0xf800 + ((stub_addr(branch_stub.o/.blx11, blx11_blx_far_s) - blx11_blx_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx11, blx11_blx_far_s) - blx11_blx_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_blx_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx11_blx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_over = ((0xf800 + ((stub_addr(branch_stub.o/.blx11, blx11_bl_over_s) - blx11_bl_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx11, blx11_bl_over_s) - blx11_bl_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_over_s) + 8) = 0x21000121
# rtdyld-check: *{4}(blx11_bl_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_under = ((0xf800 + ((stub_addr(branch_stub.o/.blx11, blx11_bl_under_s) - blx11_bl_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx11, blx11_bl_under_s) - blx11_bl_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_under_s) + 8) = 0x1f000127
# rtdyld-check: *{4}(blx11_bl_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_far = ((0xf800 + ((stub_addr(branch_stub.o/.blx11, blx11_bl_far_s) - blx11_bl_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx11, blx11_bl_far_s) - blx11_bl_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx11, blx11_bl_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx11_bl_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_over = ((0x8000 + ((stub_addr(branch_stub.o/.b20t, b20t_bne_over_s) - b20t_bne_over - 4) >> 1)[10:0]) << 16) + 0xf040 + ((stub_addr(branch_stub.o/.b20t, b20t_bne_over_s) - b20t_bne_over - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_over_s) + 8) = 0x20100209
# rtdyld-check: *{4}(b20t_bne_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_under = ((0x8000 + ((stub_addr(branch_stub.o/.b20t, b20t_bne_under_s) - b20t_bne_under - 4) >> 1)[10:0]) << 16) + 0xf040 + ((stub_addr(branch_stub.o/.b20t, b20t_bne_under_s) - b20t_bne_under - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_under_s) + 8) = 0x1ff0020f
# rtdyld-check: *{4}(b20t_bne_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_far = ((0x8000 + ((stub_addr(branch_stub.o/.b20t, b20t_bne_far_s) - b20t_bne_far - 4) >> 1)[10:0]) << 16) + 0xf040 + ((stub_addr(branch_stub.o/.b20t, b20t_bne_far_s) - b20t_bne_far - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bne_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b20t_bne_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_over = ((0x8000 + ((stub_addr(branch_stub.o/.b20t, b20t_bgt_over_s) - b20t_bgt_over - 4) >> 1)[10:0]) << 16) + 0xf300 + ((stub_addr(branch_stub.o/.b20t, b20t_bgt_over_s) - b20t_bgt_over - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_over_s) + 8) = 0x20100221
# rtdyld-check: *{4}(b20t_bgt_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_under = ((0x8000 + ((stub_addr(branch_stub.o/.b20t, b20t_bgt_under_s) - b20t_bgt_under - 4) >> 1)[10:0]) << 16) + 0xf300 + ((stub_addr(branch_stub.o/.b20t, b20t_bgt_under_s) - b20t_bgt_under - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_under_s) + 8) = 0x1ff00227
# rtdyld-check: *{4}(b20t_bgt_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_far = ((0x8000 + ((stub_addr(branch_stub.o/.b20t, b20t_bgt_far_s) - b20t_bgt_far - 4) >> 1)[10:0]) << 16) + 0xf300 + ((stub_addr(branch_stub.o/.b20t, b20t_bgt_far_s) - b20t_bgt_far - 4) >> 12)[5:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b20t, b20t_bgt_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b20t_bgt_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_over = ((0xb800 + ((stub_addr(branch_stub.o/.b24t, b24t_b_over_s) - b24t_b_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b24t, b24t_b_over_s) - b24t_b_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_over_s) + 8) = 0x21000309
# rtdyld-check: *{4}(b24t_b_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_under = ((0xb800 + ((stub_addr(branch_stub.o/.b24t, b24t_b_under_s) - b24t_b_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b24t, b24t_b_under_s) - b24t_b_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_under_s) + 8) = 0x1f00030f
# rtdyld-check: *{4}(b24t_b_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_far = ((0xb800 + ((stub_addr(branch_stub.o/.b24t, b24t_b_far_s) - b24t_b_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b24t, b24t_b_far_s) - b24t_b_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_b_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b24t_b_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_over = ((0xf800 + ((stub_addr(branch_stub.o/.b24t, b24t_bl_over_s) - b24t_bl_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b24t, b24t_bl_over_s) - b24t_bl_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_over_s) + 8) = 0x21000321
# rtdyld-check: *{4}(b24t_bl_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_under = ((0xf800 + ((stub_addr(branch_stub.o/.b24t, b24t_bl_under_s) - b24t_bl_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b24t, b24t_bl_under_s) - b24t_bl_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_under_s) + 8) = 0x1f000327
# rtdyld-check: *{4}(b24t_bl_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_far = ((0xf800 + ((stub_addr(branch_stub.o/.b24t, b24t_bl_far_s) - b24t_bl_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.b24t, b24t_bl_far_s) - b24t_bl_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24t, b24t_bl_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b24t_bl_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_over = ((0xf800 + ((stub_addr(branch_stub.o/.blx23t, blx23t_blx_over_s) - blx23t_blx_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx23t, blx23t_blx_over_s) - blx23t_blx_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_over_s) + 8) = 0x21000409
# rtdyld-check: *{4}(blx23t_blx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_under = ((0xf800 + ((stub_addr(branch_stub.o/.blx23t, blx23t_blx_under_s) - blx23t_blx_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx23t, blx23t_blx_under_s) - blx23t_blx_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_under_s) + 8) = 0x1f00040f
# rtdyld-check: *{4}(blx23t_blx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_far = ((0xf800 + ((stub_addr(branch_stub.o/.blx23t, blx23t_blx_far_s) - blx23t_blx_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx23t, blx23t_blx_far_s) - blx23t_blx_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_blx_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx23t_blx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_over = ((0xf800 + ((stub_addr(branch_stub.o/.blx23t, blx23t_bl_over_s) - blx23t_bl_over - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx23t, blx23t_bl_over_s) - blx23t_bl_over - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_over_s) + 8) = 0x21000421
# rtdyld-check: *{4}(blx23t_bl_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_under = ((0xf800 + ((stub_addr(branch_stub.o/.blx23t, blx23t_bl_under_s) - blx23t_bl_under - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx23t, blx23t_bl_under_s) - blx23t_bl_under - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_under_s) + 8) = 0x1f000427
# rtdyld-check: *{4}(blx23t_bl_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_far = ((0xf800 + ((stub_addr(branch_stub.o/.blx23t, blx23t_bl_far_s) - blx23t_bl_far - 4) >> 1)[10:0]) << 16) + 0xf000 + ((stub_addr(branch_stub.o/.blx23t, blx23t_bl_far_s) - blx23t_bl_far - 4) >> 12)[9:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx23t, blx23t_bl_far_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx23t_bl_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_over = 0xea000000 + ((stub_addr(branch_stub.o/.b24, b24_b_over_s) + 4 - b24_b_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_over_s) + 8) = 0x2200050c
# rtdyld-check: *{4}(b24_b_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_under = 0xea000000 + ((stub_addr(branch_stub.o/.b24, b24_b_under_s) + 4 - b24_b_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_under_s) + 8) = 0x1e000510
# rtdyld-check: *{4}(b24_b_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_far = 0xea000000 + ((stub_addr(branch_stub.o/.b24, b24_b_far_s) + 4 - b24_b_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(b24_b_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_farthumb = 0xea000000 + ((stub_addr(branch_stub.o/.b24, b24_b_farthumb_s) + 4 - b24_b_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b24_b_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_thumb = 0xea000000 + ((stub_addr(branch_stub.o/.b24, b24_b_thumb_s) + 4 - b24_b_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_b_thumb_s) + 8) = 0x20001761
# rtdyld-check: *{4}(b24_b_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_over = 0x1a000000 + ((stub_addr(branch_stub.o/.b24, b24_bne_over_s) + 4 - b24_bne_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_over_s) + 8) = 0x22000534
# rtdyld-check: *{4}(b24_bne_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_under = 0x1a000000 + ((stub_addr(branch_stub.o/.b24, b24_bne_under_s) + 4 - b24_bne_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_under_s) + 8) = 0x1e000538
# rtdyld-check: *{4}(b24_bne_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_far = 0x1a000000 + ((stub_addr(branch_stub.o/.b24, b24_bne_far_s) + 4 - b24_bne_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(b24_bne_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_farthumb = 0x1a000000 + ((stub_addr(branch_stub.o/.b24, b24_bne_farthumb_s) + 4 - b24_bne_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b24_bne_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_thumb = 0x1a000000 + ((stub_addr(branch_stub.o/.b24, b24_bne_thumb_s) + 4 - b24_bne_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bne_thumb_s) + 8) = 0x20001789
# rtdyld-check: *{4}(b24_bne_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_over = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_bl_over_s) + 4 - b24_bl_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_over_s) + 8) = 0x2200055c
# rtdyld-check: *{4}(b24_bl_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_under = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_bl_under_s) + 4 - b24_bl_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_under_s) + 8) = 0x1e000560
# rtdyld-check: *{4}(b24_bl_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_far = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_bl_far_s) + 4 - b24_bl_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(b24_bl_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_farthumb = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_bl_farthumb_s) + 4 - b24_bl_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_bl_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b24_bl_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_over = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_blx_over_s) + 4 - b24_blx_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_over_s) + 8) = 0x2200057c
# rtdyld-check: *{4}(b24_blx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_under = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_blx_under_s) + 4 - b24_blx_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_under_s) + 8) = 0x1e000580
# rtdyld-check: *{4}(b24_blx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_far = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_blx_far_s) + 4 - b24_blx_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(b24_blx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_farthumb = 0xeb000000 + ((stub_addr(branch_stub.o/.b24, b24_blx_farthumb_s) + 4 - b24_blx_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.b24, b24_blx_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(b24_blx_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_over = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_blx_over_s) + 4 - blx24_blx_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_over_s) + 8) = 0x2200060c
# rtdyld-check: *{4}(blx24_blx_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_under = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_blx_under_s) + 4 - blx24_blx_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_under_s) + 8) = 0x1e000610
# rtdyld-check: *{4}(blx24_blx_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_far = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_blx_far_s) + 4 - blx24_blx_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(blx24_blx_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_farthumb = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_blx_farthumb_s) + 4 - blx24_blx_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_blx_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx24_blx_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_over = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bl_over_s) + 4 - blx24_bl_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_over_s) + 8) = 0x2200062c
# rtdyld-check: *{4}(blx24_bl_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_under = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bl_under_s) + 4 - blx24_bl_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_under_s) + 8) = 0x1e000630
# rtdyld-check: *{4}(blx24_bl_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_far = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bl_far_s) + 4 - blx24_bl_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(blx24_bl_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_farthumb = 0xeb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bl_farthumb_s) + 4 - blx24_bl_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bl_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx24_bl_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_over = 0xb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bleq_over_s) + 4 - blx24_bleq_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_over_s) + 8) = 0x2200064c
# rtdyld-check: *{4}(blx24_bleq_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_under = 0xb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bleq_under_s) + 4 - blx24_bleq_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_under_s) + 8) = 0x1e000650
# rtdyld-check: *{4}(blx24_bleq_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_far = 0xb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bleq_far_s) + 4 - blx24_bleq_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(blx24_bleq_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_farthumb = 0xb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bleq_farthumb_s) + 4 - blx24_bleq_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx24_bleq_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_thumb = 0xb000000 + ((stub_addr(branch_stub.o/.blx24, blx24_bleq_thumb_s) + 4 - blx24_bleq_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_bleq_thumb_s) + 8) = 0x200018a1
# rtdyld-check: *{4}(blx24_bleq_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_over = 0xea000000 + ((stub_addr(branch_stub.o/.blx24, blx24_b_over_s) + 4 - blx24_b_over - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_over_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_over_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_over_s) + 8) = 0x22000674
# rtdyld-check: *{4}(blx24_b_over - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_over + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_under = 0xea000000 + ((stub_addr(branch_stub.o/.blx24, blx24_b_under_s) + 4 - blx24_b_under - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_under_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_under_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_under_s) + 8) = 0x1e000678
# rtdyld-check: *{4}(blx24_b_under - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_under + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_far = 0xea000000 + ((stub_addr(branch_stub.o/.blx24, blx24_b_far_s) + 4 - blx24_b_far - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_far_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_far_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_far_s) + 8) = 0x70000000
# rtdyld-check: *{4}(blx24_b_far - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_far + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_farthumb = 0xea000000 + ((stub_addr(branch_stub.o/.blx24, blx24_b_farthumb_s) + 4 - blx24_b_farthumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_farthumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_farthumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_farthumb_s) + 8) = 0x70000001
# rtdyld-check: *{4}(blx24_b_farthumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_farthumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_thumb = 0xea000000 + ((stub_addr(branch_stub.o/.blx24, blx24_b_thumb_s) + 4 - blx24_b_thumb - 8) >> 2)[23:0]
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_thumb_s)) = 0xf004f8df
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_thumb_s) + 4) = 0xe51ff004
# rtdyld-check: *{4}(stub_addr(branch_stub.o/.blx24, blx24_b_thumb_s) + 8) = 0x200018c9
# rtdyld-check: *{4}(blx24_b_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_thumb + 4) = 0xa5a5a5a5
