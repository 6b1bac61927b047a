package rtdyld

import (
	"iter"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/link/symtab"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
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

// ownName is the id of an undefined name that the linker gives each object itself, 0 for
// all others.
func (o *Object) ownName(text string) uint32 {
	id := linkerName(o.table.Arch, o.steps, text)
	if id == idDSO && o.img().ExternalHandle {
		return 0
	}
	return id
}

// ownHashes are those of the names below that objects of all processors may have.
var ownHashes = [...]uint32{objfmt.HashName(nameGOT), objfmt.HashName(nameDSO), objfmt.HashName(nameDSO2)}

const (
	nameGOT  = "_GLOBAL_OFFSET_TABLE_"
	nameDSO  = "__dso_handle"
	nameDSO2 = "_" + nameDSO // where names have an underscore in front
)

// linkerName is ownName without the object.
func linkerName(a *reloc.Arch, steps *quirk.Steps, text string) uint32 {
	if len(a.TableNames) == 0 && !strings.HasPrefix(text, "_") {
		return 0
	}
	if slices.Contains(a.TableNames, text) {
		return idBase
	}
	switch text {
	case nameGOT:
		return idGOT
	case nameDSO, nameDSO2:
		return idDSO
	}
	if slices.Contains(steps.BaseNames, text) {
		return idImageBase
	}
	return 0
}
