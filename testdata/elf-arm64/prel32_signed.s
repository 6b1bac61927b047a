# R_AARCH64_PREL32 where unwinders read the distance as signed (DW_EH_PE_sdata4):
# S + A - P in 4 bytes, -0x80000000 to 0x7fffffff; in other sections to 0xffffffff.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=prel32_signed.o,.text=0x280010000 -map-section=prel32_signed.o,.data=0x28001ffff \
# RUN:   -map-section=prel32_signed.o,.eh_frame=0x200010020 -map-section=prel32_signed.o,.gcc_except_table=0x200020000 -map-section=prel32_signed.o,.rodata=0x200010000 -check=%s %o
# One more in .eh_frame; the same in .rodata is a distance like others:
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=prel32_signed.o,.text=0x280010000 -map-section=prel32_signed.o,.data=0x28001ffff \
# RUN:   -map-section=prel32_signed.o,.eh_frame=0x200000000 -map-section=prel32_signed.o,.gcc_except_table=0x200020000 -map-section=prel32_signed.o,.rodata=0x200010000 %o
# ERR: .eh_frame+0x1c: R_AARCH64_PREL32 to .text: 0x8000ffe4 does not fit signed 32
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu -map-section=prel32_signed.o,.text=0x280010000 -map-section=prel32_signed.o,.data=0x280020000 \
# RUN:   -map-section=prel32_signed.o,.eh_frame=0x200010020 -map-section=prel32_signed.o,.gcc_except_table=0x200020000 -map-section=prel32_signed.o,.rodata=0x200010000 %o
# ERR: .gcc_except_table+0x0: R_AARCH64_PREL32 to d: 0x80000000 does not fit signed 32
	.globl	f, d
	.text
f:	.cfi_startproc
	ret
	.cfi_endproc
	.section .gcc_except_table, "a"
type:	.long	d - .
	.section .rodata, "a"
plain:	.long	d - .
	.data
d:	.byte	1

# rtdyld-check: *{4}type = 0x7fffffff
# rtdyld-check: *{4}plain = 0x8000ffff
