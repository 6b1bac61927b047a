# The same branches to what is out of reach, or of the other instruction set, are refused where there are no stubs.
# layout: runtimedyld the default layout has stubs: branch_stub
# llvm: no it has none of them
# TYPE: .b11 4
# TYPE: .blx11 9
# TYPE: .b20t 18
# TYPE: .b24t 20
# TYPE: .blx23t 21
# TYPE: .b24 3
# TYPE: .blx24 8
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 \
# RUN:   -check=%s %o
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000009 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b11+0x4: IMAGE_REL_ARM_BRANCH11 to b11_bl_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x1f000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b11+0x4: IMAGE_REL_ARM_BRANCH11 to b11_bl_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000109 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .blx11+0x4: IMAGE_REL_ARM_BLX11 to blx11_blx_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x1f000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .blx11+0x4: IMAGE_REL_ARM_BLX11 to blx11_blx_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100209 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b20t+0x4: IMAGE_REL_ARM_BRANCH20T to b20t_bne_s: 0x100000 does not fit signed 21
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x1ff00207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b20t+0x4: IMAGE_REL_ARM_BRANCH20T to b20t_bne_s: -0x100002 does not fit signed 21
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000309 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b24t+0x4: IMAGE_REL_ARM_BRANCH24T to b24t_b_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x1f000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b24t+0x4: IMAGE_REL_ARM_BRANCH24T to b24t_b_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000409 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .blx23t+0x4: IMAGE_REL_ARM_BLX23T to blx23t_blx_s: 0x1000000 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x1f000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .blx23t+0x4: IMAGE_REL_ARM_BLX23T to blx23t_blx_s: -0x1000002 does not fit signed 25
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x2200050c -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b24+0x4: IMAGE_REL_ARM_BRANCH24 to b24_bne_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x1e000508 -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b24+0x4: IMAGE_REL_ARM_BRANCH24 to b24_bne_s: -0x2000004 does not fit signed 26
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x2000060d -dummy-extern=blx24_bl_s=0x22000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .b24+0x4: IMAGE_REL_ARM_BRANCH24 to b24_bne_s: 0x101 is no multiple of 4
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x2200060c -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .blx24+0x4: IMAGE_REL_ARM_BLX24 to blx24_bl_s: 0x2000000 does not fit signed 26
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_s=0x21000007 -dummy-extern=blx11_blx_s=0x21000107 \
# RUN:   -dummy-extern=b20t_bne_s=0x20100207 -dummy-extern=b24t_b_s=0x21000307 -dummy-extern=blx23t_blx_s=0x21000407 \
# RUN:   -dummy-extern=b24_bne_s=0x22000508 -dummy-extern=blx24_bl_s=0x1e000608 -map-section=branch_over.o,.b11=0x20000000 \
# RUN:   -map-section=branch_over.o,.blx11=0x20000100 -map-section=branch_over.o,.b20t=0x20000200 -map-section=branch_over.o,.b24t=0x20000300 \
# RUN:   -map-section=branch_over.o,.blx23t=0x20000400 -map-section=branch_over.o,.b24=0x20000500 -map-section=branch_over.o,.blx24=0x20000600 %o
# ERR: .blx24+0x4: IMAGE_REL_ARM_BLX24 to blx24_bl_s: -0x2000004 does not fit signed 26
	.globl	b11_bl_s, blx11_blx_s, b20t_bne_s, b24t_b_s, blx23t_blx_s, b24_bne_s, blx24_bl_s
	.section .b11,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b11_bl:	.long	b11_bl_s + 0xfffef7ff
	.long	0xa5a5a5a5
	.section .blx11,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx11_blx:	.long	blx11_blx_s + 0xeffef7ff
	.long	0xa5a5a5a5
	.section .b20t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b20t_bne:	.long	b20t_bne_s + 0x8000f040
	.long	0xa5a5a5a5
	.section .b24t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b24t_b:	.long	b24t_b_s + 0xbffef7ff
	.long	0xa5a5a5a5
	.section .blx23t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx23t_blx:	.long	blx23t_blx_s + 0xeffef7ff
	.long	0xa5a5a5a5
	.section .b24,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b24_bne:	.long	b24_bne_s + 0x1a000000
	.long	0xa5a5a5a5
	.section .blx24,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx24_bl:	.long	blx24_bl_s + 0xebfffffe
	.long	0xa5a5a5a5

# rtdyld-check: *{4}b11_bl = 0xd7fff3ff
# rtdyld-check: *{4}(b11_bl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx = 0xd7fff3ff
# rtdyld-check: *{4}(blx11_blx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne = 0xaffff07f
# rtdyld-check: *{4}(b20t_bne - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b = 0x97fff3ff
# rtdyld-check: *{4}(b24t_b - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx = 0xd7fff3ff
# rtdyld-check: *{4}(blx23t_blx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne = 0x1a7fffff
# rtdyld-check: *{4}(b24_bne - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl = 0xeb7fffff
# rtdyld-check: *{4}(blx24_bl - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl + 4) = 0xa5a5a5a5
