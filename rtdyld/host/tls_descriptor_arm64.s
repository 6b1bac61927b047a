//go:build linux

#include "textflag.h"

// The function of TLS descriptors, see tls_descriptor.go: R0 has the descriptor's address,
// and then the offset. What a call may change is saved; of SVE's vectors the lower 128 bits.
// R27, which the assembler takes for long ways, is loaded code's.

#define FRAME 672

TEXT descriptor<>(SB), NOSPLIT|NOFRAME, $0-0
	SUB   $FRAME, RSP
	STP   (R29, R30), 0(RSP)
	STP   (R1, R2), 16(RSP)
	STP   (R3, R4), 32(RSP)
	STP   (R5, R6), 48(RSP)
	STP   (R7, R8), 64(RSP)
	STP   (R9, R10), 80(RSP)
	STP   (R11, R12), 96(RSP)
	STP   (R13, R14), 112(RSP)
	STP   (R15, R16), 128(RSP)
	STP   (R17, R18_PLATFORM), 144(RSP)
	FSTPQ (F0, F1), 160(RSP)
	FSTPQ (F2, F3), 192(RSP)
	FSTPQ (F4, F5), 224(RSP)
	FSTPQ (F6, F7), 256(RSP)
	FSTPQ (F8, F9), 288(RSP)
	FSTPQ (F10, F11), 320(RSP)
	FSTPQ (F12, F13), 352(RSP)
	FSTPQ (F14, F15), 384(RSP)
	FSTPQ (F16, F17), 416(RSP)
	FSTPQ (F18, F19), 448(RSP)
	FSTPQ (F20, F21), 480(RSP)
	FSTPQ (F22, F23), 512(RSP)
	FSTPQ (F24, F25), 544(RSP)
	FSTPQ (F26, F27), 576(RSP)
	FSTPQ (F28, F29), 608(RSP)
	FSTPQ (F30, F31), 640(RSP)
	MOVD  8(R0), R0
	MOVD  $·descriptorGetAddr(SB), R1
	MOVD  (R1), R1
	BL    (R1)
	MRS   TPIDR_EL0, R1
	SUB   R1, R0, R0
	LDP   0(RSP), (R29, R30)
	LDP   16(RSP), (R1, R2)
	LDP   32(RSP), (R3, R4)
	LDP   48(RSP), (R5, R6)
	LDP   64(RSP), (R7, R8)
	LDP   80(RSP), (R9, R10)
	LDP   96(RSP), (R11, R12)
	LDP   112(RSP), (R13, R14)
	LDP   128(RSP), (R15, R16)
	LDP   144(RSP), (R17, R18_PLATFORM)
	FLDPQ 160(RSP), (F0, F1)
	FLDPQ 192(RSP), (F2, F3)
	FLDPQ 224(RSP), (F4, F5)
	FLDPQ 256(RSP), (F6, F7)
	FLDPQ 288(RSP), (F8, F9)
	FLDPQ 320(RSP), (F10, F11)
	FLDPQ 352(RSP), (F12, F13)
	FLDPQ 384(RSP), (F14, F15)
	FLDPQ 416(RSP), (F16, F17)
	FLDPQ 448(RSP), (F18, F19)
	FLDPQ 480(RSP), (F20, F21)
	FLDPQ 512(RSP), (F22, F23)
	FLDPQ 544(RSP), (F24, F25)
	FLDPQ 576(RSP), (F26, F27)
	FLDPQ 608(RSP), (F28, F29)
	FLDPQ 640(RSP), (F30, F31)
	ADD   $FRAME, RSP
	RET

DATA ·descriptorPC+0(SB)/8, $descriptor<>(SB)
GLOBL ·descriptorPC(SB), NOPTR|RODATA, $8
