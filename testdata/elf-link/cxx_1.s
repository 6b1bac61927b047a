# g++ -O2 -fPIC, copy 1: inline functions in groups whose frames lie in one .eh_frame outside them, exception tables, a unique static.
	.text
	.section	.rodata._Z5twiceIiET_S0_.str1.1,"aMS",@progbits,1
.LC0:
	.string	"negative"
	.section	.text._Z5twiceIiET_S0_,"axG",@progbits,_Z5twiceIiET_S0_,comdat
	.p2align 4
	.weak	_Z5twiceIiET_S0_
	.type	_Z5twiceIiET_S0_, @function
_Z5twiceIiET_S0_:
.LFB1483:
	.cfi_startproc
	.cfi_personality 0x9b,DW.ref.__gxx_personality_v0
	.cfi_lsda 0x1b,.LLSDA1483
	testl	%edi, %edi
	js	.L10
	leal	(%rdi,%rdi), %eax
	ret
.L10:
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movl	$16, %edi
	pushq	%rbx
	.cfi_def_cfa_offset 24
	.cfi_offset 3, -24
	pushq	%rax
	.cfi_def_cfa_offset 32
	call	__cxa_allocate_exception@PLT
	leaq	.LC0(%rip), %rsi
	movq	%rax, %rdi
	movq	%rax, %rbx
.LEHB0:
	call	_ZNSt13runtime_errorC1EPKc@PLT
.LEHE0:
	movq	_ZNSt13runtime_errorD1Ev@GOTPCREL(%rip), %rdx
	movq	_ZTISt13runtime_error@GOTPCREL(%rip), %rsi
	movq	%rbx, %rdi
.LEHB1:
	call	__cxa_throw@PLT
.L4:
	movq	%rax, %rbp
.L3:
	movq	%rbx, %rdi
	call	__cxa_free_exception@PLT
	movq	%rbp, %rdi
	call	_Unwind_Resume@PLT
.LEHE1:
	.cfi_endproc
.LFE1483:
	.globl	__gxx_personality_v0
	.section	.gcc_except_table._Z5twiceIiET_S0_,"aG",@progbits,_Z5twiceIiET_S0_,comdat
.LLSDA1483:
	.byte	0xff
	.byte	0xff
	.byte	0x1
	.uleb128 .LLSDACSE1483-.LLSDACSB1483
.LLSDACSB1483:
	.uleb128 .LEHB0-.LFB1483
	.uleb128 .LEHE0-.LEHB0
	.uleb128 .L4-.LFB1483
	.uleb128 0
	.uleb128 .LEHB1-.LFB1483
	.uleb128 .LEHE1-.LEHB1
	.uleb128 0
	.uleb128 0
.LLSDACSE1483:
	.section	.text._Z5twiceIiET_S0_,"axG",@progbits,_Z5twiceIiET_S0_,comdat
	.size	_Z5twiceIiET_S0_, .-_Z5twiceIiET_S0_
	.section	.text._Z7guardedi,"axG",@progbits,_Z7guardedi,comdat
	.p2align 4
	.weak	_Z7guardedi
	.type	_Z7guardedi, @function
_Z7guardedi:
.LFB1223:
	.cfi_startproc
	.cfi_personality 0x9b,DW.ref.__gxx_personality_v0
	.cfi_lsda 0x1b,.LLSDA1223
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	subq	$16, %rsp
	.cfi_def_cfa_offset 32
	movl	%edi, 12(%rsp)
.LEHB2:
	call	_Z5twiceIiET_S0_@PLT
.LEHE2:
	movl	%eax, %ebx
.L14:
	leaq	12(%rsp), %rdi
	call	_ZN4ItemD1Ev@PLT
	addq	$16, %rsp
	.cfi_remember_state
	.cfi_def_cfa_offset 16
	movl	%ebx, %eax
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
.L15:
	.cfi_restore_state
	movq	%rax, %rbx
	movq	%rdx, %rax
.L12:
	subq	$1, %rax
	jne	.L18
	movq	%rbx, %rdi
	orl	$-1, %ebx
	call	__cxa_begin_catch@PLT
	call	__cxa_end_catch@PLT
	jmp	.L14
.L18:
	leaq	12(%rsp), %rdi
	call	_ZN4ItemD1Ev@PLT
	movq	%rbx, %rdi
.LEHB3:
	call	_Unwind_Resume@PLT
.LEHE3:
	.cfi_endproc
.LFE1223:
	.section	.gcc_except_table._Z7guardedi,"aG",@progbits,_Z7guardedi,comdat
	.align 4
.LLSDA1223:
	.byte	0xff
	.byte	0x9b
	.uleb128 .LLSDATT1223-.LLSDATTD1223
.LLSDATTD1223:
	.byte	0x1
	.uleb128 .LLSDACSE1223-.LLSDACSB1223
.LLSDACSB1223:
	.uleb128 .LEHB2-.LFB1223
	.uleb128 .LEHE2-.LEHB2
	.uleb128 .L15-.LFB1223
	.uleb128 0x3
	.uleb128 .LEHB3-.LFB1223
	.uleb128 .LEHE3-.LEHB3
	.uleb128 0
	.uleb128 0
.LLSDACSE1223:
	.byte	0
	.byte	0
	.byte	0x1
	.byte	0x7d
	.align 4
	.long	DW.ref._ZTISt9exception-.
.LLSDATT1223:
	.section	.text._Z7guardedi,"axG",@progbits,_Z7guardedi,comdat
	.size	_Z7guardedi, .-_Z7guardedi
	.text
	.p2align 4
	.globl	_Z4use1i
	.type	_Z4use1i, @function
_Z4use1i:
.LFB1225:
	.cfi_startproc
	subq	$8, %rsp
	.cfi_def_cfa_offset 16
	call	_Z7guardedi@PLT
	movq	_ZZ7countervE1n@GOTPCREL(%rip), %rdx
	addl	(%rdx), %eax
	addq	$8, %rsp
	.cfi_def_cfa_offset 8
	addl	$1, %eax
	ret
	.cfi_endproc
.LFE1225:
	.size	_Z4use1i, .-_Z4use1i
	.weak	_ZZ7countervE1n
	.section	.bss._ZZ7countervE1n,"awG",@nobits,_ZZ7countervE1n,comdat
	.align 4
	.type	_ZZ7countervE1n, @gnu_unique_object
	.size	_ZZ7countervE1n, 4
_ZZ7countervE1n:
	.zero	4
	.hidden	DW.ref._ZTISt9exception
	.weak	DW.ref._ZTISt9exception
	.section	.data.rel.local.DW.ref._ZTISt9exception,"awG",@progbits,DW.ref._ZTISt9exception,comdat
	.align 8
	.type	DW.ref._ZTISt9exception, @object
	.size	DW.ref._ZTISt9exception, 8
DW.ref._ZTISt9exception:
	.quad	_ZTISt9exception
	.hidden	DW.ref.__gxx_personality_v0
	.weak	DW.ref.__gxx_personality_v0
	.section	.data.rel.local.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
	.align 8
	.type	DW.ref.__gxx_personality_v0, @object
	.size	DW.ref.__gxx_personality_v0, 8
DW.ref.__gxx_personality_v0:
	.quad	__gxx_personality_v0
	.section	.note.GNU-stack,"",@progbits
