# R_PPC64_REL24, REL14 and REL24_NOTOC: S + A - P, S the local entry point of a function of the object for those with r2. What has
# no place for T, functions that may leave anything in r2 for REL24, and all that is elsewhere have stubs, which save r2 first: who has none enters behind
# that. The nop behind a call restores r2.
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=near=0x10001000 -map-section=call.o,.text=0x10000000 -map-section=call.o,.text.far=0x11000000 -check=%s %o
# RUN: rtdyld-check -verify -triple=powerpc64-linux-gnu -dummy-extern=ext=0x123456789abcdef0 -dummy-extern=near=0x10001000 -map-section=call.o,.text=0x10000000 -map-section=call.o,.text.far=0x90000000 -check=%s %o
	.abiversion 2
	.globl	ext, near, f, g, drops
	.weak	nobody
	.text
	.type	f, @function
f:	.long	0x3c4c0000, 0x38420000
	.localentry	f, .-f
	.long	0x60000000
	.type	drops, @function
drops:	.localentry	drops, 1
	.long	0x60000000
	.type	g, @function
g:	.long	0x60000000
here:	.reloc	., R_PPC64_REL24, f
	.long	0x48000001
	.long	0x60000000
back:	.reloc	., R_PPC64_REL24, f + 4
	.long	0x4bfffffc
	.long	0x5a5a5a5a
cond:	.reloc	., R_PPC64_REL14, f
	.long	0x4182fffc
	.long	0x5a5a5a5a
condg:	.reloc	., R_PPC64_REL14, g
	.long	0x41820003
	.long	0x5a5a5a5a
calls:	.reloc	., R_PPC64_REL14, near
	.long	0x41820001
	.long	0x60000000
plain:	.reloc	., R_PPC64_REL24, g
	.long	0x48000001
	.long	0x60000000
away:	.reloc	., R_PPC64_REL24, ext
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
	.long	0xe8410018
weak:	.reloc	., R_PPC64_REL24, nobody
	.long	0x48000001
	.long	0x60000000
loses:	.reloc	., R_PPC64_REL24, drops
	.long	0x48000001
	.long	0x60000000
notoc:	.reloc	., R_PPC64_REL24_NOTOC, g
	.long	0x48000001
	.long	0x60000000
keep:	.reloc	., R_PPC64_REL24_NOTOC, drops
	.long	0x48000001
	.long	0x60000000
sets:	.reloc	., R_PPC64_REL24_NOTOC, f
	.long	0x48000001
	.long	0x60000000
leave:	.reloc	., R_PPC64_REL24_NOTOC, ext
	.long	0x48000000
	.long	0x60000000
	.section .text.far,"ax",@progbits
far:	.long	0x5a5a5a5a

# rtdyld-check: decode_operand(here, 0)[23:0] = (f + 8 - here)[25:2]
# rtdyld-check: *{4}(here + 4) = 0x60000000
# rtdyld-check: *{4}back = 0x48000000 + (f + 12 - back)[25:0]
# rtdyld-check: *{4}(back + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}cond = 0x41820000 + (f + 8 - cond)[15:0]
# rtdyld-check: *{4}(cond + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}condg = 0x41820003 + (g - condg)[15:0]
# rtdyld-check: *{4}(condg + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}calls = 0x41820001 + (stub_addr(call.o/.text, near) - calls)[15:0]
# rtdyld-check: *{4}(calls + 4) = 0xe8410018
# rtdyld-check: *{4}plain = 0x48000001 + (g - plain)[25:0]
# rtdyld-check: *{4}away = 0x48000001 + (stub_addr(call.o/.text, ext) - away)[25:0]
# rtdyld-check: *{4}(away + 4) = 0xe8410018
# rtdyld-check: *{4}cror = 0x48000001 + (stub_addr(call.o/.text, near) - cror)[25:0]
# rtdyld-check: *{4}(cror + 4) = 0xe8410018
# rtdyld-check: *{4}(cror2 + 4) = 0xe8410018
# rtdyld-check: *{4}(done + 4) = 0xe8410018
# rtdyld-check: *{4}weak = 0x48000001 + (stub_addr(call.o/.text, nobody) - weak)[25:0]
# rtdyld-check: *{4}(weak + 4) = 0xe8410018
# rtdyld-check: *{4}loses = 0x48000001 + (stub_addr(call.o/.text, drops) - loses)[25:0]
# rtdyld-check: *{4}(loses + 4) = 0xe8410018
# rtdyld-check: *{4}notoc = 0x48000001 + (g - notoc)[25:0]
# rtdyld-check: *{4}(notoc + 4) = 0x60000000
# rtdyld-check: *{4}keep = 0x48000001 + (drops - keep)[25:0]
# rtdyld-check: *{4}(keep + 4) = 0x60000000
# rtdyld-check: *{4}sets = 0x48000001 + (stub_addr(call.o/.text, f) + 4 - sets)[25:0]
# rtdyld-check: *{4}(sets + 4) = 0x60000000
# rtdyld-check: *{4}leave = 0x48000000 + (stub_addr(call.o/.text, ext) + 4 - leave)[25:0]
# rtdyld-check: *{4}(leave + 4) = 0x60000000
# std r2, 24(r1); lis r12; ori; sldi r12, r12, 32; oris; ori; mtctr r12; bctr
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext)) = 0xf8410018
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 4) = 0x3d800000 + ext[63:48]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 8) = 0x618c0000 + ext[47:32]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 12) = 0x798c07c6
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 16) = 0x658c0000 + ext[31:16]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 20) = 0x618c0000 + ext[15:0]
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 24) = 0x7d8903a6
# rtdyld-check: *{4}(stub_addr(call.o/.text, ext) + 28) = 0x4e800420
# rtdyld-check: *{4}(stub_addr(call.o/.text, f) + 16) = 0x658c0000 + f[31:16]
# rtdyld-check: *{4}(stub_addr(call.o/.text, f) + 20) = 0x618c0000 + f[15:0]
