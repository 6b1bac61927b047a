# Every relocation type that a static linker takes, near and to names outside, for a comparison with one.
	.globl	_ext, _dat, _here
	.text
	.byte	0x90
_here:	calll	_ext
	movl	_dat+8, %eax
	movl	$0x1234, _var+4
	jmp	_here
	.long	_dat - . - 0x20
	.data
	.long	0
_var:	.long	_ext
	.long	_here - 4
	.long	_here@IMGREL
	.long	_var@IMGREL + 8
	.secrel32 _here
	.secrel32 _var + 4
