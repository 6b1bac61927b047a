package rtdyld

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
)

// IDs of symbols that are in no table of names: the linker gives each object its own.
const (
	idNone      uint32 = 0xffff_ffff - iota // a local or nameless symbol
	idGOT                                   // _GLOBAL_OFFSET_TABLE_
	idBase                                  // reloc.Arch.TableNames
	idDSO                                   // __dso_handle
	idImageBase                             // quirk.Steps.BaseNames
	idSupplied                              // one of reloc.Arch.Supplies
)

// entryName clones the text of a name.
func (l *Linker) entryName(id uint32) string { return strings.Clone(l.names.At(id).Text()) }

// definition is the symbol of the owner of a name.
func (l *Linker) definition(id uint32) (*Object, objfmt.SymbolID) {
	e := l.names.Settled(id)
	num, _ := e.Owner()
	return l.objects[num], e.Symbol()
}
