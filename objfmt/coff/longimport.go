package coff

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// GNU dlltool writes an import not as a record but as an object: the entry of the
// import tables in .idata$4 and .idata$5, the name behind a hint in .idata$6, a jump
// through the entry in .text if it is a function, and references that pull the
// tables' beginning and end. A loader binds imports itself and wants only the name.

// longImport returns the image of the import record that the object stands for, nil
// if it is something else.
func (p *parser) longImport(buf *objfmt.ObjectBuffer) (*objfmt.ObjectImage, error) {
	imp := ""
	var done heed.Count
	for i := range p.img.Symbols {
		if err := done.Items(p.ctx, 1); err != nil {
			return nil, p.ended(err)
		}
		s := &p.img.Symbols[i]
		if s.Section != objfmt.SecUnloaded || s.Bind != objfmt.BindGlobal {
			continue
		}
		if name := p.img.SymbolName(objfmt.SymbolID(i)); strings.HasPrefix(name, impPrefix) && len(name) > len(impPrefix) {
			if imp != "" {
				return nil, nil
			}
			imp = name
		}
	}
	if imp == "" {
		return nil, nil
	}
	n := &importImage{ObjectImage: objfmt.ObjectImage{Name: buf.Name(), Buffer: buf}}
	im := &n.record
	im.Symbol, im.Data = imp[len(impPrefix):], true
	for i := range p.img.Symbols {
		if err := done.Items(p.ctx, 1); err != nil {
			return nil, p.ended(err)
		}
		s := &p.img.Symbols[i]
		if s.Section < objfmt.SecSpecial && s.Bind == objfmt.BindGlobal && p.img.SymbolName(objfmt.SymbolID(i)) == im.Symbol {
			im.Data = false
		}
	}
	entry, hint := p.rawData(".idata$5"), p.rawData(".idata$6")
	wide := p.machine.arch.Is64Bit()
	switch name, _ := cutString(hint, 2); {
	case len(hint) > 2 && name != "":
		im.Name, im.Ordinal = name, le.Uint16(hint)
	case wide && len(entry) >= 8 && entry[7]&0x80 != 0, !wide && len(entry) >= 4 && entry[3]&0x80 != 0: // IMAGE_ORDINAL_FLAG
		im.ByOrdinal, im.Ordinal = true, le.Uint16(entry)
	default:
		return nil, nil
	}
	im.Head = p.importHead()
	p.fileHeader.machine.describe(&n.ObjectImage)
	n.Format, n.Import = &n.format, im
	n.importSymbols(false)
	return &n.ObjectImage, nil
}

// importHead views the name of the symbol that pulls the import table's entry for the
// library: what .idata$7 refers to. It is empty if there is no such symbol.
func (p *parser) importHead() string {
	for i := range p.secs {
		h := p.header(i)
		if string(h[:shortName]) != ".idata$7" {
			continue
		}
		b, ok := bin.Slice(p.file, uint64(le.Uint32(h[24:])), relocSize)
		if n := le.Uint16(h[32:]); !ok || n == 0 {
			return ""
		}
		sym := objfmt.SymbolID(le.Uint32(b[4:]))
		if uint64(sym) < uint64(len(p.img.Symbols)) && p.img.Symbols[sym].Section == objfmt.SecUndef && p.img.Symbols[sym].Bind == objfmt.BindGlobal {
			return p.img.SymbolName(sym)
		}
	}
	return ""
}

// descriptorName is the offset of the field Name in an IMAGE_IMPORT_DESCRIPTOR.
const descriptorName = 12

// LibraryName tells what library a symbol of an import library of GNU tools stands
// for. The symbol is [objfmt.Import.Head] of one of its records or what an earlier
// call has returned as next, and img is a full image of the member that defines it
// (see [objfmt.ObjectImage.Full]). If the member has the name it is returned, a clone,
// else the symbol behind which it is. Both are empty if the member says nothing.
func LibraryName(img *objfmt.ObjectImage, symbol string) (name, next string) {
	for i := range img.Symbols {
		s := &img.Symbols[i]
		if s.Bind != objfmt.BindGlobal || s.Section >= objfmt.SecSpecial || img.SymbolName(objfmt.SymbolID(i)) != symbol {
			continue
		}
		if img.SectionName(s.Section) != ".idata$2" {
			return libraryAt(img, s.Section, s.Value), ""
		}
		for r, err := range img.Relocs(s.Section) {
			if err != nil {
				return "", ""
			}
			if r.Offset != s.Value+descriptorName || uint64(r.Sym) >= uint64(len(img.Symbols)) {
				continue
			}
			if t := &img.Symbols[r.Sym]; t.Section < objfmt.SecSpecial {
				field, ok := bin.Slice(img.Sections[s.Section].Data, r.Offset, 4)
				if !ok {
					return "", ""
				}
				return libraryAt(img, t.Section, t.Value+uint64(le.Uint32(field))), ""
			}
			return "", strings.Clone(img.SymbolName(r.Sym))
		}
		return "", ""
	}
	return "", ""
}

// libraryAt clones the string at an offset of a section, empty if there is none.
func libraryAt(img *objfmt.ObjectImage, id objfmt.SectionID, off uint64) string {
	name, _ := cutString(img.Sections[id].Data, off)
	return strings.Clone(name)
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
