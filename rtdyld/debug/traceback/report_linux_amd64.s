#include "textflag.h"

// void report(int, siginfo_t *, ucontext_t *, struct { uintptr low, high, only_loaded, with_registers; } *): see Reporter. It keeps what C functions keep.
TEXT reportC<>(SB), NOSPLIT|NOFRAME, $0-0
	SUBQ $120, SP
	MOVQ BX, 72(SP)
	MOVQ BP, 80(SP)
	MOVQ R12, 88(SP)
	MOVQ R13, 96(SP)
	MOVQ R14, 104(SP)
	MOVQ R15, 112(SP)
	MOVL DI, DI
	MOVQ DI, 16(SP)
	MOVQ SI, 24(SP)
	MOVQ DX, 32(SP)
	MOVQ 0(CX), AX
	MOVQ AX, 40(SP)
	MOVQ 8(CX), AX
	MOVQ AX, 48(SP)
	MOVQ 16(CX), AX
	MOVQ AX, 56(SP)
	MOVQ 24(CX), AX
	MOVQ AX, 64(SP)
	LOCK
	INCQ ·readers(SB)
	LEAQ 16(SP), AX
	MOVQ ·root(SB), BX
	PXOR X15, X15
	MOVQ ·reportCall(SB), DX
	MOVQ (DX), CX
	CALL CX
	LOCK
	DECQ ·readers(SB)
	MOVQ 72(SP), BX
	MOVQ 80(SP), BP
	MOVQ 88(SP), R12
	MOVQ 96(SP), R13
	MOVQ 104(SP), R14
	MOVQ 112(SP), R15
	ADDQ $120, SP
	RET

// func reportEntry() uintptr
TEXT ·reportEntry(SB), NOSPLIT, $0-8
	LEAQ reportC<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET

// func writeOut(p unsafe.Pointer, n uintptr): write to 2, until all is written or there is an error.
TEXT ·writeOut(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), DX
more:
	TESTQ DX, DX
	JEQ  done
	MOVL $2, DI
	MOVL $1, AX
	SYSCALL
	CMPQ AX, $-4 // EINTR
	JEQ  more
	TESTQ AX, AX
	JLE  done
	ADDQ AX, SI
	SUBQ AX, DX
	JMP  more
done:
	RET

// func yield()
TEXT ·yield(SB), NOSPLIT, $0-0
	MOVL $24, AX
	SYSCALL
	RET
