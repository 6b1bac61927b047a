# R_LARCH_ADD_ULEB128 and SUB_ULEB128, a pair: the difference plus what the field holds, in all bytes of the field and no more.
# llvm: no it has no relocations of LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=up=0x123456789abcdef0 -dummy-extern=down=0x123456789abc0000 -check=%s %o
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=up=0x200000 -dummy-extern=down=3 %o
# ERR: .data+0x1: R_LARCH_SUB_ULEB128 to down: 0x200000 does not fit 7 bits a byte
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=up=0x2000 -dummy-extern=down=0x2004 %o
# ERR: .data+0x1: R_LARCH_SUB_ULEB128 to down: -0x1 does not fit 7 bits a byte
	.globl	up, down
	.data
	.byte	0xa5
three:	.reloc	., R_LARCH_ADD_ULEB128, up + 3
	.reloc	., R_LARCH_SUB_ULEB128, down
	.byte	0x80, 0x80, 0
	.byte	0xa5
small:	.reloc	., R_LARCH_ADD_ULEB128, end
	.reloc	., R_LARCH_SUB_ULEB128, small - 1
	.byte	0x83, 0
	.byte	0xa5
end:	.reloc	., R_LARCH_ADD_ULEB128, end + 0x7f
	.reloc	., R_LARCH_SUB_ULEB128, end
	.byte	0

# 0xdef3 in three groups of seven bits
# rtdyld-check: *{1}(three - 1) = 0xa5
# rtdyld-check: *{4}three = 0xa503bdf3
# rtdyld-check: *{1}small = 0x87
# rtdyld-check: *{2}(small + 1) = 0xa500
# rtdyld-check: *{1}end = 0x7f
