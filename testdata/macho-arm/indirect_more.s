# The same for Thumb functions, local symbols, and pointers of other sections.
# llvm: no it knows __nl_symbol_ptr alone, loses the bit of a Thumb function there and does not stand local symbols
# RUN: rtdyld-check -verify -triple=thumbv7-apple-ios -dummy-extern=_ptr=0xfedcba98 -dummy-extern=_ext=0x72345679 \
# RUN:   -map-section=indirect_more.o,__text=0x20000000 -map-section=indirect_more.o,__nl_symbol_ptr=0x30000000 -check=%s %o
	.syntax	unified
	.text
	.p2align 2
	.code	16
	.globl	_thumb
	.thumb_func _thumb
_thumb:	bx	lr
	.section __DATA,__nl_symbol_ptr,non_lazy_symbol_pointers
_pointers:
	.indirect_symbol _thumb
	.long	0
	.indirect_symbol _local
	.long	_local
	.indirect_symbol _ext
	.long	0
	.section __DATA,__la_symbol_ptr,lazy_symbol_pointers
_lazy:
	.indirect_symbol _ptr
	.long	0xa5a5a5a5
	.indirect_symbol _thumb
	.long	0
	.data
	.long	0
_local:	.long	0

# rtdyld-check: *{4}_pointers = _thumb
# rtdyld-check: *{4}(_pointers + 4) = _local
# rtdyld-check: *{4}(_pointers + 8) = _ext
# rtdyld-check: *{4}_lazy = _ptr
# rtdyld-check: *{4}(_lazy + 4) = _thumb
