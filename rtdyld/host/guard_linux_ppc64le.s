//go:build linux

#include "textflag.h"

// An entry: two instructions, the second of which tells guard by LR which entry it is.
#define G1 MOVD LR, R0; BL guard<>(SB)
#define G10 G1; G1; G1; G1; G1; G1; G1; G1; G1; G1
#define G100 G10; G10; G10; G10; G10; G10; G10; G10; G10; G10
#define G1000 G100; G100; G100; G100; G100; G100; G100; G100; G100; G100

// MaxCallbacks entries.
TEXT guards<>(SB), NOSPLIT|NOFRAME, $0-0
	G1000
	G1000
	RET

DATA ·guards+0(SB)/8, $guards<>(SB)
GLOBL ·guards(SB), NOPTR, $8

// The frame: the header and 8 words for parameters that are in registers, 42 for those on the stack,
// v20 to v31, R31 and R29 (ELF V2 ABI, "The Stack Frame").
#define STACKED 96
#define VECTORS 432
#define SAVED (VECTORS+12*16)
#define FRAME (SAVED+16)

// guard calls purego's callback as it was called, and keeps v20 to v31 meanwhile. R0 is the return
// address, LR what lies behind the entry.
TEXT guard<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD  R0, 16(R1)
	MOVD  LR, R11
	MOVDU R1, -FRAME(R1)
	MOVD  R31, SAVED(R1)      // the assembler may take it for itself
	MOVD  R29, (SAVED+8)(R1)
	MOVD $(VECTORS+0), R12
	STVX V20, (R1)(R12)
	MOVD $(VECTORS+16), R12
	STVX V21, (R1)(R12)
	MOVD $(VECTORS+32), R12
	STVX V22, (R1)(R12)
	MOVD $(VECTORS+48), R12
	STVX V23, (R1)(R12)
	MOVD $(VECTORS+64), R12
	STVX V24, (R1)(R12)
	MOVD $(VECTORS+80), R12
	STVX V25, (R1)(R12)
	MOVD $(VECTORS+96), R12
	STVX V26, (R1)(R12)
	MOVD $(VECTORS+112), R12
	STVX V27, (R1)(R12)
	MOVD $(VECTORS+128), R12
	STVX V28, (R1)(R12)
	MOVD $(VECTORS+144), R12
	STVX V29, (R1)(R12)
	MOVD $(VECTORS+160), R12
	STVX V30, (R1)(R12)
	MOVD $(VECTORS+176), R12
	STVX V31, (R1)(R12)
	MOVD $guards<>(SB), R12
	SUB  R12, R11
	MOVD $·guarded(SB), R12
	ADD  R11, R12
	ADD  R11, R12
	MOVD 8(R12), R11
	MOVD 0(R12), R12
	CMP  R11, $0
	BEQ  call
	MOVD R11, CTR
	ADD  $(FRAME+STACKED-8), R1, R31
	ADD  $(STACKED-8), R1, R29

word:
	MOVDU 8(R31), R0
	MOVDU R0, 8(R29)
	BDNZ  word

call:
	MOVD R12, CTR
	BL   (CTR)
	MOVD $(VECTORS+0), R12
	LVX  (R1)(R12), V20
	MOVD $(VECTORS+16), R12
	LVX  (R1)(R12), V21
	MOVD $(VECTORS+32), R12
	LVX  (R1)(R12), V22
	MOVD $(VECTORS+48), R12
	LVX  (R1)(R12), V23
	MOVD $(VECTORS+64), R12
	LVX  (R1)(R12), V24
	MOVD $(VECTORS+80), R12
	LVX  (R1)(R12), V25
	MOVD $(VECTORS+96), R12
	LVX  (R1)(R12), V26
	MOVD $(VECTORS+112), R12
	LVX  (R1)(R12), V27
	MOVD $(VECTORS+128), R12
	LVX  (R1)(R12), V28
	MOVD $(VECTORS+144), R12
	LVX  (R1)(R12), V29
	MOVD $(VECTORS+160), R12
	LVX  (R1)(R12), V30
	MOVD $(VECTORS+176), R12
	LVX  (R1)(R12), V31
	MOVD (SAVED+8)(R1), R29
	MOVD SAVED(R1), R31
	ADD  $FRAME, R1
	MOVD 16(R1), R0
	MOVD R0, LR
	RET
