//go:build !cgo && !rtdyld_nolinkname && !go1.28

#include "textflag.h"

// Functions here are C functions but where a Go declaration is given: arguments in DI, SI, DX, CX; BX, BP, R12 to R15 are the caller's.

#define SYS_mmap 9
#define SYS_mprotect 10
#define SYS_munmap 11
#define SYS_rt_sigprocmask 14
#define SYS_madvise 28
#define SYS_nanosleep 35
#define SYS_clone 56
#define SYS_exit 60
#define SYS_write 1
#define SYS_getrlimit 97
#define SYS_arch_prctl 158
#define SYS_exit_group 231

#define ARCH_SET_FS 0x1002
#define RLIMIT_STACK 3
#define SIG_SETMASK 2
#define MADV_NOHUGEPAGE 15

// A thread's stack and the guard below.
#define STACK 0x800000
#define GUARD 0x10000
// What the first thread's stack may be at most, and what lies above it: arguments and environment.
#define LARGEST 0x40000000
#define ABOVE 0x10000

// Words at the thread pointer of a thread that is not adopted. The first is 0; the goroutine is in front of it.
#define LOW 8
#define HIGH 16
#define AT_THREAD_POINTER(off, modrm) BYTE $0x64; BYTE $0x48; BYTE $0x8b; BYTE $modrm; BYTE $0x25; LONG $off // movq %fs:off, register
#define THREAD_POINTER_AX AT_THREAD_POINTER(0, 0x04)
#define G_AX AT_THREAD_POINTER(-8, 0x04)

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
	XORL AX, AX
	RET

// void first(g *g0, ...): the thread pointer of the program's first thread, and its stack as large as the system lets it grow.
TEXT rtdyld_static_first(SB), NOSPLIT|NOFRAME, $0
	MOVQ  DI, R8
	ADJSP $24
	MOVQ  $RLIMIT_STACK, DI
	MOVQ  SP, SI
	MOVQ  $SYS_getrlimit, AX
	SYSCALL
	MOVQ  0(SP), DX
	ADJSP $-24
	TESTQ AX, AX
	JNE   known
	CMPQ  DX, $LARGEST
	JLS   limited
	MOVQ  $LARGEST, DX

limited:
	SUBQ $ABOVE, DX
	JLS  known
	MOVQ G_HIGH(R8), CX
	SUBQ DX, CX
	CMPQ CX, G_LOW(R8)
	JCC  known
	MOVQ CX, G_LOW(R8)

known:
	LEAQ first<>+128(SB), SI
	MOVQ G_LOW(R8), DX
	MOVQ DX, LOW(SI)
	MOVQ G_HIGH(R8), DX
	MOVQ DX, HIGH(SI)
	MOVQ $ARCH_SET_FS, DI
	MOVQ $SYS_arch_prctl, AX
	SYSCALL
	TESTQ AX, AX
	JEQ  2(PC)
	INT  $3
	RET

// void thread(struct { g *g0; uintptr *tls; void (*run)(void); } *): a thread as the runtime makes them without cgo, on a stack
// that is large enough for C. Signals are blocked until run says which are not.
TEXT rtdyld_static_thread(SB), NOSPLIT|NOFRAME, $0
	PUSHQ BX
	PUSHQ BP
	PUSHQ R12
	PUSHQ R13
	PUSHQ R14
	PUSHQ R15
	ADJSP $40
	MOVQ  0(DI), R13 // g
	MOVQ  8(DI), R14 // tls
	MOVQ  16(DI), R15 // run
	MOVQ  $-1, AX
	MOVQ  AX, 0(SP)
	MOVQ  $SIG_SETMASK, DI
	LEAQ  0(SP), SI
	LEAQ  8(SP), DX
	MOVQ  $8, R10
	MOVQ  $SYS_rt_sigprocmask, AX
	SYSCALL

	XORL DI, DI
	MOVQ $(GUARD+STACK), SI
	XORL DX, DX // PROT_NONE
	MOVQ $0x24022, R10 // MAP_PRIVATE, MAP_ANONYMOUS, MAP_NORESERVE, MAP_STACK
	MOVQ $-1, R8
	XORL R9, R9
	MOVQ $SYS_mmap, AX
	SYSCALL
	CMPQ AX, $0xfffffffffffff001
	JCC  none
	MOVQ AX, R12
	LEAQ GUARD(R12), DI
	MOVQ $STACK, SI
	MOVQ $3, DX // PROT_READ, PROT_WRITE
	MOVQ $SYS_mprotect, AX
	SYSCALL
	TESTQ AX, AX
	JNE  none
	LEAQ GUARD(R12), DI
	MOVQ $STACK, SI
	MOVQ $MADV_NOHUGEPAGE, DX
	MOVQ $SYS_madvise, AX
	SYSCALL

	MOVQ $STACK, G_HIGH(R13) // the runtime finds the place itself
	MOVQ R13, 0(R14)
	LEAQ GUARD(R12), AX
	MOVQ AX, (8+LOW)(R14)
	LEAQ (GUARD+STACK)(R12), AX
	MOVQ AX, (8+HIGH)(R14)
	XORL BX, BX

again:
	MOVQ $0xd0f00, DI // CLONE_VM, FS, FILES, SIGHAND, SYSVSEM, THREAD, SETTLS
	LEAQ (GUARD+STACK)(R12), SI
	XORL DX, DX
	XORL R10, R10
	LEAQ 8(R14), R8
	MOVQ $SYS_clone, AX
	SYSCALL
	TESTQ AX, AX
	JEQ  child
	CMPQ AX, $-11 // EAGAIN: it may pass
	JEQ  later
	CMPQ AX, $0xfffffffffffff001
	JCC  none

	MOVQ  $SIG_SETMASK, DI
	LEAQ  8(SP), SI
	XORL  DX, DX
	MOVQ  $8, R10
	MOVQ  $SYS_rt_sigprocmask, AX
	SYSCALL
	ADJSP $-40
	POPQ  R15
	POPQ  R14
	POPQ  R13
	POPQ  R12
	POPQ  BP
	POPQ  BX
	RET

later:
	INCQ BX
	CMPQ BX, $20
	JHI  none
	MOVQ $0, 16(SP)
	MOVQ BX, AX
	IMULQ $1000000, AX
	MOVQ AX, 24(SP)
	LEAQ 16(SP), DI
	XORL SI, SI
	MOVQ $SYS_nanosleep, AX
	SYSCALL
	JMP  again

none:
	MOVQ $2, DI
	LEAQ noThread<>(SB), SI
	MOVQ $51, DX
	MOVQ $SYS_write, AX
	SYSCALL
	MOVQ $2, DI
	MOVQ $SYS_exit_group, AX
	SYSCALL
	INT  $3

child:
	PUSHQ R12
	PUSHQ R12
	MOVQ  R13, R14
	XORPS X15, X15
	XORL  BP, BP
	CALL  R15
	POPQ  DI
	MOVQ  $(GUARD+STACK), SI
	MOVQ  $SYS_munmap, AX
	SYSCALL
	XORL  DI, DI
	MOVQ  $SYS_exit, AX
	SYSCALL
	INT   $3

DATA noThread<>+0(SB)/8, $"fatal er"
DATA noThread<>+8(SB)/8, $"ror: rtd"
DATA noThread<>+16(SB)/8, $"yld/stat"
DATA noThread<>+24(SB)/8, $"ic/callb"
DATA noThread<>+32(SB)/8, $"ack: no "
DATA noThread<>+40(SB)/8, $"new thre"
DATA noThread<>+48(SB)/8, $"ad\n"
GLOBL noThread<>(SB), RODATA|NOPTR, $56

// void bind(g *g0), void bounds(uintptr *): the glue's.
TEXT rtdyld_static_bind(SB), NOSPLIT|NOFRAME, $0
	MOVQ ·bindFunc(SB), AX
	JMP  AX

TEXT rtdyld_static_bounds(SB), NOSPLIT|NOFRAME, $0
	MOVQ ·boundsFunc(SB), AX
	JMP  AX

// int call(void *frame): 0, or 1 if the thread is not adopted.
#define CALL_ENTRY(entry) \
	THREAD_POINTER_AX; \
	TESTQ AX, AX; \
	JEQ   none; \
	ADJSP $8; \
	MOVQ  entry(SB), AX; \
	CALL  AX; \
	ADJSP $-8; \
	XORL  AX, AX; \
	RET; \
none: \
	MOVL  $1, AX; \
	RET

TEXT frameCall<>(SB), NOSPLIT|NOFRAME, $0
	CALL_ENTRY(·frameEntry)

TEXT quickCall<>(SB), NOSPLIT|NOFRAME, $0
	CALL_ENTRY(·quickEntry)

// void drop(g *g0): the end of a thread of C's that was bound.
TEXT drop<>(SB), NOSPLIT|NOFRAME, $0
	MOVQ DI, SI
	XORL DI, DI
	XORL CX, CX
	JMP  crosscall2(SB)

// void crosscall2(void (*fn)(void *), void *frame, int, uintptr context): Go is entered from C.
TEXT crosscall2(SB), NOSPLIT|NOFRAME, $0
	PUSHQ BX
	PUSHQ BP
	PUSHQ R12
	PUSHQ R13
	PUSHQ R14
	PUSHQ R15
	ADJSP $24
	MOVQ  DI, 0(SP)
	MOVQ  SI, 8(SP)
	MOVQ  CX, 16(SP)
	CALL  runtime·cgocallback(SB)
	ADJSP $-24
	POPQ  R15
	POPQ  R14
	POPQ  R13
	POPQ  R12
	POPQ  BP
	POPQ  BX
	RET

// func goroutineAt() (thread, register uintptr)
TEXT ·goroutineAt(SB), NOSPLIT, $0-16
	G_AX
	MOVQ AX, thread+0(FP)
	MOVQ R14, register+8(FP)
	RET

// func ownStack() (low, high uintptr)
TEXT ·ownStack(SB), NOSPLIT, $0-16
	AT_THREAD_POINTER(LOW, 0x04)
	MOVQ AX, low+0(FP)
	AT_THREAD_POINTER(HIGH, 0x04)
	MOVQ AX, high+8(FP)
	RET
