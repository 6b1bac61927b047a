# IMAGE_REL_I386_DIR32NB: above 4 GiB.
# RUN: rtdyld-check -verify -triple=i686-w64-windows-gnu -map-section=dir32nb_over.o,.text=0x1000 -map-section=dir32nb_over.o,.data=0xf0000000 %o
# ERR: .text+0x0: IMAGE_REL_I386_DIR32NB to high:
	.globl	high
	.text
	.long	high@IMGREL + 0x7fffffff
	.long	0
	.data
high:	.long	0
