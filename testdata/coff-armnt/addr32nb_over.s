# IMAGE_REL_ARM_ADDR32NB: above 4 GiB.
# RUN: rtdyld-check -verify -triple=thumbv7-pc-windows-msvc -map-section=addr32nb_over.o,.text=0x1000 -map-section=addr32nb_over.o,.data=0xf0000000 %o
# ERR: .text+0x0: IMAGE_REL_ARM_ADDR32NB to high:
	.globl	high
	.text
	.rva	high + 0x7fffffff
	.long	0
	.data
high:	.long	0
