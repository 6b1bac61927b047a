# In RuntimeDyld's layout, with all sections processed, those without relocations are not behind those that have some: the file's order counts.
# layout: runtimedyld the default layout has its own order
# RUN: rtdyld-check -verify -triple=aarch64-pc-windows-msvc -check=%s %o
	.section .first,"dr"
	.quad	0x1111111111111111
	.section .second,"dr"
	.quad	.Lthird
	.section .third,"dr"
.Lthird:	.quad	0x3333333333333333
	.section .fourth,"dw"
	.globl	named
named:	.quad	0x4444444444444444

# What has a symbol is first of all.
# rtdyld-check: named = 0x1000
# rtdyld-check: section_addr(order.o, .first) = 0x2000
# rtdyld-check: section_addr(order.o, .second) = 0x3000
# rtdyld-check: section_addr(order.o, .third) = 0x4000
# rtdyld-check: *{8}(section_addr(order.o, .second)) = section_addr(order.o, .third)
