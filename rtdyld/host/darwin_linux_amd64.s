#include "textflag.h"

// void memset_pattern16(void *rdi, const void *rsi, size_t rdx) of Apple's C library,
// and its siblings for patterns of 4 and 8 bytes: fill rdx bytes at rdi with the
// pattern at rsi, the last copy of it cut off. Compilers make calls of them.

DATA ·memsetPattern4(SB)/8, $pattern4<>(SB)
GLOBL ·memsetPattern4(SB), NOPTR, $8
DATA ·memsetPattern8(SB)/8, $pattern8<>(SB)
GLOBL ·memsetPattern8(SB), NOPTR, $8
DATA ·memsetPattern16(SB)/8, $pattern16<>(SB)
GLOBL ·memsetPattern16(SB), NOPTR, $8

TEXT pattern4<>(SB), NOSPLIT|NOFRAME, $0
	MOVL   (SI), X0
	PSHUFD $0, X0, X0
	JMP    fill<>(SB)

TEXT pattern8<>(SB), NOSPLIT|NOFRAME, $0
	MOVQ       (SI), X0
	PUNPCKLQDQ X0, X0
	JMP        fill<>(SB)

TEXT pattern16<>(SB), NOSPLIT|NOFRAME, $0
	MOVOU (SI), X0
	JMP   fill<>(SB)

// fill stores xmm0 again and again; the rest of less than 16 bytes goes by the stack.
TEXT fill<>(SB), NOSPLIT|NOFRAME, $0
	SUBQ  $16, DX
	JCS   rest

whole:
	MOVOU X0, (DI)
	ADDQ  $16, DI
	SUBQ  $16, DX
	JCC   whole

rest:
	ADDQ  $16, DX
	JEQ   done
	MOVOU X0, -16(SP)
	LEAQ  -16(SP), SI
	MOVQ  DX, CX
	REP
	MOVSB

done:
	RET
