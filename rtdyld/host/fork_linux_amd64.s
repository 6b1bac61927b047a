#include "textflag.h"

// void closeOwn(void), in a process with one thread, which runs nothing of Go's.
TEXT closeOwn<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ ·ownDescriptor(SB), AX
	XORL DI, DI
	XCHGL DI, (AX)
	SUBL $1, DI
	JLT  none // 0: it was not open
	MOVL $3, AX // close
	SYSCALL
none:
	RET

DATA ·closeOwnPC(SB)/8, $closeOwn<>(SB)
GLOBL ·closeOwnPC(SB), NOPTR|RODATA, $8
