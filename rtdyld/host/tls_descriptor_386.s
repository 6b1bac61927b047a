//go:build linux

#include "textflag.h"

// The function of TLS descriptors, see tls_descriptor.go: AX has the descriptor's address,
// and then the offset. The vector registers are saved in the format of XSAVE (Intel SDM,
// volume 1, section 13.4): AVX-512's state ends at 2688. MASK has x87, SSE, AVX and the
// three parts of AVX-512.

#define MASK $0xe7
#define AREA 2688

TEXT descriptor<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHL BP
	MOVL  SP, BP
	PUSHL DX
	PUSHL CX
	PUSHL AX            // room for the offset
	MOVL  4(AX), CX
	SUBL  $AREA, SP
	ANDL  $~63, SP
	CMPL  ·descriptorXSAVE(SB), $0
	JEQ   old
	XORL  DX, DX
	MOVL  $16, AX

header:
	MOVL  DX, 508(SP)(AX*4)
	DECL  AX
	JNE   header
	MOVL  MASK, AX
	XSAVE (SP)
	SUBL  $16, SP
	MOVL  CX, 0(SP)
	MOVL  ·descriptorGetAddr(SB), AX
	CALL  AX
	ADDL  $16, SP
	SUBL  0(GS), AX
	MOVL  AX, -12(BP)
	MOVL  MASK, AX
	XORL  DX, DX
	XRSTOR (SP)
	JMP   done

old:
	FXSAVE (SP)
	SUBL  $16, SP
	MOVL  CX, 0(SP)
	MOVL  ·descriptorGetAddr(SB), AX
	CALL  AX
	ADDL  $16, SP
	SUBL  0(GS), AX
	MOVL  AX, -12(BP)
	FXRSTOR (SP)

done:
	LEAL -12(BP), SP
	POPL AX
	POPL CX
	POPL DX
	POPL BP
	RET

DATA ·descriptorPC+0(SB)/4, $descriptor<>(SB)
GLOBL ·descriptorPC(SB), NOPTR|RODATA, $4
