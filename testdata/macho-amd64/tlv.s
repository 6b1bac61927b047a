# X86_64_RELOC_TLV: G + A - (P + 4) in 4 bytes, G a slot with the address of the thread-local's descriptor; out of reach.
# llvm: no Unimplemented relocation: MachO::X86_64_RELOC_TLV
# RUN: rtdyld-check -verify -triple=x86_64-apple-macosx10.15 -dummy-extern=_tv=0x7fff12345678 -dummy-extern=_tw=0x7fff23456789 \
# RUN:   -map-section=tlv.o,__text=0x200000000 -check=%s %o
	.text
	.short	0xa5a5
_load:	movq	_tv@TLVP(%rip), %rdi
_keep:	cmpq	_tw@TLVP(%rip), %rdi
	.short	0xa5a5

# rtdyld-check: *{2}(_load - 2) = 0xa5a5
# rtdyld-check: *{2}_load = 0x8b48
# rtdyld-check: decode_operand(_load, 4) = got_addr(tlv.o/__text, _tv) - next_pc(_load)
# rtdyld-check: *{8}(got_addr(tlv.o/__text, _tv)) = _tv
# rtdyld-check: *{4}(_keep + 3) = (got_addr(tlv.o/__text, _tw) - next_pc(_keep))[31:0]
# rtdyld-check: *{8}(got_addr(tlv.o/__text, _tw)) = _tw
# rtdyld-check: *{2}(_keep + 7) = 0xa5a5
