# A debug section with references, loaded on demand alone; a 32-bit field in it is no reason to go low.
	.text
	.globl	debug
debug:	ret
	.section	.debug_str,"MS",@progbits,1
.Ls:	.string	"text"
	.section	.debug_info,"",@progbits
	.long	.Ls
	.quad	debug
