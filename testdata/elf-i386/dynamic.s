# The relocation types that only a dynamic linker's input has, and those of another way to thread-locals, are refused, never skipped.
# dynamic_NUMBER.o is this source with TYPE defined as the number.
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_5.o
# ERR: .data+0x0: R_386_COPY to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_6.o
# ERR: .data+0x0: R_386_GLOB_DAT to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_7.o
# ERR: .data+0x0: R_386_JMP_SLOT to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_8.o
# ERR: .data+0x0: R_386_RELATIVE to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_14.o
# ERR: .data+0x0: R_386_TLS_TPOFF to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_35.o
# ERR: .data+0x0: R_386_TLS_DTPMOD32 to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_36.o
# ERR: .data+0x0: R_386_TLS_DTPOFF32 to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_37.o
# ERR: .data+0x0: R_386_TLS_TPOFF32 to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_41.o
# ERR: .data+0x0: R_386_TLS_DESC to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_42.o
# ERR: .data+0x0: R_386_IRELATIVE to .data: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_24.o
# ERR: .data+0x0: R_386_TLS_GD_32 to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_25.o
# ERR: .data+0x0: R_386_TLS_GD_PUSH to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_26.o
# ERR: .data+0x0: R_386_TLS_GD_CALL to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_27.o
# ERR: .data+0x0: R_386_TLS_GD_POP to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_28.o
# ERR: .data+0x0: R_386_TLS_LDM_32 to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_29.o
# ERR: .data+0x0: R_386_TLS_LDM_PUSH to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_30.o
# ERR: .data+0x0: R_386_TLS_LDM_CALL to .data: not supported
# RUN: rtdyld-check -verify -triple=i386-linux-gnu %S/dynamic_31.o
# ERR: .data+0x0: R_386_TLS_LDM_POP to .data: not supported
	.data
dynamic:
	.if TYPE == 5
	.reloc	., R_386_COPY, dynamic
	.endif
	.if TYPE == 6
	.reloc	., R_386_GLOB_DAT, dynamic
	.endif
	.if TYPE == 7
	.reloc	., R_386_JUMP_SLOT, dynamic
	.endif
	.if TYPE == 8
	.reloc	., R_386_RELATIVE, dynamic
	.endif
	.if TYPE == 14
	.reloc	., R_386_TLS_TPOFF, dynamic
	.endif
	.if TYPE == 35
	.reloc	., R_386_TLS_DTPMOD32, dynamic
	.endif
	.if TYPE == 36
	.reloc	., R_386_TLS_DTPOFF32, dynamic
	.endif
	.if TYPE == 37
	.reloc	., R_386_TLS_TPOFF32, dynamic
	.endif
	.if TYPE == 41
	.reloc	., R_386_TLS_DESC, dynamic
	.endif
	.if TYPE == 42
	.reloc	., R_386_IRELATIVE, dynamic
	.endif
	.if TYPE == 24
	.reloc	., R_386_TLS_GD_32, dynamic
	.endif
	.if TYPE == 25
	.reloc	., R_386_TLS_GD_PUSH, dynamic
	.endif
	.if TYPE == 26
	.reloc	., R_386_TLS_GD_CALL, dynamic
	.endif
	.if TYPE == 27
	.reloc	., R_386_TLS_GD_POP, dynamic
	.endif
	.if TYPE == 28
	.reloc	., R_386_TLS_LDM_32, dynamic
	.endif
	.if TYPE == 29
	.reloc	., R_386_TLS_LDM_PUSH, dynamic
	.endif
	.if TYPE == 30
	.reloc	., R_386_TLS_LDM_CALL, dynamic
	.endif
	.if TYPE == 31
	.reloc	., R_386_TLS_LDM_POP, dynamic
	.endif
	.long	0
