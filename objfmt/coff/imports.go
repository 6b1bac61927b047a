package coff

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// Types and name types of an import record.
const (
	importCode  = 0
	importData  = 1
	importConst = 2

	importOrdinal    = 0
	importName       = 1 // the public name
	importNoPrefix   = 2 // without a leading ?, @ or _
	importUndecorate = 3 // and without what follows @
	importExportAs   = 4 // a third string; LLVM and Microsoft since ARM64EC
)

// impPrefix begins the name of the pointer to what is imported.
const impPrefix = "__imp_"

// importImage is the image of a short import record in one piece.
type importImage struct {
	objfmt.ObjectImage
	format  format
	record  objfmt.Import
	symbols [2]objfmt.Symbol
	hashes  [2]uint32
}

// parseImport reads an IMPORT_OBJECT_HEADER and the strings behind it.
func parseImport(buf *objfmt.ObjectBuffer, h *fileHeader) (*objfmt.ObjectImage, error) {
	f := buf.Bytes()
	n := &importImage{ObjectImage: objfmt.ObjectImage{Name: buf.Name(), Buffer: buf}}
	fail := func(off uint64, msg string) error {
		return &objfmt.FormatError{File: n.Name, Offset: off, What: "import record", Msg: msg}
	}
	text, ok := bin.Slice(f, headerSize, uint64(le.Uint32(f[12:])))
	if !ok {
		return nil, fail(12, "names lie outside the file")
	}
	symbol, at := cutString(text, 0)
	if symbol == "" {
		return nil, fail(headerSize, "no name of a symbol")
	}
	library, next := cutString(text, at)
	if library == "" {
		return nil, fail(headerSize+at, "no name of a library")
	}
	bits := le.Uint16(f[18:])
	im := &n.record
	im.Symbol, im.Library, im.Ordinal = symbol, library, le.Uint16(f[16:])
	switch typ := bits & 3; typ {
	case importCode:
	case importData, importConst:
		im.Data = true
	default:
		return nil, fail(18, "unknown type of an import")
	}
	switch bits >> 2 & 7 {
	case importOrdinal:
		im.ByOrdinal = true
	case importName:
		im.Name = symbol
	case importNoPrefix:
		im.Name = withoutPrefix(symbol)
	case importUndecorate:
		im.Name, _, _ = strings.Cut(withoutPrefix(symbol), "@")
	case importExportAs:
		if im.Name, _ = cutString(text, next); im.Name == "" {
			return nil, fail(headerSize+next, "no name in the library")
		}
	default:
		return nil, fail(18, "unknown type of an import's name")
	}
	h.machine.describe(&n.ObjectImage)
	n.Format, n.Import = &n.format, im
	n.importSymbols(bits&3 == importConst)
	return &n.ObjectImage, nil
}

// importSymbols makes the symbols: __imp_X is the pointer, X a function. X of a
// constant is the pointer, too.
func (n *importImage) importSymbols(constant bool) {
	names := make([]byte, 0, len(impPrefix)+len(n.record.Symbol))
	n.Strings = append(append(names, impPrefix...), n.record.Symbol...)
	count := 1
	s := &n.symbols[0]
	s.NameLen = uint32(len(n.Strings))
	s.Section, s.Bind, s.Type = objfmt.SecUnloaded, objfmt.BindGlobal, objfmt.SymData
	if !n.record.Data || constant {
		count = 2
		s := &n.symbols[1]
		s.Name, s.NameLen = uint32(len(impPrefix)), uint32(len(n.record.Symbol))
		s.Section, s.Bind, s.Type = objfmt.SecUnloaded, objfmt.BindGlobal, objfmt.SymFunc
		if constant {
			s.Section, s.Value, s.Type = objfmt.SecAlias, 0, objfmt.SymData
		}
	}
	n.Symbols, n.Hashes = n.symbols[:count:count], n.hashes[:count:count]
	for i := range n.Symbols {
		n.hashes[i] = objfmt.HashName(n.SymbolName(objfmt.SymbolID(i)))
	}
}

// cutString views the string that starts at off, empty if there is none, and
// returns what follows its NUL.
func cutString(text []byte, off uint64) (s string, next uint64) {
	b, ok := bin.CString(text, off)
	if !ok {
		return "", off
	}
	return bin.String(b), off + uint64(len(b)) + 1
}

func withoutPrefix(s string) string {
	if s != "" && strings.IndexByte("?@_", s[0]) >= 0 {
		return s[1:]
	}
	return s
}
