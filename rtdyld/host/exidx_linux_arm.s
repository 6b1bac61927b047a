#include "textflag.h"

// uint32 *find(uint32 pc, int *n), a C function in the place of
// __gnu_Unwind_Find_exidx: see exidx_linux_arm.go. R4 is the version that is read, R5
// its ranges, R6 and R7 the first range that may begin above pc and the last. Registers
// that C keeps are given back, R11 among them, which Go's assembler uses by itself.
TEXT findIndex<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVM.DB.W [R4-R8, R11, R14], (R13)

again:
	MOVW $·indexVersion(SB), R4
	MOVW 0(R4), R4
	AND  $1, R4, R5
	MOVW $·indexLists(SB), R6
	ADD  R5<<2, R6
	MOVW 0(R6), R5
	MOVW 0(R5), R7
	ADD  $4, R5
	MOVW $0, R6

halve:
	CMP  R7, R6
	BHS  halved
	ADD  R7, R6, R8
	MOVW R8>>1, R8
	ADD  R8<<4, R5, R12
	MOVW 0(R12), R12
	CMP  R12, R0
	BLO  below
	ADD  $1, R8, R6
	B    halve

below:
	MOVW R8, R7
	B    halve

halved: // the range before R6, if there is one
	MOVW  $0, R7
	CMP   $0, R6
	BEQ   check
	ADD   R6<<4, R5
	MOVW  -12(R5), R7
	MOVW  -8(R5), R2
	MOVW  -4(R5), R3

check: // what was read is read before this
#ifdef GOARM_7
	DMB MB_ISH
#else
	MOVW $0xffff0fa0, R12 // the kernel's barrier; it keeps all registers but R14
	BL   (R12)
#endif
	MOVW $·indexBegun(SB), R12
	MOVW 0(R12), R12
	SUB  R4, R12
	CMP  $2, R12
	BHS  again
	CMP  R7, R0
	BHS  other
	MOVW R3, 0(R1)
	MOVW R2, R0
	MOVM.IA.W (R13), [R4-R8, R11, R14]
	WORD $0xe12fff1e // bx lr

other:
	MOVM.IA.W (R13), [R4-R8, R11, R14]
	MOVW $·indexNext(SB), R12
	MOVW 0(R12), R12
	WORD $0xe12fff1c // bx r12

DATA ·indexPC(SB)/4, $findIndex<>(SB)
GLOBL ·indexPC(SB), NOPTR|RODATA, $4
