//go:build linux

#include "textflag.h"

// C functions, see registered.go.

// void registeredExit(struct exitCell *)
TEXT registeredExit<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ  $-1, AX
	XCHGQ AX, 0(DI)
	LEAQ  1(AX), CX
	CMPQ  CX, $1
	JLS   none      // free or spent
	MOVQ  8(DI), DI
	JMP   AX

none:
	RET

// SI is the offset of the word in each row.

TEXT registeredFork<>(SB), NOSPLIT|NOFRAME, $0-0
	XORL SI, SI
	JMP  backward<>(SB)

TEXT registeredParent<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $8, SI
	JMP  forward<>(SB)

TEXT registeredChild<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $1, AX
	MOVL AX, ·registeredInChild(SB)
	MOVL $16, SI
	JMP  forward<>(SB)

TEXT registeredQuick<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $24, SI
	JMP  backward<>(SB)

TEXT registeredForked<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $1, AX
	MOVL AX, ·registeredInChild(SB)
	RET

TEXT registeredAtexit<>(SB), NOSPLIT|NOFRAME, $0-0
	XORL SI, SI
	XORL DX, DX
	MOVQ ·registeredReal+0(SB), AX
	JMP  AX

TEXT registeredAtQuick<>(SB), NOSPLIT|NOFRAME, $0-0
	XORL SI, SI
	MOVQ ·registeredReal+24(SB), AX
	JMP  AX

TEXT registeredAtfork<>(SB), NOSPLIT|NOFRAME, $0-0
	XORL CX, CX
	MOVQ ·registeredReal+40(SB), AX
	JMP  AX

TEXT backward<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX
	PUSHQ R12
	PUSHQ R13 // which aligns the stack
	MOVQ  ·registeredRows(SB), BX
	MOVQ  0(BX), R13
	SHLQ  $5, R13
	ADDQ  $8, BX
	ADDQ  BX, R13
	MOVQ  SI, R12

next:
	CMPQ  R13, BX
	JEQ   done
	SUBQ  $32, R13
	MOVQ  (R13)(R12*1), AX
	TESTQ AX, AX
	JEQ   next
	CALL  AX
	JMP   next

done:
	POPQ R13
	POPQ R12
	POPQ BX
	RET

TEXT forward<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX
	PUSHQ R12
	PUSHQ R13 // which aligns the stack
	MOVQ  ·registeredRows(SB), BX
	MOVQ  0(BX), R13
	SHLQ  $5, R13
	ADDQ  $8, BX
	ADDQ  BX, R13
	MOVQ  SI, R12

next:
	CMPQ  R13, BX
	JEQ   done
	MOVQ  (BX)(R12*1), AX
	ADDQ  $32, BX
	TESTQ AX, AX
	JEQ   next
	CALL  AX
	JMP   next

done:
	POPQ R13
	POPQ R12
	POPQ BX
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
	CMPL ·registeredInChild(SB), $0; \
	JNE  real; \
	MOVQ ·registeredGo+(8*index)(SB), AX; \
	JMP  AX; \
real: \
	MOVQ ·registeredReal+(8*index)(SB), AX; \
	JMP  AX; \
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
