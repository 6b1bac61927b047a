package linkmap

import (
	"context"
	"time"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/debug/symbolize"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Source is a link that [Collect] describes: objects that are loaded, and what their linker cannot tell.
type Source struct {
	Linker  *rtdyld.Linker   // that the objects are of. nil: there are no copies
	Objects []*rtdyld.Object // in the order in which they were loaded
	// Images are what was to be loaded. They are looked at if there are no Objects, as after an error of Load.
	Images   []*objfmt.ObjectImage
	Reasons  []rtdyld.Reason // why members of archives came in, as [rtdyld.Collector] tells
	External []External      // names that the resolver knew
	Steps    []Step
	Err      error // why the link failed. nil: it did not

	// Demangle gives the name that a linkage name has in the source, or the same text. It is not asked for names of more than 2 KiB, with which
	// demanglers take long. nil: names are as objects have them.
	Demangle func(name string) string
	// Disassembler returns what decodes a target's instructions, or nil. nil: there is no code in the page.
	Disassembler func(triple.Triple) Disassemble
	// CodeLimit is how many bytes of code are disassembled, whole sections from the first object on. 0: 1 MiB; less: none.
	CodeLimit int
	// Lines knows lines of the source: one that has been a Listener of the linker. nil: there are none.
	Lines *symbolize.Symbolizer
}

// Disassemble returns the text of the instruction that code begins with and its size in bytes, which is at least 1. addr is where the code runs;
// odd says that it is of the instruction set that addresses with bit 0 set mean. target is an address that the instruction has as a distance: where it branches
// to, for one; 0: it has none.
type Disassemble func(code []byte, addr uint64, odd bool) (text string, size int, target uint64)

// Step is a part of a link, or of the run behind it.
type Step struct {
	Name string
	Time time.Duration
	CPU  time.Duration // of all threads
}

// Detail is what a map does not have: who refers to whom, values of relocations, code. [Collect] makes it.
type Detail struct {
	triple              string
	failure             *failure
	formats             []string // by file, as all that follows a "file" is
	file                files
	types               []objfmt.SymbolType // by symbol
	plain               []string            // demangled names of symbols, "" for none; nil if nothing demangles
	hasPlain            bool                // some is not empty
	others              []demangledName     // of names that are no symbols
	threads             map[int]Address     // of thread-locals: where their initial contents are
	kinds               []string            // by section: "code", "readonly", "data", "zero", "thread"
	blocks              []block
	refs                []ref
	relocs              relocKinds
	missing             []missing
	doubles             []double
	dropped             []droppedGroup
	steps               []Step
	code                []codeBlock
	codeShown, codeLeft int // bytes of code that are disassembled, and that are not
}

// files are the files of a document's parts, as indexes of Document.Files.
type files struct {
	sections, symbols []int // by section, by symbol
	symbolSections    []int // by symbol: index of its section, -1 for none
	stubs, slots      []int
}

// block is memory that objects share, with one permission.
type block struct {
	addr, size uint64
	kind       objfmt.Kind
}

// missing is a name that nobody defines, and a file that refers to it.
type missing struct {
	name string
	by   int
}

// demangledName is a name of which the source has another.
type demangledName struct{ name, plain string }

// double is a definition that does not count.
type double struct {
	name          string
	kept, dropped int
}

// droppedGroup is a COMDAT group that another file had first.
type droppedGroup struct {
	group      string
	file, kept int
	size       uint64
}

// Code says how many bytes of code are disassembled, and how many there are.
func (x *Detail) Code() (shown, all int) { return x.codeShown, x.codeShown + x.codeLeft }

// Collect describes a link: its map, and beside it what a page shows. It reads all relocations, and disassembles code; it changes nothing. The objects
// must not be unloaded meanwhile; the Document keeps nothing of them. After an error, in Source.Err, as much is told as was loaded. The error is that of a
// ctx that ends.
func Collect(ctx context.Context, src Source) (*Document, error) {
	if src.CodeLimit == 0 {
		src.CodeLimit = 1 << 20
	}
	if f := src.Demangle; f != nil {
		src.Demangle = func(name string) string {
			if len(name) > longestMangled {
				return name
			}
			return f(name)
		}
	}
	c := &collector{ctx: ctx, src: &src, d: newDocument(), x: &Detail{threads: map[int]Address{}, steps: src.Steps}, number: map[string]int{}}
	c.d.Detail = c.x
	c.d.External = append(c.d.External, src.External...)
	if err := c.parts(); err != nil {
		return nil, err
	}
	if len(src.Objects) == 0 {
		c.images()
	}
	if src.Linker != nil {
		for _, e := range src.Linker.Copies() {
			c.d.Copies = append(c.d.Copies, Copy{Symbol: e.Name, Addr: Address(e.Addr), From: Address(e.From), Size: e.Size})
		}
	}
	c.finish()
	if err := c.references(); err != nil {
		return nil, err
	}
	c.problems()
	c.others()
	if err := c.disassemble(); err != nil {
		return nil, err
	}
	c.x.refs = joinedRefs(c.x.refs)
	return c.d, nil
}

// newDocument is a document of nothing, whose lists are none of them null in JSON.
func newDocument() *Document {
	return &Document{Sections: []Section{}, Symbols: []Symbol{}, Files: []File{}, External: []External{}, Stubs: []Stub{}, GOT: []GOTEntry{}, Copies: []Copy{}}
}

// longestMangled is of how many bytes a name may be that is demangled: the time may grow with the square, and an object may have many.
const longestMangled = 2 << 10
