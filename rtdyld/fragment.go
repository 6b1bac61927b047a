package rtdyld

import (
	"context"
	"fmt"

	"github.com/go-rtdyld/rtdyld/internal/link/quirk"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

// A section .init or .fini of ELF is a fragment of a function. A static linker puts those of all objects one behind the other,
// between what the first object has (crti.o: the start of the function, named _init or _fini) and the last one (crtn.o: its
// end), and says in DT_INIT and DT_FINI where the function is (gABI, "Initialization and Termination Functions"). Here each is a
// function of its own, so that an object may be unloaded alone: behind it the linker writes the end and, behind that, a start
// that jumps to the fragment. They leave the stack as those of the C library do, so that
//
//   - a fragment that returns by itself does it right if it does so in a program of that library;
//   - one that has the name _init, or _fini, begins there, and is what its author says if it returns;
//   - a crti.o does what it does, and a crtn.o nothing.
//
// Linkers with neither an Initializer nor Config.Image add nothing, and so does Layout RuntimeDyld: what they lay out can be put one behind the other.

// fragment is such a section.
type fragment struct {
	id    objfmt.SectionID
	start objfmt.SymbolID // where the function begins; NoSymbol: behind the fragment
	set   [2]uint8        // see reloc.Fragment
	entry uint64          // target address of the function, once it has been written
}

// fragmentNames are the names of functions that have a start of their own.
var fragmentNames = [256]string{objfmt.RoleInitCode: "_init", objfmt.RoleFiniCode: "_fini"}

// FragmentError reports a section of code for constructors or destructors that cannot be made a function.
type FragmentError struct {
	Object  string
	Section string
	ID      objfmt.SectionID // of Section
	Why     string
}

func (e *FragmentError) Error() string {
	return fmt.Sprintf("%s: section %s: %s: %v", texts.Name(e.Object), short(e.Section), e.Why, ErrUnsupported)
}

// Unwrap returns ErrUnsupported.
func (e *FragmentError) Unwrap() error { return ErrUnsupported }

// runsFragments reports whether sections .init and .fini are made functions.
func (l *Linker) runsFragments() bool {
	return (l.cfg.Initializer != nil || l.cfg.Image) && !l.compat.noFragments
}

// behind is how many bytes the linker has behind the contents of section s.
func (o *Object) behind(s *objfmt.Section) uint64 {
	if f := o.table.Arch.Fragments; f != nil && fragmentNames[s.Role] != "" && s.Size > 0 && o.l.runsFragments() {
		return f.Size
	}
	return describing[s.Role].end
}

// addFragment notes a section that is a fragment, and says how it is aligned at least, in bytes.
func (o *Object) addFragment(ctx context.Context, id objfmt.SectionID) (align uint64, err error) {
	s := &o.img().Sections[id]
	if s.Size == 0 || !o.l.runsFragments() {
		return 1, nil
	}
	f := fragment{id: id}
	if set := o.steps.InsnSet; set != nil {
		if f.set, err = set(ctx, o.img(), id); err != nil {
			return 1, o.ended("lay out", err)
		}
	}
	refuse := func(why string) (uint64, error) {
		return 1, &FragmentError{Object: o.name, Section: o.sectionText(id), ID: id, Why: why}
	}
	a := o.table.Arch
	switch {
	case a.Fragments == nil:
		return refuse(a.Name + " programs have no function that such code is a part of")
	case s.Kind != objfmt.KindCode || s.Flags&objfmt.SecZeroFill != 0:
		return refuse("it is no code")
	case s.Size%a.Fragments.Unit[f.set[1]] != 0:
		return refuse(fmt.Sprintf("%d bytes are no number of instructions", s.Size))
	}
	f.start, err = o.fragmentStart(ctx, id)
	o.fragments = append(o.fragments, f)
	return a.Fragments.Unit[f.set[0]], o.endedOr("lay out", err)
}

// fragmentStart finds the symbol where the function of a fragment begins, if it has one.
func (o *Object) fragmentStart(ctx context.Context, id objfmt.SectionID) (objfmt.SymbolID, error) {
	sym, err := quirk.Global(ctx, o.img(), fragmentNames[o.img().Sections[id].Role], false)
	if sym == objfmt.NoSymbol || err != nil {
		return objfmt.NoSymbol, err
	}
	if y := &o.img().Symbols[sym]; y.Section == id {
		return sym, nil
	} else if d := o.descriptors; d != nil {
		if at := d.At(y.Section, y.Value); at != nil && o.img().Symbols[at.Sym].Section == id {
			return sym, nil
		}
	}
	return objfmt.NoSymbol, nil
}
