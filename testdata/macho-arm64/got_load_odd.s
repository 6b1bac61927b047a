# ARM64_RELOC_GOT_LOAD_PAGEOFF12: no multiple of the size.
# layout: default in RuntimeDyld's layout nobody says where slots are
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_e1=0x7fff12345678 -map-section=got_load_odd.o,.got=0x234581008 \
# RUN:   -map-section=got_load_odd.o,__text=0x234567ff0 %o
# ERR: __text+0x0: ARM64_RELOC_GOT_LOAD_PAGEOFF12 to _e1: 0x234581008 is no multiple of 16
	.globl	_e1
	.text
	ldr	q7, [x8, _e1@GOTPAGEOFF]
