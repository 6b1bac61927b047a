# R_ARM_TLS_GOTDESC, R_ARM_TLS_CALL, R_ARM_TLS_DESCSEQ, R_ARM_THM_TLS_CALL: the word holds the offset from the thread pointer, and nothing is called.
# The block is 0x14 bytes, aligned to 16: it begins 0x20 below the thread pointer.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -map-section=tls_desc.o,.text=0x70000000 -check=%s %o
	.syntax	unified
	.section .tdata,"awT",%progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, %object
	.size	t1, 4
t1:	.long	0x11223344
	.text
	.arm
	.long	0xa5a5a5a5
plain_call:	.reloc	., R_ARM_TLS_CALL, t1
	.long	0xeb000000
	.long	0xa5a5a5a5
far_call:	.reloc	., R_ARM_TLS_CALL, t1
	.long	0xeb7fffff
	.long	0xa5a5a5a5
plain_add:	.reloc	., R_ARM_TLS_DESCSEQ, t1
	add	r0, pc, r1
	.long	0xa5a5a5a5
other_add:	.reloc	., R_ARM_TLS_DESCSEQ, t1
	add	r12, pc, r5
	.long	0xa5a5a5a5
plain_load:	.reloc	., R_ARM_TLS_DESCSEQ, t1
	ldr	r1, [r0, #4]
	.long	0xa5a5a5a5
other_load:	.reloc	., R_ARM_TLS_DESCSEQ, t1
	ldr	r12, [r5, #4]
	.long	0xa5a5a5a5
plain_jump:	.reloc	., R_ARM_TLS_DESCSEQ, t1
	blx	r1
	.long	0xa5a5a5a5
other_jump:	.reloc	., R_ARM_TLS_DESCSEQ, t1
	blx	r12
	.long	0xa5a5a5a5
plain_word:	.reloc	., R_ARM_TLS_GOTDESC, t1
	.long	0x18
	.long	0xa5a5a5a5
thumb_word:	.reloc	., R_ARM_TLS_GOTDESC, t1
	.long	0x7fffffff
	.long	0xa5a5a5a5
plain_thumb:	.reloc	., R_ARM_THM_TLS_CALL, t1
	.short	0xf000, 0xf800
	.long	0xa5a5a5a5
far_thumb:	.reloc	., R_ARM_THM_TLS_CALL, t1
	.short	0xf7ff, 0xffff
	.long	0xa5a5a5a5

# rtdyld-check: *{4}plain_call = 0xe1a00000
# rtdyld-check: *{4}(plain_call - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_call + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_call = 0xe1a00000
# rtdyld-check: *{4}(far_call - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_call + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_add = 0xe1a00001
# rtdyld-check: *{4}(plain_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}other_add = 0xe1a0c005
# rtdyld-check: *{4}(other_add - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(other_add + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_load = 0xe1a00000
# rtdyld-check: *{4}(plain_load - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_load + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}other_load = 0xe1a00000
# rtdyld-check: *{4}(other_load - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(other_load + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_jump = 0xe1a00000
# rtdyld-check: *{4}(plain_jump - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_jump + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}other_jump = 0xe1a00000
# rtdyld-check: *{4}(other_jump - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(other_jump + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_word = 0xfffffff0
# rtdyld-check: *{4}(plain_word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_word + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}thumb_word = 0xfffffff0
# rtdyld-check: *{4}(thumb_word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(thumb_word + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}plain_thumb = 0x8000f3af
# rtdyld-check: *{4}(plain_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(plain_thumb + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}far_thumb = 0x8000f3af
# rtdyld-check: *{4}(far_thumb - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(far_thumb + 4) = 0xa5a5a5a5
