# Pointers that the indirect symbol table names: S in 4 bytes, what is in the fields does not count; those to local symbols are
# relocated as any other.
# RUN: rtdyld-check -verify -triple=armv7-apple-ios -dummy-extern=_ptr=0xfedcba98 -dummy-extern=_ext=0x72345679 \
# RUN:   -map-section=indirect.o,__text=0x20000000 -map-section=indirect.o,__nl_symbol_ptr=0x30000000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	16
	.globl	_own
	.code	32
_own:	bx	lr
	.section __DATA,__nl_symbol_ptr,non_lazy_symbol_pointers
_pointers:
	.indirect_symbol _ptr
	.long	0xa5a5a5a5
	.indirect_symbol _ext
	.long	0
	.indirect_symbol _own
	.long	0

# rtdyld-check: *{4}_pointers = _ptr
# rtdyld-check: *{4}(_pointers + 4) = _ext
# rtdyld-check: *{4}(_pointers + 8) = _own
