//go:build linux

#include "textflag.h"

// C functions of a buffer of which the first 400 bytes are a jmp_buf and the next three words musl's struct __ptcb; see leave.go. R27, which the assembler
// takes for loads of variables, is loaded code's.

TEXT register<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD R0, R2
	ADD  $400, R0
	MOVD $jump<>(SB), R1
	MOVD $·leaveCall+0(SB), R9
	MOVD (R9), R9
	JMP  (R9)

TEXT unregister<>(SB), NOSPLIT|NOFRAME, $0-0
	ADD  $400, R0
	MOVD $0, R1
	MOVD $·leaveCall+8(SB), R9
	MOVD (R9), R9
	JMP  (R9)

TEXT jump<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD $1, R1
	MOVD $·leaveCall+16(SB), R9
	MOVD (R9), R9
	JMP  (R9)

DATA ·leavePC+0(SB)/8, $register<>(SB)
DATA ·leavePC+8(SB)/8, $unregister<>(SB)
GLOBL ·leavePC(SB), NOPTR|RODATA, $16
