#include "textflag.h"

// void *__aeabi_read_tp(void), a C function that keeps all registers but r0.
TEXT readTP<>(SB), NOSPLIT|NOFRAME, $0-0
	MRC  15, 0, R0, C13, C0, 3
	WORD $0xe12fff1e // bx lr

DATA ·readTPPC(SB)/4, $readTP<>(SB)
GLOBL ·readTPPC(SB), NOPTR|RODATA, $4
