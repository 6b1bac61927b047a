# The code that the linker makes by itself, as an assembler writes it; the words of the indirect function are at 0x11223340.
	.text
tlsdesc:
	movl	4(%eax), %eax
	ret
	.size	tlsdesc, .-tlsdesc
ifunc:
	pushl	%eax
	movl	0x11223344, %eax
	testl	%eax, %eax
	jne	1f
	popl	%eax
	jmpl	*0x11223340
1:	pushl	%ecx
	pushl	%edx
	calll	*%eax
	movl	%eax, 0x11223340
	xorl	%eax, %eax
	movl	%eax, 0x11223344
	popl	%edx
	popl	%ecx
	popl	%eax
	jmpl	*0x11223340
	.size	ifunc, .-ifunc
