//go:build linux

#include "textflag.h"

// void destruct(void (**f)(void)), a C function: it calls *f, if that is not NULL.
TEXT destruct<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD (R0), R1
	CBZ  R1, none
	JMP  (R1)

none:
	RET

DATA ·destructPC+0(SB)/8, $destruct<>(SB)
GLOBL ·destructPC(SB), NOPTR|RODATA, $8
