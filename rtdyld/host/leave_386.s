//go:build linux

#include "textflag.h"

// void enterMain(struct leaving *l), a C function: see leave.go. BX is l.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHL BX
	MOVL  8(SP), BX
	SUBL  $24, SP     // three arguments; 16 bytes aligned
	LEAL  36(BX), AX
	MOVL  AX, 0(SP)
	MOVL  $0, 4(SP)
	MOVL  0(BX), AX
	CALL  AX          // __sigsetjmp(buf, 0)
	TESTL AX, AX
	JNE   left
	LEAL  36(BX), AX  // their argument is in EAX (pthreadtypes-arch.h, __cleanup_fct_attribute)
	MOVL  4(BX), CX
	CALL  CX          // __pthread_register_cancel(buf)
	STMXCSR 28(BX)
	ANDL  $~63, 28(BX)
	LDMXCSR 28(BX)
	FCLEX
	MOVL  16(BX), AX
	MOVL  AX, 0(SP)
	MOVL  20(BX), AX
	MOVL  AX, 4(SP)
	MOVL  24(BX), AX
	MOVL  AX, 8(SP)
	MOVL  12(BX), AX
	CALL  AX          // main(argc, argv, envp)
	MOVL  AX, 28(BX)
	JMP   done

left:
	MOVL $1, 32(BX)

done:
	MOVL $0x1f80, 0(BX)
	LDMXCSR 0(BX)
	MOVW $0x37f, 0(BX)
	FLDCW 0(BX)
	LEAL 36(BX), AX
	MOVL 8(BX), CX
	CALL CX         // __pthread_unregister_cancel(buf)
	ADDL $24, SP
	POPL BX
	RET

DATA ·enterMain+0(SB)/4, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $4
