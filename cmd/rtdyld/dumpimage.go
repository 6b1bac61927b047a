package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageDump is what a linked image is.
type imageDump struct {
	Name      string         `json:"name"`
	Image     bool           `json:"image"` // it is one: objects have no such field
	Triple    string         `json:"triple"`
	Linker    string         `json:"linker"`  // version of what has saved it
	BuildID   string         `json:"buildID"` // hexadecimal, as all identities
	Base      uint64         `json:"base"`
	Size      uint64         `json:"size"`  // bytes of addresses
	Fixed     bool           `json:"fixed"` // it runs at the base alone
	Segments  []imageSegment `json:"segments"`
	Libraries []imageLibrary `json:"libraries"`
	Imports   []imageImport  `json:"imports"`
	Inputs    []imageInput   `json:"inputs"`
	Symbols   int            `json:"symbols"` // how many
}

type imageSegment struct {
	Addr     uint64 `json:"addr"`
	Size     uint64 `json:"size"` // in memory
	Offset   uint64 `json:"offset"`
	FileSize uint64 `json:"fileSize"`
	Kind     string `json:"kind"`
	Writes   bool   `json:"writes"` // words of it hold addresses, or it is data
}

type imageLibrary struct {
	Name    string `json:"name"`
	BuildID string `json:"buildID,omitempty"`
	SHA256  string `json:"sha256,omitempty"` // of a library without build id
	Size    uint64 `json:"size,omitempty"`   // of the file, 0: not known
}

type imageImport struct {
	Name    string `json:"name"`
	Library string `json:"library,omitempty"`
}

type imageInput struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// dumpLinked shows a linked image. Contents are compared with their hashes: what is printed is what was saved.
func dumpLinked(buf *objfmt.ObjectBuffer, show func(printed) error) error {
	img, err := rtdyld.ReadImage(buf, rtdyld.ImageConfig{})
	if err != nil {
		return err
	}
	buf.Retain() // for the caller
	defer img.Close()
	d, err := describeLinked(img)
	if err != nil {
		return err
	}
	return show(d)
}

// describeLinked reads what is printed.
func describeLinked(img *rtdyld.LinkedImage) (*imageDump, error) {
	d := &imageDump{
		Name: img.Name(), Image: true, Triple: img.Triple().String(), Linker: img.Linker(), BuildID: fmt.Sprintf("%x", img.BuildID()),
		Base: img.Base(), Size: img.Size(), Fixed: img.Fixed(), Symbols: img.NumSymbols(),
		Segments: []imageSegment{}, Libraries: []imageLibrary{}, Imports: []imageImport{}, Inputs: []imageInput{},
	}
	for _, s := range img.Segments() {
		d.Segments = append(d.Segments, imageSegment{s.Addr, s.Size, s.Off, s.FileSize, s.Kind.String(), s.Writes})
	}
	for _, l := range img.Libraries() {
		x := imageLibrary{Name: l.Name, BuildID: fmt.Sprintf("%x", l.BuildID), Size: l.Size}
		if l.SHA256 != [32]byte{} {
			x.SHA256 = fmt.Sprintf("%x", l.SHA256[:])
		}
		d.Libraries = append(d.Libraries, x)
	}
	for i, name := range img.Imports() {
		lib, _ := img.ImportLibrary(i)
		d.Imports = append(d.Imports, imageImport{name, lib.Name})
	}
	inputs, err := img.Inputs()
	for _, in := range inputs {
		d.Inputs = append(d.Inputs, imageInput{in.Name, fmt.Sprintf("%x", in.SHA256[:])})
	}
	return d, err
}

// Fprint implements printed.
func (d *imageDump) Fprint(w io.Writer) error {
	b := bufio.NewWriter(w)
	fixed := ""
	if d.Fixed {
		fixed = ", which it cannot leave"
	}
	fmt.Fprintf(b, "%s: linked image, %s, %d bytes at %#x%s, %d symbols, build id %s, saved by %s\n", texts.Name(d.Name), d.Triple, d.Size, d.Base, fixed, d.Symbols, d.BuildID, texts.Name(d.Linker))
	fmt.Fprintf(b, "\nsegments:\n%18s %10s %10s %10s %-6s %s\n", "address", "size", "offset", "in file", "kind", "is written")
	for _, s := range d.Segments {
		written := "no"
		if s.Writes {
			written = "yes"
		}
		fmt.Fprintf(b, "%#18x %#10x %#10x %#10x %-6s %s\n", s.Addr, s.Size, s.Offset, s.FileSize, s.Kind, written)
	}
	if len(d.Libraries) > 0 {
		fmt.Fprintf(b, "\nlibraries:\n")
	}
	for _, l := range d.Libraries {
		identity := "not known"
		switch {
		case l.BuildID != "":
			identity = "build id " + l.BuildID
		case l.SHA256 != "":
			identity = "SHA-256 " + l.SHA256
		}
		fmt.Fprintf(b, "%s %s\n", texts.Name(l.Name), identity)
	}
	if len(d.Imports) > 0 {
		fmt.Fprintf(b, "\nimports:\n")
	}
	for _, x := range d.Imports {
		from := ""
		if x.Library != "" {
			from = " from " + texts.Name(x.Library)
		}
		fmt.Fprintf(b, "%s%s\n", texts.Name(x.Name), from)
	}
	fmt.Fprintf(b, "\ninputs, with SHA-256:\n")
	for _, in := range d.Inputs {
		fmt.Fprintf(b, "%s %s\n", in.SHA256, texts.Name(in.Name))
	}
	return b.Flush()
}
