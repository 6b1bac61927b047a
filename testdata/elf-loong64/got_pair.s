# PCALAU12I and LD.D make the address of one GOT entry, in either layout: one behind it has another upper part.
# llvm: no it knows no LoongArch
# RUN: rtdyld-check -verify -triple=loongarch64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -map-section=got_pair.o,.text=0x10000 -map-section=got_pair.o,.got=0x207f8 -check=%s %o
	.globl	ext
	.text
pair:	pcalau12i	$a0, %got_pc_hi20(ext)
	ld.d	$a0, $a0, %got_pc_lo12(ext)

# rtdyld-check: *{4}pair = 0x1a000004 + (((section_addr(got_pair.o, .got) + 0x800)[31:12] - pair[31:12]) << 5)
# rtdyld-check: *{4}(pair + 4) = 0x28c00084 + (section_addr(got_pair.o, .got)[11:0] << 10)
# rtdyld-check: *{8}(section_addr(got_pair.o, .got)) = ext
