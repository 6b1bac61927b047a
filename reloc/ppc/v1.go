package ppc

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// ABI ELFv1: a function's symbol is that of a descriptor of three words in .opd, with the address of its code, its T and
// a word for its environment, which callers by pointer load into r11. Branches name it, and lead to its code: directly where that
// has the same T, else through a stub that saves r2 and reads the descriptor.
//
// Source: 64-bit PowerPC ELF Application Binary Interface Supplement 1.9, sections 3.2.2, 3.2.5, 3.3 and 4.5; the types are those of ELFv2 but for what
// code without r2 has, and for PLT entries, which are descriptors there.

// V1 has the relocation types of ELF PowerPC64 in ABI ELFv1, by number, and the same rows behind them.
var V1 = reloc.NewTable(&archV1, rowsV1()).WithVariants(variants).WithRuntimeDyld(runtimeDyldV1)

// onlyV2 are types that are in no object of ELFv1.
var onlyV2 = [...]uint32{29, 30, 31, 60, 116, 119, 120, 121, 122, 124, 134, 135}

func rowsV1() []reloc.Howto {
	all := slices.Clone(rows[:])
	for _, typ := range onlyV2 {
		all[typ] = refused(all[typ].Name)
	}
	return all
}

// archV1 is what 64-bit PowerPC in ABI ELFv1 adds to the shared words.
var archV1 = v1()

func v1() reloc.Arch {
	a := archV2
	a.Descriptors, a.StubSize = true, 48
	a.LocalEntry, a.EnteredByStub = func(uint8) uint64 { return 0 }, nil
	a.Branch, a.WriteStub, a.Refuses = branchV1, writeStubV1, refusesV1
	a.Fragments = &fragmentsV1
	a.IFuncThunk, a.IFuncSize, a.WriteIFunc = uint64(descriptor+4*len(ifuncThunkV1)), 64, writeIFuncV1
	return a
}

// descriptor is how many bytes one has.
const descriptor = 24

// Instructions without their immediates.
const (
	restoreR2V1 = 0xe8410028 // ld     r2, 40(r1)
	saveR2V1    = 0xf8410028 // std    r2, 40(r1)
	ldR11R12    = 0xe96c0000 // ld     r11, 0(r12)
	ldR2R12     = 0xe84c0008 // ld     r2, 8(r12)
	ldEnvR12    = 0xe96c0010 // ld     r11, 16(r12)
	mtctrR11    = 0x7d6903a6 // mtctr  r11
	ldTargetR11 = 0xe98b0000 // ld     r12, 0(r11)
	mrR0R11     = 0x7d605b78 // mr     r0, r11
	mrR12R3     = 0x7c6c1b78 // mr     r12, r3
	ldR12R1     = 0xe9810000 // ld     r12, 0(r1)
	ldR12R12    = 0xe98c0000 // ld     r12, 0(r12)
	ldR11R1     = 0xe9610000 // ld     r11, 0(r1)
	stdR3R11    = 0xf86b0000 // std    r3, 0(r11)
	mflrR11     = 0x7d6802a6 // mflr   r11
	stdR11      = 0xf9610000 // std    r11, 0(r1)
	stdR0R1     = 0xf8010000 // std    r0, 0(r1)
	stduR1      = 0xf8210001 // stdu   r1, 0(r1)
	addiR1      = 0x38210000 // addi   r1, r1, 0
	liR0        = 0x38000000 // li     r0, 0
	liR3        = 0x38600000 // li     r3, 0
	liR4        = 0x38800000 // li     r4, 0
	stvxR0      = 0x7c0001ce // stvx   v0, 0, r0
	lvxR0       = 0x7c0000ce // lvx    v0, 0, r0
	bctrl       = 0x4e800421
)

// branchV1 is [reloc.Arch].Branch. Code with the same T is entered directly or, where it is out of reach, by a stub that
// leaves what is saved of r2 alone; all else through a stub, behind which r2 is loaded anew.
func branchV1(h *reloc.Howto, code reloc.Code, s, v, p, stub uint64, sym objfmt.SymbolID, about reloc.Symbols) (uint64, bool) {
	beyond := v + p - s
	to, here := about.Code(sym, int64(beyond))
	if stub == 0 {
		if !here || s == 0 {
			return v, false
		}
		v = to - p
	} else {
		if beyond != 0 {
			return v, false // nothing is behind a stub
		}
		v = stub - p
		if here {
			v += behindSave
		}
	}
	f := &fields[h.Field-reloc.FieldArch]
	if int64(v) < f.Min || int64(v) > f.Max || v&uint64(f.Align-1) != 0 || !here && !restores(code, restoreR2V1) {
		return v, false
	}
	f.Put(code.Insn, code.Order, v)
	return v, true
}

// refusesV1 is [reloc.Arch].Refuses.
func refusesV1(flags uint32) string {
	if flags&efABI == 3 {
		return "an ABI that e_flags does not name (EF_PPC64_ABI 3)"
	}
	return ""
}

// writeStubV1 writes, for the descriptor at t,
//
//	std   r2, 40(r1)
//	lis   r12, t@highest
//	ori   r12, r12, t@higher
//	sldi  r12, r12, 32
//	oris  r12, r12, t@high
//	ori   r12, r12, t@l
//	ld    r11, 0(r12)
//	ld    r2, 8(r12)
//	mtctr r11
//	ld    r11, 16(r12)
//	bctr
func writeStubV1(dst []byte, o bin.Order, addr, t uint64) bool {
	half := func(shift uint) uint32 { return uint32(t>>shift) & 0xffff }
	put(dst, o, saveR2V1, lisR12|half(48), oriR12|half(32), sldiR12, orisR12|half(16), oriR12|half(0),
		ldR11R12, ldR2R12, mtctrR11, ldEnvR12, bctr, trap)
	return true
}

// ifuncThunkV1 is what an indirect function's first call goes through, with the address of its two words in r0, both of which
// are addresses of descriptors. It keeps what ifuncThunk does; callers have saved r2.
var ifuncThunkV1 = thunkV1()

func thunkV1() []uint32 {
	all := make([]uint32, 0, thunkMost)
	const integers, floats, vectors, words, frame = 112, 176, 288, 480, 496 // behind the links and room for arguments
	add := func(insns ...uint32) { all = append(all, insns...) }
	each := func(gpr, fpr, vr uint32) {
		const r1 = 1 << 16
		for i := range uint32(8) {
			add(gpr | (3+i)<<21 | r1 | (integers + 8*i))
		}
		for i := range uint32(13) {
			add(fpr | (1+i)<<21 | r1 | (floats + 8*i))
		}
		for i := range uint32(12) {
			add(liR0|(vectors+16*i), vr|(2+i)<<21|r1)
		}
	}
	add(mflrR11, stdR11|16, stduR1|(0x10000-frame), stdR0R1|words)
	each(std, stfd, stvxR0)
	add(liR3, liR4, ldR12R1|words, ldR12R12|8, ldR11R12, ldR2R12, mtctrR11, ldEnvR12, bctrl, ldR11R1|words, stdR3R11, mrR12R3)
	each(ld, lfd, lvxR0)
	add(addiR1|frame, ldR0, mtlrR0, ldR11R12, ldR2R12, mtctrR11, ldEnvR12, bctr)
	for (descriptor+4*len(all))%16 != 0 {
		add(trap)
	}
	return all
}

// writeIFuncV1 writes the thunk behind a descriptor of it, or the descriptor of a function whose environment is the address of
// its words, and behind it
//
//	ld    r12, 0(r11)
//	mr    r0, r11
//	ld    r11, 0(r12)
//	ld    r2, 8(r12)
//	mtctr r11
//	ld    r11, 16(r12)
//	bctr
func writeIFuncV1(dst []byte, o bin.Order, shared bool, addr, data uint64) bool {
	o.PutU64(dst, addr+descriptor)
	o.PutU64(dst[8:], 0)
	if shared {
		o.PutU64(dst[16:], 0)
		put(dst[descriptor:], o, ifuncThunkV1...)
		return true
	}
	o.PutU64(dst[16:], data)
	put(dst[descriptor:], o, ldTargetR11, mrR0R11, ldR11R12, ldR2R12, mtctrR11, ldEnvR12, bctr, trap, trap, trap)
	return true
}
