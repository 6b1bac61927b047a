# Pointers and stubs that the indirect symbol table names: S in 4 bytes; jmp and S - (P + 5), modulo 1<<32. What is in the fields does not count.
# RUN: rtdyld-check -verify -triple=i386-apple-macosx10.6 -dummy-extern=_ptr=0xfedcba98 -dummy-extern=_ext=0x12345678 -dummy-extern=_high=0xf0000000 \
# RUN:   -map-section=indirect.o,__pointers=0x30000000 -map-section=indirect.o,__jump_table=0x1003 -check=%s %o
	.text
_f:	call	L_ext$stub
	.section __IMPORT,__pointers,non_lazy_symbol_pointers
_pointers:
	.indirect_symbol _ptr
	.long	0xa5a5a5a5
	.indirect_symbol _ext
	.long	0
	.section __IMPORT,__jump_table,symbol_stubs,self_modifying_code+pure_instructions,5
_stubs:
L_ext$stub:
	.indirect_symbol _ext
	.byte	0xf4, 0xf4, 0xf4, 0xf4, 0xf4
	.indirect_symbol _high
	.byte	0xf4, 0xf4, 0xf4, 0xf4, 0xf4

# rtdyld-check: *{4}_pointers = _ptr
# rtdyld-check: *{4}(_pointers + 4) = _ext
# rtdyld-check: *{1}_stubs = 0xe9
# rtdyld-check: *{4}(_stubs + 1) = _ext - next_pc(_stubs)
# rtdyld-check: *{1}(_stubs + 5) = 0xe9
# rtdyld-check: *{4}(_stubs + 6) = _high - _stubs - 10
# rtdyld-check: *{4}(_f + 1) = (_stubs - next_pc(_f))[31:0]
