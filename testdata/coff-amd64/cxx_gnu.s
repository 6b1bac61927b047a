# What clang makes of C++ for x86_64-w64-windows-gnu: stubs for pointers to what may be elsewhere, weak externals.
	.text
	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
.set @feat.00, 0
	.file	"cxx.cc"
	.def	_ZN4BaseD0Ev;
	.scl	2;
	.type	32;
	.endef
	.globl	_ZN4BaseD0Ev
	.p2align	4, 0x90
_ZN4BaseD0Ev:
	subq	$40, %rsp
	callq	_ZdlPv
	addq	$40, %rsp
	retq
	.def	_ZN4Base1fEi;
	.scl	2;
	.type	32;
	.endef
	.globl	_ZN4Base1fEi
	.p2align	4, 0x90
_ZN4Base1fEi:
	movl	%edx, %eax
	retq
	.def	_Z3useP4Base;
	.scl	2;
	.type	32;
	.endef
	.globl	_Z3useP4Base
	.p2align	4, 0x90
_Z3useP4Base:
.seh_proc _Z3useP4Base
	pushq	%rsi
	.seh_pushreg %rsi
	subq	$32, %rsp
	.seh_stackalloc 32
	.seh_endprologue
	movl	_ZN3BoxIiE4zeroE(%rip), %esi
	movl	_ZZ14shared_countervE1n(%rip), %edx
	addl	$1, %edx
	movl	%edx, _ZZ14shared_countervE1n(%rip)
	movq	(%rcx), %rax
	callq	*16(%rax)
	addl	%esi, %eax
	addl	$5, %eax
	addq	$32, %rsp
	popq	%rsi
	retq
	.seh_endproc
	.def	_ZN4BaseD2Ev;
	.scl	2;
	.type	32;
	.endef
	.globl	_ZN4BaseD2Ev
	.p2align	4, 0x90
_ZN4BaseD2Ev:
	retq
	.def	_Z4bumpv;
	.scl	2;
	.type	32;
	.endef
	.globl	_Z4bumpv
	.p2align	4, 0x90
_Z4bumpv:
	movl	_tls_index(%rip), %eax
	movq	%gs:88, %rcx
	movq	(%rcx,%rax,8), %rcx
	movl	per_thread@SECREL32(%rcx), %eax
	addl	$1, %eax
	movl	%eax, per_thread@SECREL32(%rcx)
	retq
	.def	_Z7offeredi;
	.scl	2;
	.type	32;
	.endef
	.globl	_Z7offeredi
	.p2align	4, 0x90
_Z7offeredi:
.seh_proc _Z7offeredi
	pushq	%rsi
	.seh_pushreg %rsi
	pushq	%rdi
	.seh_pushreg %rdi
	subq	$40, %rsp
	.seh_stackalloc 40
	.seh_endprologue
	movl	%ecx, %esi
	callq	*__imp__Z14from_elsewherei(%rip)
	movl	%eax, %edi
	leaq	.L.str(%rip), %rcx
	movl	%esi, %edx
	callq	printf
	addl	%edi, %eax
	addq	$40, %rsp
	popq	%rdi
	popq	%rsi
	retq
	.seh_endproc
	.def	_Z6try_itv;
	.scl	2;
	.type	32;
	.endef
	.globl	_Z6try_itv
	.p2align	4, 0x90
_Z6try_itv:
.seh_proc _Z6try_itv
	subq	$40, %rsp
	.seh_stackalloc 40
	.seh_endprologue
	xorl	%eax, %eax
	cmpq	$0, .refptr.maybe(%rip)
	je	.LBB6_2
	callq	*.refptr.maybe(%rip)
.LBB6_2:
	nop
	addq	$40, %rsp
	retq
	.seh_endproc
	.def	_GLOBAL__sub_I_cxx.cc;
	.scl	3;
	.type	32;
	.endef
	.p2align	4, 0x90
_GLOBAL__sub_I_cxx.cc:
	movl	_ZZ14shared_countervE1n(%rip), %eax
	addl	$1, %eax
	movl	%eax, _ZZ14shared_countervE1n(%rip)
	movl	%eax, _ZN4Base5countE(%rip)
	retq
	.def	_ZTW10per_thread;
	.scl	2;
	.type	32;
	.endef
	.section	.text$_ZTW10per_thread,"xr",discard,_ZTW10per_thread
	.globl	_ZTW10per_thread
	.p2align	4, 0x90
_ZTW10per_thread:
	movl	_tls_index(%rip), %eax
	movq	%gs:88, %rcx
	movq	(%rcx,%rax,8), %rax
	leaq	per_thread@SECREL32(%rax), %rax
	retq
	.bss
	.globl	_ZN4Base5countE
	.p2align	2
_ZN4Base5countE:
	.long	0
	.section	.data$_ZN3BoxIiE4zeroE,"dw",discard,_ZN3BoxIiE4zeroE
	.globl	_ZN3BoxIiE4zeroE
	.p2align	2
_ZN3BoxIiE4zeroE:
	.long	1
	.section	.tls$,"dw"
	.globl	per_thread
	.p2align	2
per_thread:
	.long	5
	.section	.rdata,"dr"
.L.str:
	.asciz	"%d\n"
	.section	.rdata$chosen,"dr",discard,chosen
	.globl	chosen
	.p2align	2
chosen:
	.long	3
	.section	.rdata,"dr"
	.globl	_ZTV4Base
	.p2align	3
_ZTV4Base:
	.quad	0
	.quad	_ZTI4Base
	.quad	_ZN4BaseD2Ev
	.quad	_ZN4BaseD0Ev
	.quad	_ZN4Base1fEi
	.section	.rdata$_ZTS4Base,"dr",discard,_ZTS4Base
	.globl	_ZTS4Base
_ZTS4Base:
	.asciz	"4Base"
	.section	.rdata$_ZTI4Base,"dr",discard,_ZTI4Base
	.globl	_ZTI4Base
	.p2align	3
_ZTI4Base:
	.quad	_ZTVN10__cxxabiv117__class_type_infoE+16
	.quad	_ZTS4Base
	.section	.data$_ZZ14shared_countervE1n,"dw",discard,_ZZ14shared_countervE1n
	.globl	_ZZ14shared_countervE1n
	.p2align	2
_ZZ14shared_countervE1n:
	.long	7
	.section	.ctors,"dw"
	.p2align	3
	.quad	_GLOBAL__sub_I_cxx.cc
	.section	.drectve,"yn"
	.ascii	" -export:_Z7offeredi"
	.section	.rdata$.refptr.maybe,"dr",discard,.refptr.maybe
	.p2align	3
	.globl	.refptr.maybe
.refptr.maybe:
	.quad	maybe
	.weak	maybe
	.globl	_ZN4BaseD1Ev
	.def	_ZN4BaseD1Ev;
	.scl	2;
	.type	32;
	.endef
.set _ZN4BaseD1Ev, _ZN4BaseD2Ev
	.addrsig
	.addrsig_sym __gxx_personality_seh0
	.addrsig_sym maybe
	.addrsig_sym _GLOBAL__sub_I_cxx.cc
	.addrsig_sym _ZTVN10__cxxabiv117__class_type_infoE
	.addrsig_sym _ZTS4Base
	.addrsig_sym _ZTI4Base
