#include "textflag.h"

#define CONTEXT_PC 440
#define INFO_CODE 8
#define SI_QUEUE 1 // -1

#define SYS_ppoll 73
#define SYS_write 64
#define SYS_futex 98
#define SYS_tgkill 131
#define SYS_rt_sigaction 134
#define SYS_getpid 172
#define SYS_gettid 178
#define FUTEX_WAIT 128
#define FUTEX_WAKE 129
#define ETIMEDOUT 110

// void handler(int signal, siginfo_t *, ucontext_t *): see the package's comment. All signals are blocked meanwhile. But for its return
// address it keeps no register: the kernel has them all.
TEXT handlerC<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVWU R0, R0
	MOVD CONTEXT_PC(R2), R9
	MOVD ·text(SB), R10
	SUB  R10, R9
	MOVD ·textSize(SB), R10
	CMP  R10, R9
	BLO  own
	MOVD R0, R19
	MOVD R1, R20
	MOVD R2, R21
	MOVD R30, R22
	MOVD $SYS_getpid, R8
	SVC
	MOVD ·process(SB), R10
	CMP  R10, R0
	BNE  die
	MOVD $·begun(SB), R9
again:
	LDAXRW (R9), R10
	CBNZW R10, forever
	MOVW $1, R10
	STLXRW R10, (R9), R11
	CBNZW R11, again

	// The first thread: wake the goroutine, and wait.
	MOVD R19, ·signal(SB)
	MOVD R20, ·info(SB)
	MOVD R21, ·registers(SB)
	MOVD $·came(SB), R0
	MOVW $1, R10
	STLRW R10, (R0)
	MOVD $FUTEX_WAKE, R1
	MOVD $1, R2
	MOVD $SYS_futex, R8
	SVC

wait:
	MOVD $·told(SB), R0
	MOVD $FUTEX_WAIT, R1
	MOVD $0, R2
	MOVD $·limit(SB), R3
	MOVD $SYS_futex, R8
	SVC
	MOVD $·told(SB), R10
	LDARW (R10), R10
	CBNZW R10, die
	CMN  $ETIMEDOUT, R0
	BNE  wait
	MOVD $2, R0
	MOVD ·lost+0(SB), R1
	MOVD ·lost+8(SB), R2
	MOVD $SYS_write, R8
	SVC

die:
	// The signal's own effect, on return.
	MOVD R19, R0
	MOVD $none<>(SB), R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $SYS_rt_sigaction, R8
	SVC
	MOVD $SYS_getpid, R8
	SVC
	MOVD R0, R20
	MOVD $SYS_gettid, R8
	SVC
	MOVD R0, R1
	MOVD R20, R0
	MOVD R19, R2
	MOVD $SYS_tgkill, R8
	SVC
	MOVD R22, R30
	RET

own:
	// The program's own code: what a process has sent ends it at once, the runtime may be in any state. The runtime sends by tgkill.
	MOVW INFO_CODE(R1), R9
	CBZW R9, sent
	CMNW $SI_QUEUE, R9
	BEQ  sent
	MOVD $·before(SB), R9
	MOVD (R9)(R0<<3), R9
	JMP  (R9)

sent:
	MOVD R0, R19
	MOVD R30, R22
	B    die

forever:
	MOVD $0, R0
	MOVD $0, R1
	MOVD $0, R2
	MOVD $0, R3
	MOVD $0, R4
	MOVD $SYS_ppoll, R8
	SVC
	B    forever

GLOBL none<>(SB), NOPTR, $32

// func handlerPC() uintptr
TEXT ·handlerPC(SB), NOSPLIT, $0-8
	MOVD $handlerC<>(SB), R0
	MOVD R0, ret+0(FP)
	RET
