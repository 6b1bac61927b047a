# Pointers that the indirect symbol table names: S in 4 bytes, whatever is in the field.
# llvm: no it leaves them as they are
# RUN: rtdyld-check -verify -triple=arm64_32-apple-watchos6.0 -dummy-extern=_ext=0xf2345678 -dummy-extern=_neg=0xfffffff0 \
# RUN:   -map-section=indirect.o,__got=0x20000000 -check=%s %o
	.section __DATA,__got,non_lazy_symbol_pointers
_slots:
	.indirect_symbol _ext
	.long	0xa5a5a5a5
	.indirect_symbol _neg
	.long	0
	.indirect_symbol _own
	.long	0
	.data
	.globl	_own
_own:	.long	_ext

# rtdyld-check: *{4}_slots = _ext
# rtdyld-check: *{4}(_slots + 4) = _neg
# rtdyld-check: *{4}(_slots + 8) = _own
# rtdyld-check: *{4}_own = _ext
