# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_NUMBER.o is this object with another of them.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic.o
# ERR: R_X86_64_RELATIVE
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_5.o
# ERR: R_X86_64_COPY
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_6.o
# ERR: R_X86_64_GLOB_DAT
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_7.o
# ERR: R_X86_64_JUMP_SLOT
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_36.o
# ERR: R_X86_64_TLSDESC
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_37.o
# ERR: R_X86_64_IRELATIVE
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_38.o
# ERR: R_X86_64_RELATIVE64
	.data
dynamic:
	.reloc	., R_X86_64_RELATIVE, dynamic
	.quad	0
