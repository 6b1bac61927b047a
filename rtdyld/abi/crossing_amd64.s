#include "textflag.h"

// What Crossing.Append's code jumps to. On entry:
//
//	rcx rdx r8 r9, xmm0 ... xmm3   arguments, as Win64 has them
//	rsp                            return address
//	rsp+8                          32 bytes for the registers
//	rsp+40                         arguments from the fifth on
//	r11                            the System V function
//	r10                            how
//
// System V lets a function change rdi, rsi and xmm6 to xmm15, Win64 does not. After
// the prologue the argument words are in one row from 16(rbp) on.

DATA ·crossPlain(SB)/8, $crossPlainCode<>(SB)
GLOBL ·crossPlain(SB), NOPTR|RODATA, $8
DATA ·crossTyped(SB)/8, $crossTypedCode<>(SB)
GLOBL ·crossTyped(SB), NOPTR|RODATA, $8
DATA ·crossList(SB)/8, $crossListCode<>(SB)
GLOBL ·crossList(SB), NOPTR|RODATA, $8
DATA ·stackProbe(SB)/8, $stackProbeCode<>(SB)
GLOBL ·stackProbe(SB), NOPTR|RODATA, $8
DATA ·justReturn(SB)/8, $justReturnCode<>(SB)
GLOBL ·justReturn(SB), NOPTR|RODATA, $8

// PROLOGUE saves what the function may change and takes n more bytes, a multiple of
// 16; EPILOGUE gives all back and returns.
#define PROLOGUE(n) \
	PUSHQ  BP \
	MOVQ   SP, BP \
	PUSHQ  DI \
	PUSHQ  SI \
	SUBQ   $(160+n), SP \
	MOVUPS X6, -32(BP) \
	MOVUPS X7, -48(BP) \
	MOVUPS X8, -64(BP) \
	MOVUPS X9, -80(BP) \
	MOVUPS X10, -96(BP) \
	MOVUPS X11, -112(BP) \
	MOVUPS X12, -128(BP) \
	MOVUPS X13, -144(BP) \
	MOVUPS X14, -160(BP) \
	MOVUPS X15, -176(BP)

#define EPILOGUE \
	MOVUPS -32(BP), X6 \
	MOVUPS -48(BP), X7 \
	MOVUPS -64(BP), X8 \
	MOVUPS -80(BP), X9 \
	MOVUPS -96(BP), X10 \
	MOVUPS -112(BP), X11 \
	MOVUPS -128(BP), X12 \
	MOVUPS -144(BP), X13 \
	MOVUPS -160(BP), X14 \
	MOVUPS -176(BP), X15 \
	LEAQ   -16(BP), SP \
	POPQ   SI \
	POPQ   DI \
	POPQ   BP \
	RET

#define SPILL \
	MOVQ CX, 16(BP) \
	MOVQ DX, 24(BP) \
	MOVQ R8, 32(BP) \
	MOVQ R9, 40(BP)

// crossPlainCode: integers move, floating point numbers stay where they are. Arguments
// 7 to 22 are copied whether they are there or not; win64Entry has room above its
// caller's, and so has every stack.
TEXT crossPlainCode<>(SB), NOSPLIT|NOFRAME, $0
	PROLOGUE(128)
	MOVUPS 64(BP), X4
	MOVUPS X4, 0(SP)
	MOVUPS 80(BP), X4
	MOVUPS X4, 16(SP)
	MOVUPS 96(BP), X4
	MOVUPS X4, 32(SP)
	MOVUPS 112(BP), X4
	MOVUPS X4, 48(SP)
	MOVUPS 128(BP), X4
	MOVUPS X4, 64(SP)
	MOVUPS 144(BP), X4
	MOVUPS X4, 80(SP)
	MOVUPS 160(BP), X4
	MOVUPS X4, 96(SP)
	MOVUPS 176(BP), X4
	MOVUPS X4, 112(SP)
	MOVQ   CX, DI
	MOVQ   DX, SI
	MOVQ   R8, DX
	MOVQ   R9, CX
	MOVQ   48(BP), R8
	MOVQ   56(BP), R9
	MOVL   $4, AX
	CALL   R11
	EPILOGUE

// crossTypedCode: how has two bits an argument, the first lowest: 0 for none any more,
// 1 for an integer, 2 for a floating point number, 3 for a long.
//
//	0(rsp)     25 words on the stack of the function, one unused
//	208(rsp)   rdi rsi rdx rcx r8 r9
//	256(rsp)   xmm0 ... xmm7
//	320(rsp)   xmm0 ... xmm3 as they came
//	352(rsp)   unused, for crossListCode's sake of one form
//
// In the loop: cx, dx, r9 count integers, floats and stack words; si is the next
// argument word and di the same register among those at 320.
TEXT crossTypedCode<>(SB), NOSPLIT|NOFRAME, $0
	PROLOGUE(352)
	SPILL
	MOVSD X0, 320(SP)
	MOVSD X1, 328(SP)
	MOVSD X2, 336(SP)
	MOVSD X3, 344(SP)
	LEAQ  16(BP), SI
	LEAQ  320(SP), DI
	XORL  CX, CX
	XORL  DX, DX
	XORL  R9, R9

next:
	MOVL R10, AX
	ANDL $3, AX
	JEQ  load
	SHRQ $2, R10
	MOVQ (SI), R8
	CMPL AX, $2
	JLT  integer
	JEQ  float
	MOVLQSX R8, R8

integer:
	CMPQ CX, $6
	JGE  stack
	MOVQ R8, 208(SP)(CX*8)
	INCQ CX
	JMP  step

float:
	LEAQ 48(BP), AX
	CMPQ SI, AX
	JCC  memory
	MOVQ (DI), R8

memory:
	CMPQ DX, $8
	JGE  stack
	MOVQ R8, 256(SP)(DX*8)
	INCQ DX
	JMP  step

stack:
	MOVQ R8, 0(SP)(R9*8)
	INCQ R9

step:
	ADDQ $8, SI
	ADDQ $8, DI
	JMP  next

load:
	MOVL  DX, AX
	MOVSD 256(SP), X0
	MOVSD 264(SP), X1
	MOVSD 272(SP), X2
	MOVSD 280(SP), X3
	MOVSD 288(SP), X4
	MOVSD 296(SP), X5
	MOVSD 304(SP), X6
	MOVSD 312(SP), X7
	MOVQ  208(SP), DI
	MOVQ  216(SP), SI
	MOVQ  224(SP), DX
	MOVQ  232(SP), CX
	MOVQ  240(SP), R8
	MOVQ  248(SP), R9
	CALL  R11
	EPILOGUE

// crossListCode: how has the number of fixed parameters in its lowest byte, and in the
// next one whether the word behind them is a va_list of Win64, which is the address
// of argument words in a row; else they follow. That of System V says that both
// areas for registers are used up, and where the words are.
//
//	0(rsp)    gp_offset, fp_offset
//	8(rsp)    overflow_arg_area
//	16(rsp)   reg_save_area
//	32(rsp)   six words for rdi rsi rdx rcx r8 r9
TEXT crossListCode<>(SB), NOSPLIT|NOFRAME, $0
	PROLOGUE(80)
	SPILL
	MOVBLZX R10B, AX
	LEAQ    16(BP)(AX*8), SI
	TESTL   $0x100, R10
	JEQ     follow
	MOVQ    (SI), SI

follow:
	MOVL $48, 0(SP)
	MOVL $176, 4(SP)
	MOVQ SI, 8(SP)
	MOVQ $0, 16(SP)
	MOVQ 48(BP), R8
	MOVQ CX, 32(SP)
	MOVQ DX, 40(SP)
	MOVQ 32(BP), DX
	MOVQ DX, 48(SP)
	MOVQ R9, 56(SP)
	MOVQ R8, 64(SP)
	MOVQ SP, 32(SP)(AX*8)
	MOVQ 32(SP), DI
	MOVQ 40(SP), SI
	MOVQ 48(SP), DX
	MOVQ 56(SP), CX
	MOVQ 64(SP), R8
	MOVQ 72(SP), R9
	XORL AX, AX
	CALL R11
	EPILOGUE

// stackProbeCode touches the rax bytes of stack below its caller's, a page at a time.
TEXT stackProbeCode<>(SB), NOSPLIT|NOFRAME, $0
	PUSHQ R10
	PUSHQ R11
	LEAQ  24(SP), R10
	MOVQ  R10, R11
	SUBQ  AX, R11
	JCC   below
	XORL  R11, R11

below:
	SUBQ  $4096, R10
	CMPQ  R10, R11
	JCS   last
	TESTB AX, (R10)
	JMP   below

last:
	TESTB AX, (R11)
	POPQ  R11
	POPQ  R10
	RET

TEXT justReturnCode<>(SB), NOSPLIT|NOFRAME, $0
	RET
