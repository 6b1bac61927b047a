# What clang makes of C++ for x86_64-pc-windows-msvc: every COMDAT selection that it uses, RTTI, exports, directives, thread-locals, constructors.
	.text
	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
.set @feat.00, 0
	.file	"cxx.cc"
	.def	"?f@Base@@UEAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?f@Base@@UEAAHH@Z"
	.p2align	4, 0x90
"?f@Base@@UEAAHH@Z":
	movl	%edx, %eax
	retq
	.def	"?use@@YAHPEAUBase@@@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?use@@YAHPEAUBase@@@Z"
	.p2align	4, 0x90
"?use@@YAHPEAUBase@@@Z":
.seh_proc "?use@@YAHPEAUBase@@@Z"
	pushq	%rsi
	.seh_pushreg %rsi
	subq	$32, %rsp
	.seh_stackalloc 32
	.seh_endprologue
	movl	"?zero@?$Box@H@@2HA"(%rip), %esi
	movl	"?n@?1??shared_counter@@YAHXZ@4HA"(%rip), %edx
	addl	$1, %edx
	movl	%edx, "?n@?1??shared_counter@@YAHXZ@4HA"(%rip)
	movq	(%rcx), %rax
	callq	*8(%rax)
	addl	%esi, %eax
	addl	$5, %eax
	addq	$32, %rsp
	popq	%rsi
	retq
	.seh_endproc
	.def	"?f@?$Box@H@@UEAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@H@@UEAAHH@Z"
	.globl	"?f@?$Box@H@@UEAAHH@Z"
	.p2align	4, 0x90
"?f@?$Box@H@@UEAAHH@Z":
	movl	%edx, %eax
	addl	8(%rcx), %eax
	retq
	.def	"?f@?$Box@N@@UEAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@N@@UEAAHH@Z"
	.globl	"?f@?$Box@N@@UEAAHH@Z"
	.p2align	4, 0x90
"?f@?$Box@N@@UEAAHH@Z":
	cvttsd2si	8(%rcx), %eax
	addl	%edx, %eax
	retq
	.def	"??1Base@@UEAA@XZ";
	.scl	2;
	.type	32;
	.endef
	.text
	.globl	"??1Base@@UEAA@XZ"
	.p2align	4, 0x90
"??1Base@@UEAA@XZ":
	retq
	.def	"?bump@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?bump@@YAHXZ"
	.p2align	4, 0x90
"?bump@@YAHXZ":
	movl	_tls_index(%rip), %eax
	movq	%gs:88, %rcx
	movq	(%rcx,%rax,8), %rcx
	movl	"?per_thread@@3HA"@SECREL32(%rcx), %eax
	addl	$1, %eax
	movl	%eax, "?per_thread@@3HA"@SECREL32(%rcx)
	retq
	.def	"?offered@@YAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?offered@@YAHH@Z"
	.p2align	4, 0x90
"?offered@@YAHH@Z":
.seh_proc "?offered@@YAHH@Z"
	pushq	%rsi
	.seh_pushreg %rsi
	pushq	%rdi
	.seh_pushreg %rdi
	subq	$40, %rsp
	.seh_stackalloc 40
	.seh_endprologue
	movl	%ecx, %esi
	callq	*"__imp_?from_elsewhere@@YAHH@Z"(%rip)
	movl	%eax, %edi
	leaq	"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"(%rip), %rcx
	movl	%esi, %edx
	callq	printf
	addl	%edi, %eax
	addq	$40, %rsp
	popq	%rdi
	popq	%rsi
	retq
	.seh_endproc
	.def	"?try_it@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?try_it@@YAHXZ"
	.p2align	4, 0x90
"?try_it@@YAHXZ":
.seh_proc "?try_it@@YAHXZ"
	subq	$40, %rsp
	.seh_stackalloc 40
	.seh_endprologue
	xorl	%eax, %eax
	cmpq	$0, .refptr.maybe(%rip)
	je	.LBB7_2
	callq	*.refptr.maybe(%rip)
.LBB7_2:
	nop
	addq	$40, %rsp
	retq
	.seh_endproc
	.def	"??_G?$Box@H@@UEAAPEAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@H@@UEAAPEAXI@Z"
	.globl	"??_G?$Box@H@@UEAAPEAXI@Z"
	.p2align	4, 0x90
"??_G?$Box@H@@UEAAPEAXI@Z":
	pushq	%rsi
	subq	$32, %rsp
	movq	%rcx, %rsi
	testl	%edx, %edx
	je	.LBB8_2
	movq	%rsi, %rcx
	callq	"??3@YAXPEAX@Z"
.LBB8_2:
	movq	%rsi, %rax
	addq	$32, %rsp
	popq	%rsi
	retq
	.def	"??_GBase@@UEAAPEAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_GBase@@UEAAPEAXI@Z"
	.globl	"??_GBase@@UEAAPEAXI@Z"
	.p2align	4, 0x90
"??_GBase@@UEAAPEAXI@Z":
	pushq	%rsi
	subq	$32, %rsp
	movq	%rcx, %rsi
	testl	%edx, %edx
	je	.LBB9_2
	movq	%rsi, %rcx
	callq	"??3@YAXPEAX@Z"
.LBB9_2:
	movq	%rsi, %rax
	addq	$32, %rsp
	popq	%rsi
	retq
	.def	"??_G?$Box@N@@UEAAPEAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@N@@UEAAPEAXI@Z"
	.globl	"??_G?$Box@N@@UEAAPEAXI@Z"
	.p2align	4, 0x90
"??_G?$Box@N@@UEAAPEAXI@Z":
	pushq	%rsi
	subq	$32, %rsp
	movq	%rcx, %rsi
	testl	%edx, %edx
	je	.LBB10_2
	movq	%rsi, %rcx
	callq	"??3@YAXPEAX@Z"
.LBB10_2:
	movq	%rsi, %rax
	addq	$32, %rsp
	popq	%rsi
	retq
	.def	_GLOBAL__sub_I_cxx.cc;
	.scl	3;
	.type	32;
	.endef
	.text
	.p2align	4, 0x90
_GLOBAL__sub_I_cxx.cc:
	movl	"?n@?1??shared_counter@@YAHXZ@4HA"(%rip), %eax
	addl	$1, %eax
	movl	%eax, "?n@?1??shared_counter@@YAHXZ@4HA"(%rip)
	movl	%eax, "?count@Base@@2HA"(%rip)
	retq
	.bss
	.globl	"?count@Base@@2HA"
	.p2align	2
"?count@Base@@2HA":
	.long	0
	.section	.data,"dw",discard,"?zero@?$Box@H@@2HA"
	.globl	"?zero@?$Box@H@@2HA"
	.p2align	2
"?zero@?$Box@H@@2HA":
	.long	1
	.section	.tls$,"dw"
	.globl	"?per_thread@@3HA"
	.p2align	2
"?per_thread@@3HA":
	.long	5
	.section	.rdata,"dr",discard,"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	.globl	"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
"??_C@_03PMGGPEJJ@?$CFd?6?$AA@":
	.asciz	"%d\n"
	.section	.rdata,"dr",discard,"?chosen@@3HB"
	.globl	"?chosen@@3HB"
	.p2align	2
"?chosen@@3HB":
	.long	3
	.section	.data,"dw",discard,"?n@?1??shared_counter@@YAHXZ@4HA"
	.globl	"?n@?1??shared_counter@@YAHXZ@4HA"
	.p2align	2
"?n@?1??shared_counter@@YAHXZ@4HA":
	.long	7
	.section	.rdata,"dr",largest,"??_7?$Box@H@@6B@"
	.p2align	4
.L__unnamed_1:
	.quad	"??_R4?$Box@H@@6B@"
	.quad	"??_G?$Box@H@@UEAAPEAXI@Z"
	.quad	"?f@?$Box@H@@UEAAHH@Z"
	.section	.rdata,"dr",discard,"??_R4?$Box@H@@6B@"
	.globl	"??_R4?$Box@H@@6B@"
	.p2align	4
"??_R4?$Box@H@@6B@":
	.long	1
	.long	0
	.long	0
	.long	"??_R0?AU?$Box@H@@@8"@IMGREL
	.long	"??_R3?$Box@H@@8"@IMGREL
	.long	"??_R4?$Box@H@@6B@"@IMGREL
	.section	.data,"dw",discard,"??_R0?AU?$Box@H@@@8"
	.globl	"??_R0?AU?$Box@H@@@8"
	.p2align	4
"??_R0?AU?$Box@H@@@8":
	.quad	"??_7type_info@@6B@"
	.quad	0
	.asciz	".?AU?$Box@H@@"
	.zero	2
	.section	.rdata,"dr",discard,"??_R3?$Box@H@@8"
	.globl	"??_R3?$Box@H@@8"
	.p2align	3
"??_R3?$Box@H@@8":
	.long	0
	.long	0
	.long	2
	.long	"??_R2?$Box@H@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R2?$Box@H@@8"
	.globl	"??_R2?$Box@H@@8"
	.p2align	2
"??_R2?$Box@H@@8":
	.long	"??_R1A@?0A@EA@?$Box@H@@8"@IMGREL
	.long	"??_R1A@?0A@EA@Base@@8"@IMGREL
	.long	0
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@?$Box@H@@8"
	.globl	"??_R1A@?0A@EA@?$Box@H@@8"
	.p2align	4
"??_R1A@?0A@EA@?$Box@H@@8":
	.long	"??_R0?AU?$Box@H@@@8"@IMGREL
	.long	1
	.long	0
	.long	4294967295
	.long	0
	.long	64
	.long	"??_R3?$Box@H@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@Base@@8"
	.globl	"??_R1A@?0A@EA@Base@@8"
	.p2align	4
"??_R1A@?0A@EA@Base@@8":
	.long	"??_R0?AUBase@@@8"@IMGREL
	.long	0
	.long	0
	.long	4294967295
	.long	0
	.long	64
	.long	"??_R3Base@@8"@IMGREL
	.section	.data,"dw",discard,"??_R0?AUBase@@@8"
	.globl	"??_R0?AUBase@@@8"
	.p2align	4
"??_R0?AUBase@@@8":
	.quad	"??_7type_info@@6B@"
	.quad	0
	.asciz	".?AUBase@@"
	.zero	5
	.section	.rdata,"dr",discard,"??_R3Base@@8"
	.globl	"??_R3Base@@8"
	.p2align	3
"??_R3Base@@8":
	.long	0
	.long	0
	.long	1
	.long	"??_R2Base@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R2Base@@8"
	.globl	"??_R2Base@@8"
	.p2align	2
"??_R2Base@@8":
	.long	"??_R1A@?0A@EA@Base@@8"@IMGREL
	.long	0
	.section	.rdata,"dr",largest,"??_7Base@@6B@"
	.p2align	4
.L__unnamed_2:
	.quad	"??_R4Base@@6B@"
	.quad	"??_GBase@@UEAAPEAXI@Z"
	.quad	"?f@Base@@UEAAHH@Z"
	.section	.rdata,"dr",discard,"??_R4Base@@6B@"
	.globl	"??_R4Base@@6B@"
	.p2align	4
"??_R4Base@@6B@":
	.long	1
	.long	0
	.long	0
	.long	"??_R0?AUBase@@@8"@IMGREL
	.long	"??_R3Base@@8"@IMGREL
	.long	"??_R4Base@@6B@"@IMGREL
	.section	.rdata,"dr",largest,"??_7?$Box@N@@6B@"
	.p2align	4
.L__unnamed_3:
	.quad	"??_R4?$Box@N@@6B@"
	.quad	"??_G?$Box@N@@UEAAPEAXI@Z"
	.quad	"?f@?$Box@N@@UEAAHH@Z"
	.section	.rdata,"dr",discard,"??_R4?$Box@N@@6B@"
	.globl	"??_R4?$Box@N@@6B@"
	.p2align	4
"??_R4?$Box@N@@6B@":
	.long	1
	.long	0
	.long	0
	.long	"??_R0?AU?$Box@N@@@8"@IMGREL
	.long	"??_R3?$Box@N@@8"@IMGREL
	.long	"??_R4?$Box@N@@6B@"@IMGREL
	.section	.data,"dw",discard,"??_R0?AU?$Box@N@@@8"
	.globl	"??_R0?AU?$Box@N@@@8"
	.p2align	4
"??_R0?AU?$Box@N@@@8":
	.quad	"??_7type_info@@6B@"
	.quad	0
	.asciz	".?AU?$Box@N@@"
	.zero	2
	.section	.rdata,"dr",discard,"??_R3?$Box@N@@8"
	.globl	"??_R3?$Box@N@@8"
	.p2align	3
"??_R3?$Box@N@@8":
	.long	0
	.long	0
	.long	2
	.long	"??_R2?$Box@N@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R2?$Box@N@@8"
	.globl	"??_R2?$Box@N@@8"
	.p2align	2
"??_R2?$Box@N@@8":
	.long	"??_R1A@?0A@EA@?$Box@N@@8"@IMGREL
	.long	"??_R1A@?0A@EA@Base@@8"@IMGREL
	.long	0
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@?$Box@N@@8"
	.globl	"??_R1A@?0A@EA@?$Box@N@@8"
	.p2align	4
"??_R1A@?0A@EA@?$Box@N@@8":
	.long	"??_R0?AU?$Box@N@@@8"@IMGREL
	.long	1
	.long	0
	.long	4294967295
	.long	0
	.long	64
	.long	"??_R3?$Box@N@@8"@IMGREL
	.section	.CRT$XCU,"dr"
	.p2align	3
	.quad	_GLOBAL__sub_I_cxx.cc
	.section	.drectve,"yn"
	.ascii	" /DEFAULTLIB:uuid.lib"
	.ascii	" /alternatename:maybe2=maybe"
	.ascii	" /EXPORT:\"?offered@@YAHH@Z\""
	.section	.rdata$.refptr.maybe,"dr",discard,.refptr.maybe
	.p2align	3
	.globl	.refptr.maybe
.refptr.maybe:
	.quad	maybe
	.weak	maybe
	.globl	"??_7?$Box@H@@6B@"
.set "??_7?$Box@H@@6B@", .L__unnamed_1+8
	.globl	"??_7Base@@6B@"
.set "??_7Base@@6B@", .L__unnamed_2+8
	.globl	"??_7?$Box@N@@6B@"
.set "??_7?$Box@N@@6B@", .L__unnamed_3+8
	.addrsig
	.addrsig_sym __CxxFrameHandler3
	.addrsig_sym maybe
	.addrsig_sym _GLOBAL__sub_I_cxx.cc
	.addrsig_sym "??_R4?$Box@H@@6B@"
	.addrsig_sym "??_7type_info@@6B@"
	.addrsig_sym "??_R0?AU?$Box@H@@@8"
	.addrsig_sym __ImageBase
	.addrsig_sym "??_R3?$Box@H@@8"
	.addrsig_sym "??_R2?$Box@H@@8"
	.addrsig_sym "??_R1A@?0A@EA@?$Box@H@@8"
	.addrsig_sym "??_R1A@?0A@EA@Base@@8"
	.addrsig_sym "??_R0?AUBase@@@8"
	.addrsig_sym "??_R3Base@@8"
	.addrsig_sym "??_R2Base@@8"
	.addrsig_sym "??_R4Base@@6B@"
	.addrsig_sym "??_R4?$Box@N@@6B@"
	.addrsig_sym "??_R0?AU?$Box@N@@@8"
	.addrsig_sym "??_R3?$Box@N@@8"
	.addrsig_sym "??_R2?$Box@N@@8"
	.addrsig_sym "??_R1A@?0A@EA@?$Box@N@@8"
	.globl	_fltused
