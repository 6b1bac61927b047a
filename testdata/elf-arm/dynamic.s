# The relocation types that only a dynamic linker's input has, those that count from a static base, which nothing here has, those of Thumb sequences for TLS
# descriptors, of branch futures and obsolete ones are refused, never skipped. dynamic_NUMBER.o is this source with TYPE defined as the number.
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_12.o
# ERR: .data+0x0: R_ARM_BREL_ADJ to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_13.o
# ERR: .data+0x0: R_ARM_TLS_DESC to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_17.o
# ERR: .data+0x0: R_ARM_TLS_DTPMOD32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_18.o
# ERR: .data+0x0: R_ARM_TLS_DTPOFF32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_19.o
# ERR: .data+0x0: R_ARM_TLS_TPOFF32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_20.o
# ERR: .data+0x0: R_ARM_COPY to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_21.o
# ERR: .data+0x0: R_ARM_GLOB_DAT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_22.o
# ERR: .data+0x0: R_ARM_JUMP_SLOT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_23.o
# ERR: .data+0x0: R_ARM_RELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_160.o
# ERR: .data+0x0: R_ARM_IRELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_9.o
# ERR: .data+0x0: R_ARM_SBREL32 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_35.o
# ERR: .data+0x0: R_ARM_LDR_SBREL_11_0_NC to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_39.o
# ERR: .data+0x0: R_ARM_SBREL31 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_70.o
# ERR: .data+0x0: R_ARM_ALU_SB_G0_NC to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_75.o
# ERR: .data+0x0: R_ARM_LDR_SB_G0 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_78.o
# ERR: .data+0x0: R_ARM_LDRS_SB_G0 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_81.o
# ERR: .data+0x0: R_ARM_LDC_SB_G0 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_84.o
# ERR: .data+0x0: R_ARM_MOVW_BREL_NC to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_87.o
# ERR: .data+0x0: R_ARM_THM_MOVW_BREL_NC to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_129.o
# ERR: .data+0x0: R_ARM_THM_TLS_DESCSEQ16 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_130.o
# ERR: .data+0x0: R_ARM_THM_TLS_DESCSEQ32 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_136.o
# ERR: .data+0x0: R_ARM_THM_BF16 to dynamic: not supported
# RUN: rtdyld-check -verify -triple=armv7-linux-gnueabihf %S/dynamic_32.o
# ERR: .data+0x0: R_ARM_ALU_PCREL_7_0 to dynamic: not supported
	.data
dynamic:
	.if TYPE == 12
	.reloc	., R_ARM_BREL_ADJ, dynamic
	.endif
	.if TYPE == 13
	.reloc	., R_ARM_TLS_DESC, dynamic
	.endif
	.if TYPE == 17
	.reloc	., R_ARM_TLS_DTPMOD32, dynamic
	.endif
	.if TYPE == 18
	.reloc	., R_ARM_TLS_DTPOFF32, dynamic
	.endif
	.if TYPE == 19
	.reloc	., R_ARM_TLS_TPOFF32, dynamic
	.endif
	.if TYPE == 20
	.reloc	., R_ARM_COPY, dynamic
	.endif
	.if TYPE == 21
	.reloc	., R_ARM_GLOB_DAT, dynamic
	.endif
	.if TYPE == 22
	.reloc	., R_ARM_JUMP_SLOT, dynamic
	.endif
	.if TYPE == 23
	.reloc	., R_ARM_RELATIVE, dynamic
	.endif
	.if TYPE == 160
	.reloc	., R_ARM_IRELATIVE, dynamic
	.endif
	.if TYPE == 9
	.reloc	., R_ARM_SBREL32, dynamic
	.endif
	.if TYPE == 35
	.reloc	., R_ARM_LDR_SBREL_11_0_NC, dynamic
	.endif
	.if TYPE == 39
	.reloc	., R_ARM_SBREL31, dynamic
	.endif
	.if TYPE == 70
	.reloc	., R_ARM_ALU_SB_G0_NC, dynamic
	.endif
	.if TYPE == 75
	.reloc	., R_ARM_LDR_SB_G0, dynamic
	.endif
	.if TYPE == 78
	.reloc	., R_ARM_LDRS_SB_G0, dynamic
	.endif
	.if TYPE == 81
	.reloc	., R_ARM_LDC_SB_G0, dynamic
	.endif
	.if TYPE == 84
	.reloc	., R_ARM_MOVW_BREL_NC, dynamic
	.endif
	.if TYPE == 87
	.reloc	., R_ARM_THM_MOVW_BREL_NC, dynamic
	.endif
	.if TYPE == 129
	.reloc	., R_ARM_THM_TLS_DESCSEQ16, dynamic
	.endif
	.if TYPE == 130
	.reloc	., R_ARM_THM_TLS_DESCSEQ32, dynamic
	.endif
	.if TYPE == 136
	.reloc	., R_ARM_THM_BF16, dynamic
	.endif
	.if TYPE == 32
	.reloc	., R_ARM_ALU_PCREL_7_0, dynamic
	.endif
	.long	0
