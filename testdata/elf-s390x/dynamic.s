# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_N.o is this object with the type of that number.
# llvm: no it checks no range
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_9.o
# ERR: .data+0x0: R_390_COPY to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_10.o
# ERR: .data+0x0: R_390_GLOB_DAT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_11.o
# ERR: .data+0x0: R_390_JMP_SLOT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_12.o
# ERR: .data+0x0: R_390_RELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_54.o
# ERR: .data+0x0: R_390_TLS_DTPMOD to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_55.o
# ERR: .data+0x0: R_390_TLS_DTPOFF to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_56.o
# ERR: .data+0x0: R_390_TLS_TPOFF to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=s390x-linux-gnu %S/dynamic_61.o
# ERR: .data+0x0: R_390_IRELATIVE to dynamic: type is for dynamic linkers only
	.globl	dynamic
	.data
dynamic:
	.if TYPE == 9
	.reloc	., R_390_COPY, dynamic
	.elseif TYPE == 10
	.reloc	., R_390_GLOB_DAT, dynamic
	.elseif TYPE == 11
	.reloc	., R_390_JMP_SLOT, dynamic
	.elseif TYPE == 12
	.reloc	., R_390_RELATIVE, dynamic
	.elseif TYPE == 54
	.reloc	., R_390_TLS_DTPMOD, dynamic
	.elseif TYPE == 55
	.reloc	., R_390_TLS_DTPOFF, dynamic
	.elseif TYPE == 56
	.reloc	., R_390_TLS_TPOFF, dynamic
	.elseif TYPE == 61
	.reloc	., R_390_IRELATIVE, dynamic
	.endif
	.quad	0
