# R_SPARC_TLS_GD_CALL and TLS_LDM_CALL out of reach: a stub of __tls_get_addr, which both share, whatever they name.
# R_SPARC_TLS_LDO_LOX10 alone refers to a thread-local.
# layout: default RuntimeDyld goes by what the records name
# RUN: rtdyld-check -verify -triple=sparc64-linux-gnu -map-section=tls_call.o,.text=0x234567000 -dummy-extern=__tls_get_addr=0x7fff12345678 -check=%s %o
	.globl	__tls_get_addr
	.section .tbss,"awT",@nobits
	.balign	8
	.globl	own
	.type	own, @object
	.size	own, 8
own:	.zero	8
	.globl	lone
	.type	lone, @object
	.size	lone, 8
lone:	.zero	8
	.text
gdcall:	.reloc	., R_SPARC_TLS_GD_CALL, own
	.long	0x40000000
ldcall:	.reloc	., R_SPARC_TLS_LDM_CALL, own
	.long	0x40000000
lox:	.reloc	., R_SPARC_TLS_LDO_LOX10, lone
	.long	0x921a6000

# rtdyld-check: *{4}gdcall = 0x40000000 + (stub_addr(tls_call.o/.text, __tls_get_addr) - gdcall)[31:2]
# rtdyld-check: *{4}lox = 0x921a6008
# rtdyld-check: *{4}ldcall = 0x40000000 + (stub_addr(tls_call.o/.text, __tls_get_addr) - ldcall)[31:2]
# rtdyld-check: *{8}(stub_addr(tls_call.o/.text, __tls_get_addr) + 16) = __tls_get_addr
