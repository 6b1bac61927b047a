# R_X86_64_CODE_4_GOTPCRELX, R_X86_64_CODE_5_GOTPCRELX and R_X86_64_CODE_6_GOTPCRELX to names in reach: mov behind a REX2 prefix becomes lea, all else keeps its slot.
# TYPE: R_X86_64_COPY 43 R_X86_64_CODE_4_GOTPCRELX
# TYPE: R_X86_64_GLOB_DAT 46 R_X86_64_CODE_5_GOTPCRELX
# TYPE: R_X86_64_RELATIVE 49 R_X86_64_CODE_6_GOTPCRELX
# layout: default RuntimeDyld's layout rewrites nothing
# RUN: rtdyld-check -verify -triple=x86_64-linux-gnu -dummy-extern=ext=0x200100000 \
# RUN:   -map-section=code_near.o,.text=0x200000000 -check=%s %o
	.globl	ext
	.text
	.macro	insn name, type, bytes:vararg
	.byte	\bytes
\name:	.reloc	., R_X86_64_\type, ext - 4
	.long	0x11111111
	.endm
	insn	load, COPY, 0xd5, 0x48, 0x8b, 0x05		# movq ext@GOTPCREL(%rip), %r16
	insn	call, COPY, 0xd5, 0x18, 0xff, 0x15		# REX2 call *ext@GOTPCREL(%rip)
	insn	five, GLOB_DAT, 0x62, 0xf4, 0xfc, 0x8b, 0x05
	insn	six, RELATIVE, 0x62, 0xf4, 0xfc, 0x18, 0x8b, 0x05
	ret

# rtdyld-check: *{4}(load - 4) = 0x058d48d5
# rtdyld-check: *{4}load = (ext - load - 4)[31:0]
# rtdyld-check: *{4}(call - 4) = 0x15ff18d5
# rtdyld-check: *{4}call = (got_addr(code_near.o/.text, ext) - call - 4)[31:0]
# rtdyld-check: *{4}(five - 4) = 0x058bfcf4
# rtdyld-check: *{4}five = (got_addr(code_near.o/.text, ext) - five - 4)[31:0]
# rtdyld-check: *{4}(six - 4) = 0x058b18fc
# rtdyld-check: *{4}six = (got_addr(code_near.o/.text, ext) - six - 4)[31:0]
# rtdyld-check: *{8}(got_addr(code_near.o/.text, ext)) = ext
