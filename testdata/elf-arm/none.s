# R_ARM_NONE says that something is needed, R_ARM_V4BX that an ARMv4 would need another instruction, R_ARM_GOTRELAX, R_ARM_GNU_VTENTRY, R_ARM_GNU_VTINHERIT are hints: nothing is written.
# llvm: no Relocation type not implemented yet!
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf -dummy-extern=ext=0x12345678 -map-section=none.o,.text=0x20000000 -check=%s %o
	.syntax	unified
	.globl	ext
	.globl	sized
	.type	sized, %object
	.size	sized, 0x30
	.text
	.long	0xa5a5a5a5
none:	.reloc	., R_ARM_NONE, ext	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
none_sized:	.reloc	., R_ARM_NONE, sized	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
v4bx:	.reloc	., R_ARM_V4BX, ext	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
v4bx_sized:	.reloc	., R_ARM_V4BX, sized	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
gotrelax:	.reloc	., R_ARM_GOTRELAX, ext	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
gotrelax_sized:	.reloc	., R_ARM_GOTRELAX, sized	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
gnu_vtentry:	.reloc	., R_ARM_GNU_VTENTRY, ext	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
gnu_vtentry_sized:	.reloc	., R_ARM_GNU_VTENTRY, sized	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
gnu_vtinherit:	.reloc	., R_ARM_GNU_VTINHERIT, ext	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
gnu_vtinherit_sized:	.reloc	., R_ARM_GNU_VTINHERIT, sized	@ .word 0xe12fff1e
	.long	0xe12fff1e
	.long	0xa5a5a5a5
sized:	.zero	0x30

# rtdyld-check: *{4}none = 0xe12fff1e
# rtdyld-check: *{4}(none - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(none + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}none_sized = 0xe12fff1e
# rtdyld-check: *{4}(none_sized - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(none_sized + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}v4bx = 0xe12fff1e
# rtdyld-check: *{4}(v4bx - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(v4bx + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}v4bx_sized = 0xe12fff1e
# rtdyld-check: *{4}(v4bx_sized - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(v4bx_sized + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}gotrelax = 0xe12fff1e
# rtdyld-check: *{4}(gotrelax - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(gotrelax + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}gotrelax_sized = 0xe12fff1e
# rtdyld-check: *{4}(gotrelax_sized - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(gotrelax_sized + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}gnu_vtentry = 0xe12fff1e
# rtdyld-check: *{4}(gnu_vtentry - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(gnu_vtentry + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}gnu_vtentry_sized = 0xe12fff1e
# rtdyld-check: *{4}(gnu_vtentry_sized - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(gnu_vtentry_sized + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}gnu_vtinherit = 0xe12fff1e
# rtdyld-check: *{4}(gnu_vtinherit - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(gnu_vtinherit + 4) = 0xa5a5a5a5
# rtdyld-check: *{4}gnu_vtinherit_sized = 0xe12fff1e
# rtdyld-check: *{4}(gnu_vtinherit_sized - 4) = 0xa5a5a5a5
# rtdyld-check: *{4}(gnu_vtinherit_sized + 4) = 0xa5a5a5a5
