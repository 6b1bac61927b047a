# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_N.o is this object with the type of that number.
# llvm: no it has no relocations of SPARC
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_19.o
# ERR: .data+0x0: R_SPARC_COPY to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_20.o
# ERR: .data+0x0: R_SPARC_GLOB_DAT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_21.o
# ERR: .data+0x0: R_SPARC_JMP_SLOT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_22.o
# ERR: .data+0x0: R_SPARC_RELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_42.o
# ERR: .data+0x0: R_SPARC_GLOB_JMP to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_53.o
# ERR: .data+0x0: R_SPARC_REGISTER to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_74.o
# ERR: .data+0x0: R_SPARC_TLS_DTPMOD32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_75.o
# ERR: .data+0x0: R_SPARC_TLS_DTPMOD64 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_78.o
# ERR: .data+0x0: R_SPARC_TLS_TPOFF32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_79.o
# ERR: .data+0x0: R_SPARC_TLS_TPOFF64 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_248.o
# ERR: .data+0x0: R_SPARC_JMP_IREL to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu %S/dynamic_249.o
# ERR: .data+0x0: R_SPARC_IRELATIVE to dynamic: type is for dynamic linkers only
	.globl	dynamic
	.data
dynamic:
	.reloc	., R_SPARC_DISP64, dynamic
	.xword	0
