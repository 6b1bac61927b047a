package mapped

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/bin"
	"github.com/go-rtdyld/rtdyld/internal/workers"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/triple"
)

// Version is the version of the note that this package reads.
const Version = 1

// Note is what the note of a linked image says of it. Its descriptor is, in the byte order of the file, where a name is an offset in
// the dynamic strings, 0 for none:
//
//	 0  version, flags                 4 bytes each
//	 8  base, size in memory           8 bytes each
//	24  start and end of what holds imports' addresses
//	40  triple, the linker's version   names
//	48  numbers of ranges, libraries, imports, inputs
//	64  ranges     offset and size in the file, 8 bytes each; SHA-256
//	    libraries  name, kind of identity, its size, 0, 4 bytes each; the file's size; identity, 32 bytes
//	    imports    for each import, its library's number plus one, or 0
//	    inputs     name, 0; SHA-256
//
// Ranges cover the file. The first is hashed with zeros for its own digest and for the build ID, which is made of that: so its digest covers those
// of all others.
type Note struct {
	Present  bool // else the rest is zero: see Config.Foreign
	Fixed    bool // the image has addresses in code, and runs at its recorded base alone
	Triple   string
	Linker   string
	Foreign  Span // of constants, what holds imports' addresses
	Libs     []Library
	imports  []byte
	ranges   []byte
	desc     uint64 // offset of the descriptor in the file
	buildID  []byte // a view
	buildOff uint64
}

// Input is an object that an image was made of. Name views the file.
type Input struct {
	Name   string
	SHA256 [32]byte
}

// Library is a shared library that imports of an image were bound to. Its texts view the file.
type Library struct {
	Name string
	Kind uint32 // of ID: Nothing, BuildID, FileHash
	Size uint64 // of the file, in bytes
	ID   []byte
}

// Kinds of a library's identity.
const (
	Nothing  = iota // it is not known
	BuildID         // NT_GNU_BUILD_ID
	FileHash        // SHA-256 of the file
)

const (
	noteOwner   = "rtdyld\x00"
	buildOwner  = "GNU\x00"
	noteHead    = 64
	rangeSize   = 48
	librarySize = 56
	inputSize   = 40
	buildSize   = 20
	flagFixed   = 1
)

// findNote finds the note, and says of what version it is.
func (p *parser) findNote(cfg Config) error {
	o := p.Order
	for at := 0; at < len(p.table); at += segmentSize {
		h := p.table[at:]
		if o.U32(h) != ptNote {
			continue
		}
		off := o.U64(h[8:])
		b, ok := bin.Slice(p.Data, off, o.U64(h[32:]))
		if !ok {
			return p.bad(p.at(h), "notes", "they do not lie in the file")
		}
		for len(b) >= 12 {
			nameSize, descSize, kind := uint64(o.U32(b)), uint64(o.U32(b[4:])), o.U32(b[8:])
			name, ok := bin.Slice(b, 12, nameSize)
			from := 12 + roundUp(nameSize, 4)
			desc, ok2 := bin.Slice(b, from, descSize)
			if !ok || !ok2 {
				return p.bad(off, "notes", "one is longer than all of them")
			}
			switch {
			case string(name) == noteOwner && kind == 1 && !p.Note.Present:
				if len(desc) < noteHead {
					return p.bad(off, "note", "%d bytes", len(desc))
				}
				if v := o.U32(desc); v != Version {
					return fmt.Errorf("%s: format %d, not %d: %w", p.Name, v, Version, ErrVersion)
				}
				p.Note = Note{Present: true, desc: off + from, ranges: desc, buildID: p.Note.buildID, buildOff: p.Note.buildOff}
			case string(name) == buildOwner && kind == 3 && p.Note.buildID == nil:
				p.Note.buildID, p.Note.buildOff = desc, off+from
			}
			n := min(from+roundUp(descSize, 4), uint64(len(b)))
			b, off = b[n:], off+n
		}
	}
	if !p.Note.Present && (!cfg.Foreign || elf.FileType(p.Order.U16(p.Data[16:])) != elf.Dynamic) {
		return &objfmt.FormatError{File: p.Name, What: "notes", Msg: "a shared object that no linker of this kind has saved", Err: ErrNotImage}
	}
	return nil
}

// checkNote reads the note, and compares hashes.
func (img *Image) checkNote(cfg Config) error {
	n := &img.Note
	if !n.Present {
		return nil
	}
	o, desc := img.Order, n.ranges
	n.ranges = nil
	n.Fixed = o.U32(desc[4:])&flagFixed != 0
	if n.Fixed != (elf.FileType(o.U16(img.Data[16:])) == elf.Program) {
		return img.bad(16, "note", "the type of the file does not say whether it is for its address alone, as the note does")
	}
	if base, size := o.U64(desc[8:]), o.U64(desc[16:]); base != img.Base || size != img.End-img.Base {
		return img.bad(n.desc+8, "note", "%#x bytes at %#x, not as the program headers say", size, base)
	}
	if n.Foreign = (Span{o.U64(desc[24:]), o.U64(desc[32:]) - o.U64(desc[24:])}); !img.Covers(n.Foreign) {
		return img.bad(n.desc+24, "note", "words of imports lie at %#x", n.Foreign.Addr)
	}
	at, tables := uint64(noteHead), [4][]byte{}
	for i, size := range [4]uint64{rangeSize, librarySize, 4, inputSize} {
		b, ok := bin.Table(desc, at, uint64(o.U32(desc[48+4*i:])), size)
		if !ok {
			return img.bad(n.desc+48, "note", "its tables are longer than it")
		}
		tables[i] = b
		at += uint64(len(b))
	}
	n.ranges, n.imports = tables[0], tables[2]
	if len(n.imports)/4 != int(img.Imports()) {
		return img.bad(n.desc+56, "note", "%d imports of %d", len(n.imports)/4, img.Imports())
	}
	img.inputTable = tables[3]
	var ok [3]bool
	n.Triple, ok[0] = img.text(o.U32(desc[40:]))
	n.Linker, ok[1] = img.text(o.U32(desc[44:]))
	ok[2] = img.libraries(tables[1])
	if ok != [3]bool{true, true, true} {
		return img.bad(n.desc, "note", "a name, or an identity, does not lie in the file")
	}
	switch f := triple.ParseFormat(n.Triple[strings.LastIndexByte(n.Triple, '-')+1:]); f { // which triples of objects end in
	case triple.COFF, triple.MachO:
		img.Target = triple.ForObject(img.Triple.Arch, f)
	}
	if err := img.checkRanges(); err != nil || cfg.Trusted {
		return err
	}
	return img.CheckHashes()
}

// text is a name of the note.
func (img *Image) text(at uint32) (string, bool) {
	if at == 0 {
		return "", true
	}
	b, ok := bin.CString(img.strings, uint64(at))
	return bin.String(b), ok
}

func (img *Image) libraries(b []byte) bool {
	n, o := &img.Note, img.Order
	n.Libs = make([]Library, 0, len(b)/librarySize)
	for ; len(b) > 0; b = b[librarySize:] {
		name, ok := img.text(o.U32(b))
		size := o.U32(b[8:])
		if !ok || size > 32 {
			return false
		}
		n.Libs = append(n.Libs, Library{Name: name, Kind: o.U32(b[4:]), Size: o.U64(b[16:]), ID: b[24 : 24+size]})
	}
	return true
}

// Inputs lists the objects that the image was made of, in the order in which they were loaded, with names that view the file; false
// if a name does not lie in it.
func (img *Image) Inputs() (list []Input, ok bool) {
	list = make([]Input, 0, len(img.inputTable)/inputSize)
	for b := img.inputTable; len(b) > 0; b = b[inputSize:] {
		name, ok := img.text(img.Order.U32(b))
		if !ok {
			return nil, false
		}
		list = append(list, Input{name, [32]byte(b[8:])})
	}
	return list, true
}

// Library is what import i, from 0, was bound to; nil if that is not known.
func (img *Image) Library(i uint32) *Library {
	n := &img.Note
	b, ok := bin.Slice(n.imports, uint64(i)*4, 4)
	if !ok {
		return nil
	}
	if k := img.Order.U32(b); k > 0 && uint64(k) <= uint64(len(n.Libs)) {
		return &n.Libs[k-1]
	}
	return nil
}

// checkRanges sees that the ranges cover the file.
func (img *Image) checkRanges() error {
	n, o, end := &img.Note, img.Order, uint64(0)
	for b := n.ranges; len(b) > 0; b = b[rangeSize:] {
		off, size := o.U64(b), o.U64(b[8:])
		sum, carry := bits.Add64(off, size, 0)
		if off != end || carry != 0 {
			return img.bad(n.desc+noteHead, "note", "hashed from %#x on, after %#x", off, end)
		}
		end = sum
	}
	if end != uint64(len(img.Data)) {
		return img.bad(n.desc+noteHead, "note", "hashed up to %#x of %#x", end, len(img.Data))
	}
	return nil
}

// CheckHashes compares the file with its hashes, on several goroutines where that pays. The error matches [ErrHash].
func (img *Image) CheckHashes() error {
	count := len(img.Note.ranges) / rangeSize
	errs := make([]error, count)
	var next atomic.Int64
	work := func() {
		for {
			i := count - int(next.Add(1))
			if i < 0 {
				return
			}
			errs[i] = img.checkRange(i)
		}
	}
	var wg sync.WaitGroup
	for range min(workers.Count(0, uint64(len(img.Data))), count) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	slices.Reverse(errs) // the first range counts last: it has the hashes of the others
	return cmp.Or(errs...)
}

// checkRange compares a range with its hash.
func (img *Image) checkRange(i int) error {
	n, o := &img.Note, img.Order
	r := n.ranges[i*rangeSize:]
	off, size := o.U64(r), o.U64(r[8:])
	b, ok := bin.Slice(img.Data, off, size)
	if !ok {
		return img.bad(n.desc+noteHead, "note", "range %d does not lie in the file", i)
	}
	var sum [32]byte
	if i > 0 {
		sum = sha256.Sum256(b)
	} else if sum, ok = img.firstSum(b); !ok {
		return img.bad(n.desc+noteHead, "note", "it, or the build ID, is not in the first range")
	}
	if sum != [32]byte(r[16:]) || i == 0 && string(n.buildID) != string(sum[:buildSize]) {
		return fmt.Errorf("%s: offset %#x: %#x bytes: %w", img.Name, off, size, ErrHash)
	}
	return nil
}

// firstSum hashes the first range, with zeros for its own digest and the build ID.
func (img *Image) firstSum(b []byte) (sum [32]byte, ok bool) {
	n := &img.Note
	holes := [2]Span{{n.buildOff, buildSize}, {n.desc + noteHead + 16, 32}}
	if holes[0].Addr > holes[1].Addr {
		holes[0], holes[1] = holes[1], holes[0]
	}
	if len(n.buildID) != buildSize {
		return sum, false
	}
	h, at := sha256.New(), uint64(0)
	var zero [32]byte
	for _, hole := range holes {
		if hole.Addr < at || hole.Addr+hole.Size > uint64(len(b)) {
			return sum, false
		}
		h.Write(b[at:hole.Addr])
		h.Write(zero[:hole.Size])
		at = hole.Addr + hole.Size
	}
	h.Write(b[at:])
	h.Sum(sum[:0])
	return sum, true
}

// BuildID is the image's, a view; nil for none.
func (img *Image) BuildID() []byte { return img.Note.buildID }
