# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_NUMBER.o is this object with another of them.
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic.o
# ERR: .data+0x0: R_X86_64_RELATIVE to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_5.o
# ERR: .data+0x0: R_X86_64_COPY to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_6.o
# ERR: .data+0x0: R_X86_64_GLOB_DAT to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_7.o
# ERR: .data+0x0: R_X86_64_JUMP_SLOT to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_36.o
# ERR: .data+0x0: R_X86_64_TLSDESC to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_37.o
# ERR: .data+0x0: R_X86_64_IRELATIVE to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu %S/dynamic_38.o
# ERR: .data+0x0: R_X86_64_RELATIVE64 to .data: type is for dynamic linkers only
	.data
dynamic:
	.reloc	., R_X86_64_RELATIVE, dynamic
	.quad	0
