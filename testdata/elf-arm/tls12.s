# Thread-locals by loads: R_ARM_TLS_LDO12: the offset in the block + A; R_ARM_TLS_LE12: the offset from the thread pointer + A; R_ARM_TLS_IE12GP: G + A - T with G a slot with that offset. 12 bits and a sign.
# The block is 0x14 and 8 bytes, aligned to 16: it begins 0x20 below the thread pointer. A thread-local outside has the offset that is said.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=out=0xfff -dummy-extern=out2=0xfffff001 -map-section=tls12.o,.text=0x30000000 \
# RUN:   -map-section=tls12.o,.got=0x30010008 -check=%s %o
# One more and one less:
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=out=0x1000 -dummy-extern=out2=0xfffff001 -map-section=tls12.o,.text=0x30000000 \
# RUN:   -map-section=tls12.o,.got=0x30010008 %o
# ERR: .text+0x3c: R_ARM_TLS_LE12 to out: 0x1000 does not fit 12 bits and a sign
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=out=0xfff -dummy-extern=out2=0xfffff000 -map-section=tls12.o,.text=0x30000000 \
# RUN:   -map-section=tls12.o,.got=0x30010008 %o
# ERR: .text+0x44: R_ARM_TLS_LE12 to out2: -0x1000 does not fit 12 bits and a sign
	.syntax	unified
	.globl	out, out2
	.section .tdata,"awT",%progbits
	.balign	16
	.zero	0x10
	.globl	t1
	.type	t1, %object
	.size	t1, 4
t1:	.long	0x11223344
	.section .tbss,"awT",%nobits
	.balign	8
	.globl	t2
	.type	t2, %object
	.size	t2, 4
t2:	.zero	4
	.globl	t3
	.type	t3, %object
	.size	t3, 4
t3:	.zero	4
	.type	out, %object
	.type	out, %tls_object
	.type	out2, %tls_object
	.text
	.long	0xa5a5a5a5
le_word:	.reloc	., R_ARM_TLS_LE32, out	@ .word 0x0
	.long	0x0
	.long	0xa5a5a5a5
ldo_out:	.reloc	., R_ARM_TLS_LDO12, out	@ ldr r5, [r6, #-0x1]
	.long	0xe5165001
	.long	0xa5a5a5a5
ldo_word:	.reloc	., R_ARM_TLS_LDO32, out2	@ .word 0x7fffffff
	.long	0x7fffffff
	.long	0xa5a5a5a5
ldo_plain:	.reloc	., R_ARM_TLS_LDO12, t1	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
ldo_up:	.reloc	., R_ARM_TLS_LDO12, t2	@ ldr r5, [r6, #0xfe7]
	.long	0xe5965fe7
	.long	0xa5a5a5a5
ldo_down:	.reloc	., R_ARM_TLS_LDO12, t3	@ ldr r5, [r6, #-0x11c]
	.long	0xe516511c
	.long	0xa5a5a5a5
le_plain:	.reloc	., R_ARM_TLS_LE12, t1	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
le_up:	.reloc	., R_ARM_TLS_LE12, out	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
le_down:	.reloc	., R_ARM_TLS_LE12, out2	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
le_more:	.reloc	., R_ARM_TLS_LE12, t3	@ ldr r5, [r6, #0x34]
	.long	0xe5965034
	.long	0xa5a5a5a5
ie_plain:	.reloc	., R_ARM_TLS_IE12GP, t2	@ ldr r5, [r6, #0x0]
	.long	0xe5965000
	.long	0xa5a5a5a5
ie_up:	.reloc	., R_ARM_TLS_IE12GP, t3	@ ldr r5, [r6, #0xff0]
	.long	0xe5965ff0
	.long	0xa5a5a5a5
ie_down:	.reloc	., R_ARM_TLS_IE12GP, t3	@ ldr r5, [r6, #-0x20]
	.long	0xe5165020
	.long	0xa5a5a5a5

# rtdyld-check: *{4}le_word = 0xfff
# rtdyld-check: *{4}(le_word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(le_word + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldo_out = 0xe5965ffe
# rtdyld-check: *{4}(ldo_out - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldo_out + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldo_word = 0x7ffff000
# rtdyld-check: *{4}(ldo_word - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldo_word + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldo_plain = 0xe5965010
# rtdyld-check: *{4}(ldo_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldo_plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldo_up = 0xe5965fff
# rtdyld-check: *{4}(ldo_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldo_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ldo_down = 0xe5165100
# rtdyld-check: *{4}(ldo_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ldo_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}le_plain = 0xe5165010
# rtdyld-check: *{4}(le_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(le_plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}le_up = 0xe5965fff
# rtdyld-check: *{4}(le_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(le_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}le_down = 0xe5165fff
# rtdyld-check: *{4}(le_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(le_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}le_more = 0xe5965030
# rtdyld-check: *{4}(le_more - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(le_more + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ie_plain = 0xe5965000
# rtdyld-check: *{4}(ie_plain - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ie_plain + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ie_up = 0xe5965ff4
# rtdyld-check: *{4}(ie_up - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ie_up + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}ie_down = 0xe516501c
# rtdyld-check: *{4}(ie_down - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(ie_down + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(section_addr(tls12.o, .got)) = 0xfffffff8
# rtdyld-check: *{4}(section_addr(tls12.o, .got) + 4) = 0xfffffffc
