#include "textflag.h"

// The frame: the header, an abi.Saved of 304 bytes, v20 to v31, which crosscall2 need not keep, and R31, which the assembler may use
// by itself (ELF V2 ABI, "The Stack Frame").
#define SAVED 32
#define NUMBER (SAVED+72)
#define VEC(n) (SAVED+80+n*16)
#define STACK (SAVED+288)
#define RETURNED (SAVED+296)
#define VECTORS 336
#define KEPT (VECTORS+12*16)
#define FRAME (KEPT+16)

DATA ·nativeEntry(SB)/8, $elfv2Callback<>(SB)
GLOBL ·nativeEntry(SB), NOPTR, $8

// elfv2Callback is where thunks lead (64-bit ELF V2 ABI, section 2.2). R11 is the number.
TEXT elfv2Callback<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD  LR, R0
	MOVD  R0, 16(R1)
	MOVD  R1, R12
	MOVDU R1, -FRAME(R1)
	MOVD  R31, KEPT(R1)
	MOVD  R2, 24(R1)
	MOVD  R3, (SAVED+0)(R1)
	MOVD  R4, (SAVED+8)(R1)
	MOVD  R5, (SAVED+16)(R1)
	MOVD  R6, (SAVED+24)(R1)
	MOVD  R7, (SAVED+32)(R1)
	MOVD  R8, (SAVED+40)(R1)
	MOVD  R9, (SAVED+48)(R1)
	MOVD  R10, (SAVED+56)(R1)
	MOVD  R11, NUMBER(R1)
	FMOVD F1, VEC(0)(R1)
	FMOVD F2, VEC(1)(R1)
	FMOVD F3, VEC(2)(R1)
	FMOVD F4, VEC(3)(R1)
	FMOVD F5, VEC(4)(R1)
	FMOVD F6, VEC(5)(R1)
	FMOVD F7, VEC(6)(R1)
	FMOVD F8, VEC(7)(R1)
	FMOVD F9, VEC(8)(R1)
	FMOVD F10, VEC(9)(R1)
	FMOVD F11, VEC(10)(R1)
	FMOVD F12, VEC(11)(R1)
	FMOVD F13, VEC(12)(R1)
	MOVD  $(VECTORS+0), R3
	STVX  V20, (R1)(R3)
	MOVD  $(VECTORS+16), R3
	STVX  V21, (R1)(R3)
	MOVD  $(VECTORS+32), R3
	STVX  V22, (R1)(R3)
	MOVD  $(VECTORS+48), R3
	STVX  V23, (R1)(R3)
	MOVD  $(VECTORS+64), R3
	STVX  V24, (R1)(R3)
	MOVD  $(VECTORS+80), R3
	STVX  V25, (R1)(R3)
	MOVD  $(VECTORS+96), R3
	STVX  V26, (R1)(R3)
	MOVD  $(VECTORS+112), R3
	STVX  V27, (R1)(R3)
	MOVD  $(VECTORS+128), R3
	STVX  V28, (R1)(R3)
	MOVD  $(VECTORS+144), R3
	STVX  V29, (R1)(R3)
	MOVD  $(VECTORS+160), R3
	STVX  V30, (R1)(R3)
	MOVD  $(VECTORS+176), R3
	STVX  V31, (R1)(R3)
	ADD   $96, R12
	MOVD  R12, STACK(R1)
	MOVD  $0, R3
	MOVD  R3, RETURNED(R1)
	MOVD  ·enterGoCall(SB), R3
	MOVD  (R3), R3
	ADD   $SAVED, R1, R4
	MOVD  $0, R6
	MOVD  $enter<>(SB), R12
	MOVD  R12, CTR
	BL    (CTR)
	MOVD  $(VECTORS+0), R3
	LVX   (R1)(R3), V20
	MOVD  $(VECTORS+16), R3
	LVX   (R1)(R3), V21
	MOVD  $(VECTORS+32), R3
	LVX   (R1)(R3), V22
	MOVD  $(VECTORS+48), R3
	LVX   (R1)(R3), V23
	MOVD  $(VECTORS+64), R3
	LVX   (R1)(R3), V24
	MOVD  $(VECTORS+80), R3
	LVX   (R1)(R3), V25
	MOVD  $(VECTORS+96), R3
	LVX   (R1)(R3), V26
	MOVD  $(VECTORS+112), R3
	LVX   (R1)(R3), V27
	MOVD  $(VECTORS+128), R3
	LVX   (R1)(R3), V28
	MOVD  $(VECTORS+144), R3
	LVX   (R1)(R3), V29
	MOVD  $(VECTORS+160), R3
	LVX   (R1)(R3), V30
	MOVD  $(VECTORS+176), R3
	LVX   (R1)(R3), V31
	MOVD  (SAVED+0)(R1), R3
	MOVD  (SAVED+8)(R1), R4
	FMOVD VEC(0)(R1), F1
	FMOVD VEC(1)(R1), F2
	FMOVD VEC(2)(R1), F3
	FMOVD VEC(3)(R1), F4
	MOVD  24(R1), R2
	MOVD  KEPT(R1), R31
	ADD   $FRAME, R1
	MOVD  16(R1), R0
	MOVD  R0, LR
	RET

// enter goes on to crosscall2, which is on C's stack and needs more than the linker lets functions have that it sees called.
TEXT enter<>(SB), NOSPLIT|NOFRAME, $0-0
	JMP crosscall2(SB)

// func goroutine() uintptr
TEXT ·goroutine(SB), NOSPLIT, $0-8
	MOVD g, ret+0(FP)
	RET
