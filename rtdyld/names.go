package rtdyld

import (
	"iter"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
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
	idEdge                                  // the start or the end of an output section
)

// entryName clones the text of a name.
func (l *Linker) entryName(id uint32) string { return strings.Clone(l.names.Text(id)) }

// object is the one with a number, nil if it is free.
func (l *Linker) object(num uint32) *Object { return l.objects.At(int(num)).object.Load() }

// all are the objects that there are, in the order of their numbers.
func (l *Linker) all() iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		for i := range l.objects.Len() {
			if o := l.object(uint32(i)); o != nil && !yield(o) {
				return
			}
		}
	}
}

func moveObjects(to, from []numbered) {
	for i := range from {
		to[i].object.Store(from[i].object.Load())
		to[i].sight.Store(from[i].sight.Load())
	}
}

// definition is the symbol of the owner of a name.
func (l *Linker) definition(id uint32) (*Object, objfmt.SymbolID) {
	e := l.names.Settled(id)
	num, _ := e.Owner()
	return l.object(num), e.Symbol()
}

// isBound reports whether a small object has a definition of all that it mentions, so that nothing is to be asked.
func (l *Linker) isBound(o *Object) bool {
	if len(o.ids) > fewNames || len(o.mentions) > 0 || l.names.HasAliases() {
		return false
	}
	for _, id := range o.ids {
		if id < symtab.Special {
			if e := l.names.At(id); !e.Defined() || e.Adopted() {
				return false
			}
		}
	}
	return true
}

// fewNames is up to how many names isBound looks at.
const fewNames = 16
