//go:build linux

#include "textflag.h"

// void enterMain(struct leaving *l), a C function: see leave.go. R4 is l. R11, which Go's
// assembler may use by itself, is C's.
TEXT enterMain<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVM.DB.W [R4, R5, R11, R14], (R13)
	MOVW      R0, R4
	ADD       $36, R4, R0
	MOVW      $0, R1
	MOVW      0(R4), R12
	BL        (R12)                     // __sigsetjmp(buf, 0)
	CMP       $0, R0
	BNE       left
	ADD       $36, R4, R0
	MOVW      4(R4), R12
	BL        (R12)                     // __pthread_register_cancel(buf)
#ifdef GOARM_6
	WORD      $0xeef10a10               // vmrs r0, fpscr
	BIC       $0x9f, R0
	WORD      $0xeee10a10               // vmsr fpscr, r0
#endif
	MOVW      16(R4), R0
	MOVW      20(R4), R1
	MOVW      24(R4), R2
	MOVW      12(R4), R12
	BL        (R12)                     // main(argc, argv, envp)
	MOVW      R0, 28(R4)
	B         done

left:
	MOVW $1, R0
	MOVW R0, 32(R4)

done:
#ifdef GOARM_6
	MOVW      $0, R0
	WORD      $0xeee10a10              // vmsr fpscr, r0
#endif
	ADD       $36, R4, R0
	MOVW      8(R4), R12
	BL        (R12)                    // __pthread_unregister_cancel(buf)
	MOVM.IA.W (R13), [R4, R5, R11, R15]

DATA ·enterMain+0(SB)/4, $enterMain<>(SB)
GLOBL ·enterMain(SB), NOPTR|RODATA, $4
