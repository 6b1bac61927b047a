# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_N.o is this object with the type of that number below.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %S/dynamic_19.o
# ERR: .data+0x0: R_PPC_COPY to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %S/dynamic_20.o
# ERR: .data+0x0: R_PPC_GLOB_DAT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %S/dynamic_21.o
# ERR: .data+0x0: R_PPC_JMP_SLOT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %S/dynamic_22.o
# ERR: .data+0x0: R_PPC_RELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=powerpc-linux-gnu %S/dynamic_248.o
# ERR: .data+0x0: R_PPC_IRELATIVE to dynamic: type is for dynamic linkers only
	.ifndef TYPE
	.set	TYPE, 19
	.endif
	.globl	dynamic
	.data
dynamic:
	.if TYPE == 19
	.reloc	., R_PPC_COPY, dynamic
	.elseif TYPE == 20
	.reloc	., R_PPC_GLOB_DAT, dynamic
	.elseif TYPE == 21
	.reloc	., R_PPC_JMP_SLOT, dynamic
	.elseif TYPE == 22
	.reloc	., R_PPC_RELATIVE, dynamic
	.elseif TYPE == 248
	.reloc	., R_PPC_IRELATIVE, dynamic
	.endif
	.long	0
