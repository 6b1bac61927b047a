# IMAGE_REL_ARM_BRANCH24T, BLX23T, BLX11, BRANCH11: S - (P + 4) in B.W and BL; IMAGE_REL_ARM_BRANCH20T: in B<cond>.W. What is in the fields
# does not count. All code is Thumb: BLX becomes BL, and bit 0 of S does not matter.
# llvm: no it has none of them
# TYPE: .b11 4
# TYPE: .blx11 9
# TYPE: .b20t 18
# TYPE: .b24t 20
# TYPE: .blx23t 21
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -dummy-extern=b11_bl_up_s=0x2000123d -dummy-extern=b11_bl_even_s=0x20008652 \
# RUN:   -dummy-extern=b11_bl_down_s=0x1fffbcf7 -dummy-extern=b11_bl_most_s=0x2100001f -dummy-extern=b11_bl_least_s=0x1f000028 \
# RUN:   -dummy-extern=b11_blh_up_s=0x20001267 -dummy-extern=b11_blh_even_s=0x2000867c -dummy-extern=b11_blh_down_s=0x1fffbd21 \
# RUN:   -dummy-extern=b11_blh_most_s=0x21000049 -dummy-extern=b11_blh_least_s=0x1f000052 -dummy-extern=b11_blx_up_s=0x2000128f \
# RUN:   -dummy-extern=b11_blx_even_s=0x200086a4 -dummy-extern=b11_blx_down_s=0x1fffbd49 -dummy-extern=b11_blx_most_s=0x21000071 \
# RUN:   -dummy-extern=b11_blx_least_s=0x1f00007a -dummy-extern=b11_blxh_up_s=0x200012b7 -dummy-extern=b11_blxh_even_s=0x200086cc \
# RUN:   -dummy-extern=b11_blxh_down_s=0x1fffbd71 -dummy-extern=b11_blxh_most_s=0x21000099 -dummy-extern=b11_blxh_least_s=0x1f0000a2 \
# RUN:   -dummy-extern=blx11_blx_up_s=0x2001123d -dummy-extern=blx11_blx_even_s=0x20018652 -dummy-extern=blx11_blx_down_s=0x2000bcf7 \
# RUN:   -dummy-extern=blx11_blx_most_s=0x2101001f -dummy-extern=blx11_blx_least_s=0x1f010028 -dummy-extern=blx11_blxh_up_s=0x20011267 \
# RUN:   -dummy-extern=blx11_blxh_even_s=0x2001867c -dummy-extern=blx11_blxh_down_s=0x2000bd21 -dummy-extern=blx11_blxh_most_s=0x21010049 \
# RUN:   -dummy-extern=blx11_blxh_least_s=0x1f010052 -dummy-extern=blx11_bl_up_s=0x2001128f -dummy-extern=blx11_bl_even_s=0x200186a4 \
# RUN:   -dummy-extern=blx11_bl_down_s=0x2000bd49 -dummy-extern=blx11_bl_most_s=0x21010071 -dummy-extern=blx11_bl_least_s=0x1f01007a \
# RUN:   -dummy-extern=blx11_blh_up_s=0x200112b7 -dummy-extern=blx11_blh_even_s=0x200186cc -dummy-extern=blx11_blh_down_s=0x2000bd71 \
# RUN:   -dummy-extern=blx11_blh_most_s=0x21010099 -dummy-extern=blx11_blh_least_s=0x1f0100a2 -dummy-extern=b20t_bne_up_s=0x2002123d \
# RUN:   -dummy-extern=b20t_bne_even_s=0x20028652 -dummy-extern=b20t_bne_down_s=0x2001bcf7 -dummy-extern=b20t_bne_most_s=0x2012001f \
# RUN:   -dummy-extern=b20t_bne_least_s=0x1ff20028 -dummy-extern=b20t_bneh_up_s=0x20021267 -dummy-extern=b20t_bneh_even_s=0x2002867c \
# RUN:   -dummy-extern=b20t_bneh_down_s=0x2001bd21 -dummy-extern=b20t_bneh_most_s=0x20120049 -dummy-extern=b20t_bneh_least_s=0x1ff20052 \
# RUN:   -dummy-extern=b20t_bgt_up_s=0x2002128f -dummy-extern=b20t_bgt_even_s=0x200286a4 -dummy-extern=b20t_bgt_down_s=0x2001bd49 \
# RUN:   -dummy-extern=b20t_bgt_most_s=0x20120071 -dummy-extern=b20t_bgt_least_s=0x1ff2007a -dummy-extern=b20t_bgth_up_s=0x200212b7 \
# RUN:   -dummy-extern=b20t_bgth_even_s=0x200286cc -dummy-extern=b20t_bgth_down_s=0x2001bd71 -dummy-extern=b20t_bgth_most_s=0x20120099 \
# RUN:   -dummy-extern=b20t_bgth_least_s=0x1ff200a2 -dummy-extern=b24t_b_up_s=0x2003123d -dummy-extern=b24t_b_even_s=0x20038652 \
# RUN:   -dummy-extern=b24t_b_down_s=0x2002bcf7 -dummy-extern=b24t_b_most_s=0x2103001f -dummy-extern=b24t_b_least_s=0x1f030028 \
# RUN:   -dummy-extern=b24t_bh_up_s=0x20031267 -dummy-extern=b24t_bh_even_s=0x2003867c -dummy-extern=b24t_bh_down_s=0x2002bd21 \
# RUN:   -dummy-extern=b24t_bh_most_s=0x21030049 -dummy-extern=b24t_bh_least_s=0x1f030052 -dummy-extern=b24t_bl_up_s=0x2003128f \
# RUN:   -dummy-extern=b24t_bl_even_s=0x200386a4 -dummy-extern=b24t_bl_down_s=0x2002bd49 -dummy-extern=b24t_bl_most_s=0x21030071 \
# RUN:   -dummy-extern=b24t_bl_least_s=0x1f03007a -dummy-extern=b24t_blh_up_s=0x200312b7 -dummy-extern=b24t_blh_even_s=0x200386cc \
# RUN:   -dummy-extern=b24t_blh_down_s=0x2002bd71 -dummy-extern=b24t_blh_most_s=0x21030099 -dummy-extern=b24t_blh_least_s=0x1f0300a2 \
# RUN:   -dummy-extern=blx23t_blx_up_s=0x2004123d -dummy-extern=blx23t_blx_even_s=0x20048652 -dummy-extern=blx23t_blx_down_s=0x2003bcf7 \
# RUN:   -dummy-extern=blx23t_blx_most_s=0x2104001f -dummy-extern=blx23t_blx_least_s=0x1f040028 -dummy-extern=blx23t_blxh_up_s=0x20041267 \
# RUN:   -dummy-extern=blx23t_blxh_even_s=0x2004867c -dummy-extern=blx23t_blxh_down_s=0x2003bd21 -dummy-extern=blx23t_blxh_most_s=0x21040049 \
# RUN:   -dummy-extern=blx23t_blxh_least_s=0x1f040052 -dummy-extern=blx23t_bl_up_s=0x2004128f -dummy-extern=blx23t_bl_even_s=0x200486a4 \
# RUN:   -dummy-extern=blx23t_bl_down_s=0x2003bd49 -dummy-extern=blx23t_bl_most_s=0x21040071 -dummy-extern=blx23t_bl_least_s=0x1f04007a \
# RUN:   -dummy-extern=blx23t_blh_up_s=0x200412b7 -dummy-extern=blx23t_blh_even_s=0x200486cc -dummy-extern=blx23t_blh_down_s=0x2003bd71 \
# RUN:   -dummy-extern=blx23t_blh_most_s=0x21040099 -dummy-extern=blx23t_blh_least_s=0x1f0400a2 -map-section=branch_thumb.o,.b11=0x20000000 \
# RUN:   -map-section=branch_thumb.o,.blx11=0x20010000 -map-section=branch_thumb.o,.b20t=0x20020000 -map-section=branch_thumb.o,.b24t=0x20030000 \
# RUN:   -map-section=branch_thumb.o,.blx23t=0x20040000 -check=%s %o
	.globl	b11_bl_up_s, b11_bl_even_s, b11_bl_down_s, b11_bl_most_s, b11_bl_least_s, b11_blh_up_s, b11_blh_even_s, b11_blh_down_s
	.globl	b11_blh_most_s, b11_blh_least_s, b11_blx_up_s, b11_blx_even_s, b11_blx_down_s, b11_blx_most_s, b11_blx_least_s, b11_blxh_up_s
	.globl	b11_blxh_even_s, b11_blxh_down_s, b11_blxh_most_s, b11_blxh_least_s, blx11_blx_up_s, blx11_blx_even_s, blx11_blx_down_s, blx11_blx_most_s
	.globl	blx11_blx_least_s, blx11_blxh_up_s, blx11_blxh_even_s, blx11_blxh_down_s, blx11_blxh_most_s, blx11_blxh_least_s, blx11_bl_up_s, blx11_bl_even_s
	.globl	blx11_bl_down_s, blx11_bl_most_s, blx11_bl_least_s, blx11_blh_up_s, blx11_blh_even_s, blx11_blh_down_s, blx11_blh_most_s, blx11_blh_least_s
	.globl	b20t_bne_up_s, b20t_bne_even_s, b20t_bne_down_s, b20t_bne_most_s, b20t_bne_least_s, b20t_bneh_up_s, b20t_bneh_even_s, b20t_bneh_down_s
	.globl	b20t_bneh_most_s, b20t_bneh_least_s, b20t_bgt_up_s, b20t_bgt_even_s, b20t_bgt_down_s, b20t_bgt_most_s, b20t_bgt_least_s, b20t_bgth_up_s
	.globl	b20t_bgth_even_s, b20t_bgth_down_s, b20t_bgth_most_s, b20t_bgth_least_s, b24t_b_up_s, b24t_b_even_s, b24t_b_down_s, b24t_b_most_s
	.globl	b24t_b_least_s, b24t_bh_up_s, b24t_bh_even_s, b24t_bh_down_s, b24t_bh_most_s, b24t_bh_least_s, b24t_bl_up_s, b24t_bl_even_s
	.globl	b24t_bl_down_s, b24t_bl_most_s, b24t_bl_least_s, b24t_blh_up_s, b24t_blh_even_s, b24t_blh_down_s, b24t_blh_most_s, b24t_blh_least_s
	.globl	blx23t_blx_up_s, blx23t_blx_even_s, blx23t_blx_down_s, blx23t_blx_most_s, blx23t_blx_least_s, blx23t_blxh_up_s, blx23t_blxh_even_s, blx23t_blxh_down_s
	.globl	blx23t_blxh_most_s, blx23t_blxh_least_s, blx23t_bl_up_s, blx23t_bl_even_s, blx23t_bl_down_s, blx23t_bl_most_s, blx23t_bl_least_s, blx23t_blh_up_s
	.globl	blx23t_blh_even_s, blx23t_blh_down_s, blx23t_blh_most_s, blx23t_blh_least_s
	.section .b11,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b11_bl_up:	.long	b11_bl_up_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_bl_even:	.long	b11_bl_even_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_bl_down:	.long	b11_bl_down_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_bl_most:	.long	b11_bl_most_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_bl_least:	.long	b11_bl_least_s + 0xfffef7ff
	.long	0xa5a5a5a5
	.short	0xa5a5
b11_blh_up:	.long	b11_blh_up_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_blh_even:	.long	b11_blh_even_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_blh_down:	.long	b11_blh_down_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_blh_most:	.long	b11_blh_most_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_blh_least:	.long	b11_blh_least_s + 0xfffef7ff
	.long	0xa5a5a5a5
b11_blx_up:	.long	b11_blx_up_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blx_even:	.long	b11_blx_even_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blx_down:	.long	b11_blx_down_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blx_most:	.long	b11_blx_most_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blx_least:	.long	b11_blx_least_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blxh_up:	.long	b11_blxh_up_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blxh_even:	.long	b11_blxh_even_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blxh_down:	.long	b11_blxh_down_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blxh_most:	.long	b11_blxh_most_s + 0xe800f000
	.long	0xa5a5a5a5
b11_blxh_least:	.long	b11_blxh_least_s + 0xe800f000
	.long	0xa5a5a5a5
	.section .blx11,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx11_blx_up:	.long	blx11_blx_up_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blx_even:	.long	blx11_blx_even_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blx_down:	.long	blx11_blx_down_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blx_most:	.long	blx11_blx_most_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blx_least:	.long	blx11_blx_least_s + 0xeffef7ff
	.long	0xa5a5a5a5
	.short	0xa5a5
blx11_blxh_up:	.long	blx11_blxh_up_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blxh_even:	.long	blx11_blxh_even_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blxh_down:	.long	blx11_blxh_down_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blxh_most:	.long	blx11_blxh_most_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_blxh_least:	.long	blx11_blxh_least_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx11_bl_up:	.long	blx11_bl_up_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_bl_even:	.long	blx11_bl_even_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_bl_down:	.long	blx11_bl_down_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_bl_most:	.long	blx11_bl_most_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_bl_least:	.long	blx11_bl_least_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_blh_up:	.long	blx11_blh_up_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_blh_even:	.long	blx11_blh_even_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_blh_down:	.long	blx11_blh_down_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_blh_most:	.long	blx11_blh_most_s + 0xf800f000
	.long	0xa5a5a5a5
blx11_blh_least:	.long	blx11_blh_least_s + 0xf800f000
	.long	0xa5a5a5a5
	.section .b20t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b20t_bne_up:	.long	b20t_bne_up_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bne_even:	.long	b20t_bne_even_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bne_down:	.long	b20t_bne_down_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bne_most:	.long	b20t_bne_most_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bne_least:	.long	b20t_bne_least_s + 0x8000f040
	.long	0xa5a5a5a5
	.short	0xa5a5
b20t_bneh_up:	.long	b20t_bneh_up_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bneh_even:	.long	b20t_bneh_even_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bneh_down:	.long	b20t_bneh_down_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bneh_most:	.long	b20t_bneh_most_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bneh_least:	.long	b20t_bneh_least_s + 0x8000f040
	.long	0xa5a5a5a5
b20t_bgt_up:	.long	b20t_bgt_up_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgt_even:	.long	b20t_bgt_even_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgt_down:	.long	b20t_bgt_down_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgt_most:	.long	b20t_bgt_most_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgt_least:	.long	b20t_bgt_least_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgth_up:	.long	b20t_bgth_up_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgth_even:	.long	b20t_bgth_even_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgth_down:	.long	b20t_bgth_down_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgth_most:	.long	b20t_bgth_most_s + 0xaffff73f
	.long	0xa5a5a5a5
b20t_bgth_least:	.long	b20t_bgth_least_s + 0xaffff73f
	.long	0xa5a5a5a5
	.section .b24t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
b24t_b_up:	.long	b24t_b_up_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_b_even:	.long	b24t_b_even_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_b_down:	.long	b24t_b_down_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_b_most:	.long	b24t_b_most_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_b_least:	.long	b24t_b_least_s + 0xbffef7ff
	.long	0xa5a5a5a5
	.short	0xa5a5
b24t_bh_up:	.long	b24t_bh_up_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_bh_even:	.long	b24t_bh_even_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_bh_down:	.long	b24t_bh_down_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_bh_most:	.long	b24t_bh_most_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_bh_least:	.long	b24t_bh_least_s + 0xbffef7ff
	.long	0xa5a5a5a5
b24t_bl_up:	.long	b24t_bl_up_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_bl_even:	.long	b24t_bl_even_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_bl_down:	.long	b24t_bl_down_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_bl_most:	.long	b24t_bl_most_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_bl_least:	.long	b24t_bl_least_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_blh_up:	.long	b24t_blh_up_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_blh_even:	.long	b24t_blh_even_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_blh_down:	.long	b24t_blh_down_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_blh_most:	.long	b24t_blh_most_s + 0xf800f000
	.long	0xa5a5a5a5
b24t_blh_least:	.long	b24t_blh_least_s + 0xf800f000
	.long	0xa5a5a5a5
	.section .blx23t,"xr"
	.p2align 2
	.long	0xa5a5a5a5
blx23t_blx_up:	.long	blx23t_blx_up_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blx_even:	.long	blx23t_blx_even_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blx_down:	.long	blx23t_blx_down_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blx_most:	.long	blx23t_blx_most_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blx_least:	.long	blx23t_blx_least_s + 0xeffef7ff
	.long	0xa5a5a5a5
	.short	0xa5a5
blx23t_blxh_up:	.long	blx23t_blxh_up_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blxh_even:	.long	blx23t_blxh_even_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blxh_down:	.long	blx23t_blxh_down_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blxh_most:	.long	blx23t_blxh_most_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_blxh_least:	.long	blx23t_blxh_least_s + 0xeffef7ff
	.long	0xa5a5a5a5
blx23t_bl_up:	.long	blx23t_bl_up_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_bl_even:	.long	blx23t_bl_even_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_bl_down:	.long	blx23t_bl_down_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_bl_most:	.long	blx23t_bl_most_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_bl_least:	.long	blx23t_bl_least_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_blh_up:	.long	blx23t_blh_up_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_blh_even:	.long	blx23t_blh_even_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_blh_down:	.long	blx23t_blh_down_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_blh_most:	.long	blx23t_blh_most_s + 0xf800f000
	.long	0xa5a5a5a5
blx23t_blh_least:	.long	blx23t_blh_least_s + 0xf800f000
	.long	0xa5a5a5a5

# rtdyld-check: *{4}b11_bl_up = 0xf91af001
# rtdyld-check: *{4}(b11_bl_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_bl_even = 0xfb21f008
# rtdyld-check: *{4}(b11_bl_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_bl_down = 0xfe6ff7fb
# rtdyld-check: *{4}(b11_bl_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_bl_most = 0xd7fff3ff
# rtdyld-check: *{4}(b11_bl_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_bl_least = 0xd000f400
# rtdyld-check: *{4}(b11_bl_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_bl_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blh_up = 0xf91af001
# rtdyld-check: *{4}(b11_blh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blh_even = 0xfb21f008
# rtdyld-check: *{4}(b11_blh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(b11_blh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blh_most = 0xd7fff3ff
# rtdyld-check: *{4}(b11_blh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blh_least = 0xd000f400
# rtdyld-check: *{4}(b11_blh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_up = 0xf91af001
# rtdyld-check: *{4}(b11_blx_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_even = 0xfb21f008
# rtdyld-check: *{4}(b11_blx_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_down = 0xfe6ff7fb
# rtdyld-check: *{4}(b11_blx_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_most = 0xd7fff3ff
# rtdyld-check: *{4}(b11_blx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blx_least = 0xd000f400
# rtdyld-check: *{4}(b11_blx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blxh_up = 0xf91af001
# rtdyld-check: *{4}(b11_blxh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blxh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blxh_even = 0xfb21f008
# rtdyld-check: *{4}(b11_blxh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blxh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blxh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(b11_blxh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blxh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blxh_most = 0xd7fff3ff
# rtdyld-check: *{4}(b11_blxh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blxh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b11_blxh_least = 0xd000f400
# rtdyld-check: *{4}(b11_blxh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b11_blxh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_up = 0xf91af001
# rtdyld-check: *{4}(blx11_blx_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_even = 0xfb21f008
# rtdyld-check: *{4}(blx11_blx_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx11_blx_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx11_blx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blx_least = 0xd000f400
# rtdyld-check: *{4}(blx11_blx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blxh_up = 0xf91af001
# rtdyld-check: *{4}(blx11_blxh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blxh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blxh_even = 0xfb21f008
# rtdyld-check: *{4}(blx11_blxh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blxh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blxh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx11_blxh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blxh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blxh_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx11_blxh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blxh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blxh_least = 0xd000f400
# rtdyld-check: *{4}(blx11_blxh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blxh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_up = 0xf91af001
# rtdyld-check: *{4}(blx11_bl_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_even = 0xfb21f008
# rtdyld-check: *{4}(blx11_bl_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx11_bl_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx11_bl_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_bl_least = 0xd000f400
# rtdyld-check: *{4}(blx11_bl_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_bl_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blh_up = 0xf91af001
# rtdyld-check: *{4}(blx11_blh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blh_even = 0xfb21f008
# rtdyld-check: *{4}(blx11_blh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx11_blh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blh_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx11_blh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx11_blh_least = 0xd000f400
# rtdyld-check: *{4}(blx11_blh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx11_blh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_up = 0x811af041
# rtdyld-check: *{4}(b20t_bne_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_even = 0x8321f048
# rtdyld-check: *{4}(b20t_bne_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_down = 0xae6ff47b
# rtdyld-check: *{4}(b20t_bne_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_most = 0xaffff07f
# rtdyld-check: *{4}(b20t_bne_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bne_least = 0x8000f440
# rtdyld-check: *{4}(b20t_bne_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bne_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bneh_up = 0x811af041
# rtdyld-check: *{4}(b20t_bneh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bneh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bneh_even = 0x8321f048
# rtdyld-check: *{4}(b20t_bneh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bneh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bneh_down = 0xae6ff47b
# rtdyld-check: *{4}(b20t_bneh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bneh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bneh_most = 0xaffff07f
# rtdyld-check: *{4}(b20t_bneh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bneh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bneh_least = 0x8000f440
# rtdyld-check: *{4}(b20t_bneh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bneh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_up = 0x811af301
# rtdyld-check: *{4}(b20t_bgt_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_even = 0x8321f308
# rtdyld-check: *{4}(b20t_bgt_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_down = 0xae6ff73b
# rtdyld-check: *{4}(b20t_bgt_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_most = 0xaffff33f
# rtdyld-check: *{4}(b20t_bgt_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgt_least = 0x8000f700
# rtdyld-check: *{4}(b20t_bgt_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgt_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgth_up = 0x811af301
# rtdyld-check: *{4}(b20t_bgth_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgth_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgth_even = 0x8321f308
# rtdyld-check: *{4}(b20t_bgth_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgth_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgth_down = 0xae6ff73b
# rtdyld-check: *{4}(b20t_bgth_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgth_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgth_most = 0xaffff33f
# rtdyld-check: *{4}(b20t_bgth_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgth_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b20t_bgth_least = 0x8000f700
# rtdyld-check: *{4}(b20t_bgth_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b20t_bgth_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_up = 0xb91af001
# rtdyld-check: *{4}(b24t_b_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_even = 0xbb21f008
# rtdyld-check: *{4}(b24t_b_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_down = 0xbe6ff7fb
# rtdyld-check: *{4}(b24t_b_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_most = 0x97fff3ff
# rtdyld-check: *{4}(b24t_b_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_b_least = 0x9000f400
# rtdyld-check: *{4}(b24t_b_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_b_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bh_up = 0xb91af001
# rtdyld-check: *{4}(b24t_bh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bh_even = 0xbb21f008
# rtdyld-check: *{4}(b24t_bh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bh_down = 0xbe6ff7fb
# rtdyld-check: *{4}(b24t_bh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bh_most = 0x97fff3ff
# rtdyld-check: *{4}(b24t_bh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bh_least = 0x9000f400
# rtdyld-check: *{4}(b24t_bh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_up = 0xf91af001
# rtdyld-check: *{4}(b24t_bl_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_even = 0xfb21f008
# rtdyld-check: *{4}(b24t_bl_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_down = 0xfe6ff7fb
# rtdyld-check: *{4}(b24t_bl_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_most = 0xd7fff3ff
# rtdyld-check: *{4}(b24t_bl_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_bl_least = 0xd000f400
# rtdyld-check: *{4}(b24t_bl_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_bl_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_blh_up = 0xf91af001
# rtdyld-check: *{4}(b24t_blh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_blh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_blh_even = 0xfb21f008
# rtdyld-check: *{4}(b24t_blh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_blh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_blh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(b24t_blh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_blh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_blh_most = 0xd7fff3ff
# rtdyld-check: *{4}(b24t_blh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_blh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}b24t_blh_least = 0xd000f400
# rtdyld-check: *{4}(b24t_blh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(b24t_blh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_up = 0xf91af001
# rtdyld-check: *{4}(blx23t_blx_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_even = 0xfb21f008
# rtdyld-check: *{4}(blx23t_blx_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx23t_blx_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx23t_blx_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blx_least = 0xd000f400
# rtdyld-check: *{4}(blx23t_blx_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blx_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blxh_up = 0xf91af001
# rtdyld-check: *{4}(blx23t_blxh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blxh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blxh_even = 0xfb21f008
# rtdyld-check: *{4}(blx23t_blxh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blxh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blxh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx23t_blxh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blxh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blxh_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx23t_blxh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blxh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blxh_least = 0xd000f400
# rtdyld-check: *{4}(blx23t_blxh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blxh_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_up = 0xf91af001
# rtdyld-check: *{4}(blx23t_bl_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_even = 0xfb21f008
# rtdyld-check: *{4}(blx23t_bl_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx23t_bl_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx23t_bl_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_bl_least = 0xd000f400
# rtdyld-check: *{4}(blx23t_bl_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_bl_least + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blh_up = 0xf91af001
# rtdyld-check: *{4}(blx23t_blh_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blh_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blh_even = 0xfb21f008
# rtdyld-check: *{4}(blx23t_blh_even - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blh_even + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blh_down = 0xfe6ff7fb
# rtdyld-check: *{4}(blx23t_blh_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blh_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blh_most = 0xd7fff3ff
# rtdyld-check: *{4}(blx23t_blh_most - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blh_most + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}blx23t_blh_least = 0xd000f400
# rtdyld-check: *{4}(blx23t_blh_least - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(blx23t_blh_least + 4) = 0xa5a5a5a5
