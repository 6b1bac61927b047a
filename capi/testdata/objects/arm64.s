# Code for another machine: a call to another section. arm64.o is made of it by
# internal/objgen/regen.
	.text
	.globl start
start:	bl callee
	ret
	.section .text.callee, "ax"
	.globl callee
callee:	ret
