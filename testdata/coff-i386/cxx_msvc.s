# What clang makes of C++ for i686-pc-windows-msvc: decorated names.
	.text
	.def	@feat.00;
	.scl	3;
	.type	0;
	.endef
	.globl	@feat.00
.set @feat.00, 1
	.file	"cxx.cc"
	.def	"?f@Base@@UAEHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?f@Base@@UAEHH@Z"
	.p2align	4, 0x90
"?f@Base@@UAEHH@Z":
	movl	4(%esp), %eax
	retl	$4
	.def	"?use@@YAHPAUBase@@@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?use@@YAHPAUBase@@@Z"
	.p2align	4, 0x90
"?use@@YAHPAUBase@@@Z":
	pushl	%esi
	movl	8(%esp), %ecx
	movl	"?zero@?$Box@H@@2HA", %esi
	movl	"?n@?1??shared_counter@@YAHXZ@4HA", %eax
	addl	$1, %eax
	movl	%eax, "?n@?1??shared_counter@@YAHXZ@4HA"
	movl	(%ecx), %edx
	pushl	%eax
	calll	*4(%edx)
	addl	%esi, %eax
	addl	$5, %eax
	popl	%esi
	retl
	.def	"?f@?$Box@H@@UAEHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@H@@UAEHH@Z"
	.globl	"?f@?$Box@H@@UAEHH@Z"
	.p2align	4, 0x90
"?f@?$Box@H@@UAEHH@Z":
	movl	4(%ecx), %eax
	addl	4(%esp), %eax
	retl	$4
	.def	"?f@?$Box@N@@UAEHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@N@@UAEHH@Z"
	.globl	"?f@?$Box@N@@UAEHH@Z"
	.p2align	4, 0x90
"?f@?$Box@N@@UAEHH@Z":
	subl	$8, %esp
	fldl	8(%ecx)
	fnstcw	(%esp)
	movzwl	(%esp), %eax
	orl	$3072, %eax
	movw	%ax, 2(%esp)
	fldcw	2(%esp)
	fistpl	4(%esp)
	fldcw	(%esp)
	movl	4(%esp), %eax
	addl	12(%esp), %eax
	addl	$8, %esp
	retl	$4
	.def	"??1Base@@UAE@XZ";
	.scl	2;
	.type	32;
	.endef
	.text
	.globl	"??1Base@@UAE@XZ"
	.p2align	4, 0x90
"??1Base@@UAE@XZ":
	retl
	.def	"?bump@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?bump@@YAHXZ"
	.p2align	4, 0x90
"?bump@@YAHXZ":
	movl	__tls_index, %eax
	movl	%fs:__tls_array, %ecx
	movl	(%ecx,%eax,4), %ecx
	movl	"?per_thread@@3HA"@SECREL32(%ecx), %eax
	addl	$1, %eax
	movl	%eax, "?per_thread@@3HA"@SECREL32(%ecx)
	retl
	.def	"?offered@@YAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?offered@@YAHH@Z"
	.p2align	4, 0x90
"?offered@@YAHH@Z":
	pushl	%edi
	pushl	%esi
	movl	12(%esp), %edi
	pushl	%edi
	calll	*"__imp_?from_elsewhere@@YAHH@Z"
	addl	$4, %esp
	movl	%eax, %esi
	pushl	%edi
	pushl	$"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	calll	_printf
	addl	$8, %esp
	addl	%esi, %eax
	popl	%esi
	popl	%edi
	retl
	.def	"?try_it@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?try_it@@YAHXZ"
	.p2align	4, 0x90
"?try_it@@YAHXZ":
	xorl	%eax, %eax
	cmpl	$0, .refptr._maybe
	je	LBB7_2
	calll	*.refptr._maybe
LBB7_2:
	retl
	.def	"??_G?$Box@H@@UAEPAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@H@@UAEPAXI@Z"
	.globl	"??_G?$Box@H@@UAEPAXI@Z"
	.p2align	4, 0x90
"??_G?$Box@H@@UAEPAXI@Z":
	pushl	%esi
	movl	%ecx, %esi
	cmpl	$0, 8(%esp)
	je	LBB8_2
	pushl	%esi
	calll	"??3@YAXPAX@Z"
	addl	$4, %esp
LBB8_2:
	movl	%esi, %eax
	popl	%esi
	retl	$4
	.def	"??_GBase@@UAEPAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_GBase@@UAEPAXI@Z"
	.globl	"??_GBase@@UAEPAXI@Z"
	.p2align	4, 0x90
"??_GBase@@UAEPAXI@Z":
	pushl	%esi
	movl	%ecx, %esi
	cmpl	$0, 8(%esp)
	je	LBB9_2
	pushl	%esi
	calll	"??3@YAXPAX@Z"
	addl	$4, %esp
LBB9_2:
	movl	%esi, %eax
	popl	%esi
	retl	$4
	.def	"??_G?$Box@N@@UAEPAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@N@@UAEPAXI@Z"
	.globl	"??_G?$Box@N@@UAEPAXI@Z"
	.p2align	4, 0x90
"??_G?$Box@N@@UAEPAXI@Z":
	pushl	%esi
	movl	%ecx, %esi
	cmpl	$0, 8(%esp)
	je	LBB10_2
	pushl	%esi
	calll	"??3@YAXPAX@Z"
	addl	$4, %esp
LBB10_2:
	movl	%esi, %eax
	popl	%esi
	retl	$4
	.def	__GLOBAL__sub_I_cxx.cc;
	.scl	3;
	.type	32;
	.endef
	.text
	.p2align	4, 0x90
__GLOBAL__sub_I_cxx.cc:
	movl	"?n@?1??shared_counter@@YAHXZ@4HA", %eax
	addl	$1, %eax
	movl	%eax, "?n@?1??shared_counter@@YAHXZ@4HA"
	movl	%eax, "?count@Base@@2HA"
	retl
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
	.p2align	2
L___unnamed_1:
	.long	"??_R4?$Box@H@@6B@"
	.long	"??_G?$Box@H@@UAEPAXI@Z"
	.long	"?f@?$Box@H@@UAEHH@Z"
	.section	.rdata,"dr",discard,"??_R4?$Box@H@@6B@"
	.globl	"??_R4?$Box@H@@6B@"
	.p2align	4
"??_R4?$Box@H@@6B@":
	.long	0
	.long	0
	.long	0
	.long	"??_R0?AU?$Box@H@@@8"
	.long	"??_R3?$Box@H@@8"
	.section	.data,"dw",discard,"??_R0?AU?$Box@H@@@8"
	.globl	"??_R0?AU?$Box@H@@@8"
	.p2align	4
"??_R0?AU?$Box@H@@@8":
	.long	"??_7type_info@@6B@"
	.long	0
	.asciz	".?AU?$Box@H@@"
	.zero	2
	.section	.rdata,"dr",discard,"??_R3?$Box@H@@8"
	.globl	"??_R3?$Box@H@@8"
	.p2align	2
"??_R3?$Box@H@@8":
	.long	0
	.long	0
	.long	2
	.long	"??_R2?$Box@H@@8"
	.section	.rdata,"dr",discard,"??_R2?$Box@H@@8"
	.globl	"??_R2?$Box@H@@8"
	.p2align	2
"??_R2?$Box@H@@8":
	.long	"??_R1A@?0A@EA@?$Box@H@@8"
	.long	"??_R1A@?0A@EA@Base@@8"
	.long	0
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@?$Box@H@@8"
	.globl	"??_R1A@?0A@EA@?$Box@H@@8"
	.p2align	4
"??_R1A@?0A@EA@?$Box@H@@8":
	.long	"??_R0?AU?$Box@H@@@8"
	.long	1
	.long	0
	.long	4294967295
	.long	0
	.long	64
	.long	"??_R3?$Box@H@@8"
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@Base@@8"
	.globl	"??_R1A@?0A@EA@Base@@8"
	.p2align	4
"??_R1A@?0A@EA@Base@@8":
	.long	"??_R0?AUBase@@@8"
	.long	0
	.long	0
	.long	4294967295
	.long	0
	.long	64
	.long	"??_R3Base@@8"
	.section	.data,"dw",discard,"??_R0?AUBase@@@8"
	.globl	"??_R0?AUBase@@@8"
	.p2align	4
"??_R0?AUBase@@@8":
	.long	"??_7type_info@@6B@"
	.long	0
	.asciz	".?AUBase@@"
	.zero	1
	.section	.rdata,"dr",discard,"??_R3Base@@8"
	.globl	"??_R3Base@@8"
	.p2align	2
"??_R3Base@@8":
	.long	0
	.long	0
	.long	1
	.long	"??_R2Base@@8"
	.section	.rdata,"dr",discard,"??_R2Base@@8"
	.globl	"??_R2Base@@8"
	.p2align	2
"??_R2Base@@8":
	.long	"??_R1A@?0A@EA@Base@@8"
	.long	0
	.section	.rdata,"dr",largest,"??_7Base@@6B@"
	.p2align	2
L___unnamed_2:
	.long	"??_R4Base@@6B@"
	.long	"??_GBase@@UAEPAXI@Z"
	.long	"?f@Base@@UAEHH@Z"
	.section	.rdata,"dr",discard,"??_R4Base@@6B@"
	.globl	"??_R4Base@@6B@"
	.p2align	4
"??_R4Base@@6B@":
	.long	0
	.long	0
	.long	0
	.long	"??_R0?AUBase@@@8"
	.long	"??_R3Base@@8"
	.section	.rdata,"dr",largest,"??_7?$Box@N@@6B@"
	.p2align	2
L___unnamed_3:
	.long	"??_R4?$Box@N@@6B@"
	.long	"??_G?$Box@N@@UAEPAXI@Z"
	.long	"?f@?$Box@N@@UAEHH@Z"
	.section	.rdata,"dr",discard,"??_R4?$Box@N@@6B@"
	.globl	"??_R4?$Box@N@@6B@"
	.p2align	4
"??_R4?$Box@N@@6B@":
	.long	0
	.long	0
	.long	0
	.long	"??_R0?AU?$Box@N@@@8"
	.long	"??_R3?$Box@N@@8"
	.section	.data,"dw",discard,"??_R0?AU?$Box@N@@@8"
	.globl	"??_R0?AU?$Box@N@@@8"
	.p2align	4
"??_R0?AU?$Box@N@@@8":
	.long	"??_7type_info@@6B@"
	.long	0
	.asciz	".?AU?$Box@N@@"
	.zero	2
	.section	.rdata,"dr",discard,"??_R3?$Box@N@@8"
	.globl	"??_R3?$Box@N@@8"
	.p2align	2
"??_R3?$Box@N@@8":
	.long	0
	.long	0
	.long	2
	.long	"??_R2?$Box@N@@8"
	.section	.rdata,"dr",discard,"??_R2?$Box@N@@8"
	.globl	"??_R2?$Box@N@@8"
	.p2align	2
"??_R2?$Box@N@@8":
	.long	"??_R1A@?0A@EA@?$Box@N@@8"
	.long	"??_R1A@?0A@EA@Base@@8"
	.long	0
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@?$Box@N@@8"
	.globl	"??_R1A@?0A@EA@?$Box@N@@8"
	.p2align	4
"??_R1A@?0A@EA@?$Box@N@@8":
	.long	"??_R0?AU?$Box@N@@@8"
	.long	1
	.long	0
	.long	4294967295
	.long	0
	.long	64
	.long	"??_R3?$Box@N@@8"
	.section	.CRT$XCU,"dr"
	.p2align	2
	.long	__GLOBAL__sub_I_cxx.cc
	.section	.drectve,"yn"
	.ascii	" /DEFAULTLIB:uuid.lib"
	.ascii	" /alternatename:maybe2=maybe"
	.ascii	" /EXPORT:\"?offered@@YAHH@Z\""
	.section	.rdata$.refptr._maybe,"dr",discard,.refptr._maybe
	.p2align	2
	.globl	.refptr._maybe
.refptr._maybe:
	.long	_maybe
	.weak	_maybe
	.globl	"??_7?$Box@H@@6B@"
.set "??_7?$Box@H@@6B@", L___unnamed_1+4
	.globl	"??_7Base@@6B@"
.set "??_7Base@@6B@", L___unnamed_2+4
	.globl	"??_7?$Box@N@@6B@"
.set "??_7?$Box@N@@6B@", L___unnamed_3+4
	.addrsig
	.addrsig_sym ___CxxFrameHandler3
	.addrsig_sym _maybe
	.addrsig_sym __GLOBAL__sub_I_cxx.cc
	.addrsig_sym "??_R4?$Box@H@@6B@"
	.addrsig_sym "??_7type_info@@6B@"
	.addrsig_sym "??_R0?AU?$Box@H@@@8"
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
	.globl	__fltused
