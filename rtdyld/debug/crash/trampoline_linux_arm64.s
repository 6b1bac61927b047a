#include "go_asm.h"
#include "textflag.h"

#define INFO_CODE 8
#define INFO_ADDR 16
#define SEGV_ACCERR 2

#define SYS_rt_sigprocmask 135
#define EINVAL 22

#define BTI_C $0xd503245f
#define LDR_X17 $0x58000011 // ldr x17, .: the distance is in bits 5 to 23, in words
#define LDR_X18_FROM_X17 $0x21 // one word and one register further
#define BR_X17 $0xd61f0220

// NEED goes to other unless 8 bytes can be read at R1: a call that does nothing but read them fails by what they are for.
#define NEED(other) \
	MOVD $-1, R0 \
	MOVD $0, R2 \
	MOVD $8, R3 \
	MOVD $SYS_rt_sigprocmask, R8 \
	SVC \
	CMN  $EINVAL, R0 \
	BNE  other

// void trampoline(int signal, siginfo_t *, ucontext_t *): see trampoline_linux.go. All signals are blocked meanwhile. But for its return address,
// and what Go's handler looks for in registers, it keeps none: the kernel has them all.
TEXT trampolineC<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVD R0, R19
	MOVD R1, R20
	MOVD R2, R21
	MOVW INFO_CODE(R1), R9
	CMPW $SEGV_ACCERR, R9
	BNE  other
	MOVD const_contextPC(R2), R22
	MOVD INFO_ADDR(R1), R9
	CMP  R9, R22
	BNE  other

	// bti c and the next instruction are in the first 8 bytes.
	MOVD R22, R1
	NEED(other)
	MOVWU (R22), R9
	MOVD BTI_C, R10
	CMPW R10, R9
	BNE  function
	ADD  $4, R22

function:
	MOVWU (R22), R9
	MOVD LDR_X17, R10
	SUBW R10, R9, R11
	TSTW $0xffffff1f, R11
	BNE  other
	LSRW $3, R11, R11
	CMPW $12, R11 // behind br x17, and not far
	BLO  other
	ADD  R22, R11, R23
	TST  $7, R23
	BNE  other

	// A trampoline is shorter than a page: if its first bytes and its last can be read, all can.
	ADD  $8, R23, R1
	NEED(other)
	ADDW LDR_X18_FROM_X17, R9
	MOVWU 4(R22), R10
	CMPW R10, R9
	BNE  other
	MOVWU 8(R22), R9
	MOVD BR_X17, R10
	CMPW R10, R9
	BNE  other
	MOVD (R23), R9
	MOVD 8(R23), R10
	MOVD R9, const_contextX17(R21)
	MOVD R10, const_contextX18(R21)
	MOVD R9, const_contextPC(R21)
	RET

other:
	MOVD R19, R0
	MOVD R20, R1
	MOVD R21, R2
	MOVD ·behind(SB), R9
	JMP  (R9)

// func trampolinePC() uintptr
TEXT ·trampolinePC(SB), NOSPLIT, $0-8
	MOVD $trampolineC<>(SB), R0
	MOVD R0, ret+0(FP)
	RET
