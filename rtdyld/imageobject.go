package rtdyld

import (
	"cmp"
	"slices"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// numSymbols is how many entries the symbol table has.
func (o *Object) numSymbols() int {
	if o.linked != nil {
		return o.linked.locals.Len()
	}
	if img := o.image.Load(); img != nil {
		return len(img.Symbols)
	}
	return o.faded.symbols
}

// symbolTypes are types of symbols by STT_ of the gABI.
var symbolTypes = [16]objfmt.SymbolType{mapped.Object: objfmt.SymData, mapped.Func: objfmt.SymFunc, 3: objfmt.SymSection, 4: objfmt.SymFile, mapped.TLS: objfmt.SymTLS, mapped.IFunc: objfmt.SymIFunc}

// appendLocals appends those of an image's symbols from number lo up to, not including, hi, with names that view the file.
func (o *Object) appendLocals(out []LoadedSymbol, lo, hi int) []LoadedSymbol {
	k := o.linked
	for i := lo; i < hi; i++ {
		s := k.locals.At(i)
		typ := symbolTypes[s.Type]
		if !s.Defined || len(s.Name) == 0 || typ == objfmt.SymFile || typ == objfmt.SymSection {
			continue
		}
		ls := LoadedSymbol{ID: objfmt.SymbolID(i), Name: bin.String(s.Name), Addr: s.Value, Size: s.Size, Section: objfmt.SecAbs, Type: typ, Bind: objfmt.BindLocal, Local: !s.Global}
		switch {
		case s.Weak:
			ls.Bind = objfmt.BindWeak
		case s.Global:
			ls.Bind = objfmt.BindGlobal
		}
		if !s.Abs {
			id, ok := o.numbered(uint32(s.Section))
			if !ok {
				continue
			}
			if ls.Section = id; typ != objfmt.SymTLS {
				ls.Addr += k.bias
			}
		}
		out = append(out, ls)
	}
	return out
}

// numbered is the section with a number in the file.
func (o *Object) numbered(number uint32) (objfmt.SectionID, bool) {
	i, ok := slices.BinarySearchFunc(o.img().Sections, number, func(s objfmt.Section, n uint32) int { return cmp.Compare(s.Number, n) })
	return objfmt.SectionID(i), ok
}

// ImageTables says where what describes the code of a linked image lies. It is for who reads it there: in a signal handler, say.
type ImageTables struct {
	// FrameHeader is the address of .eh_frame_hdr, whose sorted table has offsets from there of 4 bytes (LSB Core, "The .eh_frame_hdr section"); 0
	// if the image has none that is so.
	FrameHeader uint64
	// Symbols are entries of .symtab (gABI, Elf64_Sym) in the byte order of the target, with names in [objfmt.ObjectImage.Strings]: a view of the
	// file, as long as the object's Image may be read.
	Symbols []byte
	// Bias is what is added to the addresses in Symbols.
	Bias uint64
}

// ImageTables returns the tables of an object that [Linker.MapImage] has made; false of others. Nothing is read.
func (o *Object) ImageTables() (t ImageTables, ok bool) {
	k := o.linked
	if k == nil {
		return t, false
	}
	t = ImageTables{Symbols: k.locals.Table(), Bias: k.bias}
	if at := k.img.FrameTable; at != 0 {
		t.FrameHeader = at + k.bias
	}
	return t, true
}
