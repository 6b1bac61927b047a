//go:build linux

#include "textflag.h"

// C functions of a buffer of which the first 400 bytes are a jmp_buf and the next three words musl's struct __ptcb; see leave.go.

TEXT register<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ DI, DX
	LEAQ 400(DI), DI
	MOVQ $jump<>(SB), SI
	MOVQ ·leaveCall+0(SB), AX
	JMP  AX

TEXT unregister<>(SB), NOSPLIT|NOFRAME, $0-0
	LEAQ 400(DI), DI
	XORL SI, SI
	MOVQ ·leaveCall+8(SB), AX
	JMP  AX

TEXT jump<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $1, SI
	MOVQ ·leaveCall+16(SB), AX
	JMP  AX

DATA ·leavePC+0(SB)/8, $register<>(SB)
DATA ·leavePC+8(SB)/8, $unregister<>(SB)
GLOBL ·leavePC(SB), NOPTR|RODATA, $16
