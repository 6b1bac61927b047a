#include "go_asm.h"
#include "textflag.h"

// Functions that have been proved to be leaves run here on the goroutine's stack, of which each frame below is large enough
// for one: its prologue has the stack grow first, and nothing moves it until the function has returned, since that
// calls nothing. The function begins at the upper end of the frame, at whose lower end the return address is. A signal's
// handler runs on the thread's signal stack and finds the goroutine in x28, which the function does not write; the
// program counter is none of Go's, so that it neither preempts nor looks at the stack. The function keeps x19,
// as C functions do.

// LEAF3 calls the function R16 at RSP + top. F0 to F2 have the same words as R0 to R2.
#define LEAF3(top) \
	MOVD  addr+0(FP), R16; \
	MOVD  a+8(FP), R0; \
	MOVD  b+16(FP), R1; \
	MOVD  c+24(FP), R2; \
	FMOVD R0, F0; \
	FMOVD R1, F1; \
	FMOVD R2, F2; \
	MOVD  RSP, R19; \
	ADD   $top, R19, R10; \
	MOVD  R10, RSP; \
	CALL  (R16); \
	MOVD  R19, RSP; \
	MOVD  R0, ret+32(FP); \
	FMOVD F0, float+40(FP); \
	RET

// LEAFQUICK calls the function of the Quick q.
#define LEAFQUICK(top) \
	MOVD  q+0(FP), R9; \
	FMOVD (Quick_Reg+8*8)(R9), F0; \
	FMOVD (Quick_Reg+9*8)(R9), F1; \
	FMOVD (Quick_Reg+10*8)(R9), F2; \
	FMOVD (Quick_Reg+11*8)(R9), F3; \
	FMOVD (Quick_Reg+12*8)(R9), F4; \
	FMOVD (Quick_Reg+13*8)(R9), F5; \
	FMOVD (Quick_Reg+14*8)(R9), F6; \
	FMOVD (Quick_Reg+15*8)(R9), F7; \
	MOVD  (Quick_Reg+0*8)(R9), R0; \
	MOVD  (Quick_Reg+1*8)(R9), R1; \
	MOVD  (Quick_Reg+2*8)(R9), R2; \
	MOVD  (Quick_Reg+3*8)(R9), R3; \
	MOVD  (Quick_Reg+4*8)(R9), R4; \
	MOVD  (Quick_Reg+5*8)(R9), R5; \
	MOVD  (Quick_Reg+6*8)(R9), R6; \
	MOVD  (Quick_Reg+7*8)(R9), R7; \
	MOVD  Quick_Addr(R9), R16; \
	MOVD  RSP, R19; \
	ADD   $top, R19, R10; \
	MOVD  R10, RSP; \
	CALL  (R16); \
	MOVD  R19, RSP; \
	MOVD  q+0(FP), R9; \
	MOVD  R0, Quick_Ret(R9); \
	FMOVD F0, Quick_FloatRet(R9); \
	RET

// func leaf3(addr, a, b, c uint64) (ret, float uint64)
TEXT ·leaf3(SB), 0, $960-48
	LEAF3(944)

// func leaf3Big(addr, a, b, c uint64) (ret, float uint64)
TEXT ·leaf3Big(SB), 0, $15056-48
	LEAF3(15040)

// func leafQuick(q *Quick)
TEXT ·leafQuick(SB), 0, $960-8
	LEAFQUICK(944)

// func leafQuickBig(q *Quick)
TEXT ·leafQuickBig(SB), 0, $15056-8
	LEAFQUICK(15040)
