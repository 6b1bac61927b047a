#include "go_asm.h"
#include "textflag.h"

#define INFO_CODE 8
#define INFO_ADDR 16
#define SEGV_ACCERR 2

#define SYS_rt_sigprocmask 14
#define EINVAL 22

#define ENDBR64 $0xfa1e0ff3
#define MOVL_R11 $0xbb41   // movl $imm32, %r11d: 6 bytes
#define MOVABS_R11 $0xbb49 // movabsq $imm64, %r11: 10 bytes
#define MOVABS_R10 $0xba49
#define JMP_R11 $0xe3ff49 // 3 bytes

// NEED goes to other unless 8 bytes can be read at SI: a call that does nothing but read them fails by what they are for.
#define NEED(other) \
	MOVQ $-1, DI \
	XORL DX, DX \
	MOVL $8, R10 \
	MOVL $SYS_rt_sigprocmask, AX \
	SYSCALL \
	CMPQ AX, $-EINVAL \
	JNE  other

// void trampoline(int signal, siginfo_t *, ucontext_t *): see trampoline_linux.go. All signals are blocked meanwhile. It keeps no register: the kernel
// has them all.
TEXT trampolineC<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ DI, R12
	MOVQ SI, R13
	MOVQ DX, R14
	CMPL INFO_CODE(SI), $SEGV_ACCERR
	JNE  other
	MOVQ const_contextPC(DX), BX
	CMPQ BX, INFO_ADDR(SI)
	JNE  other

	// endbr64 and the next two bytes are in the first 8.
	MOVQ BX, SI
	NEED(other)
	CMPL (BX), ENDBR64
	JNE  function
	ADDQ $4, BX

function:
	LEAQ 6(BX), R15
	MOVWLZX (BX), AX
	CMPL AX, MOVL_R11
	JEQ  chain
	LEAQ 10(BX), R15
	CMPL AX, MOVABS_R11
	JNE  other

chain:
	// A trampoline is shorter than a page: if its first bytes and its last can be read, all can.
	LEAQ 5(R15), SI
	NEED(other)
	MOVWLZX (R15), AX
	CMPL AX, MOVABS_R10
	JNE  other
	MOVL 9(R15), AX
	SHRL $8, AX
	CMPL AX, JMP_R11
	JNE  other
	MOVQ 2(R15), R10
	SUBQ BX, R15
	MOVL 2(BX), R11
	CMPQ R15, $6
	JEQ  go
	MOVQ 2(BX), R11

go:
	MOVQ R10, const_contextR10(R14)
	MOVQ R11, const_contextR11(R14)
	MOVQ R11, const_contextPC(R14)
	RET

other:
	MOVQ R12, DI
	MOVQ R13, SI
	MOVQ R14, DX
	MOVQ ·behind(SB), AX
	JMP  AX

// func trampolinePC() uintptr
TEXT ·trampolinePC(SB), NOSPLIT, $0-8
	LEAQ trampolineC<>(SB), AX
	MOVQ AX, ret+0(FP)
	RET
