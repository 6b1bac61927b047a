# All ways to select a COMDAT section, associations in a row and with a plain section.
	.text
	.globl	f
f:	callq	any
	callq	only
	callq	size
	callq	contents
	callq	largest
	leaq	tail(%rip), %rax
	retq
	.section .text,"xr",discard,any
	.globl	any
any:	retq
	.section .text,"xr",one_only,only
	.globl	only
only:	nop
	retq
	.section .text,"xr",same_size,size
	.globl	size
size:	.zero	16
	.section .rdata,"dr",same_contents,contents
	.globl	contents
contents: .ascii "exactly this"
	.section .rdata,"dr",largest,largest
	.globl	largest
largest: .zero	64
	.section .rdata,"dr",associative,any
tail:	.quad	any
	.section .debug$S,"dr",associative,any
	.long	4
