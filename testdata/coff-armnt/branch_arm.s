# IMAGE_REL_ARM_BRANCH24, BLX24: S - (P + 8) in ARM branches; BL and BLX become each other. What is in the fields does not count.
# llvm: no it has none of them
# TYPE: .b24 3
# TYPE: .blx24 8
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b24_b_up_s=0x20001240 -dummy-extern=b24_b_down_s=0x1fffbcf0 \
# RUN:   -dummy-extern=b24_b_most_s=0x22000018 -dummy-extern=b24_b_least_s=0x1e000024 -dummy-extern=b24_bne_up_s=0x20001260 \
# RUN:   -dummy-extern=b24_bne_down_s=0x1fffbd10 -dummy-extern=b24_bne_most_s=0x22000038 -dummy-extern=b24_bne_least_s=0x1e000044 \
# RUN:   -dummy-extern=b24_bl_up_s=0x20001280 -dummy-extern=b24_bl_down_s=0x1fffbd30 -dummy-extern=b24_bl_most_s=0x22000058 \
# RUN:   -dummy-extern=b24_bl_least_s=0x1e000064 -dummy-extern=b24_bl_thumb_s=0x2000438f -dummy-extern=b24_bl_thumb2_s=0x200012a9 \
# RUN:   -dummy-extern=b24_bl_mostx_s=0x2200007b -dummy-extern=b24_bl_leastx_s=0x1e000085 -dummy-extern=b24_blx_up_s=0x200012c0 \
# RUN:   -dummy-extern=b24_blx_down_s=0x1fffbd70 -dummy-extern=b24_blx_most_s=0x22000098 -dummy-extern=b24_blx_least_s=0x1e0000a4 \
# RUN:   -dummy-extern=b24_blx_thumb_s=0x200043cf -dummy-extern=b24_blx_thumb2_s=0x200012e9 -dummy-extern=b24_blx_mostx_s=0x220000bb \
# RUN:   -dummy-extern=b24_blx_leastx_s=0x1e0000c5 -dummy-extern=b24_half_s=0x200100ce -dummy-extern=blx24_blx_up_s=0x20011240 \
# RUN:   -dummy-extern=blx24_blx_down_s=0x2000bcf0 -dummy-extern=blx24_blx_most_s=0x22010018 -dummy-extern=blx24_blx_least_s=0x1e010024 \
# RUN:   -dummy-extern=blx24_blx_thumb_s=0x2001434f -dummy-extern=blx24_blx_thumb2_s=0x20011269 -dummy-extern=blx24_blx_mostx_s=0x2201003b \
# RUN:   -dummy-extern=blx24_blx_leastx_s=0x1e010045 -dummy-extern=blx24_bl_up_s=0x20011280 -dummy-extern=blx24_bl_down_s=0x2000bd30 \
# RUN:   -dummy-extern=blx24_bl_most_s=0x22010058 -dummy-extern=blx24_bl_least_s=0x1e010064 -dummy-extern=blx24_bl_thumb_s=0x2001438f \
# RUN:   -dummy-extern=blx24_bl_thumb2_s=0x200112a9 -dummy-extern=blx24_bl_mostx_s=0x2201007b -dummy-extern=blx24_bl_leastx_s=0x1e010085 \
# RUN:   -dummy-extern=blx24_bleq_up_s=0x200112c0 -dummy-extern=blx24_bleq_down_s=0x2000bd70 -dummy-extern=blx24_bleq_most_s=0x22010098 \
# RUN:   -dummy-extern=blx24_bleq_least_s=0x1e0100a4 -dummy-extern=blx24_b_up_s=0x200112e0 -dummy-extern=blx24_b_down_s=0x2000bd90 \
# RUN:   -dummy-extern=blx24_b_most_s=0x220100b8 -dummy-extern=blx24_b_least_s=0x1e0100c4 -dummy-extern=blx24_half_s=0x200200ce \
# RUN:   -map-section=branch_arm.o,.b24=0x20000000 -map-section=branch_arm.o,.blx24=0x20010000 -check=%s %o
	.globl	b24_b_up_s, b24_b_down_s, b24_b_most_s, b24_b_least_s, b24_bne_up_s, b24_bne_down_s, b24_bne_most_s, b24_bne_least_s
	.globl	b24_bl_up_s, b24_bl_down_s, b24_bl_most_s, b24_bl_least_s, b24_bl_thumb_s, b24_bl_thumb2_s, b24_bl_mostx_s, b24_bl_leastx_s
	.globl	b24_blx_up_s, b24_blx_down_s, b24_blx_most_s, b24_blx_least_s, b24_blx_thumb_s, b24_blx_thumb2_s, b24_blx_mostx_s, b24_blx_leastx_s
	.globl	b24_half_s, blx24_blx_up_s, blx24_blx_down_s, blx24_blx_most_s, blx24_blx_least_s, blx24_blx_thumb_s, blx24_blx_thumb2_s, blx24_blx_mostx_s
	.globl	blx24_blx_leastx_s, blx24_bl_up_s, blx24_bl_down_s, blx24_bl_most_s, blx24_bl_least_s, blx24_bl_thumb_s, blx24_bl_thumb2_s, blx24_bl_mostx_s
	.globl	blx24_bl_leastx_s, blx24_bleq_up_s, blx24_bleq_down_s, blx24_bleq_most_s, blx24_bleq_least_s, blx24_b_up_s, blx24_b_down_s, blx24_b_most_s
	.globl	blx24_b_least_s, blx24_half_s
	.section .b24,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b24_b_up:	.long	b24_b_up_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_down:	.long	b24_b_down_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_most:	.long	b24_b_most_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_b_least:	.long	b24_b_least_s + 0xeafffffe
	.long	0xa5a5a5a5
b24_bne_up:	.long	b24_bne_up_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_down:	.long	b24_bne_down_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_most:	.long	b24_bne_most_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bne_least:	.long	b24_bne_least_s + 0x1a000000
	.long	0xa5a5a5a5
b24_bl_up:	.long	b24_bl_up_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_down:	.long	b24_bl_down_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_most:	.long	b24_bl_most_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_least:	.long	b24_bl_least_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_thumb:	.long	b24_bl_thumb_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_thumb2:	.long	b24_bl_thumb2_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_mostx:	.long	b24_bl_mostx_s + 0xeb000000
	.long	0xa5a5a5a5
b24_bl_leastx:	.long	b24_bl_leastx_s + 0xeb000000
	.long	0xa5a5a5a5
b24_blx_up:	.long	b24_blx_up_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_down:	.long	b24_blx_down_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_most:	.long	b24_blx_most_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_least:	.long	b24_blx_least_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_thumb:	.long	b24_blx_thumb_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_thumb2:	.long	b24_blx_thumb2_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_mostx:	.long	b24_blx_mostx_s + 0xfa000000
	.long	0xa5a5a5a5
b24_blx_leastx:	.long	b24_blx_leastx_s + 0xfa000000
	.long	0xa5a5a5a5
	.short	0xa5a5
b24_half:	.long	b24_half_s + 0xeb000000
	.long	0xa5a5a5a5
	.section .blx24,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx24_blx_up:	.long	blx24_blx_up_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_down:	.long	blx24_blx_down_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_most:	.long	blx24_blx_most_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_least:	.long	blx24_blx_least_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_thumb:	.long	blx24_blx_thumb_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_thumb2:	.long	blx24_blx_thumb2_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_mostx:	.long	blx24_blx_mostx_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_blx_leastx:	.long	blx24_blx_leastx_s + 0xfbfffffe
	.long	0xa5a5a5a5
blx24_bl_up:	.long	blx24_bl_up_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_down:	.long	blx24_bl_down_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_most:	.long	blx24_bl_most_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_least:	.long	blx24_bl_least_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_thumb:	.long	blx24_bl_thumb_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_thumb2:	.long	blx24_bl_thumb2_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_mostx:	.long	blx24_bl_mostx_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bl_leastx:	.long	blx24_bl_leastx_s + 0xebfffffe
	.long	0xa5a5a5a5
blx24_bleq_up:	.long	blx24_bleq_up_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_down:	.long	blx24_bleq_down_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_most:	.long	blx24_bleq_most_s + 0xb000000
	.long	0xa5a5a5a5
blx24_bleq_least:	.long	blx24_bleq_least_s + 0xb000000
	.long	0xa5a5a5a5
blx24_b_up:	.long	blx24_b_up_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_down:	.long	blx24_b_down_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_most:	.long	blx24_b_most_s + 0xea000000
	.long	0xa5a5a5a5
blx24_b_least:	.long	blx24_b_least_s + 0xea000000
	.long	0xa5a5a5a5
	.short	0xa5a5
blx24_half:	.long	blx24_half_s + 0xeb000000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}b24_b_up = 0xea00048d
# rtdyld-check: *{4}(b24_b_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_down = 0xeaffef37
# rtdyld-check: *{4}(b24_b_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_most = 0xea7fffff
# rtdyld-check: *{4}(b24_b_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_b_least = 0xea800000
# rtdyld-check: *{4}(b24_b_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_b_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_up = 0x1a00048d
# rtdyld-check: *{4}(b24_bne_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_down = 0x1affef37
# rtdyld-check: *{4}(b24_bne_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_most = 0x1a7fffff
# rtdyld-check: *{4}(b24_bne_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bne_least = 0x1a800000
# rtdyld-check: *{4}(b24_bne_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bne_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_up = 0xeb00048d
# rtdyld-check: *{4}(b24_bl_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_down = 0xebffef37
# rtdyld-check: *{4}(b24_bl_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_most = 0xeb7fffff
# rtdyld-check: *{4}(b24_bl_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_least = 0xeb800000
# rtdyld-check: *{4}(b24_bl_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_thumb = 0xfb0010c8
# rtdyld-check: *{4}(b24_bl_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_thumb2 = 0xfa00048d
# rtdyld-check: *{4}(b24_bl_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_mostx = 0xfb7fffff
# rtdyld-check: *{4}(b24_bl_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_bl_leastx = 0xfa800000
# rtdyld-check: *{4}(b24_bl_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_bl_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_up = 0xeb00048d
# rtdyld-check: *{4}(b24_blx_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_down = 0xebffef37
# rtdyld-check: *{4}(b24_blx_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_most = 0xeb7fffff
# rtdyld-check: *{4}(b24_blx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_least = 0xeb800000
# rtdyld-check: *{4}(b24_blx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_thumb = 0xfb0010c8
# rtdyld-check: *{4}(b24_blx_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_thumb2 = 0xfa00048d
# rtdyld-check: *{4}(b24_blx_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_mostx = 0xfb7fffff
# rtdyld-check: *{4}(b24_blx_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_blx_leastx = 0xfa800000
# rtdyld-check: *{4}(b24_blx_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_blx_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24_half = 0xeb004000
# rtdyld-check: *{4}(b24_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24_half + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_up = 0xeb00048d
# rtdyld-check: *{4}(blx24_blx_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_down = 0xebffef37
# rtdyld-check: *{4}(blx24_blx_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_most = 0xeb7fffff
# rtdyld-check: *{4}(blx24_blx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_least = 0xeb800000
# rtdyld-check: *{4}(blx24_blx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_thumb = 0xfb0010c8
# rtdyld-check: *{4}(blx24_blx_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_thumb2 = 0xfa00048d
# rtdyld-check: *{4}(blx24_blx_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_mostx = 0xfb7fffff
# rtdyld-check: *{4}(blx24_blx_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_blx_leastx = 0xfa800000
# rtdyld-check: *{4}(blx24_blx_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_blx_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_up = 0xeb00048d
# rtdyld-check: *{4}(blx24_bl_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_down = 0xebffef37
# rtdyld-check: *{4}(blx24_bl_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_most = 0xeb7fffff
# rtdyld-check: *{4}(blx24_bl_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_least = 0xeb800000
# rtdyld-check: *{4}(blx24_bl_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_thumb = 0xfb0010c8
# rtdyld-check: *{4}(blx24_bl_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_thumb2 = 0xfa00048d
# rtdyld-check: *{4}(blx24_bl_thumb2 - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_thumb2 + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_mostx = 0xfb7fffff
# rtdyld-check: *{4}(blx24_bl_mostx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_mostx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bl_leastx = 0xfa800000
# rtdyld-check: *{4}(blx24_bl_leastx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bl_leastx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_up = 0xb00048d
# rtdyld-check: *{4}(blx24_bleq_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_down = 0xbffef37
# rtdyld-check: *{4}(blx24_bleq_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_most = 0xb7fffff
# rtdyld-check: *{4}(blx24_bleq_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_bleq_least = 0xb800000
# rtdyld-check: *{4}(blx24_bleq_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_bleq_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_up = 0xea00048d
# rtdyld-check: *{4}(blx24_b_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_down = 0xeaffef37
# rtdyld-check: *{4}(blx24_b_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_most = 0xea7fffff
# rtdyld-check: *{4}(blx24_b_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_b_least = 0xea800000
# rtdyld-check: *{4}(blx24_b_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_b_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx24_half = 0xeb004000
# rtdyld-check: *{4}(blx24_half - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx24_half + 4) = 0xa5a5a5a5
