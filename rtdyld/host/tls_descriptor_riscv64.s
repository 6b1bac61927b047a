//go:build linux

#include "textflag.h"

// The function of TLS descriptors, see tls_descriptor.go: X10 (a0) has the descriptor's
// address, and then the offset; X5 (t0) is where it returns to (RISC-V psABI, "TLS
// Descriptors"). What a call may change is saved, but for vectors.

#define FRAME 288

TEXT descriptor<>(SB), NOSPLIT|NOFRAME, $0-0
	ADD  $-FRAME, X2
	MOV  X1, 0(X2)
	MOV  X5, 8(X2)
	MOV  X6, 16(X2)
	MOV  X7, 24(X2)
	MOV  X11, 32(X2)
	MOV  X12, 40(X2)
	MOV  X13, 48(X2)
	MOV  X14, 56(X2)
	MOV  X15, 64(X2)
	MOV  X16, 72(X2)
	MOV  X17, 80(X2)
	MOV  X28, 88(X2)
	MOV  X29, 96(X2)
	MOV  X30, 104(X2)
	MOV  X31, 112(X2)
	MOVD F0, 120(X2)
	MOVD F1, 128(X2)
	MOVD F2, 136(X2)
	MOVD F3, 144(X2)
	MOVD F4, 152(X2)
	MOVD F5, 160(X2)
	MOVD F6, 168(X2)
	MOVD F7, 176(X2)
	MOVD F10, 184(X2)
	MOVD F11, 192(X2)
	MOVD F12, 200(X2)
	MOVD F13, 208(X2)
	MOVD F14, 216(X2)
	MOVD F15, 224(X2)
	MOVD F16, 232(X2)
	MOVD F17, 240(X2)
	MOVD F28, 248(X2)
	MOVD F29, 256(X2)
	MOVD F30, 264(X2)
	MOVD F31, 272(X2)
	MOV  8(X10), X10
	MOV  $·descriptorGetAddr(SB), X6
	MOV  (X6), X6
	CALL X6
	SUB  TP, X10, X10
	MOV  0(X2), X1
	MOV  8(X2), X5
	MOV  16(X2), X6
	MOV  24(X2), X7
	MOV  32(X2), X11
	MOV  40(X2), X12
	MOV  48(X2), X13
	MOV  56(X2), X14
	MOV  64(X2), X15
	MOV  72(X2), X16
	MOV  80(X2), X17
	MOV  88(X2), X28
	MOV  96(X2), X29
	MOV  104(X2), X30
	MOV  112(X2), X31
	MOVD 120(X2), F0
	MOVD 128(X2), F1
	MOVD 136(X2), F2
	MOVD 144(X2), F3
	MOVD 152(X2), F4
	MOVD 160(X2), F5
	MOVD 168(X2), F6
	MOVD 176(X2), F7
	MOVD 184(X2), F10
	MOVD 192(X2), F11
	MOVD 200(X2), F12
	MOVD 208(X2), F13
	MOVD 216(X2), F14
	MOVD 224(X2), F15
	MOVD 232(X2), F16
	MOVD 240(X2), F17
	MOVD 248(X2), F28
	MOVD 256(X2), F29
	MOVD 264(X2), F30
	MOVD 272(X2), F31
	ADD  $FRAME, X2
	JMP  (X5)

DATA ·descriptorPC+0(SB)/8, $descriptor<>(SB)
GLOBL ·descriptorPC(SB), NOPTR|RODATA, $8
