//go:build linux

#include "textflag.h"

// The function of TLS descriptors, see tls_descriptor.go: AX has the descriptor's address,
// and then the offset. The vector registers are saved in the format of XSAVE (Intel SDM,
// volume 1, section 13.4): AVX-512's state ends at 2688. MASK has x87, SSE, AVX, the three
// parts of AVX-512, and the registers of APX, which lie where bounds registers were.

#define MASK $0x800e7
#define AREA 2688

TEXT descriptor<>(SB), NOSPLIT|NOFRAME, $0-0
	PUSHQ BP
	MOVQ  SP, BP
	PUSHQ DI
	PUSHQ SI
	PUSHQ DX
	PUSHQ CX
	PUSHQ R8
	PUSHQ R9
	PUSHQ R10
	PUSHQ R11
	PUSHQ AX            // room for the offset
	MOVQ  8(AX), DI
	SUBQ  $AREA, SP
	ANDQ  $~63, SP
	CMPL  ·descriptorXSAVE(SB), $0
	JEQ   old
	XORL  DX, DX
	MOVQ  DX, 512(SP)   // the header
	MOVQ  DX, 520(SP)
	MOVQ  DX, 528(SP)
	MOVQ  DX, 536(SP)
	MOVQ  DX, 544(SP)
	MOVQ  DX, 552(SP)
	MOVQ  DX, 560(SP)
	MOVQ  DX, 568(SP)
	MOVL  MASK, AX
	XSAVE64 (SP)
	MOVQ  ·descriptorGetAddr(SB), AX
	CALL  AX
	SUBQ  0(FS), AX
	MOVQ  AX, -72(BP)
	MOVL  MASK, AX
	XORL  DX, DX
	XRSTOR64 (SP)
	JMP   done

old:
	FXSAVE64 (SP)
	MOVQ  ·descriptorGetAddr(SB), AX
	CALL  AX
	SUBQ  0(FS), AX
	MOVQ  AX, -72(BP)
	FXRSTOR64 (SP)

done:
	LEAQ -72(BP), SP
	POPQ AX
	POPQ R11
	POPQ R10
	POPQ R9
	POPQ R8
	POPQ CX
	POPQ DX
	POPQ SI
	POPQ DI
	POPQ BP
	RET

DATA ·descriptorPC+0(SB)/8, $descriptor<>(SB)
GLOBL ·descriptorPC(SB), NOPTR|RODATA, $8
