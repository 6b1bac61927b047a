//go:build linux

#include "textflag.h"

// C functions (System V AMD64 calling convention). The word at FS:0 is the thread
// pointer. See tls_exit.go.

// LOCK and UNLOCK hold exitLock; AX is lost.
#define LOCK \
	MOVL  $1, AX; \
	XCHGL AX, ·exitLock(SB); \
	TESTL AX, AX; \
	JZ    3(PC); \
	PAUSE; \
	JMP   -5(PC)

#define UNLOCK \
	XORL  AX, AX; \
	XCHGL AX, ·exitLock(SB)

// int __cxa_thread_atexit(void (*destructor)(void *), void *object, void *dso):
// registers in Go or, if the destructors of this thread already run, here.
TEXT threadAtExit<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ  ·exitRunning(SB), AX
	TESTQ AX, AX
	JZ    register
	LOCK
	MOVQ  0(FS), R8
	MOVQ  ·exitRunning(SB), CX

find:
	TESTQ CX, CX
	JZ    found
	CMPQ  8(CX), R8
	JEQ   found
	MOVQ  16(CX), CX
	JMP   find

found:
	UNLOCK
	TESTQ CX, CX
	JZ    register
	PUSHQ DI
	PUSHQ SI
	PUSHQ DX
	PUSHQ CX
	SUBQ  $8, SP
	MOVQ  $32, DI
	MOVQ  ·exitCall+0(SB), AX
	CALL  AX
	ADDQ  $8, SP
	POPQ  CX
	POPQ  DX
	POPQ  SI
	POPQ  DI
	TESTQ AX, AX
	JZ    full
	MOVQ  AX, R9
	MOVQ  DI, 8(R9)
	MOVQ  SI, 16(R9)
	MOVQ  DX, 24(R9)
	LOCK
	MOVQ  0(CX), R8
	MOVQ  R8, 0(R9)
	MOVQ  R9, 0(CX)
	UNLOCK
	XORL  AX, AX
	RET

full:
	MOVL $1, AX
	RET

register:
	MOVQ ·exitCall+16(SB), AX
	JMP  AX

// void threadExit(exitThread *t): runs the destructors, those too that are
// registered meanwhile. glibc calls it when the thread ends.
TEXT threadExit<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX
	PUSHQ R12
	PUSHQ R13
	PUSHQ BP
	SUBQ  $8, SP
	MOVQ  DI, BX
	LOCK
	MOVQ  0(FS), CX
	MOVQ  CX, 8(BX)
	MOVQ  ·exitRunning(SB), CX
	MOVQ  CX, 16(BX)
	MOVQ  BX, ·exitRunning(SB)
	UNLOCK

next:
	LOCK
	MOVQ  $0, 24(BX)
	MOVQ  0(BX), DI
	TESTQ DI, DI
	JZ    end
	MOVQ  0(DI), CX
	MOVQ  CX, 0(BX)
	MOVQ  24(DI), CX
	MOVQ  CX, 24(BX)
	UNLOCK
	MOVQ  8(DI), R12
	MOVQ  16(DI), R13
	MOVQ  ·exitCall+8(SB), AX
	CALL  AX
	MOVQ  R13, DI
	CALL  R12
	JMP   next

end: // the lock is held
	LEAQ ·exitRunning(SB), CX

unlink:
	MOVQ 0(CX), DX
	CMPQ DX, BX
	JEQ  out
	LEAQ 16(DX), CX
	JMP  unlink

out:
	MOVQ 16(BX), DX
	MOVQ DX, 0(CX)
	MOVQ $1, 32(BX)
	UNLOCK
	ADDQ $8, SP
	POPQ BP
	POPQ R13
	POPQ R12
	POPQ BX
	RET

DATA ·exitPC+0(SB)/8, $threadAtExit<>(SB)
DATA ·exitPC+8(SB)/8, $threadExit<>(SB)
GLOBL ·exitPC(SB), NOPTR|RODATA, $16
