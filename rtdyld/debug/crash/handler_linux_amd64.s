#include "textflag.h"

#define CONTEXT_PC 168
#define INFO_CODE 8
#define SI_QUEUE -1

#define SYS_write 1
#define SYS_rt_sigaction 13
#define SYS_pause 34
#define SYS_getpid 39
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_tgkill 234
#define FUTEX_WAIT 128
#define FUTEX_WAKE 129
#define ETIMEDOUT 110

// void handler(int signal, siginfo_t *, ucontext_t *): see the package's comment. All signals are blocked meanwhile. It keeps
// no register: the kernel has them all.
TEXT handlerC<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVL DI, DI
	MOVQ CONTEXT_PC(DX), R9
	SUBQ ·text(SB), R9
	CMPQ R9, ·textSize(SB)
	JCS  own
	MOVQ DI, R12
	MOVQ SI, R13
	MOVQ DX, R14
	MOVL $SYS_getpid, AX
	SYSCALL
	CMPQ AX, ·process(SB)
	JNE  die
	MOVL $1, CX
	XORL AX, AX
	LOCK
	CMPXCHGL CX, ·begun(SB)
	JNE  forever

	// The first thread: wake the goroutine, and wait.
	MOVQ R12, ·signal(SB)
	MOVQ R13, ·info(SB)
	MOVQ R14, ·registers(SB)
	MOVL $1, AX
	XCHGL AX, ·came(SB)
	LEAQ ·came(SB), DI
	MOVL $FUTEX_WAKE, SI
	MOVL $1, DX
	MOVL $SYS_futex, AX
	SYSCALL

wait:
	LEAQ ·told(SB), DI
	MOVL $FUTEX_WAIT, SI
	XORL DX, DX
	LEAQ ·limit(SB), R10
	MOVL $SYS_futex, AX
	SYSCALL
	MOVL ·told(SB), CX
	TESTL CX, CX
	JNE  die
	CMPQ AX, $-ETIMEDOUT
	JNE  wait
	MOVL $2, DI
	MOVQ ·lost+0(SB), SI
	MOVQ ·lost+8(SB), DX
	MOVL $SYS_write, AX
	SYSCALL

die:
	// The signal's own effect, on return.
	MOVQ R12, DI
	LEAQ none<>(SB), SI
	XORL DX, DX
	MOVL $8, R10
	MOVL $SYS_rt_sigaction, AX
	SYSCALL
	MOVL $SYS_getpid, AX
	SYSCALL
	MOVQ AX, R13
	MOVL $SYS_gettid, AX
	SYSCALL
	MOVQ R13, DI
	MOVQ AX, SI
	MOVQ R12, DX
	MOVL $SYS_tgkill, AX
	SYSCALL
	RET

own:
	// The program's own code: what a process has sent ends it at once, the runtime may be in any state. The runtime sends by tgkill.
	MOVQ DI, R12
	MOVL INFO_CODE(SI), AX
	TESTL AX, AX
	JEQ  die
	CMPL AX, $SI_QUEUE
	JEQ  die
	LEAQ ·before(SB), AX
	MOVQ (AX)(DI*8), AX
	JMP  AX

forever:
	MOVL $SYS_pause, AX
	SYSCALL
	JMP  forever

GLOBL none<>(SB), NOPTR, $32

// func handlerPC() uintptr
TEXT ·handlerPC(SB), NOSPLIT, $0-8
	LEAQ handlerC<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
