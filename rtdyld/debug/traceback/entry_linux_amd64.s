#include "textflag.h"

// Functions of C: their argument is in DI, they keep BX, BP and R12 to R15. Go's functions
// take AX and BX, may spill them to the 16 bytes above their return address, and X15 is 0
// for them.

// void collect(struct cgoTracebackArg *)
TEXT collectEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	SUBQ $72, SP
	MOVQ BX, 16(SP)
	MOVQ BP, 24(SP)
	MOVQ R12, 32(SP)
	MOVQ R13, 40(SP)
	MOVQ R14, 48(SP)
	MOVQ R15, 56(SP)
	LOCK
	INCQ ·readers(SB)
	MOVQ DI, AX
	MOVQ ·root(SB), BX
	PXOR X15, X15
	MOVQ ·collectCall(SB), DX
	MOVQ (DX), CX
	CALL CX
	LOCK
	DECQ ·readers(SB)
	MOVQ 16(SP), BX
	MOVQ 24(SP), BP
	MOVQ 32(SP), R12
	MOVQ 40(SP), R13
	MOVQ 48(SP), R14
	MOVQ 56(SP), R15
	ADDQ $72, SP
	RET

// void describe(struct cgoSymbolizerArg *): the last call, with pc 0, says that nobody uses
// the answers any more.
TEXT describeEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	CMPQ 0(DI), $0
	JNE  ask
	TESTQ $1, 48(DI)
	JEQ  none
	MOVQ $0, 48(DI)
	LOCK
	DECQ ·readers(SB)
none:
	RET
ask:
	SUBQ $88, SP
	MOVQ BX, 16(SP)
	MOVQ BP, 24(SP)
	MOVQ R12, 32(SP)
	MOVQ R13, 40(SP)
	MOVQ R14, 48(SP)
	MOVQ R15, 56(SP)
	MOVQ 48(DI), AX // data
	ANDQ $1, AX
	MOVQ AX, 64(SP)
	LOCK
	INCQ ·readers(SB)
	MOVQ DI, AX
	MOVQ ·root(SB), BX
	PXOR X15, X15
	MOVQ ·describeCall(SB), DX
	MOVQ (DX), CX
	CALL CX
	// Counted once as long as the answers are used.
	TESTB AL, AL
	JEQ  leave
	CMPQ 64(SP), $0
	JEQ  stay
leave:
	LOCK
	DECQ ·readers(SB)
stay:
	MOVQ 16(SP), BX
	MOVQ 24(SP), BP
	MOVQ 32(SP), R12
	MOVQ 40(SP), R13
	MOVQ 48(SP), R14
	MOVQ 56(SP), R15
	ADDQ $88, SP
	RET

// func entries() (collect, describe uintptr)
TEXT ·entries(SB), NOSPLIT, $0-16
	LEAQ collectEntry<>(SB), AX
	MOVQ AX, collect+0(FP)
	LEAQ describeEntry<>(SB), AX
	MOVQ AX, describe+8(FP)
	RET

// func probe(addr uintptr) uintptr: the error of rt_sigprocmask(-1, addr, NULL, 8).
TEXT ·probe(SB), NOSPLIT, $0-16
	MOVQ $14, AX
	MOVQ $-1, DI
	MOVQ addr+0(FP), SI
	XORL DX, DX
	MOVQ $8, R10
	SYSCALL
	NEGQ AX
	MOVQ AX, ret+8(FP)
	RET
