//go:build linux

#include "textflag.h"

// C functions, see registered.go. R27, which the assembler takes for loads of variables, is loaded code's.

// void registeredExit(struct exitCell *)
TEXT registeredExit<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $-1, R2

again:
	LDAXR (R0), R1
	STLXR R2, (R0), R3
	CBNZ  R3, again
	ADD   $1, R1, R3
	CMP   $1, R3
	BLS   none          // free or spent
	MOVD  8(R0), R0
	JMP   (R1)

none:
	RET

// R1 is the offset of the word in each row.

TEXT registeredFork<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $0, R1
	B    backward<>(SB)

TEXT registeredParent<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $8, R1
	B    forward<>(SB)

TEXT registeredChild<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $·registeredInChild(SB), R1
	MOVD $1, R2
	MOVW R2, (R1)
	MOVD $16, R1
	B    forward<>(SB)

TEXT registeredQuick<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $24, R1
	B    backward<>(SB)

TEXT registeredForked<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $1, R9
	MOVD $·registeredInChild(SB), R10
	MOVW R9, (R10)
	RET

TEXT registeredAtexit<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD ZR, R1
	MOVD ZR, R2
	MOVD $·registeredReal+0(SB), R9
	MOVD (R9), R9
	JMP  (R9)

TEXT registeredAtQuick<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD ZR, R1
	MOVD $·registeredReal+24(SB), R9
	MOVD (R9), R9
	JMP  (R9)

TEXT registeredAtfork<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD ZR, R3
	MOVD $·registeredReal+40(SB), R9
	MOVD (R9), R9
	JMP  (R9)

TEXT backward<>(SB), NOSPLIT|NOFRAME, $0-0
	STP.W (R29, R30), -48(RSP)
	STP   (R19, R20), 16(RSP)
	STP   (R21, R22), 32(RSP)
	MOVD  $·registeredRows(SB), R19
	MOVD  (R19), R19
	MOVD  (R19), R20
	ADD   $8, R19
	ADD   R20<<5, R19, R20
	MOVD  R1, R21

next:
	CMP  R19, R20
	BEQ  done
	SUB  $32, R20
	MOVD (R20)(R21), R2
	CBZ  R2, next
	CALL (R2)
	B    next

done:
	LDP   32(RSP), (R21, R22)
	LDP   16(RSP), (R19, R20)
	LDP.P 48(RSP), (R29, R30)
	RET

TEXT forward<>(SB), NOSPLIT|NOFRAME, $0-0
	STP.W (R29, R30), -48(RSP)
	STP   (R19, R20), 16(RSP)
	STP   (R21, R22), 32(RSP)
	MOVD  $·registeredRows(SB), R19
	MOVD  (R19), R19
	MOVD  (R19), R20
	ADD   $8, R19
	ADD   R20<<5, R19, R20
	MOVD  R1, R21

next:
	CMP  R19, R20
	BEQ  done
	MOVD (R19)(R21), R2
	ADD  $32, R19
	CBZ  R2, next
	CALL (R2)
	B    next

done:
	LDP   32(RSP), (R21, R22)
	LDP   16(RSP), (R19, R20)
	LDP.P 48(RSP), (R29, R30)
	RET

DATA ·registeredPC+0(SB)/8, $registeredExit<>(SB)
DATA ·registeredPC+8(SB)/8, $registeredFork<>(SB)
DATA ·registeredPC+16(SB)/8, $registeredParent<>(SB)
DATA ·registeredPC+24(SB)/8, $registeredChild<>(SB)
DATA ·registeredPC+32(SB)/8, $registeredQuick<>(SB)
DATA ·registeredPC+40(SB)/8, $registeredForked<>(SB)
DATA ·registeredPC+48(SB)/8, $registeredAtexit<>(SB)
DATA ·registeredPC+56(SB)/8, $registeredAtQuick<>(SB)
DATA ·registeredPC+64(SB)/8, $registeredAtfork<>(SB)
GLOBL ·registeredPC(SB), NOPTR|RODATA, $72

// GATE is the gate with an index.
#define GATE(name, index) \
TEXT name<>(SB), NOSPLIT|NOFRAME, $0-0; \
	MOVD  $·registeredInChild(SB), R9; \
	MOVWU (R9), R9; \
	CBNZ  R9, real; \
	MOVD  $·registeredGo+(8*index)(SB), R9; \
	MOVD  (R9), R9; \
	JMP   (R9); \
real: \
	MOVD  $·registeredReal+(8*index)(SB), R9; \
	MOVD  (R9), R9; \
	JMP   (R9); \
DATA ·gatePC+(8*index)(SB)/8, $name<>(SB)

GATE(gate0, 0)
GATE(gate1, 1)
GATE(gate2, 2)
GATE(gate3, 3)
GATE(gate4, 4)
GATE(gate5, 5)
GATE(gate6, 6)
GATE(gate7, 7)
GATE(gate8, 8)
GATE(gate9, 9)
GATE(gate10, 10)
GLOBL ·gatePC(SB), NOPTR|RODATA, $88
