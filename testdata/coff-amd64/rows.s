# Every relocation type that a static linker takes, near and to names outside, for a comparison with one.
# TYPE: .text$1 5
# TYPE: .text$2 6
# TYPE: .text$3 7
# TYPE: .text$4 8
# TYPE: .text$5 9
	.globl	ext, dat, here
	.text
	.byte	0x90
here:	callq	ext
	leaq	dat+8(%rip), %rax
	movl	$0x1234, var+4(%rip)
	.macro	at section
	.section \section,"xr"
	.long	0xa5a5a5a5
	.long	ext - .
	.long	var - . + 0x10
	.long	dat - . - 0x20
	.endm
	at	.text$1
	at	.text$2
	at	.text$3
	at	.text$4
	at	.text$5
	.data
	.quad	0
var:	.quad	ext
	.quad	here + 0x123456789
	.long	ext
	.long	here - 4
	.long	here@IMGREL
	.long	var@IMGREL + 8
	.secrel32 here
	.secrel32 var + 4
