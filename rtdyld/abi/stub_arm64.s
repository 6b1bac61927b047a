#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"

DATA ·stubEntryAddr(SB)/8, $stubEntry<>(SB)
GLOBL ·stubEntryAddr(SB), NOPTR|RODATA, $8

// Below are stubCall's arguments and results, behind the return address, and above them a stubRegs.
#define POINTER(n) (24+8*n)
#define FIRST POINTER(9)
#define SECOND (FIRST+8)
#define SEEN (SECOND+8)
#define INT(n) (SEEN+8+8*n)
#define FLOAT(n) (INT(9)+8*n)

// stubEntry is a Go function of any type, called as Go calls closures: R26 has the stub. Nothing looks at its registers but this, since it is assembly. In what it
// keeps of them on the stack are no pointers for the garbage collector; those are in what stubCall is given.
TEXT stubEntry<>(SB), NOSPLIT, $248-0
	NO_LOCAL_POINTERS
	MOVD R0, INT(0)(RSP)
	MOVD R1, INT(1)(RSP)
	MOVD R2, INT(2)(RSP)
	MOVD R3, INT(3)(RSP)
	MOVD R4, INT(4)(RSP)
	MOVD R5, INT(5)(RSP)
	MOVD R6, INT(6)(RSP)
	MOVD R7, INT(7)(RSP)
	MOVD R8, INT(8)(RSP)
	FMOVD F0, FLOAT(0)(RSP)
	FMOVD F1, FLOAT(1)(RSP)
	FMOVD F2, FLOAT(2)(RSP)
	FMOVD F3, FLOAT(3)(RSP)
	FMOVD F4, FLOAT(4)(RSP)
	FMOVD F5, FLOAT(5)(RSP)
	FMOVD F6, FLOAT(6)(RSP)
	FMOVD F7, FLOAT(7)(RSP)
	MOVD stub_masks(R26), R12
	MOVD 0(R12), R13
	AND R13, R0, R0
	MOVD R0, POINTER(0)(RSP)
	MOVD 8(R12), R13
	AND R13, R1, R1
	MOVD R1, POINTER(1)(RSP)
	MOVD 16(R12), R13
	AND R13, R2, R2
	MOVD R2, POINTER(2)(RSP)
	MOVD 24(R12), R13
	AND R13, R3, R3
	MOVD R3, POINTER(3)(RSP)
	MOVD 32(R12), R13
	AND R13, R4, R4
	MOVD R4, POINTER(4)(RSP)
	MOVD 40(R12), R13
	AND R13, R5, R5
	MOVD R5, POINTER(5)(RSP)
	MOVD 48(R12), R13
	AND R13, R6, R6
	MOVD R6, POINTER(6)(RSP)
	MOVD 56(R12), R13
	AND R13, R7, R7
	MOVD R7, POINTER(7)(RSP)
	MOVD 64(R12), R13
	AND R13, R8, R8
	MOVD R8, POINTER(8)(RSP)
	MOVD $INT(0)(RSP), R12
	MOVD R26, 8(RSP)
	MOVD R12, 16(RSP)
	CALL ·stubCall(SB)
	MOVD FIRST(RSP), R0
	MOVD SECOND(RSP), R1
	FMOVD R0, F0
	RET
