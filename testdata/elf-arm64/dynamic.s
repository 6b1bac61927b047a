# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_N.o is this object with the type of that number below.
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic.o
# ERR: .data+0x0: R_AARCH64_RELATIVE to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_1.o
# ERR: .data+0x0: R_AARCH64_COPY to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_2.o
# ERR: .data+0x0: R_AARCH64_GLOB_DAT to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_3.o
# ERR: .data+0x0: R_AARCH64_JUMP_SLOT to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_4.o
# ERR: .data+0x0: R_AARCH64_TLS_DTPMOD to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_5.o
# ERR: .data+0x0: R_AARCH64_TLS_DTPREL to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_6.o
# ERR: .data+0x0: R_AARCH64_TLS_TPREL to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_7.o
# ERR: .data+0x0: R_AARCH64_TLSDESC to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=aarch64-linux-gnu %S/dynamic_8.o
# ERR: .data+0x0: R_AARCH64_IRELATIVE to .data: type is for dynamic linkers only
	.ifndef TYPE
	.set	TYPE, 0
	.endif
	.data
dynamic:
	.if TYPE == 0
	.reloc	., R_AARCH64_RELATIVE, dynamic
	.elseif TYPE == 1
	.reloc	., R_AARCH64_COPY, dynamic
	.elseif TYPE == 2
	.reloc	., R_AARCH64_GLOB_DAT, dynamic
	.elseif TYPE == 3
	.reloc	., R_AARCH64_JUMP_SLOT, dynamic
	.elseif TYPE == 4
	.reloc	., R_AARCH64_TLS_DTPMOD64, dynamic
	.elseif TYPE == 5
	.reloc	., R_AARCH64_TLS_DTPREL64, dynamic
	.elseif TYPE == 6
	.reloc	., R_AARCH64_TLS_TPREL64, dynamic
	.elseif TYPE == 7
	.reloc	., R_AARCH64_TLSDESC, dynamic
	.elseif TYPE == 8
	.reloc	., R_AARCH64_IRELATIVE, dynamic
	.endif
	.quad	0
