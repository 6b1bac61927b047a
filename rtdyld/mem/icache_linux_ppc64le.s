#include "textflag.h"

// func storeData(lo, hi, line uintptr)
TEXT ·storeData(SB), NOSPLIT|NOFRAME, $0-24
	MOVD lo+0(FP), R3
	MOVD hi+8(FP), R4
	MOVD line+16(FP), R5

store:
	DCBST (R3)
	ADD   R5, R3
	CMPU  R3, R4
	BLT   store
	SYNC
	RET

// func invalidateCode(lo, hi, line uintptr)
TEXT ·invalidateCode(SB), NOSPLIT|NOFRAME, $0-24
	MOVD lo+0(FP), R3
	MOVD hi+8(FP), R4
	MOVD line+16(FP), R5

invalidate:
	ICBI (R3)
	ADD  R5, R3
	CMPU R3, R4
	BLT  invalidate
	SYNC
	ISYNC
	RET
