package rtdyld

import "github.com/go-rtdyld/rtdyld/objfmt"

// Layout RuntimeDyld differs from ours in what is made for an object, which the plan
// knows (see [stubs.RuntimeDyld]), and where it lies, which runtimedyld.go decides. The same
// rows apply the same relocations.

// compat is what a linker does as LLVM's RuntimeDyld does, decided in New.
type compat struct {
	stubs       bool // makes its stubs and GOT entries
	order       bool // emits sections in its order, and numbers them
	names       bool // calls the sections that the linker makes as it does
	writableGOT bool // the GOT is writable data
	unloaded    bool // all sections that are not loaded are processed
	keepsGroups bool // COMDAT groups are not dropped
	reachOrFail bool // what does not reach is an error: no canonical stubs, no copies
	noIndex     bool // no index table is made of several sections of unwind information
	noOwnNames  bool // objects have no names of their own for their module and the like
	noEdges     bool // the start and the end of sections are names like others
	leaves      bool // fields of some types are not written
	noFragments bool // .init and .fini are code like any other
	lowestBase  bool // the image base of COFF is the lowest address of a section
	plainLabels bool // only functions have the bit in their addresses that tells instruction sets apart
}

// gotKind is the kind of memory that the GOT is in.
func (c *compat) gotKind() objfmt.Kind {
	if c.writableGOT {
		return objfmt.KindWritable
	}
	return objfmt.KindReadOnly
}

// setCompat says what Config.Layout means.
func (l *Linker) setCompat() {
	if l.cfg.Layout == RuntimeDyld {
		l.compat = compat{true, true, true, true, true, true, true, true, true, true, true, true, true, true}
	}
}
