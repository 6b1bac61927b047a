package coff

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/triple"
)

// GNU dlltool writes an import not as a record but as an object: the entry of the
// import tables in .idata$4 and .idata$5, the name behind a hint in .idata$6, a jump
// through the entry in .text if it is a function, and references that pull the
// tables' beginning and end. A loader binds imports itself and wants only the name.

// longImport returns the image of the import record that the object stands for, nil
// if it is something else.
func (p *parser) longImport(buf *objfmt.ObjectBuffer) *objfmt.ObjectImage {
	imp := ""
	for i := range p.img.Symbols {
		s := &p.img.Symbols[i]
		if s.Section != objfmt.SecUnloaded || s.Bind != objfmt.BindGlobal {
			continue
		}
		if name := p.img.SymbolName(objfmt.SymbolID(i)); strings.HasPrefix(name, impPrefix) && len(name) > len(impPrefix) {
			if imp != "" {
				return nil
			}
			imp = name
		}
	}
	if imp == "" {
		return nil
	}
	n := &importImage{ObjectImage: objfmt.ObjectImage{Name: buf.Name(), Buffer: buf}}
	im := &n.record
	im.Symbol, im.Data = imp[len(impPrefix):], true
	for i := range p.img.Symbols {
		s := &p.img.Symbols[i]
		if s.Section < objfmt.SecSpecial && s.Bind == objfmt.BindGlobal && p.img.SymbolName(objfmt.SymbolID(i)) == im.Symbol {
			im.Data = false
		}
	}
	entry, hint := p.rawData(".idata$5"), p.rawData(".idata$6")
	wide := p.machine.arch == triple.X86_64 || p.machine.arch == triple.AArch64
	switch name, _ := cutString(hint, 2); {
	case len(hint) > 2 && name != "":
		im.Name, im.Ordinal = name, le.Uint16(hint)
	case wide && len(entry) >= 8 && entry[7]&0x80 != 0, !wide && len(entry) >= 4 && entry[3]&0x80 != 0: // IMAGE_ORDINAL_FLAG
		im.ByOrdinal, im.Ordinal = true, le.Uint16(entry)
	default:
		return nil
	}
	p.fileHeader.machine.describe(&n.ObjectImage)
	n.Format, n.Import = &n.format, im
	n.importSymbols(false)
	return &n.ObjectImage
}

// rawData is the contents of the first section with a name of eight bytes, nil if
// there is none.
func (p *parser) rawData(name string) []byte {
	for i := range p.secs {
		if h := p.header(i); string(h[:shortName]) == name {
			b, _ := bin.Slice(p.file, uint64(le.Uint32(h[20:])), uint64(le.Uint32(h[16:])))
			return b
		}
	}
	return nil
}
