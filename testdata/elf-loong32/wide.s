# Types of instructions that only processors with 64-bit registers have are refused. wide_N.o is this object with the type of that number.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0x1000 %S/wide_69.o
# ERR: .text+0x0: R_LARCH_ABS64_LO20 to far: not supported
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0x1000 %S/wide_77.o
# ERR: .text+0x0: R_LARCH_GOT64_PC_LO20 to far: not supported
# RUN: rtdyld-check -verify -triple=loongarch32-linux-gnu -dummy-extern=far=0x1000 %S/wide_110.o
# ERR: .text+0x0: R_LARCH_CALL36 to far: not supported
	.globl	far
	.text
	.if TYPE == 69
	.reloc	., R_LARCH_ABS64_LO20, far
	.elseif TYPE == 77
	.reloc	., R_LARCH_GOT64_PC_LO20, far
	.elseif TYPE == 110
	.reloc	., R_LARCH_CALL36, far
	.endif
	.quad	0
