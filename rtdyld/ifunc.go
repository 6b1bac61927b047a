package rtdyld

import (
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// An indirect function (STT_GNU_IFUNC) is a function that returns the address of
// the one to use. Its symbol stands for a piece of code that the linker makes,
// the same for every reference: it jumps through a word that at first leads to
// the resolver, so that the resolver runs at the first call, in whatever process
// and on whatever processor the code has got to, and needs nobody to call it at
// load time.

// findIFuncs lists the indirect functions that the object defines.
func (o *Object) findIFuncs() {
	if !o.img.HasIFunc {
		return
	}
	for i := range o.img.Symbols {
		if s := &o.img.Symbols[i]; s.Type == objfmt.SymIFunc && s.Section < objfmt.SecSpecial && o.kept(s.Section) {
			o.ifuncs = append(o.ifuncs, objfmt.SymbolID(i))
		}
	}
}

// ifuncSize is the size and alignment in bytes of a pseudo-section for indirect functions.
func (o *Object) ifuncSize(k int) (size, align uint64) {
	n := uint64(len(o.ifuncs))
	a := o.table.Arch
	switch {
	case n == 0:
		return 0, 1
	case k == secIFuncData:
		return n * 2 * a.PtrSize, 2 * a.PtrSize
	}
	return a.IFuncThunk + n*a.IFuncSize, 16
}

// ifuncAddr is the address that an indirect function's symbol stands for.
func (o *Object) ifuncAddr(sym objfmt.SymbolID) uint64 {
	i, ok := slices.BinarySearch(o.ifuncs, sym)
	if !ok {
		return 0
	}
	a := o.table.Arch
	return o.place[o.pseudo(secIFuncs)].addr + a.IFuncThunk + uint64(i)*a.IFuncSize
}

// writeIFuncs writes the code and words of the object's indirect functions.
func (o *Object) writeIFuncs() error {
	a := o.table.Arch
	order := bin.Order{Big: o.img.Big}
	codeSize, _ := o.pseudoSize(secIFuncs)
	dataSize, _ := o.pseudoSize(secIFuncData)
	code, data := o.pseudoMem(secIFuncs, codeSize), o.pseudoMem(secIFuncData, dataSize)
	codeAt, dataAt := o.place[o.pseudo(secIFuncs)].addr, o.place[o.pseudo(secIFuncData)].addr
	a.WriteIFunc(code, true, codeAt, 0)
	for i, sym := range o.ifuncs {
		s := &o.img.Symbols[sym]
		off, at := a.IFuncThunk+uint64(i)*a.IFuncSize, uint64(i)*2*a.PtrSize
		if !a.WriteIFunc(code[off:], false, codeAt+off, dataAt+at) {
			return &reloc.RangeError{Object: o.name, Section: pseudoNames[secIFuncs], Offset: off, Type: "indirect function", Symbol: o.symbolName(sym), Value: dataAt + at - codeAt - off, Field: reloc.Signed32, Limits: reloc.Signed32.String()}
		}
		words := [2]uint64{codeAt, o.place[s.Section].addr + s.Value}
		for k, w := range words {
			if b := data[at+uint64(k)*a.PtrSize:]; a.PtrSize == 8 {
				order.PutU64(b, w)
			} else {
				order.PutU32(b, uint32(w))
			}
		}
	}
	return nil
}
