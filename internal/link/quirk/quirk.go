// Package quirk has the words for what a file format or an instruction set adds to the
// steps of a link; packages below it say it. Which of them count for an object is one row
// of the linker's table of targets, decided when it is loaded.
//
// Law: steps are data and pure functions; they see an object through [Object], know no
// linker and ask nobody. A function that is nil is not called.
package quirk

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/heed"
	"github.com/go-rtdyld/rtdyld/internal/link/place"
	"github.com/go-rtdyld/rtdyld/internal/link/records"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
)

// Steps is what a target adds to the steps of a link. The zero Steps adds nothing.
type Steps struct {
	// Undefined says what the linker makes for an undefined name if nobody defines it.
	// nil: nothing.
	Undefined func(text string) (m Meaning, name string)
	// Constant is the value of names that mean Constant.
	Constant uint64
	// ImageBase chooses B for objects of which the lowest is at low, target addresses.
	// nil: nothing counts from it.
	ImageBase func(low uint64) uint64
	// BaseNames are the names that mean B, in objects that do not define them.
	BaseNames []string
	// InitOrder is the order among sections with constructors, or destructors, by their
	// names: by priority, lower first, then by letters, a view of the name. nil: the
	// number at the end of the name.
	InitOrder func(section string) (priority int, letters string)
	// Grouped cuts the name of a section that is a part of a group: the linker has all sections of a group together, in the order of the rest of
	// their names. Both are views of the name. nil: there are none.
	Grouped func(section string) (group, rest string, ok bool)
	// Edges are the names of the start and the end of what a batch has in sections of one name. nil: those of the gABI's linkers, __start_NAME and
	// __stop_NAME, NAME an identifier.
	Edges *Edges
	// Naming makes a step that lets the relocations of an image, by the rows of t, name what
	// they mean, or nil. The error is the context's. nil: they do.
	Naming func(ctx context.Context, img *objfmt.ObjectImage, t *reloc.Table) (records.Step, error)
	// Index makes a table of the object's unwind information. nil: it has none.
	Index *Index
	// Refuses says why an object of these contents is not supported; empty if it is. The error is the context's. nil: all are.
	Refuses func(ctx context.Context, img *objfmt.ObjectImage) (why string, err error)
	// Descriptors finds the function descriptors of an image, see reloc.Arch.Descriptors. Its error is the context's. nil: it has none.
	Descriptors func(ctx context.Context, img *objfmt.ObjectImage) (*Descriptors, error)
	// InsnSet says in which instruction set the code of a section begins, and in which it ends: bit 0 of addresses. The
	// error is the context's. nil: there is one.
	InsnSet func(ctx context.Context, img *objfmt.ObjectImage, id objfmt.SectionID) (set [2]uint8, err error)
	// SharedTables is set where one section may have the jump tables of several functions:
	// those of dropped functions stay, and what they hold is of no use.
	SharedTables bool
	// LaterGroups is set where a group may count in place of an earlier one of its name and batch.
	LaterGroups bool
	// MarksCode is set where whatever is in code has the bit in its address that says in which instruction set a function is,
	// labels and sections, too.
	MarksCode bool
	// Holes is set where the symbol table has entries that are no symbols.
	Holes bool
}

// Edges are what the names of the start and the end of sections begin with.
type Edges struct {
	Start, Stop string
	// Segments says that the names of a segment and of a section in it follow, SEG$sect, and that both names mean one address if there are no such sections.
	Segments bool
}

// SegmentEdges are those of ld64.
var SegmentEdges = Edges{Start: "section$start$", Stop: "section$end$", Segments: true}

// Meaning is what the linker makes for an undefined name if nobody defines it.
type Meaning uint8

const (
	Nothing  Meaning = iota
	Pointer          // a GOT entry with the address of another name
	Module           // a GOT entry with the number of the object's module of thread-locals
	Constant         // a value
	Supplied         // code of reloc.Arch.Supplies
	Alias            // another name
)

// Descriptors are the function descriptors of an object, which are in one section.
type Descriptors struct {
	Section objfmt.SectionID
	List    []Descriptor // by Off
}

// Descriptor says where the code of one is: Addend behind a symbol of the object.
type Descriptor struct {
	Off    uint64 // in the section
	Sym    objfmt.SymbolID
	Addend int64
}

// At returns the descriptor at an offset of a section, nil if there is none. d may be nil.
func (d *Descriptors) At(id objfmt.SectionID, off uint64) *Descriptor {
	if d == nil || id != d.Section {
		return nil
	}
	i, ok := slices.BinarySearchFunc(d.List, off, func(x Descriptor, off uint64) int { return cmp.Compare(x.Off, off) })
	if !ok {
		return nil
	}
	return &d.List[i]
}

// Index is a table that the linker makes of the unwind information of an object.
type Index struct {
	Name string // of its section, whose entries are aligned words of 32 bits
	// Size is how many bytes it may have; 0: none is made. The error is what is wrong with the file, or the
	// context's.
	Size func(ctx context.Context, o *Object) (uint64, error)
	// Write makes the table of sections that are relocated, in mem, which runs at addr, and
	// returns how many bytes it has; the rest is zero. Its error is like that of Size.
	Write func(ctx context.Context, o *Object, mem []byte, addr uint64) (used uint64, err error)
	// Parts cuts a table in parts for each of the object's sections of code.
	Parts func(o *Object, table []byte, addr uint64) []Part
}

// Part is a part of a table, and what it is about.
type Part struct {
	From, To uint64 // offsets in the table
	Range
}

// Object is what a step sees of an object.
type Object struct {
	Name   string
	Image  *objfmt.ObjectImage
	Layout *place.Layout
	Mem    func(id objfmt.SectionID) []byte // contents of a section in memory
	Erased records.Erased                   // what describes dropped code
}

// Range is a range of target addresses: Lo up to, not including, Hi.
type Range struct{ Lo, Hi uint64 }

// IsCode reports whether a section is code in memory.
func (o *Object) IsCode(id objfmt.SectionID) bool {
	s := &o.Image.Sections[id]
	return s.Kind == objfmt.KindCode && s.Size > 0 && o.Layout.Kept(id)
}

// Code lists where the object's sections of code are, in ascending order. The error is the context's.
func (o *Object) Code(ctx context.Context) ([]Range, error) {
	var code []Range
	var done heed.Count
	for i := range o.Image.Sections {
		if err := done.Items(ctx, 1); err != nil {
			return nil, err
		}
		if o.IsCode(objfmt.SectionID(i)) {
			at := o.Layout.Sections[i].Addr
			code = append(code, Range{at, at + o.Image.Sections[i].Size})
		}
	}
	return code, heed.Sort(ctx, code, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
}

// Error makes the error of what is wrong in a section of the file.
func (o *Object) Error(id objfmt.SectionID, off uint64, msg string) error {
	s := &o.Image.Sections[id]
	what := "section " + strconv.Itoa(int(s.Number)) + " (" + strings.Clone(o.Image.SectionName(id)) + ")+0x" + strconv.FormatUint(off, 16)
	return &objfmt.FormatError{File: o.Name, What: what, Msg: msg}
}

// Global finds the first global symbol of a name that is not empty, of those alone that the image does not define if undefined is
// set; NoSymbol if there is none. The error is that of a context that has ended.
func Global(ctx context.Context, img *objfmt.ObjectImage, name string, undefined bool) (objfmt.SymbolID, error) {
	var done heed.Count
	for i := int(img.FirstGlobal); i < len(img.Symbols) && name != ""; i++ {
		if err := done.Items(ctx, 1); err != nil {
			return objfmt.NoSymbol, err
		}
		if id := objfmt.SymbolID(i); (!undefined || img.Symbols[i].Section == objfmt.SecUndef) && img.SymbolName(id) == name {
			return id, nil
		}
	}
	return objfmt.NoSymbol, nil
}
