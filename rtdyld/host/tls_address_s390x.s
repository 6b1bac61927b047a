//go:build linux && go1.27

#include "textflag.h"

// void *tlsGetAddr(tls_index *), a C function: see tls_address_linux_s390x.go.
TEXT tlsGetAddr<>(SB), NOSPLIT|NOFRAME, $0-0
	STMG R6, R15, 48(R15)
	MOVD R15, R1
	ADD  $-160, R15
	MOVD R1, 0(R15)
	MOVD $0, R12
	MOVD $·tlsGetOffset(SB), R1
	MOVD (R1), R1
	BL   (R1)
	MOVW AR0, R1
	SLD  $32, R1
	MOVW AR1, R1
	ADD  R1, R2
	LMG  (160+48)(R15), R6, R15
	RET

DATA ·tlsGetAddrPC+0(SB)/8, $tlsGetAddr<>(SB)
GLOBL ·tlsGetAddrPC(SB), NOPTR|RODATA, $8
