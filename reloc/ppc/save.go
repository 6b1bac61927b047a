package ppc

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/reloc"
)

// Instructions without registers and displacements.
const (
	std   = 0xf8000000
	ld    = 0xe8000000
	stfd  = 0xd8000000
	lfd   = 0xc8000000
	liR12 = 0x39800000 // li   r12, 0
	stvx  = 0x7c0c01ce // stvx v0, r12, r0
	lvx   = 0x7c0c00ce // lvx  v0, r12, r0

	stdR0  = 0xf8010010 // std  r0, 16(r1)
	ldR0   = 0xe8010010 // ld   r0, 16(r1)
	mtlrR0 = 0x7c0803a6 // mtlr r0
	blr    = 0x4e800020
)

// saves are the functions that save and restore registers (ELFv2, section 2.3.3): general ones below the frame at r1, and
// with them the link register, which the caller has moved to r0, or below r12; floating-point ones at r1; vectors below r0.
// The two lists of names that restore the link register by loading it early have a part for the last two registers alone.
var saves = slices.Concat(
	[]reloc.Supplied{run("_savegpr0_", 14, 31, std, 1, stdR0, blr)},
	restoring("_restgpr0_", ld),
	[]reloc.Supplied{run("_savegpr1_", 14, 31, std, 12, blr), run("_restgpr1_", 14, 31, ld, 12, blr)},
	[]reloc.Supplied{run("_savefpr_", 14, 31, stfd, 1, stdR0, blr)},
	restoring("_restfpr_", lfd),
	[]reloc.Supplied{vectors("_savevr_", stvx), vectors("_restvr_", lvx)},
)

// savesMost is how many instructions the functions of a name have at most, thunkMost how many a thunk has: they are made when a program starts.
const savesMost, thunkMost = 2*18 + 4, 128

// run makes functions that go on into each other, for registers first up to last whose places end at base.
func run(prefix string, first, last uint32, op, base uint32, end ...uint32) reloc.Supplied {
	s := reloc.Supplied{Prefix: prefix, First: first, Last: last, Each: 1, Code: make([]uint32, 0, savesMost)}
	for r := first; r <= last; r++ {
		s.Code = append(s.Code, access(op, base, r))
	}
	s.Code = append(s.Code, end...)
	return s
}

// access is the instruction that saves or restores a register at its place.
func access(op, base, r uint32) uint32 { return op | r<<21 | base<<16 | uint32(-8*int32(32-r))&0xffff }

// restoring makes functions that restore registers and the link register.
func restoring(prefix string, op uint32) []reloc.Supplied {
	all := run(prefix, 14, 28, op, 1, ldR0, access(op, 1, 29), mtlrR0, access(op, 1, 30), access(op, 1, 31), blr)
	all.Last++
	last := run(prefix, 30, 30, op, 1, ldR0, access(op, 1, 31), mtlrR0, blr)
	last.Last++
	return []reloc.Supplied{all, last}
}

// vectors makes functions for vector registers, which have 16 bytes each.
func vectors(prefix string, op uint32) reloc.Supplied {
	const first, last = 20, 31
	s := reloc.Supplied{Prefix: prefix, First: first, Last: last, Each: 2, Code: make([]uint32, 0, savesMost)}
	for r := uint32(first); r <= last; r++ {
		s.Code = append(s.Code, liR12|uint32(-16*int32(32-r))&0xffff, op|r<<21)
	}
	s.Code = append(s.Code, blr)
	return s
}
