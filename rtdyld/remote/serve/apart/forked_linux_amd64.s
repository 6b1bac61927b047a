#include "textflag.h"

DATA ·forkedAddr(SB)/8, $forkedEntry<>(SB)
GLOBL ·forkedAddr(SB), NOPTR|RODATA, $8

#define SYS_write 1
#define SYS_getpid 39
#define SYS_kill 62
#define SIGKILL 9

// forkedEntry is a C function of two words. It goes on to what forkedNext has with all that it was given: a system call changes RAX, RCX and R11 alone.
TEXT forkedEntry<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL $SYS_getpid, AX
	SYSCALL
	CMPQ AX, ·forkedPID(SB)
	JNE  forked
	MOVQ ·forkedNext(SB), AX
	JMP  AX

forked:
	MOVQ AX, R8
	MOVL $SYS_write, AX
	MOVL $2, DI
	MOVQ ·forkedText(SB), SI
	MOVQ ·forkedSize(SB), DX
	SYSCALL

end:
	MOVL $SYS_kill, AX
	MOVQ R8, DI
	MOVL $SIGKILL, SI
	SYSCALL
	JMP end
