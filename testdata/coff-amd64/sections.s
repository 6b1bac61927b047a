# Sections by name and characteristics: constructors, thread-locals, unwind tables, long names, alignments, debugging, notes for linkers.
	.section .text$mn,"xr"
	.seh_proc g
	.globl	g
g:	pushq	%rbp
	.seh_pushreg %rbp
	.seh_endprologue
	popq	%rbp
	retq
	.seh_endproc
	.section .CRT$XCU,"dr"
	.p2align 3
	.quad	g
	.section .CRT$XIU,"dr"
	.quad	g
	.section .CRT$XTU,"dr"
	.quad	g
	.section .CRT$XLB,"dr"
	.quad	g
	.section .ctors,"dw"
	.quad	g
	.section .dtors.00042,"dw"
	.quad	g
	.section .tls$,"dw"
	.globl	thread_local
thread_local: .long 5
	.section a_section_with_a_long_name,"dw"
	.p2align 12
	.zero	1
	.section .bss$large,"bw"
	.p2align 13
	.zero	123456
	.section .debug_info,"dr"
	.long	g
	.section .llvm_addrsig,"yn"
	.byte	1
	.section .drectve,"yn"
	.ascii	" /DEFAULTLIB:\"libcmt.lib\" /include:g /merge:.a=.b /export:g=f,DATA /throwingnew"
