#include "textflag.h"

// The assembler has no names for dc and ic: they are words (Arm ARM, C6.2, "DC",
// "IC"), with the register in the lowest five bits.
#define DC_CVAU_R3 WORD $0xd50b7b23
#define IC_IVAU_R3 WORD $0xd50b7523

// func cacheType() uint64
TEXT ·cacheType(SB), NOSPLIT|NOFRAME, $0-8
	MRS  CTR_EL0, R0
	MOVD R0, ret+0(FP)
	RET

// func cleanData(lo, hi, line uintptr)
TEXT ·cleanData(SB), NOSPLIT|NOFRAME, $0-24
	MOVD lo+0(FP), R3
	MOVD hi+8(FP), R4
	MOVD line+16(FP), R5

clean:
	DC_CVAU_R3
	ADD R5, R3
	CMP R4, R3
	BLO clean
	RET

// func invalidateCode(lo, hi, line uintptr)
TEXT ·invalidateCode(SB), NOSPLIT|NOFRAME, $0-24
	MOVD lo+0(FP), R3
	MOVD hi+8(FP), R4
	MOVD line+16(FP), R5

invalidate:
	IC_IVAU_R3
	ADD R5, R3
	CMP R4, R3
	BLO invalidate
	RET

// func barrier()
TEXT ·barrier(SB), NOSPLIT|NOFRAME, $0-0
	DSB $0xb // ish
	RET

// func synchronize()
TEXT ·synchronize(SB), NOSPLIT|NOFRAME, $0-0
	ISB $0xf // sy
	RET
