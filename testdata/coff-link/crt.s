# Why: initializers and terminators of .CRT run by the letters of their sections.
	.section .CRT$XCU,"dr"
	.quad 0x1003
	.section .CRT$XCA,"dr"
	.quad 0x1002
	.section .CRT$XIB,"dr"
	.quad 0x1001
	.section .CRT$XTB,"dr"
	.quad 0x2003
	.quad 0x2004
	.section .CRT$XPB,"dr"
	.quad 0x2001
	.section .CRT$XPX,"dr"
	.quad 0x2002
