# Every relocation type that static linkers take and do not rewrite, to names inside and outside, for a comparison with them.
	.globl	fun, dat, tiny, here
	.text
	.byte	0x90
here:	call	fun
	call	fun@PLT
	addl	$_GLOBAL_OFFSET_TABLE_, %ebx
	movl	dat, %eax
	movl	$var+4, %eax
	leal	var@GOTOFF+4(%ebx), %eax
	pushl	dat@GOT(%ebx)
	.byte	0x03, 0x8b		# addl var@GOT(%ebx), %ecx
	.reloc	., R_386_GOT32, var
	.long	0
	.byte	0x03, 0x0d		# addl var@GOT, %ecx
	.reloc	., R_386_GOT32, var
	.long	0
	pushl	fun@GOT
	.data
	.globl	var
	.macro	field type, symbol, word, addend
	.reloc	., R_386_\type, \symbol
	\word	\addend
	.endm
var:	.quad	0
	field	32, fun, .long, 0x12345
	field	32, here, .long, -4
	field	PC32, dat, .long, 8
	field	PC32, here, .long, -8
	field	GOTOFF, fun, .long, -8
	field	GOTPC, fun, .long, 8
	field	16, tiny, .short, 0x7f00
	field	16, tiny, .short, -0x51
	field	8, tiny, .byte, 0x7f
	field	8, tiny, .byte, -0x51
	field	PC16, var, .short, -0x7000
	field	PC16, var, .short, 0x7000
	field	PC8, var, .byte, 0x10
	field	PC8, var, .byte, -0x10
