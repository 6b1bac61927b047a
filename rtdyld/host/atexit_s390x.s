//go:build linux && go1.27

#include "textflag.h"

// void destruct(void (**f)(void)), a C function: it calls *f, if that is not NULL.
TEXT destruct<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD    (R2), R1
	CMPBEQ  R1, $0, none
	BR      (R1)

none:
	RET

DATA ·destructPC+0(SB)/8, $destruct<>(SB)
GLOBL ·destructPC(SB), NOPTR|RODATA, $8
