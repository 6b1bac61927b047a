#include "go_asm.h"
#include "textflag.h"

// Functions that have been proved to be leaves run here on the goroutine's stack, of which each frame below is large enough
// for one: its prologue has the stack grow first, and nothing moves it until the function has returned, since that
// calls nothing. The function begins at the upper end of the frame. A signal's handler runs on the thread's
// signal stack and finds the goroutine in thread-local storage; the program counter is none of Go's, so
// that it neither preempts nor looks at the stack. The function keeps rbx, rbp and r12 to r15, as C functions do;
// what calls this from Go sets r14 and xmm15 again.

// LEAF3 calls the function R11 at SP + top. X0 to X2 have the same words as DI, SI and DX.
#define LEAF3(top) \
	MOVQ addr+0(FP), R11; \
	MOVQ a+8(FP), DI; \
	MOVQ b+16(FP), SI; \
	MOVQ c+24(FP), DX; \
	MOVQ DI, X0; \
	MOVQ SI, X1; \
	MOVQ DX, X2; \
	MOVQ SP, BX; \
	LEAQ top(SP), AX; \
	ANDQ $~15, AX; \
	MOVQ AX, SP; \
	CALL R11; \
	MOVQ BX, SP; \
	MOVQ AX, ret+32(FP); \
	MOVQ X0, float+40(FP); \
	RET

// LEAFQUICK calls the function of the Quick q.
#define LEAFQUICK(top) \
	MOVQ q+0(FP), AX; \
	MOVSD (Quick_Reg+6*8)(AX), X0; \
	MOVSD (Quick_Reg+7*8)(AX), X1; \
	MOVSD (Quick_Reg+8*8)(AX), X2; \
	MOVSD (Quick_Reg+9*8)(AX), X3; \
	MOVSD (Quick_Reg+10*8)(AX), X4; \
	MOVSD (Quick_Reg+11*8)(AX), X5; \
	MOVSD (Quick_Reg+12*8)(AX), X6; \
	MOVSD (Quick_Reg+13*8)(AX), X7; \
	MOVQ (Quick_Reg+0*8)(AX), DI; \
	MOVQ (Quick_Reg+1*8)(AX), SI; \
	MOVQ (Quick_Reg+2*8)(AX), DX; \
	MOVQ (Quick_Reg+3*8)(AX), CX; \
	MOVQ (Quick_Reg+4*8)(AX), R8; \
	MOVQ (Quick_Reg+5*8)(AX), R9; \
	MOVQ Quick_Addr(AX), R11; \
	MOVQ SP, BX; \
	LEAQ top(SP), R10; \
	ANDQ $~15, R10; \
	MOVQ R10, SP; \
	MOVQ Quick_Floats(AX), AX; \
	CALL R11; \
	MOVQ BX, SP; \
	MOVQ q+0(FP), CX; \
	MOVQ AX, Quick_Ret(CX); \
	MOVSD X0, Quick_FloatRet(CX); \
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
