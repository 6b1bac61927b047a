# ABI ELFv1: a function's symbol is its descriptor's in .opd, with the address of its code, T, and an environment. R_PPC64_REL24 and REL14
# lead to the code of descriptors of the object, by whatever names them, also behind a symbol of the section; a name with a dot is
# that of code, or means the code of the descriptor without a dot. What is elsewhere, or where the descriptor alone knows, has stubs, which save r2 and read
# the descriptor; the nop behind a call restores r2.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=near=0x10001000 -dummy-extern=other=0x2222333344445550 -map-section=call.o,.text=0x10000000 -map-section=call.o,.text.far=0x11000000 -map-section=call.o,.opd=0x90000000 -map-section=call.o,.toc=0x91000000 -map-section=call.o,.got=0x91000100 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=near=0x10001000 -dummy-extern=other=0x2222333344445550 -map-section=call.o,.text=0x10000000 -map-section=call.o,.text.far=0x11000000 -map-section=call.o,.opd=0x10010000 -map-section=call.o,.toc=0x91000000 -map-section=call.o,.got=0x91000100 -check=%s %o
	.globl	ext, near, f, .g, g, .other, away
	.weak	nobody
	.section .opd,"aw",@progbits
	.balign	8
	.type	f, @function
f:	.quad	.L.f, .TOC.@tocbase, 0
	.type	l, @function
l:	.quad	.text + 8, .TOC.@tocbase, 0x1234
	.type	g, @function
g:	.quad	.g, .TOC.@tocbase, 0
away:	.quad	ext, .TOC.@tocbase, 0
	.section .toc,"aw",@progbits
	.quad	f, l, ext, .g
	.text
.L.f:	.long	0x60000000
	.long	0x60000000
.L.l:	.long	0x60000000
	.type	.g, @function
.g:
code:	.long	0x60000000
here:	.reloc	., R_PPC64_REL24, f
	.long	0x48000001
	.long	0x60000000
local:	.reloc	., R_PPC64_REL24, .opd + 24
	.long	0x4bfffffd
	.long	0x5a5a5a5a
back:	.reloc	., R_PPC64_REL24, f + 24
	.long	0x48000000
	.long	0x5a5a5a5a
cond:	.reloc	., R_PPC64_REL14, f
	.long	0x4182fffc
	.long	0x5a5a5a5a
dot:	.reloc	., R_PPC64_REL24, .g
	.long	0x48000001
	.long	0x60000000
behind:	.reloc	., R_PPC64_REL24, .g + 8
	.long	0x48000001
	.long	0x60000000
calls:	.reloc	., R_PPC64_REL14, near
	.long	0x41820001
	.long	0x60000000
plain:	.reloc	., R_PPC64_REL24, ext
	.long	0x48000001
	.long	0x60000000
cror:	.reloc	., R_PPC64_REL24, near
	.long	0x48000001
	.long	0x4def7b82
cror2:	.reloc	., R_PPC64_REL24, near
	.long	0x48000001
	.long	0x4ffffb82
done:	.reloc	., R_PPC64_REL24, near
	.long	0x48000001
	.long	0xe8410028
weak:	.reloc	., R_PPC64_REL24, nobody
	.long	0x48000001
	.long	0x60000000
dots:	.reloc	., R_PPC64_REL24, .other
	.long	0x48000001
	.long	0x60000000
pass:	.reloc	., R_PPC64_REL24, away
	.long	0x48000001
	.long	0x60000000
	.section .text.far,"ax",@progbits
	.long	0x5a5a5a5a

# rtdyld-check: *{8}f = section_addr(call.o, .text)
# rtdyld-check: *{8}(f + 8) = section_addr(call.o, .toc) + 0x8000
# rtdyld-check: *{8}(f + 16) = 0
# rtdyld-check: *{8}(l) = section_addr(call.o, .text) + 8
# rtdyld-check: *{8}(l + 16) = 0x1234
# rtdyld-check: *{8}g = code
# rtdyld-check: *{8}(section_addr(call.o, .toc)) = f
# rtdyld-check: *{8}(section_addr(call.o, .toc) + 8) = l
# rtdyld-check: *{8}(section_addr(call.o, .toc) + 16) = ext
# rtdyld-check: *{8}(section_addr(call.o, .toc) + 24) = code
# rtdyld-check: *{4}here = 0x48000001 + (section_addr(call.o, .text) - here)[25:0]
# rtdyld-check: *{4}(here + 4) = 0x60000000
# rtdyld-check: *{4}local = 0x48000001 + (section_addr(call.o, .text) + 8 - local)[25:0]
# rtdyld-check: *{4}(local + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}back = 0x48000000 + (section_addr(call.o, .text) + 8 - back)[25:0]
# rtdyld-check: *{4}(back + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}cond = 0x41820000 + (section_addr(call.o, .text) - cond)[15:0]
# rtdyld-check: *{4}(cond + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}dot = 0x48000001 + (code - dot)[25:0]
# rtdyld-check: *{4}behind = 0x48000001 + (code + 8 - behind)[25:0]
# rtdyld-check: *{4}(dot + 4) = 0x60000000
# rtdyld-check: *{4}calls = 0x41820001 + (stub_addr(call.o/.text, near) - calls)[15:0]
# rtdyld-check: *{4}(calls + 4) = 0xe8410028
# rtdyld-check: *{4}plain = 0x48000001 + (stub_addr(call.o/.text, ext) - plain)[25:0]
# rtdyld-check: *{4}(plain + 4) = 0xe8410028
# rtdyld-check: *{4}cror = 0x48000001 + (stub_addr(call.o/.text, near) - cror)[25:0]
# rtdyld-check: *{4}(cror + 4) = 0xe8410028
# rtdyld-check: *{4}(cror2 + 4) = 0xe8410028
# rtdyld-check: *{4}(done + 4) = 0xe8410028
# rtdyld-check: *{4}weak = 0x48000001 + (stub_addr(call.o/.text, nobody) - weak)[25:0]
# rtdyld-check: *{4}(weak + 4) = 0xe8410028
# rtdyld-check: *{4}dots = 0x48000001 + (stub_addr(call.o/.text, .other) - dots)[25:0]
# rtdyld-check: *{4}(dots + 4) = 0xe8410028
# rtdyld-check: *{4}pass = 0x48000001 + (stub_addr(call.o/.text, away) - pass)[25:0]
# rtdyld-check: *{4}(pass + 4) = 0xe8410028
# std r2, 40(r1); lis r12; ori; sldi r12, r12, 32; oris; ori; ld r11, 0(r12); ld r2, 8(r12); mtctr r11; ld r11, 16(r12); bctr
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext)) = 0xf8410028
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 4) = 0x3d800000 + ext[63:48]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 8) = 0x618c0000 + ext[47:32]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 12) = 0x798c07c6
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 16) = 0x658c0000 + ext[31:16]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 20) = 0x618c0000 + ext[15:0]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 24) = 0xe96c0000
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 28) = 0xe84c0008
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 32) = 0x7d6903a6
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 36) = 0xe96c0010
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 40) = 0x4e800420
# rtdyld-check: *{4}(stub_addr(call.o/.text, away) + 16) = 0x658c0000 + away[31:16]
# rtdyld-check: *{4}(stub_addr(call.o/.text, away) + 20) = 0x618c0000 + away[15:0]
# rtdyld-check: *{4}(stub_addr(call.o/.text, .other) + 4) = 0x3d802222
# rtdyld-check: *{4}(stub_addr(call.o/.text, .other) + 8) = 0x618c3333
