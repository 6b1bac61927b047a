# Pointers that the indirect symbol table names: S in 8 bytes, whatever is in the field.
# llvm: no it leaves them as they are
# RUN: rtdyld-check -verify -triple=arm64-apple-macosx11.0 -dummy-extern=_ext=0x7fff12345678 -dummy-extern=_neg=0xfffffffffffffff0 \
# RUN:   -map-section=indirect.o,__got=0x200000000 -check=%s %o
	.section __DATA,__got,non_lazy_symbol_pointers
_slots:
	.indirect_symbol _ext
	.quad	0xa5a5a5a5a5a5a5a5
	.indirect_symbol _neg
	.quad	0
	.indirect_symbol _own
	.quad	0
	.data
	.globl	_own
_own:	.quad	_ext

# rtdyld-check: *{8}_slots = _ext
# rtdyld-check: *{8}(_slots + 8) = _neg
# rtdyld-check: *{8}(_slots + 16) = _own
# rtdyld-check: *{8}_own = _ext
