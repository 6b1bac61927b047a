package image

import (
	"github.com/go-rtdyld/rtdyld/internal/bin"
)

// The note that says what is ours alone. All fields are in the byte order of the file; a string is its offset in .dynstr.
const (
	NoteName    = "rtdyld"
	NoteType    = 1
	NoteVersion = 1 // of the format

	// Offsets in the note's contents.
	NoteFlags        = 4  // 32 bits, see NoteFixed
	NoteBase         = 8  // 64 bits: address of the first byte
	NoteSize         = 16 // 64 bits: bytes in memory
	NoteForeign      = 24 // 64 bits: where pages begin that are written with imports' addresses
	NoteForeignEnd   = 32
	NoteTriple       = 40 // string
	NoteLinker       = 44 // string
	NoteRangeCount   = 48 // 32 bits each: how many of the following there are
	NoteLibraryCount = 52
	NoteImportCount  = 56
	NoteInputCount   = 60
	NoteTables       = 64 // ranges, libraries, imports, inputs

	// Sizes of what the tables have.
	RangeSize   = 48 // offset and size in the file, 64 bits each, SHA-256
	LibrarySize = 56 // name; kind and length of the id; 32 bits of zero; size of the file, 64 bits; 32 bytes of id
	ImportSize  = 4  // of each undefined symbol: its library plus one
	InputSize   = 40 // name, 32 bits of zero, SHA-256

	NoteFixed = 1 // flag: for its base alone

	ntBuildID   = 3 // NT_GNU_BUILD_ID
	buildIDSize = 20
)

// note is a note with its header.
func note(o bin.Order, name string, kind uint32, desc []byte) []byte {
	padded := (len(name) + 1 + 3) &^ 3
	b := make([]byte, 12+padded, 12+padded+len(desc)+3)
	o.PutU32(b, uint32(len(name)+1))
	o.PutU32(b[4:], uint32(len(desc)))
	o.PutU32(b[8:], kind)
	copy(b[12:], name)
	return append(append(b, desc...), make([]byte, -len(desc)&3)...)
}

// ranges are the parts of the file that have a digest each, as offsets of their starts; the last one ends with the file.
func (l *Layout) ranges() []uint64 {
	starts := []uint64{0}
	for _, s := range l.Segments[1:] {
		if at := l.Off(s.Addr); s.File > 0 && at > starts[len(starts)-1] {
			starts = append(starts, at)
		}
	}
	return append(starts, l.FileSize)
}

// note makes the contents of the note, without digests.
func (f *File) note() []byte {
	l := f.Layout
	o := l.Target.Order
	n := NoteTables + RangeSize*len(l.ranges())
	b := make([]byte, n+LibrarySize*len(f.Libraries)+ImportSize*len(f.Imports)+InputSize*len(f.Inputs))
	o.PutU32(b, NoteVersion)
	if f.Fixed {
		o.PutU32(b[NoteFlags:], NoteFixed)
	}
	o.PutU64(b[NoteBase:], l.Base)
	o.PutU64(b[NoteSize:], l.End-l.Base)
	o.PutU64(b[NoteForeign:], l.Addr[Foreign])
	o.PutU64(b[NoteForeignEnd:], l.ForeignEnd)
	o.PutU32(b[NoteTriple:], f.names.share(f.Triple))
	o.PutU32(b[NoteLinker:], f.names.share(f.Linker))
	o.PutU32(b[NoteRangeCount:], uint32(len(l.ranges())))
	o.PutU32(b[NoteLibraryCount:], uint32(len(f.Libraries)))
	o.PutU32(b[NoteImportCount:], uint32(len(f.Imports)))
	o.PutU32(b[NoteInputCount:], uint32(len(f.Inputs)))
	for i := range f.Libraries {
		lib, w := &f.Libraries[i], b[n:]
		o.PutU32(w, f.names.share(lib.Name))
		o.PutU32(w[4:], uint32(lib.Kind))
		o.PutU32(w[8:], uint32(min(len(lib.ID), 32)))
		o.PutU64(w[16:], lib.Size)
		copy(w[24:56], lib.ID)
		n += LibrarySize
	}
	for i := range f.Imports {
		o.PutU32(b[n:], uint32(f.Imports[i].Library))
		n += ImportSize
	}
	for i := range f.Inputs {
		in := &f.Inputs[i]
		o.PutU32(b[n:], f.names.add(in.Name))
		copy(b[n+8:], in.Hash[:])
		n += InputSize
	}
	return b
}
