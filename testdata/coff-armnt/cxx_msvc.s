@ What clang makes of C++ for thumbv7-pc-windows-msvc: Thumb functions.
	.text
	.syntax unified
	.file	"cxx.cc"
	.def	"?f@Base@@UAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?f@Base@@UAAHH@Z"
	.p2align	1
	.code	16
	.thumb_func
"?f@Base@@UAAHH@Z":
	mov	r0, r1
	bx	lr
	.def	"?use@@YAHPAUBase@@@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?use@@YAHPAUBase@@@Z"
	.p2align	1
	.code	16
	.thumb_func
"?use@@YAHPAUBase@@@Z":
	push.w	{r4, r7, r11, lr}
	add.w	r11, sp, #8
	movw	r12, :lower16:"?n@?1??shared_counter@@YAHXZ@4HA"
	movt	r12, :upper16:"?n@?1??shared_counter@@YAHXZ@4HA"
	ldr	r1, [r0]
	ldr.w	r3, [r12]
	movw	r2, :lower16:"?zero@?$Box@H@@2HA"
	movt	r2, :upper16:"?zero@?$Box@H@@2HA"
	ldr	r4, [r2]
	ldr	r2, [r1, #4]
	adds	r1, r3, #1
	str.w	r1, [r12]
	blx	r2
	add	r0, r4
	adds	r0, #5
	pop.w	{r4, r7, r11, pc}
	.def	"?f@?$Box@H@@UAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@H@@UAAHH@Z"
	.globl	"?f@?$Box@H@@UAAHH@Z"
	.p2align	1
	.code	16
	.thumb_func
"?f@?$Box@H@@UAAHH@Z":
	ldr	r0, [r0, #4]
	add	r0, r1
	bx	lr
	.def	"?f@?$Box@N@@UAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@N@@UAAHH@Z"
	.globl	"?f@?$Box@N@@UAAHH@Z"
	.p2align	1
	.code	16
	.thumb_func
"?f@?$Box@N@@UAAHH@Z":
	vldr	d16, [r0, #8]
	vcvt.s32.f64	s0, d16
	vmov	r0, s0
	add	r0, r1
	bx	lr
	.def	"??1Base@@UAA@XZ";
	.scl	2;
	.type	32;
	.endef
	.text
	.globl	"??1Base@@UAA@XZ"
	.p2align	1
	.code	16
	.thumb_func
"??1Base@@UAA@XZ":
	bx	lr
	.def	"?bump@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?bump@@YAHXZ"
	.p2align	2
	.code	16
	.thumb_func
"?bump@@YAHXZ":
	mrc	p15, #0, r0, c13, c0, #2
	ldr	r0, [r0, #44]
	movw	r1, :lower16:_tls_index
	movt	r1, :upper16:_tls_index
	ldr	r1, [r1]
	ldr	r2, .LCPI5_0
	ldr.w	r1, [r0, r1, lsl #2]
	ldr	r0, [r1, r2]
	adds	r0, #1
	str	r0, [r1, r2]
	bx	lr
	.p2align	2
.LCPI5_0:
	.secrel32 "?per_thread@@3HA"
	.def	"?offered@@YAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?offered@@YAHH@Z"
	.p2align	1
	.code	16
	.thumb_func
"?offered@@YAHH@Z":
	push.w	{r4, r5, r11, lr}
	add.w	r11, sp, #8
	mov	r4, r0
	movw	r0, :lower16:"__imp_?from_elsewhere@@YAHH@Z"
	movt	r0, :upper16:"__imp_?from_elsewhere@@YAHH@Z"
	ldr	r1, [r0]
	mov	r0, r4
	blx	r1
	mov	r5, r0
	movw	r0, :lower16:"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	movt	r0, :upper16:"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	mov	r1, r4
	bl	printf
	add	r0, r5
	pop.w	{r4, r5, r11, pc}
	.def	"?try_it@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?try_it@@YAHXZ"
	.p2align	1
	.code	16
	.thumb_func
"?try_it@@YAHXZ":
	push.w	{r11, lr}
	mov	r11, sp
	movw	r0, :lower16:.refptr.maybe
	movt	r0, :upper16:.refptr.maybe
	ldr	r0, [r0]
	cbz	r0, ($MBB7_2)
	blx	r0
	pop.w	{r11, pc}
$MBB7_2:
	movs	r0, #0
	pop.w	{r11, pc}
	.def	"??_G?$Box@H@@UAAPAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@H@@UAAPAXI@Z"
	.globl	"??_G?$Box@H@@UAAPAXI@Z"
	.p2align	1
	.code	16
	.thumb_func
"??_G?$Box@H@@UAAPAXI@Z":
	push.w	{r4, r7, r11, lr}
	add.w	r11, sp, #8
	mov	r4, r0
	cbz	r1, ($MBB8_2)
	mov	r0, r4
	bl	"??3@YAXPAX@Z"
$MBB8_2:
	mov	r0, r4
	pop.w	{r4, r7, r11, pc}
	.def	"??_GBase@@UAAPAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_GBase@@UAAPAXI@Z"
	.globl	"??_GBase@@UAAPAXI@Z"
	.p2align	1
	.code	16
	.thumb_func
"??_GBase@@UAAPAXI@Z":
	push.w	{r4, r7, r11, lr}
	add.w	r11, sp, #8
	mov	r4, r0
	cbz	r1, ($MBB9_2)
	mov	r0, r4
	bl	"??3@YAXPAX@Z"
$MBB9_2:
	mov	r0, r4
	pop.w	{r4, r7, r11, pc}
	.def	"??_G?$Box@N@@UAAPAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@N@@UAAPAXI@Z"
	.globl	"??_G?$Box@N@@UAAPAXI@Z"
	.p2align	1
	.code	16
	.thumb_func
"??_G?$Box@N@@UAAPAXI@Z":
	push.w	{r4, r7, r11, lr}
	add.w	r11, sp, #8
	mov	r4, r0
	cbz	r1, ($MBB10_2)
	mov	r0, r4
	bl	"??3@YAXPAX@Z"
$MBB10_2:
	mov	r0, r4
	pop.w	{r4, r7, r11, pc}
	.def	_GLOBAL__sub_I_cxx.cc;
	.scl	3;
	.type	32;
	.endef
	.text
	.p2align	1
	.code	16
	.thumb_func
_GLOBAL__sub_I_cxx.cc:
	movw	r0, :lower16:"?n@?1??shared_counter@@YAHXZ@4HA"
	movt	r0, :upper16:"?n@?1??shared_counter@@YAHXZ@4HA"
	ldr	r1, [r0]
	adds	r1, #1
	movw	r2, :lower16:"?count@Base@@2HA"
	movt	r2, :upper16:"?count@Base@@2HA"
	str	r1, [r2]
	str	r1, [r0]
	bx	lr
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
.L__unnamed_1:
	.long	"??_R4?$Box@H@@6B@"
	.long	"??_G?$Box@H@@UAAPAXI@Z"
	.long	"?f@?$Box@H@@UAAHH@Z"
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
.L__unnamed_2:
	.long	"??_R4Base@@6B@"
	.long	"??_GBase@@UAAPAXI@Z"
	.long	"?f@Base@@UAAHH@Z"
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
.L__unnamed_3:
	.long	"??_R4?$Box@N@@6B@"
	.long	"??_G?$Box@N@@UAAPAXI@Z"
	.long	"?f@?$Box@N@@UAAHH@Z"
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
	.long	_GLOBAL__sub_I_cxx.cc
	.section	.drectve,"yn"
	.ascii	" /DEFAULTLIB:uuid.lib"
	.ascii	" /alternatename:maybe2=maybe"
	.ascii	" /EXPORT:\"?offered@@YAHH@Z\""
	.section	.rdata$.refptr.maybe,"dr",discard,.refptr.maybe
	.p2align	2
	.globl	.refptr.maybe
.refptr.maybe:
	.long	maybe
	.weak	maybe
	.globl	"??_7?$Box@H@@6B@"
.set "??_7?$Box@H@@6B@", .L__unnamed_1+4
	.globl	"??_7Base@@6B@"
.set "??_7Base@@6B@", .L__unnamed_2+4
	.globl	"??_7?$Box@N@@6B@"
.set "??_7?$Box@N@@6B@", .L__unnamed_3+4
	.addrsig
	.addrsig_sym __CxxFrameHandler3
	.addrsig_sym maybe
	.addrsig_sym _GLOBAL__sub_I_cxx.cc
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
