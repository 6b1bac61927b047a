# Why: /alternatename for a name that another object may define, /include.
	.section .drectve,"yn"
	.ascii " /alternatename:missing=present /include:needed /defaultlib:x.lib -export:use"
	.text
	.globl present
present:	ret
	.globl use
use:
	.quad missing
