// Package image writes linked images: ELF shared objects (ET_DYN) of contents that are linked for an address, with all that a loader needs to
// map them there or elsewhere.
//
// Law: bytes, sizes, names and addresses in; a file out. It knows no object, no relocation row and no memory manager, and the same arguments
// give the same bytes.
package image

import (
	"errors"
	"math/bits"

	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// Group says where contents lie in an image. Groups follow each other in memory.
type Group uint8

const (
	Text      Group = iota // code; never written
	Constants              // without absolute addresses; never written
	Frames                 // .eh_frame, behind Constants
	Functions              // .pdata of COFF: entries of the function table, behind each other
	Relro                  // constants with addresses of the image itself alone
	Foreign                // constants that hold an import's address: GOT entries above all
	Template               // initial contents of thread-locals, among the pages of Foreign
	Data                   // writable
	Zero                   // writable, zero at first, not in the file
	NumGroups
)

var groupNames = [NumGroups]string{".text", ".rodata", ".eh_frame", ".pdata", ".data.rel.ro", ".got", ".tdata", ".data", ".bss"}

// String is the name of the section that a group has in the file.
func (g Group) String() string {
	if g < NumGroups {
		return groupNames[g]
	}
	return "invalid"
}

// Clean reports whether no word of a group differs between places where the image may be mapped.
func (g Group) Clean() bool { return g <= Functions }

// Target is what the file says of the processor, and how the psABI numbers relocations for loaders.
type Target struct {
	Machine uint16 // e_machine
	Flags   uint32 // e_flags
	Order   bin.Order
	Page    uint64 // bytes: the largest page that there may be
	// Base is the lowest address that images are linked for, so that few of them are for one address: there are Bases of them, 1<<28 bytes from one to the next.
	Base, Bases uint64
	// Types of relocations: S + A in 8 bytes, likewise for a GOT entry, and the load bias + A.
	Word, GlobDat, Relative uint32
	Copy                    uint32 // as many bytes of S as its symbol has
	// Likewise for thread-locals: the number of a module, the offset in its block, and that from the thread pointer.
	Module, ModuleOffset, ThreadOffset uint32
}

// Sizes of the generic ABI, 64-bit.
const (
	headerSize  = 64
	segmentSize = 56
	sectionSize = 64
	symbolSize  = 24
	relaSize    = 24
	dynSize     = 16
	wordSize    = 8
)

// ErrSize says that an image is larger than an address space, or has more of something than the format can count.
var ErrSize = errors.New("image is too large")

// Sizes are what an image is laid out by, in bytes.
type Sizes struct {
	Size, Align [NumGroups]uint64 // Align is a power of two; 0 counts as 1
	Threads     uint64            // of thread-locals in each thread, of which Template has the first
	Functions   int               // of which the unwind table has a row
	Init, Fini  int               // addresses of functions
	Dynamic     int               // entries of .dynamic
	Meta        uint64            // what headers, notes and tables take in front of all
}

// Layout is where everything of an image lies. Addresses are for the recorded base.
type Layout struct {
	Target *Target
	Base   uint64
	Align  uint64 // of Base and of segments: Target.Page, or more where some contents ask for that
	Sizes  Sizes

	Addr        [NumGroups]uint64
	Index       uint64 // .eh_frame_hdr
	Init, Fini  uint64 // .init_array, .fini_array
	Dynamic     uint64
	Segments    [NumSegments]Span
	FileSize    uint64 // of what is mapped
	End         uint64 // of what takes memory, at a multiple of Align
	ForeignEnd  uint64 // of the pages of Foreign, which begin at Addr[Foreign]
	indexLength uint64
}

// Span is a stretch of memory.
type Span struct {
	Addr uint64
	File uint64 // bytes that the file has
	Size uint64 // bytes in memory
}

// The segments that are mapped.
const (
	Head     = iota // headers, notes and tables
	Code            // Text
	ReadOnly        // Constants, Frames, the unwind table and Functions
	Protect         // Relro and Foreign: written while the image is loaded, then protected
	Writable        // Data and Zero
	NumSegments
)

// Place lays an image out.
func Place(t *Target, base uint64, s Sizes) (*Layout, error) {
	l := &Layout{Target: t, Base: base, Sizes: s, Align: t.Page}
	for _, a := range s.Align {
		l.Align = max(l.Align, a)
	}
	p := placer{at: base}
	p.segment(l, Head, func() { p.add(s.Meta, 1) })
	p.segment(l, Code, func() { l.Addr[Text] = p.add(s.Size[Text], s.Align[Text]) })
	p.segment(l, ReadOnly, func() {
		l.Addr[Constants] = p.add(s.Size[Constants], s.Align[Constants])
		if s.Size[Frames] > 0 {
			l.indexLength = indexSize(s.Functions)
			l.Index = p.add(l.indexLength, 4)
			l.Addr[Frames] = p.add(s.Size[Frames]+frameEnd, max(s.Align[Frames], 8))
		}
		l.Addr[Functions] = p.add(s.Size[Functions], s.Align[Functions])
	})
	p.segment(l, Protect, func() {
		l.Addr[Relro] = p.add(s.Size[Relro], s.Align[Relro])
		l.Init = p.add(uint64(s.Init)*wordSize, wordSize)
		l.Fini = p.add(uint64(s.Fini)*wordSize, wordSize)
		l.Dynamic = p.add(uint64(s.Dynamic)*dynSize, wordSize)
		l.Addr[Foreign] = p.add(0, t.Page)
		l.Addr[Foreign] = p.add(s.Size[Foreign], s.Align[Foreign])
		l.Addr[Template] = p.add(s.Size[Template], s.Align[Template])
		l.ForeignEnd = p.add(0, t.Page)
	})
	p.segment(l, Writable, func() {
		l.Addr[Data] = p.add(s.Size[Data], s.Align[Data])
		l.FileSize = p.at - base
		l.Addr[Zero] = p.add(s.Size[Zero], s.Align[Zero])
	})
	w := &l.Segments[Writable]
	w.File = base + l.FileSize - w.Addr
	l.End = p.add(0, l.Align)
	if p.over || l.End-base > 1<<40 {
		return nil, ErrSize
	}
	return l, nil
}

// placer gives addresses in ascending order.
type placer struct {
	at   uint64
	over bool // there are no more
}

func (p *placer) add(size, align uint64) uint64 {
	align = max(align, 1)
	at, carry := bits.Add64(p.at, align-1, 0)
	at &^= align - 1
	end, carry2 := bits.Add64(at, size, carry)
	p.over = p.over || carry2 != 0 || size >= 1<<62
	p.at = end
	return at
}

// segment places what f adds on pages of its own.
func (p *placer) segment(l *Layout, k int, f func()) {
	start := p.add(0, l.Align) // so that all moves by the same when the tables in front grow
	f()
	l.Segments[k] = Span{Addr: start, File: p.at - start, Size: p.at - start}
}

// Off is where the file has what lies at an address.
func (l *Layout) Off(addr uint64) uint64 { return addr - l.Base }

// GroupAt is the group that has an address, the one before it at an end.
func (l *Layout) GroupAt(addr uint64) Group {
	for g := Text; g < NumGroups; g++ {
		if l.Sizes.Size[g] > 0 && addr-l.Addr[g] < l.Sizes.Size[g] {
			return g
		}
	}
	for g := Text; g < NumGroups; g++ {
		if l.Sizes.Size[g] > 0 && addr == l.Addr[g]+l.Sizes.Size[g] {
			return g
		}
	}
	return NumGroups
}
