# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_N.o is this object with the type of that number.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_3.o
# ERR: .data+0x0: R_LARCH_RELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_4.o
# ERR: .data+0x0: R_LARCH_COPY to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_5.o
# ERR: .data+0x0: R_LARCH_JUMP_SLOT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_6.o
# ERR: .data+0x0: R_LARCH_TLS_DTPMOD32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_7.o
# ERR: .data+0x0: R_LARCH_TLS_DTPMOD64 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_10.o
# ERR: .data+0x0: R_LARCH_TLS_TPREL32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_11.o
# ERR: .data+0x0: R_LARCH_TLS_TPREL64 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_12.o
# ERR: .data+0x0: R_LARCH_IRELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_13.o
# ERR: .data+0x0: R_LARCH_TLS_DESC32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu %S/dynamic_14.o
# ERR: .data+0x0: R_LARCH_TLS_DESC64 to dynamic: type is for dynamic linkers only
	.globl	dynamic
	.data
dynamic:
	.if TYPE == 3
	.reloc	., R_LARCH_RELATIVE, dynamic
	.elseif TYPE == 4
	.reloc	., R_LARCH_COPY, dynamic
	.elseif TYPE == 5
	.reloc	., R_LARCH_JUMP_SLOT, dynamic
	.elseif TYPE == 6
	.reloc	., R_LARCH_TLS_DTPMOD32, dynamic
	.elseif TYPE == 7
	.reloc	., R_LARCH_TLS_DTPMOD64, dynamic
	.elseif TYPE == 10
	.reloc	., R_LARCH_TLS_TPREL32, dynamic
	.elseif TYPE == 11
	.reloc	., R_LARCH_TLS_TPREL64, dynamic
	.elseif TYPE == 12
	.reloc	., R_LARCH_IRELATIVE, dynamic
	.elseif TYPE == 13
	.reloc	., R_LARCH_TLS_DESC32, dynamic
	.elseif TYPE == 14
	.reloc	., R_LARCH_TLS_DESC64, dynamic
	.endif
	.quad	0
