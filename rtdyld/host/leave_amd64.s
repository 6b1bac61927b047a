//go:build linux

#include "textflag.h"

// void enterMain(struct leaving *l), a C function: see leave.go. BX is l.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BX
	MOVQ  DI, BX
	LEAQ  72(BX), DI
	XORL  SI, SI
	CALL  0(BX)       // __sigsetjmp(buf, 0)
	TESTL AX, AX
	JNE   left
	LEAQ  72(BX), DI
	CALL  8(BX)       // __pthread_register_cancel(buf)
	STMXCSR 56(BX)
	ANDL  $~63, 56(BX)
	LDMXCSR 56(BX)
	FCLEX
	MOVQ  32(BX), DI
	MOVQ  40(BX), SI
	MOVQ  48(BX), DX
	CALL  24(BX)      // main(argc, argv, envp)
	MOVQ  AX, 56(BX)
	JMP   done

left:
	MOVQ $1, 64(BX)

done:
	XORL DI, DI
	LEAQ ·mainBlocks(SB), SI
	XORL DX, DX
	MOVL $8, R10
	MOVL $14, AX             // rt_sigprocmask(SIG_BLOCK, &mainBlocks, NULL, 8)
	SYSCALL
	MOVL $0x1f80, 0(BX)
	LDMXCSR 0(BX)
	MOVW $0x37f, 0(BX)
	FLDCW 0(BX)
	LEAQ 72(BX), DI
	CALL 16(BX)     // __pthread_unregister_cancel(buf)
	POPQ BX
	RET

DATA ·enterMain+0(SB)/8, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $8
