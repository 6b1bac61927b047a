#include "go_asm.h"
#include "textflag.h"

DATA ·win64EntryAddr(SB)/8, $win64Entry<>(SB)
GLOBL ·win64EntryAddr(SB), NOPTR|RODATA, $8

// void win64Entry(Frame *), a C function of the system that this is built for: the
// frame is in rcx on Windows and in rdi elsewhere. It uses no register that either
// convention has it keep but those it saves; what it calls keeps those of Windows,
// which are more than those of System V.
//
//	rbp+8     return address
//	rbp       rbp of the caller
//	rbp-8     rbx of the caller
//	rbp-144   room, so that whoever copies more stack words than there are finds memory
//	...       stack words, one more if their number is odd
//	          32 bytes for the function called
TEXT win64Entry<>(SB), NOSPLIT|NOFRAME, $0
	PUSHQ BP
	MOVQ  SP, BP
	PUSHQ BX
	SUBQ  $136, SP
#ifdef GOOS_windows
	MOVQ  CX, BX
#else
	MOVQ  DI, BX
#endif
	MOVQ  (Frame_Stack+8)(BX), CX
	TESTQ CX, CX
	JEQ   registers

	LEAQ 1(CX), AX
	ANDQ $~1, AX
	SHLQ $3, AX
	MOVQ Frame_Stack(BX), DX
	SUBQ AX, SP

copy:
	MOVQ -8(DX)(CX*8), AX
	MOVQ AX, -8(SP)(CX*8)
	DECQ CX
	JNE  copy

registers:
	SUBQ  $32, SP
	MOVQ  (Frame_Reg+0*8)(BX), CX
	MOVQ  (Frame_Reg+1*8)(BX), DX
	MOVQ  (Frame_Reg+2*8)(BX), R8
	MOVQ  (Frame_Reg+3*8)(BX), R9
	MOVQ  CX, X0
	MOVQ  DX, X1
	MOVQ  R8, X2
	MOVQ  R9, X3
	MOVQ  Frame_Addr(BX), R11
	CALL  R11

	MOVQ    AX, (Frame_Ret+0)(BX)
	MOVQ    DX, (Frame_Ret+8)(BX)
	MOVWLZX Frame_FloatResult(BX), CX // and wideRet
	TESTL   CX, CX
	JEQ     done
	MOVSD   X0, (Frame_FloatRet+0)(BX)
	SHRL    $8, CX
	JEQ     done
	MOVQ    Frame_wide(BX), CX
	MOVUPS  X0, wideRegs_vec(CX)

done:
	XORL AX, AX
	LEAQ -8(BP), SP
	POPQ BX
	POPQ BP
	RET
