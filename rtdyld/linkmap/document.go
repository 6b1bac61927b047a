package linkmap

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// Document is a link map. The names of its members in JSON are a promise to programs.
type Document struct {
	Sections []Section  `json:"sections"`
	Symbols  []Symbol   `json:"symbols"`
	Base     Address    `json:"base"`    // lowest address of a section
	Files    []File     `json:"files"`   // by size
	External []External `json:"outside"` // names that the objects have from elsewhere, by origin
	Stubs    []Stub     `json:"stubs"`
	GOT      []GOTEntry `json:"slots"`
	Copies   []Copy     `json:"copies"`
	Counts   Counts     `json:"counts"`
	// Detail is what [Collect] finds out beyond the map. nil: it is not known, as of a map that was read.
	Detail *Detail `json:"-"`
}

// File is what an object takes, in bytes.
type File struct {
	File     string  `json:"file"`
	Size     uint64  `json:"size"` // of all sections
	Code     uint64  `json:"code"`
	ReadOnly uint64  `json:"readonly"`
	Data     uint64  `json:"data"`             // writable, zeros and thread-locals among it
	Needed   *Reason `json:"needed,omitempty"` // why this member of an archive is here
}

// Add adds a section's size, bytes, to those of the file. It must not be called beside other uses of the File.
func (f *File) Add(kind objfmt.Kind, size uint64) {
	f.Size += size
	switch kind {
	case objfmt.KindCode:
		f.Code += size
	case objfmt.KindReadOnly:
		f.ReadOnly += size
	default:
		f.Data += size
	}
}

// Reason is why a member of an archive was taken.
type Reason struct {
	For string `json:"for"` // a name that it defines
	By  string `json:"by"`  // the file that needs it first, "" for the entry
}

// External is a name that no object defines.
type External struct {
	Name string  `json:"name"`
	From string  `json:"from"` // a library's file, "-define", "-layout", "-undefined=phony", or "" if it is not known
	Addr Address `json:"addr"`
}

// Section is a section in memory.
type Section struct {
	File    string  `json:"file"`
	Section uint32  `json:"section"` // number in the file's section table, 0 for one the linker made
	Name    string  `json:"name"`
	Addr    Address `json:"addr"`
	Size    uint64  `json:"size"`
	Align   uint64  `json:"align"`
	Kind    string  `json:"kind"`          // "code", "rodata", "data", "none"
	Bin     string  `json:"bin,omitempty"` // file with its bytes, beside the map
}

// Symbol is a definition that counts.
type Symbol struct {
	Name    string  `json:"name"`
	Addr    Address `json:"addr"` // of a thread-local its offset from the thread pointer
	Size    uint64  `json:"size"`
	File    string  `json:"file"`
	Section uint32  `json:"section"` // number in the file's section table
	Binding string  `json:"binding"`
}

// Stub is a jump that the linker made.
type Stub struct {
	File    string  `json:"file"`
	Section string  `json:"section"`
	Symbol  string  `json:"symbol"`
	Addr    Address `json:"addr"`
}

// GOTEntry is an entry of a global offset table.
type GOTEntry struct {
	File   string  `json:"file"`
	Symbol string  `json:"symbol"`
	Addr   Address `json:"addr"`
	What   string  `json:"what"` // as in [rtdyld.Made]
}

// Copy is a data object of a library that code refers to directly.
type Copy struct {
	Symbol string  `json:"symbol"`
	Addr   Address `json:"addr"`
	From   Address `json:"from"`
	Size   uint64  `json:"size"`
}

// Counts are sums over all files.
type Counts struct {
	Files    int    `json:"files"`
	Sections int    `json:"sections"`
	Symbols  int    `json:"symbols"`
	Relocs   uint64 `json:"relocs"`
	Stubs    int    `json:"stubs"`
	GOT      int    `json:"slots"`
	Copies   int    `json:"copies"`
	Bytes    uint64 `json:"bytes"`
}

// Add counts an object. It must not be called beside other uses of the Counts.
func (c *Counts) Add(n rtdyld.Counts) {
	c.Files++
	c.Sections += n.Sections
	c.Symbols += n.Symbols
	c.Relocs += n.Relocs
	c.Stubs += n.Stubs
	c.GOT += n.GOTEntries
	c.Bytes += n.Bytes
}

// Address is an address, in JSON a string like "0x401000".
type Address uint64

// String gives "0x401000".
func (a Address) String() string { return string(a.Append(nil)) }

// MarshalText implements [encoding.TextMarshaler].
func (a Address) MarshalText() ([]byte, error) { return a.Append(nil), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Address) UnmarshalText(text []byte) error {
	v, err := strconv.ParseUint(string(text), 0, 64)
	*a = Address(v)
	return err
}

// Append appends the text to bytes.
func (a Address) Append(b []byte) []byte {
	return strconv.AppendUint(append(b, "0x"...), uint64(a), 16)
}

// FormatError says that what was read is no link map.
type FormatError struct{ Err error }

func (e *FormatError) Error() string { return fmt.Sprintf("no link map as JSON: %v", e.Err) }

// Unwrap returns what is wrong.
func (e *FormatError) Unwrap() error { return e.Err }

// Read reads a map that rtdyld link -json printed. An error is a *[FormatError], or that of r.
func Read(r io.Reader) (*Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var d struct {
		Document
		Files *[]File `json:"files"` // what every map has
	}
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, &FormatError{err}
	}
	if d.Files == nil {
		return nil, &FormatError{errNoFiles}
	}
	d.Document.Files = *d.Files
	return &d.Document, nil
}

var errNoFiles = errors.New(`it has no member "files"`)
