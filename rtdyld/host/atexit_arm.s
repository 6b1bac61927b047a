//go:build linux

#include "textflag.h"

// void destruct(void (**f)(void)), a C function: it calls *f, if that is not NULL.
TEXT destruct<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVW (R0), R1
	CMP  $0, R1
	WORD $0x112fff11 // bxne r1
	WORD $0xe12fff1e // bx lr

DATA ·destructPC+0(SB)/4, $destruct<>(SB)
GLOBL ·destructPC(SB), NOPTR|RODATA, $4
