# Branches: S + A - P; the addend of PLTREL24 is about the PLT. What is out of reach, or nobody defines, goes through a stub.
# TRIPLE: powerpcle-linux-gnu
# layout: default what RuntimeDyld makes of PowerPC is not made
# RUN: rtdyld-check -verify -triple=powerpcle-linux-gnu -dummy-extern=near=0x10101000 -dummy-extern=ext=0x9abcdef0 -dummy-extern=rel14=0x10110000 -map-section=call_le.o,.text=0x10010000 -check=%s %o
	.globl	near, ext, rel14, nobody
	.weak	nobody
	.text
f:	.long	0x60000000
rel24_here:	.reloc	., R_PPC_REL24, f + 4
	.long	0x4bfffffd
	.long	0x5a5a5a5a
rel24_near:	.reloc	., R_PPC_REL24, near + 4
	.long	0x48000000
	.long	0x5a5a5a5a
rel24_far:	.reloc	., R_PPC_REL24, ext
	.long	0x4bfffffd
	.long	0x5a5a5a5a
rel24_weak:	.reloc	., R_PPC_REL24, nobody
	.long	0x48000001
	.long	0x5a5a5a5a
pltrel24_here:	.reloc	., R_PPC_PLTREL24, f + 32768
	.long	0x4bfffffd
	.long	0x5a5a5a5a
pltrel24_near:	.reloc	., R_PPC_PLTREL24, near + 32768
	.long	0x48000000
	.long	0x5a5a5a5a
pltrel24_far:	.reloc	., R_PPC_PLTREL24, ext + 32768
	.long	0x4bfffffd
	.long	0x5a5a5a5a
pltrel24_weak:	.reloc	., R_PPC_PLTREL24, nobody + 32768
	.long	0x48000001
	.long	0x5a5a5a5a
local24pc_here:	.reloc	., R_PPC_LOCAL24PC, f + 4
	.long	0x4bfffffd
	.long	0x5a5a5a5a
local24pc_near:	.reloc	., R_PPC_LOCAL24PC, near + 4
	.long	0x48000000
	.long	0x5a5a5a5a
local24pc_far:	.reloc	., R_PPC_LOCAL24PC, ext
	.long	0x4bfffffd
	.long	0x5a5a5a5a
local24pc_weak:	.reloc	., R_PPC_LOCAL24PC, nobody
	.long	0x48000001
	.long	0x5a5a5a5a
rel14_here:	.reloc	., R_PPC_REL14, f + 4
	.long	0x4182fffd
	.long	0x5a5a5a5a
rel14_far:	.reloc	., R_PPC_REL14, rel14
	.long	0x41820001
	.long	0x5a5a5a5a
rel14_weak:	.reloc	., R_PPC_REL14, nobody
	.long	0x41820001
	.long	0x5a5a5a5a

# rtdyld-check: *{4}rel24_here = 0x48000001 + (f + 4 - rel24_here)[25:0]
# rtdyld-check: *{4}(rel24_here + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel24_near = 0x48000000 + (near + 4 - rel24_near)[25:0]
# rtdyld-check: *{4}(rel24_near + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel24_far = 0x48000001 + (stub_addr(call_le.o/.text, ext) - rel24_far)[25:0]
# rtdyld-check: decode_operand(rel24_far, 0)[23:0] = (stub_addr(call_le.o/.text, ext) - rel24_far)[25:2]
# rtdyld-check: *{4}(rel24_far + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel24_weak = 0x48000001 + (stub_addr(call_le.o/.text, nobody) - rel24_weak)[25:0]
# rtdyld-check: *{4}pltrel24_here = 0x48000001 + (f + 0 - pltrel24_here)[25:0]
# rtdyld-check: *{4}(pltrel24_here + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}pltrel24_near = 0x48000000 + (near + 0 - pltrel24_near)[25:0]
# rtdyld-check: *{4}(pltrel24_near + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}pltrel24_far = 0x48000001 + (stub_addr(call_le.o/.text, ext) - pltrel24_far)[25:0]
# rtdyld-check: decode_operand(pltrel24_far, 0)[23:0] = (stub_addr(call_le.o/.text, ext) - pltrel24_far)[25:2]
# rtdyld-check: *{4}(pltrel24_far + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}pltrel24_weak = 0x48000001 + (stub_addr(call_le.o/.text, nobody) - pltrel24_weak)[25:0]
# rtdyld-check: *{4}local24pc_here = 0x48000001 + (f + 4 - local24pc_here)[25:0]
# rtdyld-check: *{4}(local24pc_here + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}local24pc_near = 0x48000000 + (near + 4 - local24pc_near)[25:0]
# rtdyld-check: *{4}(local24pc_near + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}local24pc_far = 0x48000001 + (stub_addr(call_le.o/.text, ext) - local24pc_far)[25:0]
# rtdyld-check: decode_operand(local24pc_far, 0)[23:0] = (stub_addr(call_le.o/.text, ext) - local24pc_far)[25:2]
# rtdyld-check: *{4}(local24pc_far + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}local24pc_weak = 0x48000001 + (stub_addr(call_le.o/.text, nobody) - local24pc_weak)[25:0]
# rtdyld-check: *{4}rel14_here = 0x41820001 + (f + 4 - rel14_here)[15:0]
# rtdyld-check: *{4}(rel14_here + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel14_far = 0x41820001 + (stub_addr(call_le.o/.text, rel14) - rel14_far)[15:0]
# rtdyld-check: *{4}(rel14_far + 4) = 0x5a5a5a5a
# rtdyld-check: *{4}rel14_weak = 0x41820001 + (stub_addr(call_le.o/.text, nobody) - rel14_weak)[15:0]
# lis r12; ori; mtctr r12; bctr
# rtdyld-check: *{4}(stub_addr(call_le.o/.text, ext)) = 0x3d800000 + ext[31:16]
# rtdyld-check: *{4}(stub_addr(call_le.o/.text, ext) + 4) = 0x618c0000 + ext[15:0]
# rtdyld-check: *{4}(stub_addr(call_le.o/.text, ext) + 8) = 0x7d8903a6
# rtdyld-check: *{4}(stub_addr(call_le.o/.text, ext) + 12) = 0x4e800420
