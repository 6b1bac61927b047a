#include "go_asm.h"
#include "textflag.h"

DATA ·quickEntryAddr(SB)/8, $quickEntry<>(SB)
GLOBL ·quickEntryAddr(SB), NOPTR|RODATA, $8

// void quickEntry(Quick *x0), a C function (AAPCS64, section 6). What x0 points to is on the
// goroutine's stack, which has moved if the function called back into Go: its distance to
// the stack's upper end is the same. _cgo_topofstack gives that end, as cgo's own wrappers
// have it; it is a C function of the runtime.
//
//	x29+32  d0
//	x29+24  x20 of the caller
//	x29+16  x19 of the caller
//	x29     x29 of the caller, return address
//	...     stack words, one more if their number is odd
TEXT quickEntry<>(SB), NOSPLIT|NOFRAME, $0
	STP.W (R29, R30), -48(RSP)
	STP   (R19, R20), 16(RSP)
	MOVD  RSP, R29
	MOVD  R0, R19
	CALL  _cgo_topofstack(SB)
	SUB   R0, R19, R20
	MOVD  Quick_Floats(R19), R2
	CBZ   R2, integers
	FMOVD (Quick_Reg+8*8)(R19), F0
	FMOVD (Quick_Reg+9*8)(R19), F1
	FMOVD (Quick_Reg+10*8)(R19), F2
	FMOVD (Quick_Reg+11*8)(R19), F3
	FMOVD (Quick_Reg+12*8)(R19), F4
	FMOVD (Quick_Reg+13*8)(R19), F5
	FMOVD (Quick_Reg+14*8)(R19), F6
	FMOVD (Quick_Reg+15*8)(R19), F7
	LSR   $const_quickShift, R2
	CBNZ  R2, stack

integers:
	MOVD (Quick_Reg+0*8)(R19), R0
	MOVD (Quick_Reg+1*8)(R19), R1
	MOVD (Quick_Reg+2*8)(R19), R2
	MOVD (Quick_Reg+3*8)(R19), R3
	MOVD (Quick_Reg+4*8)(R19), R4
	MOVD (Quick_Reg+5*8)(R19), R5
	MOVD (Quick_Reg+6*8)(R19), R6
	MOVD (Quick_Reg+7*8)(R19), R7
	MOVD Quick_Addr(R19), R16
	CALL (R16)

	MOVD  R0, R19
	FMOVD F0, 32(R29)
	CALL  _cgo_topofstack(SB)
	ADD   R0, R20, R20
	MOVD  R19, Quick_Ret(R20)
	FMOVD 32(R29), F0
	FMOVD F0, Quick_FloatRet(R20)
	MOVD  R29, RSP
	LDP   16(RSP), (R19, R20)
	LDP.P 48(RSP), (R29, R30)
	RET

stack:
	ADD  $1, R2, R3
	AND  $~1, R3, R3
	MOVD RSP, R4
	SUB  R3<<3, R4, R4
	MOVD R4, RSP
	ADD  $Quick__size, R19, R5

	// From the highest word down, so that a stack that is too small ends at its guard page.
copy:
	SUB  $1, R2, R2
	MOVD (R5)(R2<<3), R6
	MOVD R6, (R4)(R2<<3)
	CBNZ R2, copy
	B    integers
