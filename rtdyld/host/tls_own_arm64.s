//go:build linux

#include "textflag.h"

// C functions that return the address of a thread-local, see tls_own.go. R27, which the assembler takes for loads of variables, is loaded code's.

// void *ownPair(uint64_t pair[2])
TEXT ownPair<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD 0(R0), R1
	TBZ  $63, R1, theirs
	MOVD 8(R0), R0
	ADD  R1, R0
	B    ownBlock<>(SB)

theirs:
	MOVD $·ownGetAddr(SB), R1
	MOVD (R1), R1
	JMP  (R1)

// void *ownWord(uint64_t word)
TEXT ownWord<>(SB), NOSPLIT|NOFRAME, $0-0
	TBZ $63, R0, theirs
	B   ownBlock<>(SB)

theirs:
	MOVD $·ownGetAddr(SB), R1
	MOVD (R1), R1
	JMP  (R1)

TEXT ownBlock<>(SB), NOSPLIT|NOFRAME, $0-0
	STP.W (R29, R30), -32(RSP)
	STP   (R19, R20), 16(RSP)
	MOVWU R0, R20              // the offset
	UBFX  $32, R0, $31, R0
	MOVD  $·ownRecords(SB), R1
	MOVD  (R1), R1
	ADD   R0<<6, R1, R0
	MOVD  R0, R19
	MOVD  $·ownGetAddr(SB), R1
	MOVD  (R1), R1
	CALL  (R1)                 // R0 is the mark's address
	MOVD  16(R19), R2
	MOVD  24(R19), R3
	ADD   R0, R3               // the block's
	MOVD  (R0), R4
	CMP   R2, R4
	BEQ   there
	MOVD  R3, R5
	MOVD  32(R19), R6
	MOVD  40(R19), R7
	ADD   R5, R7               // the end of the values

copy:
	CMP     R5, R7
	BEQ     copied
	MOVBU.P 1(R6), R4
	MOVB.P  R4, 1(R5)
	B       copy

copied:
	MOVD 48(R19), R7
	ADD  R5, R7

zero:
	CMP    R5, R7
	BEQ    zeroed
	MOVB.P ZR, 1(R5)
	B      zero

zeroed:
	MOVD R2, (R0)

there:
	ADD   R20, R3, R0
	LDP   16(RSP), (R19, R20)
	LDP.P 32(RSP), (R29, R30)
	RET

DATA ·ownBlocksPC+0(SB)/8, $ownPair<>(SB)
DATA ·ownBlocksPC+8(SB)/8, $ownWord<>(SB)
GLOBL ·ownBlocksPC(SB), NOPTR|RODATA, $16
