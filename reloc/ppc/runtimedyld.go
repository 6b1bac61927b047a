package ppc

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// What RuntimeDyld makes: a stub for each R_PPC64_REL24 to a name that it does not know, to a symbol without a type and, in ABI ELFv2, to another
// section, since that may have another T. The instruction behind such a branch becomes a load of r2, whatever it was.
var (
	runtimeDyldV2 = runtimeDyld(true, restoreR2, branch, saveR2, mtctrR12, bctr)
	runtimeDyldV1 = runtimeDyld(false, restoreR2V1, branchV1, saveR2V1, ldR11R12, ldR2R12, mtctrR11, ldEnvR12, bctr)
)

const (
	typRel24        = 10
	runtimeDyldStub = 44 // bytes, of which those of ELFv2 take 32
)

// runtimeDyld gives RuntimeDyld's rules. Its stubs load the address of a function, or of its descriptor, to r12; tail is what follows.
func runtimeDyld(elsewhere bool, restore uint32, direct branchFunc, tail ...uint32) reloc.RuntimeDyld {
	return reloc.RuntimeDyld{
		Size: runtimeDyldStub, Align: 1, Elsewhere: elsewhere, Untyped: true, AddendInPlace: true,
		Stub: func(typ uint32) bool { return typ == typRel24 },
		WriteFor: func(dst []byte, o bin.Order, _ uint32, t uint64) bool {
			half := func(shift uint) uint32 { return uint32(t>>shift) & 0xffff }
			put(dst, o, lisR12|half(48), oriR12|half(32), sldiR12, orisR12|half(16), oriR12|half(0))
			put(dst[20:], o, tail...)
			return true
		},
		Branch: func(h *reloc.Howto, code reloc.Code, s, v, p, stub uint64, sym objfmt.SymbolID, about reloc.Symbols) (uint64, bool) {
			if stub == 0 || h.Branch != withTable {
				return direct(h, code, s, v, p, stub, sym, about)
			}
			f := &fields[h.Field-reloc.FieldArch]
			if int64(v) < f.Min || int64(v) > f.Max || v&uint64(f.Align-1) != 0 {
				return v, false
			}
			f.Put(code.Insn, code.Order, v)
			if len(code.Insn) >= 8 {
				code.Order.PutU32(code.Insn[4:], restore)
			}
			return v, true
		},
	}
}

// branchFunc is the type of [reloc.Arch].Branch.
type branchFunc = func(h *reloc.Howto, code reloc.Code, s, v, p, stub uint64, sym objfmt.SymbolID, about reloc.Symbols) (uint64, bool)
