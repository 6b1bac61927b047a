#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"

DATA ·stubEntryAddr(SB)/8, $stubEntry<>(SB)
GLOBL ·stubEntryAddr(SB), NOPTR|RODATA, $8

// Below are stubCall's arguments and results, and above them a stubRegs.
#define POINTER(n) (16+8*n)
#define FIRST POINTER(9)
#define SECOND (FIRST+8)
#define SEEN (SECOND+8)
#define INT(n) (SEEN+8+8*n)
#define FLOAT(n) (INT(9)+8*n)

// stubEntry is a Go function of any type, called as Go calls closures: RDX has the stub. Nothing looks at its registers but this, since it is assembly. In what it
// keeps of them on the stack are no pointers for the garbage collector; those are in what stubCall is given.
TEXT stubEntry<>(SB), NOSPLIT, $248-0
	NO_LOCAL_POINTERS
	MOVQ AX, INT(0)(SP)
	MOVQ BX, INT(1)(SP)
	MOVQ CX, INT(2)(SP)
	MOVQ DI, INT(3)(SP)
	MOVQ SI, INT(4)(SP)
	MOVQ R8, INT(5)(SP)
	MOVQ R9, INT(6)(SP)
	MOVQ R10, INT(7)(SP)
	MOVQ R11, INT(8)(SP)
	MOVSD X0, FLOAT(0)(SP)
	MOVSD X1, FLOAT(1)(SP)
	MOVSD X2, FLOAT(2)(SP)
	MOVSD X3, FLOAT(3)(SP)
	MOVSD X4, FLOAT(4)(SP)
	MOVSD X5, FLOAT(5)(SP)
	MOVSD X6, FLOAT(6)(SP)
	MOVSD X7, FLOAT(7)(SP)
	MOVQ stub_masks(DX), R12
	ANDQ 0(R12), AX
	MOVQ AX, POINTER(0)(SP)
	ANDQ 8(R12), BX
	MOVQ BX, POINTER(1)(SP)
	ANDQ 16(R12), CX
	MOVQ CX, POINTER(2)(SP)
	ANDQ 24(R12), DI
	MOVQ DI, POINTER(3)(SP)
	ANDQ 32(R12), SI
	MOVQ SI, POINTER(4)(SP)
	ANDQ 40(R12), R8
	MOVQ R8, POINTER(5)(SP)
	ANDQ 48(R12), R9
	MOVQ R9, POINTER(6)(SP)
	ANDQ 56(R12), R10
	MOVQ R10, POINTER(7)(SP)
	ANDQ 64(R12), R11
	MOVQ R11, POINTER(8)(SP)
	LEAQ INT(0)(SP), R12
	MOVQ DX, 0(SP)
	MOVQ R12, 8(SP)
	CALL ·stubCall(SB)
	MOVQ FIRST(SP), AX
	MOVQ SECOND(SP), BX
	MOVQ AX, X0
	XORPS X15, X15
	MOVQ (TLS), R14
	RET
