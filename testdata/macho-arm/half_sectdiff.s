# ARM_RELOC_HALF_SECTDIFF: the lower or upper half of S + A - S2, modulo 1<<32, in MOVW and MOVT of ARM and Thumb; the other half of A is in the PAIR.
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -map-section=half_sectdiff.o,__text=0x20001238 -map-section=half_sectdiff.o,__near=0x20010000 \
# RUN:   -map-section=half_sectdiff.o,__far=0xffffffec -map-section=half_sectdiff.o,__low=0xc -map-section=half_sectdiff.o,__mid=0x5678fff8 \
# RUN:   -check=%s %o
	.syntax	unified
	.globl	_near, _far, _low, _mid
	.text
	.p2align 2
	.code	32
_base:	.long	0xa5a5a5a5
_plain_arm_movw:	movw	r1, :lower16:(_near-_base)
	.long	0xa5a5a5a5
_plain_arm_movt:	movt	r1, :upper16:(_near-_base)
	.long	0xa5a5a5a5
_more_arm_movw:	movw	r2, :lower16:(_near-_base+4660)
	.long	0xa5a5a5a5
_more_arm_movt:	movt	r2, :upper16:(_near-_base+4660)
	.long	0xa5a5a5a5
_up_arm_movw:	movw	r3, :lower16:(_far-_base+32767)
	.long	0xa5a5a5a5
_up_arm_movt:	movt	r3, :upper16:(_far-_base+32767)
	.long	0xa5a5a5a5
_down_arm_movw:	movw	r4, :lower16:(_low-_base-32768)
	.long	0xa5a5a5a5
_down_arm_movt:	movt	r4, :upper16:(_low-_base-32768)
	.long	0xa5a5a5a5
_over_arm_movw:	movw	r5, :lower16:(_far-_base+2147483647)
	.long	0xa5a5a5a5
_over_arm_movt:	movt	r5, :upper16:(_far-_base+2147483647)
	.long	0xa5a5a5a5
_big_arm_movw:	movw	r6, :lower16:(_mid-_base+305419896)
	.long	0xa5a5a5a5
_big_arm_movt:	movt	r6, :upper16:(_mid-_base+305419896)
	.long	0xa5a5a5a5
_less_arm_movw:	movw	r7, :lower16:(_mid-_base-16)
	.long	0xa5a5a5a5
_less_arm_movt:	movt	r7, :upper16:(_mid-_base-16)
	.long	0xa5a5a5a5
_ones_arm_movw:	movw	r8, :lower16:(_near-_base+4659)
	.long	0xa5a5a5a5
_ones_arm_movt:	movt	r8, :upper16:(_near-_base+4659)
	.long	0xa5a5a5a5
_zeros_arm_movw:	movw	r9, :lower16:(_near-_base+4660)
	.long	0xa5a5a5a5
_zeros_arm_movt:	movt	r9, :upper16:(_near-_base+4660)
	.long	0xa5a5a5a5
	.code	16
	.short	0xa5a5
_thumbs: .short	0xa5a5
_plain_thm_movw:	movw	r10, :lower16:(_near-_thumbs)
	.long	0xa5a5a5a5
_plain_thm_movt:	movt	r10, :upper16:(_near-_thumbs)
	.long	0xa5a5a5a5
_more_thm_movw:	movw	r11, :lower16:(_near-_thumbs+4660)
	.long	0xa5a5a5a5
_more_thm_movt:	movt	r11, :upper16:(_near-_thumbs+4660)
	.long	0xa5a5a5a5
_up_thm_movw:	movw	r12, :lower16:(_far-_thumbs+32767)
	.long	0xa5a5a5a5
_up_thm_movt:	movt	r12, :upper16:(_far-_thumbs+32767)
	.long	0xa5a5a5a5
_down_thm_movw:	movw	r0, :lower16:(_low-_thumbs-32768)
	.long	0xa5a5a5a5
_down_thm_movt:	movt	r0, :upper16:(_low-_thumbs-32768)
	.long	0xa5a5a5a5
_over_thm_movw:	movw	r1, :lower16:(_far-_thumbs+2147483647)
	.long	0xa5a5a5a5
_over_thm_movt:	movt	r1, :upper16:(_far-_thumbs+2147483647)
	.long	0xa5a5a5a5
_big_thm_movw:	movw	r2, :lower16:(_mid-_thumbs+305419896)
	.long	0xa5a5a5a5
_big_thm_movt:	movt	r2, :upper16:(_mid-_thumbs+305419896)
	.long	0xa5a5a5a5
_less_thm_movw:	movw	r3, :lower16:(_mid-_thumbs-16)
	.long	0xa5a5a5a5
_less_thm_movt:	movt	r3, :upper16:(_mid-_thumbs-16)
	.long	0xa5a5a5a5
_ones_thm_movw:	movw	r4, :lower16:(_near-_thumbs+4809)
	.long	0xa5a5a5a5
_ones_thm_movt:	movt	r4, :upper16:(_near-_thumbs+4809)
	.long	0xa5a5a5a5
_zeros_thm_movw:	movw	r5, :lower16:(_near-_thumbs+4810)
	.long	0xa5a5a5a5
_zeros_thm_movt:	movt	r5, :upper16:(_near-_thumbs+4810)
	.long	0xa5a5a5a5
	.section __DATA,__near
	.long	0
_near:	.long	0
	.section __DATA,__far
	.long	0
_far:	.long	0
	.section __DATA,__low
	.long	0
_low:	.long	0
	.section __DATA,__mid
	.long	0
_mid:	.long	0

# rtdyld-check: _base = 0x20001238
# rtdyld-check: *{4}_plain_arm_movw = 0xe30e1dcc
# rtdyld-check: *{4}(_plain_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_plain_arm_movt = 0xe3401000
# rtdyld-check: *{4}(_plain_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_more_arm_movw = 0xe3002000
# rtdyld-check: *{4}(_more_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_more_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_more_arm_movt = 0xe3402001
# rtdyld-check: *{4}(_more_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_more_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_arm_movw = 0xe3063db7
# rtdyld-check: *{4}(_up_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_arm_movt = 0xe34e3000
# rtdyld-check: *{4}(_up_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_arm_movw = 0xe3064dd8
# rtdyld-check: *{4}(_down_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_arm_movt = 0xe34d4fff
# rtdyld-check: *{4}(_down_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_arm_movw = 0xe30e5db7
# rtdyld-check: *{4}(_over_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_arm_movt = 0xe3455fff
# rtdyld-check: *{4}(_over_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_arm_movw = 0xe304643c
# rtdyld-check: *{4}(_big_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_arm_movt = 0xe34468ad
# rtdyld-check: *{4}(_big_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_less_arm_movw = 0xe30e7db4
# rtdyld-check: *{4}(_less_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_less_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_less_arm_movt = 0xe3437678
# rtdyld-check: *{4}(_less_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_less_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_arm_movw = 0xe30f8fff
# rtdyld-check: *{4}(_ones_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_arm_movt = 0xe3408000
# rtdyld-check: *{4}(_ones_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_zeros_arm_movw = 0xe3009000
# rtdyld-check: *{4}(_zeros_arm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_zeros_arm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_zeros_arm_movt = 0xe3409001
# rtdyld-check: *{4}(_zeros_arm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_zeros_arm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_plain_thm_movw = 0x5a36f64e
# rtdyld-check: *{4}(_plain_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_plain_thm_movt = 0xa00f2c0
# rtdyld-check: *{4}(_plain_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_plain_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_more_thm_movw = 0x7b6af64f
# rtdyld-check: *{4}(_more_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_more_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_more_thm_movt = 0xb00f2c0
# rtdyld-check: *{4}(_more_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_more_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_thm_movw = 0x5c21f646
# rtdyld-check: *{4}(_up_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_up_thm_movt = 0xc00f2ce
# rtdyld-check: *{4}(_up_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_up_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_thm_movw = 0x5042f646
# rtdyld-check: *{4}(_down_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_down_thm_movt = 0x70fff6cd
# rtdyld-check: *{4}(_down_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_down_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_thm_movw = 0x5121f64e
# rtdyld-check: *{4}(_over_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_over_thm_movt = 0x71fff6c5
# rtdyld-check: *{4}(_over_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_over_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_thm_movw = 0x32a6f244
# rtdyld-check: *{4}(_big_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_big_thm_movt = 0x2adf6c4
# rtdyld-check: *{4}(_big_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_big_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_less_thm_movw = 0x531ef64e
# rtdyld-check: *{4}(_less_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_less_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_less_thm_movt = 0x6378f2c3
# rtdyld-check: *{4}(_less_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_less_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_thm_movw = 0x74fff64f
# rtdyld-check: *{4}(_ones_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_ones_thm_movt = 0x400f2c0
# rtdyld-check: *{4}(_ones_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_ones_thm_movt + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_zeros_thm_movw = 0x500f240
# rtdyld-check: *{4}(_zeros_thm_movw - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_zeros_thm_movw + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}_zeros_thm_movt = 0x501f2c0
# rtdyld-check: *{4}(_zeros_thm_movt - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(_zeros_thm_movt + 4) = 0xa5a5a5a5
