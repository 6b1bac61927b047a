# Storage classes and places: absolute, common, static, weak externals, a function, a file, long and short names.
	.file	"a source file with a name that takes two records.c"
	.text
	.def	function; .scl 2; .type 32; .endef
	.globl	function
function:
	callq	undefined
	callq	weak_undefined
	callq	weak_defined
	movl	common_variable(%rip), %eax
	movl	absolute_value, %eax
	jmp	static_function
	.def	static_function; .scl 3; .type 32; .endef
static_function:
	retq
	.weak	weak_undefined
	.weak	weak_defined
weak_defined:
	retq
	.globl	absolute_value
absolute_value = 0x12345
	.comm	common_variable,100,6
	.comm	short,2
	.data
eight888: .quad	eight888
	.globl	a_name_that_is_longer_than_eight_bytes
a_name_that_is_longer_than_eight_bytes:
	.long	undefined@IMGREL
	.long	undefined@SECREL32
	.secidx	undefined
	.bss
	.zero	1000
