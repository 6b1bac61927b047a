# The relocation types that only a dynamic linker's input has are refused, never skipped. dynamic_ABI_N.o is this object with the type of that number.
# llvm: no it ignores them
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_3.o
# ERR: .data+0x0: R_MIPS_REL32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_38.o
# ERR: .data+0x0: R_MIPS_TLS_DTPMOD32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_40.o
# ERR: .data+0x0: R_MIPS_TLS_DTPMOD64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_41.o
# ERR: .data+0x0: R_MIPS_TLS_DTPREL64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_47.o
# ERR: .data+0x0: R_MIPS_TLS_TPREL32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_48.o
# ERR: .data+0x0: R_MIPS_TLS_TPREL64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_51.o
# ERR: .data+0x0: R_MIPS_GLOB_DAT to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_126.o
# ERR: .data+0x0: R_MIPS_COPY to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mipsel-linux-gnu %S/dynamic_o32_127.o
# ERR: .data+0x0: R_MIPS_JUMP_SLOT to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_3.o
# ERR: .data+0x0: R_MIPS_REL32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_38.o
# ERR: .data+0x0: R_MIPS_TLS_DTPMOD32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_40.o
# ERR: .data+0x0: R_MIPS_TLS_DTPMOD64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_41.o
# ERR: .data+0x0: R_MIPS_TLS_DTPREL64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_47.o
# ERR: .data+0x0: R_MIPS_TLS_TPREL32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_48.o
# ERR: .data+0x0: R_MIPS_TLS_TPREL64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_51.o
# ERR: .data+0x0: R_MIPS_GLOB_DAT to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_126.o
# ERR: .data+0x0: R_MIPS_COPY to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabin32 %S/dynamic_n32_127.o
# ERR: .data+0x0: R_MIPS_JUMP_SLOT to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_3.o
# ERR: .data+0x0: R_MIPS_REL32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_38.o
# ERR: .data+0x0: R_MIPS_TLS_DTPMOD32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_40.o
# ERR: .data+0x0: R_MIPS_TLS_DTPMOD64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_47.o
# ERR: .data+0x0: R_MIPS_TLS_TPREL32 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_48.o
# ERR: .data+0x0: R_MIPS_TLS_TPREL64 to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_51.o
# ERR: .data+0x0: R_MIPS_GLOB_DAT to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_126.o
# ERR: .data+0x0: R_MIPS_COPY to x: type is for dynamic linkers only
# RUN: rtdyld-check -verify -triple=mips64el-linux-gnuabi64 %S/dynamic_n64_127.o
# ERR: .data+0x0: R_MIPS_JUMP_SLOT to x: type is for dynamic linkers only
	.globl	x
	.data
	.long	x - .
