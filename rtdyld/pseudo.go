package rtdyld

import (
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/stubs"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// pseudoNames are the names of the sections that the linker makes; a target has its own for
// the index table.
var pseudoNames = [place.NumMade]string{"<stubs>", "<got>", "<common>", "<ifuncs>", "<ifunc data>", "<index>"}

// pseudoName is the name of a section that the linker makes.
func (o *Object) pseudoName(k int) string {
	if x := o.steps.Index; x != nil && k == place.Index {
		return x.Name
	}
	return pseudoNames[k]
}

// runtimeDyldNames are RuntimeDyld's names for sections that it makes.
var runtimeDyldNames = [place.NumMade]string{"<stubs>", ".got", "<common symbols>", ".text.__llvm_IFuncStubs", ".data.__llvm_IFuncStubs"}

// madeName is the name of a section that the linker makes.
func (o *Object) madeName(k int) string {
	if o.l.compat.names {
		return runtimeDyldNames[k]
	}
	return o.pseudoName(k)
}

// pseudoSize is the size and alignment in bytes of a section that the linker makes.
func (o *Object) pseudoSize(k int) (size, align uint64) {
	switch {
	case k == place.Stubs:
		return o.plan.StubSize, o.table.Arch.StubAlign
	case k == place.GOT:
		if o.plan.GOTSize == 0 && o.plan.UsesBase {
			return o.table.Arch.PtrSize, o.table.Arch.PtrSize // T is an address even of an empty table
		}
		return o.plan.GOTSize, o.table.Arch.PtrSize
	case k == place.Commons:
		return o.com.Size, max(o.com.Align, 1)
	case k == place.Index:
		return o.index.size, 4
	case len(o.ifuncs) == 0:
		return 0, 1
	}
	ifuncs := o.ifuncCode()
	if k == place.IFuncData {
		return ifuncs.DataSize(), 2 * o.table.Arch.PtrSize
	}
	return ifuncs.CodeSize(), 16
}

func (o *Object) pseudoMem(k int, size uint64) []byte {
	if mem := o.lateGOT(); mem != nil && k == place.GOT {
		return mem[:size:size]
	}
	id := o.pseudo(k)
	return o.cut(o.lay.Piece(id), o.lay.Sections[id].Off(), size)
}

// area is size bytes of a section that the linker makes.
func (o *Object) area(k int, size uint64) stubs.Area {
	return stubs.Area{Mem: o.pseudoMem(k, size), Addr: o.addr(o.pseudo(k))}
}

// blockName is the name of what has a block of its own, a clone.
func (o *Object) blockName(id objfmt.SectionID) string {
	switch k := int(id) - len(o.lay.File()); {
	case k < 0:
		return strings.Clone(o.img().SectionName(id))
	case k < place.NumMade:
		return o.pseudoName(k)
	}
	return "<thread-locals>"
}
