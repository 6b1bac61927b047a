// What clang makes of C++ for aarch64-pc-windows-msvc: the same C++.
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
	.p2align	2
"?f@Base@@UEAAHH@Z":
	mov	w0, w1
	ret
	.def	"?use@@YAHPEAUBase@@@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?use@@YAHPEAUBase@@@Z"
	.p2align	2
"?use@@YAHPEAUBase@@@Z":
.seh_proc "?use@@YAHPEAUBase@@@Z"
	str	x19, [sp, #-16]!
	.seh_save_reg_x	x19, 16
	str	x30, [sp, #8]
	.seh_save_reg	x30, 8
	.seh_endprologue
	adrp	x8, "?n@?1??shared_counter@@YAHXZ@4HA"
	adrp	x9, "?zero@?$Box@H@@2HA"
	ldr	x11, [x0]
	ldr	w10, [x8, :lo12:"?n@?1??shared_counter@@YAHXZ@4HA"]
	ldr	w19, [x9, :lo12:"?zero@?$Box@H@@2HA"]
	ldr	x9, [x11, #8]
	add	w1, w10, #1
	str	w1, [x8, :lo12:"?n@?1??shared_counter@@YAHXZ@4HA"]
	blr	x9
	add	w8, w19, w0
	add	w0, w8, #5
	.seh_startepilogue
	ldr	x30, [sp, #8]
	.seh_save_reg	x30, 8
	ldr	x19, [sp], #16
	.seh_save_reg_x	x19, 16
	.seh_endepilogue
	ret
	.seh_endfunclet
	.seh_endproc
	.def	"?f@?$Box@H@@UEAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@H@@UEAAHH@Z"
	.globl	"?f@?$Box@H@@UEAAHH@Z"
	.p2align	2
"?f@?$Box@H@@UEAAHH@Z":
	ldr	w8, [x0, #8]
	add	w0, w8, w1
	ret
	.def	"?f@?$Box@N@@UEAAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"?f@?$Box@N@@UEAAHH@Z"
	.globl	"?f@?$Box@N@@UEAAHH@Z"
	.p2align	2
"?f@?$Box@N@@UEAAHH@Z":
	ldr	d0, [x0, #8]
	fcvtzs	w8, d0
	add	w0, w8, w1
	ret
	.def	"??1Base@@UEAA@XZ";
	.scl	2;
	.type	32;
	.endef
	.text
	.globl	"??1Base@@UEAA@XZ"
	.p2align	2
"??1Base@@UEAA@XZ":
	ret
	.def	"?bump@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?bump@@YAHXZ"
	.p2align	2
"?bump@@YAHXZ":
	adrp	x8, _tls_index
	ldr	x9, [x18, #88]
	ldr	w8, [x8, :lo12:_tls_index]
	ldr	x8, [x9, x8, lsl #3]
	add	x8, x8, :secrel_hi12:"?per_thread@@3HA"
	ldr	w9, [x8, :secrel_lo12:"?per_thread@@3HA"]
	add	w0, w9, #1
	str	w0, [x8, :secrel_lo12:"?per_thread@@3HA"]
	ret
	.def	"?offered@@YAHH@Z";
	.scl	2;
	.type	32;
	.endef
	.globl	"?offered@@YAHH@Z"
	.p2align	2
"?offered@@YAHH@Z":
.seh_proc "?offered@@YAHH@Z"
	stp	x19, x20, [sp, #-32]!
	.seh_save_regp_x	x19, 32
	str	x30, [sp, #16]
	.seh_save_reg	x30, 16
	.seh_endprologue
	adrp	x8, "__imp_?from_elsewhere@@YAHH@Z"
	mov	w19, w0
	ldr	x8, [x8, :lo12:"__imp_?from_elsewhere@@YAHH@Z"]
	blr	x8
	mov	w20, w0
	adrp	x0, "??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	add	x0, x0, :lo12:"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	mov	w1, w19
	bl	printf
	add	w0, w0, w20
	.seh_startepilogue
	ldr	x30, [sp, #16]
	.seh_save_reg	x30, 16
	ldp	x19, x20, [sp], #32
	.seh_save_regp_x	x19, 32
	.seh_endepilogue
	ret
	.seh_endfunclet
	.seh_endproc
	.def	"?try_it@@YAHXZ";
	.scl	2;
	.type	32;
	.endef
	.globl	"?try_it@@YAHXZ"
	.p2align	2
"?try_it@@YAHXZ":
.seh_proc "?try_it@@YAHXZ"
	str	x30, [sp, #-16]!
	.seh_save_reg_x	x30, 16
	.seh_endprologue
	adrp	x8, .refptr.maybe
	ldr	x8, [x8, :lo12:.refptr.maybe]
	cbz	x8, .LBB7_2
	blr	x8
	b	.LBB7_3
.LBB7_2:
	mov	w0, wzr
.LBB7_3:
	.seh_startepilogue
	ldr	x30, [sp], #16
	.seh_save_reg_x	x30, 16
	.seh_endepilogue
	ret
	.seh_endfunclet
	.seh_endproc
	.def	"??_G?$Box@H@@UEAAPEAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@H@@UEAAPEAXI@Z"
	.globl	"??_G?$Box@H@@UEAAPEAXI@Z"
	.p2align	2
"??_G?$Box@H@@UEAAPEAXI@Z":
	stp	x30, x19, [sp, #-16]!
	mov	x19, x0
	cbz	w1, .LBB8_2
	mov	x0, x19
	bl	"??3@YAXPEAX@Z"
.LBB8_2:
	mov	x0, x19
	ldp	x30, x19, [sp], #16
	ret
	.def	"??_GBase@@UEAAPEAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_GBase@@UEAAPEAXI@Z"
	.globl	"??_GBase@@UEAAPEAXI@Z"
	.p2align	2
"??_GBase@@UEAAPEAXI@Z":
	stp	x30, x19, [sp, #-16]!
	mov	x19, x0
	cbz	w1, .LBB9_2
	mov	x0, x19
	bl	"??3@YAXPEAX@Z"
.LBB9_2:
	mov	x0, x19
	ldp	x30, x19, [sp], #16
	ret
	.def	"??_G?$Box@N@@UEAAPEAXI@Z";
	.scl	2;
	.type	32;
	.endef
	.section	.text,"xr",discard,"??_G?$Box@N@@UEAAPEAXI@Z"
	.globl	"??_G?$Box@N@@UEAAPEAXI@Z"
	.p2align	2
"??_G?$Box@N@@UEAAPEAXI@Z":
	stp	x30, x19, [sp, #-16]!
	mov	x19, x0
	cbz	w1, .LBB10_2
	mov	x0, x19
	bl	"??3@YAXPEAX@Z"
.LBB10_2:
	mov	x0, x19
	ldp	x30, x19, [sp], #16
	ret
	.def	_GLOBAL__sub_I_cxx.cc;
	.scl	3;
	.type	32;
	.endef
	.text
	.p2align	2
_GLOBAL__sub_I_cxx.cc:
	adrp	x8, "?n@?1??shared_counter@@YAHXZ@4HA"
	adrp	x10, "?count@Base@@2HA"
	ldr	w9, [x8, :lo12:"?n@?1??shared_counter@@YAHXZ@4HA"]
	add	w9, w9, #1
	str	w9, [x8, :lo12:"?n@?1??shared_counter@@YAHXZ@4HA"]
	str	w9, [x10, :lo12:"?count@Base@@2HA"]
	ret
	.bss
	.globl	"?count@Base@@2HA"
	.p2align	2
"?count@Base@@2HA":
	.word	0
	.section	.data,"dw",discard,"?zero@?$Box@H@@2HA"
	.globl	"?zero@?$Box@H@@2HA"
	.p2align	2
"?zero@?$Box@H@@2HA":
	.word	1
	.section	.tls$,"dw"
	.globl	"?per_thread@@3HA"
	.p2align	2
"?per_thread@@3HA":
	.word	5
	.section	.rdata,"dr",discard,"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	.globl	"??_C@_03PMGGPEJJ@?$CFd?6?$AA@"
	.p2align	2
"??_C@_03PMGGPEJJ@?$CFd?6?$AA@":
	.asciz	"%d\n"
	.section	.rdata,"dr",discard,"?chosen@@3HB"
	.globl	"?chosen@@3HB"
	.p2align	2
"?chosen@@3HB":
	.word	3
	.section	.data,"dw",discard,"?n@?1??shared_counter@@YAHXZ@4HA"
	.globl	"?n@?1??shared_counter@@YAHXZ@4HA"
	.p2align	2
"?n@?1??shared_counter@@YAHXZ@4HA":
	.word	7
	.section	.rdata,"dr",largest,"??_7?$Box@H@@6B@"
	.p2align	4
.L__unnamed_1:
	.xword	"??_R4?$Box@H@@6B@"
	.xword	"??_G?$Box@H@@UEAAPEAXI@Z"
	.xword	"?f@?$Box@H@@UEAAHH@Z"
	.section	.rdata,"dr",discard,"??_R4?$Box@H@@6B@"
	.globl	"??_R4?$Box@H@@6B@"
	.p2align	4
"??_R4?$Box@H@@6B@":
	.word	1
	.word	0
	.word	0
	.word	"??_R0?AU?$Box@H@@@8"@IMGREL
	.word	"??_R3?$Box@H@@8"@IMGREL
	.word	"??_R4?$Box@H@@6B@"@IMGREL
	.section	.data,"dw",discard,"??_R0?AU?$Box@H@@@8"
	.globl	"??_R0?AU?$Box@H@@@8"
	.p2align	4
"??_R0?AU?$Box@H@@@8":
	.xword	"??_7type_info@@6B@"
	.xword	0
	.asciz	".?AU?$Box@H@@"
	.zero	2
	.section	.rdata,"dr",discard,"??_R3?$Box@H@@8"
	.globl	"??_R3?$Box@H@@8"
	.p2align	3
"??_R3?$Box@H@@8":
	.word	0
	.word	0
	.word	2
	.word	"??_R2?$Box@H@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R2?$Box@H@@8"
	.globl	"??_R2?$Box@H@@8"
	.p2align	2
"??_R2?$Box@H@@8":
	.word	"??_R1A@?0A@EA@?$Box@H@@8"@IMGREL
	.word	"??_R1A@?0A@EA@Base@@8"@IMGREL
	.word	0
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@?$Box@H@@8"
	.globl	"??_R1A@?0A@EA@?$Box@H@@8"
	.p2align	4
"??_R1A@?0A@EA@?$Box@H@@8":
	.word	"??_R0?AU?$Box@H@@@8"@IMGREL
	.word	1
	.word	0
	.word	4294967295
	.word	0
	.word	64
	.word	"??_R3?$Box@H@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@Base@@8"
	.globl	"??_R1A@?0A@EA@Base@@8"
	.p2align	4
"??_R1A@?0A@EA@Base@@8":
	.word	"??_R0?AUBase@@@8"@IMGREL
	.word	0
	.word	0
	.word	4294967295
	.word	0
	.word	64
	.word	"??_R3Base@@8"@IMGREL
	.section	.data,"dw",discard,"??_R0?AUBase@@@8"
	.globl	"??_R0?AUBase@@@8"
	.p2align	4
"??_R0?AUBase@@@8":
	.xword	"??_7type_info@@6B@"
	.xword	0
	.asciz	".?AUBase@@"
	.zero	5
	.section	.rdata,"dr",discard,"??_R3Base@@8"
	.globl	"??_R3Base@@8"
	.p2align	3
"??_R3Base@@8":
	.word	0
	.word	0
	.word	1
	.word	"??_R2Base@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R2Base@@8"
	.globl	"??_R2Base@@8"
	.p2align	2
"??_R2Base@@8":
	.word	"??_R1A@?0A@EA@Base@@8"@IMGREL
	.word	0
	.section	.rdata,"dr",largest,"??_7Base@@6B@"
	.p2align	4
.L__unnamed_2:
	.xword	"??_R4Base@@6B@"
	.xword	"??_GBase@@UEAAPEAXI@Z"
	.xword	"?f@Base@@UEAAHH@Z"
	.section	.rdata,"dr",discard,"??_R4Base@@6B@"
	.globl	"??_R4Base@@6B@"
	.p2align	4
"??_R4Base@@6B@":
	.word	1
	.word	0
	.word	0
	.word	"??_R0?AUBase@@@8"@IMGREL
	.word	"??_R3Base@@8"@IMGREL
	.word	"??_R4Base@@6B@"@IMGREL
	.section	.rdata,"dr",largest,"??_7?$Box@N@@6B@"
	.p2align	4
.L__unnamed_3:
	.xword	"??_R4?$Box@N@@6B@"
	.xword	"??_G?$Box@N@@UEAAPEAXI@Z"
	.xword	"?f@?$Box@N@@UEAAHH@Z"
	.section	.rdata,"dr",discard,"??_R4?$Box@N@@6B@"
	.globl	"??_R4?$Box@N@@6B@"
	.p2align	4
"??_R4?$Box@N@@6B@":
	.word	1
	.word	0
	.word	0
	.word	"??_R0?AU?$Box@N@@@8"@IMGREL
	.word	"??_R3?$Box@N@@8"@IMGREL
	.word	"??_R4?$Box@N@@6B@"@IMGREL
	.section	.data,"dw",discard,"??_R0?AU?$Box@N@@@8"
	.globl	"??_R0?AU?$Box@N@@@8"
	.p2align	4
"??_R0?AU?$Box@N@@@8":
	.xword	"??_7type_info@@6B@"
	.xword	0
	.asciz	".?AU?$Box@N@@"
	.zero	2
	.section	.rdata,"dr",discard,"??_R3?$Box@N@@8"
	.globl	"??_R3?$Box@N@@8"
	.p2align	3
"??_R3?$Box@N@@8":
	.word	0
	.word	0
	.word	2
	.word	"??_R2?$Box@N@@8"@IMGREL
	.section	.rdata,"dr",discard,"??_R2?$Box@N@@8"
	.globl	"??_R2?$Box@N@@8"
	.p2align	2
"??_R2?$Box@N@@8":
	.word	"??_R1A@?0A@EA@?$Box@N@@8"@IMGREL
	.word	"??_R1A@?0A@EA@Base@@8"@IMGREL
	.word	0
	.section	.rdata,"dr",discard,"??_R1A@?0A@EA@?$Box@N@@8"
	.globl	"??_R1A@?0A@EA@?$Box@N@@8"
	.p2align	4
"??_R1A@?0A@EA@?$Box@N@@8":
	.word	"??_R0?AU?$Box@N@@@8"@IMGREL
	.word	1
	.word	0
	.word	4294967295
	.word	0
	.word	64
	.word	"??_R3?$Box@N@@8"@IMGREL
	.section	.CRT$XCU,"dr"
	.p2align	3
	.xword	_GLOBAL__sub_I_cxx.cc
	.section	.drectve,"yn"
	.ascii	" /DEFAULTLIB:uuid.lib"
	.ascii	" /alternatename:maybe2=maybe"
	.ascii	" /EXPORT:\"?offered@@YAHH@Z\""
	.section	.rdata$.refptr.maybe,"dr",discard,.refptr.maybe
	.p2align	3
	.globl	.refptr.maybe
.refptr.maybe:
	.xword	maybe
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
