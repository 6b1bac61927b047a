//go:build linux

#include "textflag.h"

// void destruct(void (**f)(void)), a C function: it calls *f, if that is not NULL.
TEXT destruct<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ  (DI), AX
	TESTQ AX, AX
	JEQ   none
	JMP   AX

none:
	RET

DATA ·destructPC+0(SB)/8, $destruct<>(SB)
GLOBL ·destructPC(SB), NOPTR|RODATA, $8
