# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_N.o is this object with the type of that number below.
# llvm: no it has no relocations of RISC-V
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic.o
# ERR: .data+0x0: R_RISCV_RELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_1.o
# ERR: .data+0x0: R_RISCV_COPY to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_2.o
# ERR: .data+0x0: R_RISCV_JUMP_SLOT to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_3.o
# ERR: .data+0x0: R_RISCV_TLS_DTPMOD32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_4.o
# ERR: .data+0x0: R_RISCV_TLS_DTPMOD64 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_5.o
# ERR: .data+0x0: R_RISCV_TLS_TPREL32 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_6.o
# ERR: .data+0x0: R_RISCV_TLS_TPREL64 to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/dynamic_7.o
# ERR: .data+0x0: R_RISCV_IRELATIVE to dynamic: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=riscv32-linux-gnu %S/tlsdesc_dynamic.o
# ERR: .data+0x0: R_RISCV_TLSDESC to dynamic: type is for dynamic linkers only
	.ifndef TYPE
	.set	TYPE, 0
	.endif
	.data
dynamic:
	.if TYPE == 0
	.reloc	., R_RISCV_RELATIVE, dynamic
	.elseif TYPE == 1
	.reloc	., R_RISCV_COPY, dynamic
	.elseif TYPE == 2
	.reloc	., R_RISCV_JUMP_SLOT, dynamic
	.elseif TYPE == 3
	.reloc	., R_RISCV_TLS_DTPMOD32, dynamic
	.elseif TYPE == 4
	.reloc	., R_RISCV_TLS_DTPMOD64, dynamic
	.elseif TYPE == 5
	.reloc	., R_RISCV_TLS_TPREL32, dynamic
	.elseif TYPE == 6
	.reloc	., R_RISCV_TLS_TPREL64, dynamic
	.elseif TYPE == 7
	.reloc	., R_RISCV_IRELATIVE, dynamic
	.endif
	.long	0
