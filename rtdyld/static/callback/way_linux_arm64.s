//go:build !cgo && !rtdyld_nolinkname && !go1.28

#include "textflag.h"

// Functions here are C functions but where a Go declaration is given: arguments in R0 to R3; R19 to R29 are the caller's, of which the
// assembler may use R27 by itself.

#define SYS_nanosleep 101
#define SYS_rt_sigprocmask 135
#define SYS_getrlimit 163
#define SYS_munmap 215
#define SYS_clone 220
#define SYS_mmap 222
#define SYS_mprotect 226
#define SYS_madvise 233
#define SYS_write 64
#define SYS_exit 93
#define SYS_exit_group 94

#define RLIMIT_STACK 3
#define SIG_SETMASK 2
#define MADV_NOHUGEPAGE 15

// A thread's stack and the guard below.
#define STACK 0x800000
#define GUARD 0x10000
// What the first thread's stack may be at most, and what lies above it: arguments and environment.
#define LARGEST 0x40000000
#define ABOVE 0x10000

// Words at the thread pointer of a thread that is not adopted: these, the goroutine, three that are 0, as in glue.h. The runtime has six for
// each thread.
#define LOW 0
#define HIGH 8
#define G 16
#define OF_C 32 // and behind it, whether it is adopted

// g.stack.lo and g.stack.hi.
#define G_LOW 0
#define G_HIGH 8

GLOBL first<>(SB), NOPTR, $256

DATA ·frameCall(SB)/8, $frameCall<>(SB)
GLOBL ·frameCall(SB), NOPTR, $8
DATA ·quickCall(SB)/8, $quickCall<>(SB)
GLOBL ·quickCall(SB), NOPTR, $8
DATA ·drop(SB)/8, $drop<>(SB)
GLOBL ·drop(SB), NOPTR, $8

TEXT rtdyld_static_nothing(SB), NOSPLIT|NOFRAME, $0
	MOVD $0, R0
	RET

// void first(g *g0, ...): the thread pointer of the program's first thread, and its stack as large as the system lets it grow.
TEXT rtdyld_static_first(SB), NOSPLIT|NOFRAME, $0
	MOVD R0, R9
	SUB  $16, RSP
	MOVD $RLIMIT_STACK, R0
	MOVD RSP, R1
	MOVD $SYS_getrlimit, R8
	SVC
	MOVD 0(RSP), R2
	ADD  $16, RSP
	CBNZ R0, known
	MOVD $LARGEST, R3
	CMP  R3, R2
	BLS  limited
	MOVD R3, R2

limited:
	MOVD $ABOVE, R3
	SUBS R3, R2, R2
	BLS  known
	MOVD G_HIGH(R9), R3
	SUB  R2, R3, R3
	MOVD G_LOW(R9), R4
	CMP  R4, R3
	BHS  known
	MOVD R3, G_LOW(R9)

known:
	MOVD $first<>+128(SB), R2
	MOVD G_LOW(R9), R3
	MOVD R3, LOW(R2)
	MOVD G_HIGH(R9), R3
	MOVD R3, HIGH(R2)
	MSR  R2, TPIDR_EL0
	RET

// void thread(struct { g *g0; uintptr *tls; void (*run)(void); } *): a thread as the runtime makes them without cgo, on a stack
// that is large enough for C. Signals are blocked until run says which are not.
TEXT rtdyld_static_thread(SB), NOSPLIT|NOFRAME, $0
	SUB  $96, RSP
	STP  (R19, R20), 0(RSP)
	STP  (R21, R22), 16(RSP)
	STP  (R23, R27), 32(RSP)
	STP  (R29, R30), 48(RSP)
	MOVD 0(R0), R20 // g
	MOVD 8(R0), R21 // tls
	MOVD 16(R0), R22 // run
	MOVD $-1, R2
	MOVD R2, 64(RSP)
	MOVD $SIG_SETMASK, R0
	ADD  $64, RSP, R1
	ADD  $72, RSP, R2
	MOVD $8, R3
	MOVD $SYS_rt_sigprocmask, R8
	SVC

	MOVD $0, R0
	MOVD $(GUARD+STACK), R1
	MOVD $0, R2 // PROT_NONE
	MOVD $0x24022, R3 // MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE, MAP_STACK
	MOVD $-1, R4
	MOVD $0, R5
	MOVD $SYS_mmap, R8
	SVC
	CMN  $4095, R0
	BHS  none
	MOVD R0, R19
	MOVD $GUARD, R1
	ADD  R1, R19, R0
	MOVD $STACK, R1
	MOVD $3, R2 // PROT_READ, PROT_WRITE
	MOVD $SYS_mprotect, R8
	SVC
	CBNZ R0, none
	MOVD $GUARD, R1
	ADD  R1, R19, R0
	MOVD $STACK, R1
	MOVD $MADV_NOHUGEPAGE, R2
	MOVD $SYS_madvise, R8
	SVC

	MOVD $STACK, R1
	MOVD R1, G_HIGH(R20) // the runtime finds the place itself
	MOVD R20, G(R21)
	MOVD $GUARD, R1
	ADD  R1, R19, R1
	MOVD R1, LOW(R21)
	MOVD $(GUARD+STACK), R1
	ADD  R1, R19, R1
	MOVD R1, HIGH(R21)
	MOVD $0, R23

again:
	MOVD $0xd0f00, R0 // CLONE_VM, FS, FILES, SIGHAND, SYSVSEM, THREAD, SETTLS
	MOVD HIGH(R21), R1
	MOVD $0, R2
	MOVD R21, R3
	MOVD $0, R4
	MOVD $SYS_clone, R8
	SVC
	CBZ  R0, child
	CMN  $11, R0 // EAGAIN: it may pass
	BEQ  later
	CMN  $4095, R0
	BHS  none

	MOVD $SIG_SETMASK, R0
	ADD  $72, RSP, R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $SYS_rt_sigprocmask, R8
	SVC
	LDP  0(RSP), (R19, R20)
	LDP  16(RSP), (R21, R22)
	LDP  32(RSP), (R23, R27)
	LDP  48(RSP), (R29, R30)
	ADD  $96, RSP
	RET

later:
	ADD  $1, R23
	CMP  $20, R23
	BHI  none
	MOVD $1000000, R1
	MUL  R23, R1, R1
	STP  (ZR, R1), 80(RSP)
	ADD  $80, RSP, R0
	MOVD $0, R1
	MOVD $SYS_nanosleep, R8
	SVC
	B    again

none:
	MOVD $2, R0
	MOVD $noThread<>(SB), R1
	MOVD $51, R2
	MOVD $SYS_write, R8
	SVC
	MOVD $2, R0
	MOVD $SYS_exit_group, R8
	SVC
	BRK

child:
	SUB  $16, RSP
	MOVD R19, 8(RSP)
	MOVD R20, g
	MOVD $0, R29
	CALL (R22)
	MOVD 8(RSP), R0
	MOVD $(GUARD+STACK), R1
	MOVD $SYS_munmap, R8
	SVC
	MOVD $0, R0
	MOVD $SYS_exit, R8
	SVC
	BRK

DATA noThread<>+0(SB)/8, $"fatal er"
DATA noThread<>+8(SB)/8, $"ror: rtd"
DATA noThread<>+16(SB)/8, $"yld/stat"
DATA noThread<>+24(SB)/8, $"ic/callb"
DATA noThread<>+32(SB)/8, $"ack: no "
DATA noThread<>+40(SB)/8, $"new thre"
DATA noThread<>+48(SB)/8, $"ad\n"
GLOBL noThread<>(SB), RODATA|NOPTR, $56

// void bind(g *g0), void bounds(uintptr *): the glue's. (They leave the stack as it was.)
TEXT rtdyld_static_bind(SB), NOSPLIT|NOFRAME, $0
	MOVD ·bindFunc(SB), R9
	B    (R9)

TEXT rtdyld_static_bounds(SB), NOSPLIT|NOFRAME, $0
	MOVD ·boundsFunc(SB), R9
	B    (R9)

// int call(void *frame): 0, or 1 if the thread is neither C's nor adopted.
#define CALL_ENTRY(entry) \
	MRS   TPIDR_EL0, R10; \
	LDP   OF_C(R10), (R11, R12); \
	ORR   R12, R11; \
	CBZ   R11, none; \
	STP.W (R29, R30), -16(RSP); \
	MOVD  entry(SB), R9; \
	CALL  (R9); \
	LDP.P 16(RSP), (R29, R30); \
	MOVD  $0, R0; \
	RET; \
none: \
	MOVD  $1, R0; \
	RET

TEXT frameCall<>(SB), NOSPLIT|NOFRAME, $0
	CALL_ENTRY(·frameEntry)

TEXT quickCall<>(SB), NOSPLIT|NOFRAME, $0
	CALL_ENTRY(·quickEntry)

// void drop(g *g0): the end of a thread of C's that was bound.
TEXT drop<>(SB), NOSPLIT|NOFRAME, $0
	MOVD R0, R1
	MOVD ZR, R0
	MOVD ZR, R3
	B    crosscall2(SB)

// void crosscall2(void (*fn)(void *), void *frame, int, uintptr context): Go is entered from C.
TEXT crosscall2(SB), NOSPLIT|NOFRAME, $0
	SUB   $192, RSP
	STP   (R0, R1), 8(RSP)
	MOVD  R3, 24(RSP)
	STP   (R19, R20), 32(RSP)
	STP   (R21, R22), 48(RSP)
	STP   (R23, R24), 64(RSP)
	STP   (R25, R26), 80(RSP)
	STP   (R27, g), 96(RSP)
	FSTPD (F8, F9), 112(RSP)
	FSTPD (F10, F11), 128(RSP)
	FSTPD (F12, F13), 144(RSP)
	FSTPD (F14, F15), 160(RSP)
	STP   (R29, R30), 176(RSP)
	BL    runtime·cgocallback(SB)
	LDP   32(RSP), (R19, R20)
	LDP   48(RSP), (R21, R22)
	LDP   64(RSP), (R23, R24)
	LDP   80(RSP), (R25, R26)
	LDP   96(RSP), (R27, g)
	FLDPD 112(RSP), (F8, F9)
	FLDPD 128(RSP), (F10, F11)
	FLDPD 144(RSP), (F12, F13)
	FLDPD 160(RSP), (F14, F15)
	LDP   176(RSP), (R29, R30)
	ADD   $192, RSP
	RET

// func goroutineAt() (thread, register uintptr)
TEXT ·goroutineAt(SB), NOSPLIT, $0-16
	MRS  TPIDR_EL0, R0
	MOVD G(R0), R0
	MOVD R0, thread+0(FP)
	MOVD g, register+8(FP)
	RET

// func ownStack() (low, high uintptr)
TEXT ·ownStack(SB), NOSPLIT, $0-16
	MRS  TPIDR_EL0, R0
	MOVD LOW(R0), R1
	MOVD R1, low+0(FP)
	MOVD HIGH(R0), R1
	MOVD R1, high+8(FP)
	RET
