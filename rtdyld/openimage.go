package rtdyld

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/go-rtdyld/rtdyld/internal/link/mapped"
	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/reloc"
	"github.com/go-rtdyld/rtdyld/triple"
)

var (
	// ErrNotImage says that a file is no linked image: no shared object, or one that no linker of this kind has saved.
	ErrNotImage = mapped.ErrNotImage
	// ErrImageVersion says that a linked image has another version of the format.
	ErrImageVersion = mapped.ErrVersion
	// ErrImageHash says that the bytes of a linked image are not those that were saved.
	ErrImageHash = mapped.ErrHash
	// ErrImageBase says that a linked image cannot run where there is memory for it: it was saved for its recorded base alone.
	ErrImageBase = errors.New("linked image cannot run at another base")
	// ErrImageLibrary is matched by an *ImageLibraryError, and says that a library has another size for data that a linked image has a copy of than when the
	// image was saved.
	ErrImageLibrary = errors.New("linked image was bound to another library")
)

// LinkedImage is a file in which a linker has saved objects that it had linked: an ELF shared object whose code and constants are mapped as they
// are. What it says is found where it lies: nothing is decoded, no names are copied. It does not change and may be used concurrently; it is to be
// closed.
type LinkedImage struct {
	file   *os.File // nil: it was given as bytes
	img    *mapped.Image
	object *objfmt.ObjectImage // what an object of it is made from
	closed atomic.Bool
}

// ImageConfig says how a linked image is read.
type ImageConfig struct {
	// Trusted leaves its contents alone, so that no more of the file is read than is used. Without it all of the file is compared with the SHA-256
	// hashes in it, which takes as long as reading it. A hash shows damage, not
	// intent: an image is code, and who can write it can run code where it is mapped.
	Trusted bool

	foreign bool // shared objects of other linkers, too; for tests
}

// OpenImage opens a linked image. The file must not be changed, nor cut off, while the image is open or mapped: replace it by
// another file of its name. Errors match [ErrNotImage], [ErrImageVersion], [ErrImageHash], ErrUnsupported, are *objfmt.FormatError for what is damaged, or are those
// of the file.
func OpenImage(path string, cfg ImageConfig) (*LinkedImage, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	img, err := OpenImageFile(f, cfg)
	if err != nil {
		f.Close()
		return nil, err
	}
	return img, nil
}

// OpenImageFile is [OpenImage] of a file that is open for reading, which it takes over: closing the image closes it. On an error it stays the caller's.
func OpenImageFile(f *os.File, cfg ImageConfig) (*LinkedImage, error) {
	buf, err := objfmt.FileBuffer(f)
	if err != nil {
		return nil, err
	}
	img, err := ReadImage(buf, cfg)
	if err != nil {
		buf.Close()
		return nil, err
	}
	img.file = f
	return img, nil
}

// ReadImage is [OpenImage] of what is in memory, and takes over the caller's ownership of buf: closing the image closes it. On an error buf stays
// the caller's. What is mapped of it is a copy.
func ReadImage(buf *objfmt.ObjectBuffer, cfg ImageConfig) (*LinkedImage, error) {
	img, err := mapped.Parse(texts.Name(buf.Name()), buf.Bytes(), mapped.Config{Trusted: cfg.Trusted, Foreign: cfg.foreign})
	if err != nil {
		return nil, err
	}
	x := &LinkedImage{img: img}
	if x.object, err = imageObject(buf, img); err != nil {
		return nil, err
	}
	return x, nil
}

// Close gives the file up. Objects that were mapped of the image stay. Closing twice is an error, objfmt.ErrClosed.
func (x *LinkedImage) Close() error {
	if x.closed.Swap(true) {
		return fmt.Errorf("%s: %w", texts.Name(x.Name()), objfmt.ErrClosed)
	}
	err := x.object.Buffer.Close()
	if x.file != nil {
		err = errors.Join(err, x.file.Close())
	}
	return err
}

// Name is what the file is called.
func (x *LinkedImage) Name() string { return x.object.Name }

// SOName is the name that the image has for others (SaveConfig.Name), empty without one.
func (x *LinkedImage) SOName() string { return strings.Clone(x.img.SOName) }

// Triple is the target, as far as the file's header states it; of an image of COFF objects that of these.
func (x *LinkedImage) Triple() triple.Triple { return x.img.Target }

// Base is the recorded base: the address that the image was linked for.
func (x *LinkedImage) Base() uint64 { return x.img.Base }

// Size is what it takes of the address space, in bytes.
func (x *LinkedImage) Size() uint64 { return x.img.End - x.img.Base }

// Fixed reports whether it can run at its recorded base alone.
func (x *LinkedImage) Fixed() bool { return x.img.Note.Fixed }

// BuildID is the identity of its contents, 20 bytes, as NT_GNU_BUILD_ID has it. The caller must not change it; it is valid until Close.
func (x *LinkedImage) BuildID() []byte { return x.img.BuildID() }

// Verify compares the file with its hashes, as opening it without Trusted does. The error matches [ErrImageHash].
func (x *LinkedImage) Verify() error { return x.img.CheckHashes() }

// Inputs lists the objects that the image was linked of, as they were loaded, with the SHA-256 of each file.
func (x *LinkedImage) Inputs() ([]ImageInput, error) {
	list, ok := x.img.Inputs()
	if !ok {
		return nil, &objfmt.FormatError{File: x.Name(), What: "note", Msg: "the name of an input does not lie in the file"}
	}
	out := make([]ImageInput, len(list))
	for i, in := range list {
		out[i] = ImageInput{strings.Clone(in.Name), in.SHA256}
	}
	return out, nil
}

// ImageInput is an object that an image was linked of.
type ImageInput struct {
	Name   string
	SHA256 [32]byte // of the object file
}

// Imports lists the names that the image leaves undefined.
func (x *LinkedImage) Imports() []string {
	n := x.img.Imports()
	out := make([]string, 0, n)
	for i := uint32(1); i <= n; i++ {
		s, _ := x.img.Symbol(i)
		out = append(out, string(s.Name))
	}
	return out
}

// Copies lists the imports that are data of which the image has copies of its own, as code has it that refers to them directly (R_*_COPY): made when it is
// mapped, of what the libraries have then, which go on with theirs. That is right for what does not change.
func (x *LinkedImage) Copies() (names []string) {
	table, _, err := targetOf(x.object)
	if err != nil {
		return nil
	}
	typ := table.DynamicType(reloc.DynamicCopy, false)
	if typ == 0 {
		return nil
	}
	for _, b := range x.img.Rela {
		for ; len(b) >= 24; b = b[24:] {
			if info := x.img.Order.U64(b[8:]); uint32(info) == typ {
				if s, ok := x.img.Symbol(uint32(info >> 32)); ok {
					names = append(names, string(s.Name))
				}
			}
		}
	}
	return names
}

// ImportLibrary is the library that an import, by its index in Imports, was bound to; false if that was not known.
func (x *LinkedImage) ImportLibrary(i int) (lib ImageLibrary, ok bool) {
	if i < 0 || uint64(i) >= uint64(x.img.Imports()) {
		return lib, false
	}
	of := x.img.Library(uint32(i))
	if of == nil {
		return lib, false
	}
	return libraryOf(of), true
}

// Segments lists the parts of the image that are mapped, in the order of their addresses. The caller owns the list.
func (x *LinkedImage) Segments() []ImageSegment {
	out := make([]ImageSegment, len(x.img.Segments))
	for i := range out {
		s := &x.img.Segments[i]
		out[i] = ImageSegment{s.Addr, s.Size, s.Off, s.FileSize, s.Kind, s.Writes}
	}
	return out
}

// NumSymbols is how many entries its symbol table has: those of the objects that it was linked of, local ones, too.
func (x *LinkedImage) NumSymbols() int {
	l := x.img.Locals()
	return l.Len()
}

// Linker is the version of what has saved it.
func (x *LinkedImage) Linker() string { return strings.Clone(x.img.Note.Linker) }

// imageFormat is the objfmt.Format of what objects of images are made from.
type imageFormat struct{}

func (imageFormat) Decode(*objfmt.ObjectImage, *objfmt.Section, []objfmt.Reloc, []byte) (int, []byte, error) {
	return 0, nil, nil
}

func (imageFormat) Layout(*objfmt.ObjectImage, *objfmt.Section) (*objfmt.Layout, uint64) {
	return nil, 0
}

func (imageFormat) Full(_ context.Context, img *objfmt.ObjectImage) (*objfmt.ObjectImage, error) {
	buf, err := img.Buffer.Sub(img.Name, 0, uint64(len(img.Buffer.Bytes())))
	if err != nil {
		return nil, err
	}
	return describeImage(buf, img), nil
}

func (imageFormat) Contents(_ context.Context, _ *objfmt.ObjectImage, sec *objfmt.Section) ([]byte, error) {
	return sec.Data, nil
}

func (imageFormat) ContentsSize(_ *objfmt.ObjectImage, sec *objfmt.Section) (uint64, error) {
	return uint64(len(sec.Data)), nil
}

// describeImage is the same as another, over a buffer of its own.
func describeImage(buf *objfmt.ObjectBuffer, of *objfmt.ObjectImage) *objfmt.ObjectImage {
	return &objfmt.ObjectImage{
		Name: of.Name, Triple: of.Triple, Buffer: buf, Machine: of.Machine, Flags: of.Flags, Is64: of.Is64, Big: of.Big,
		Sections: of.Sections, Format: of.Format, Strings: of.Strings, SecStrings: of.SecStrings, HasTLS: of.HasTLS,
	}
}

// Flags of sections (gABI, "Section Attribute Flags").
const (
	shfAlloc = 0x2
	shfTLS   = 0x400
)

// imageObject describes an image as linkers have objects: the sections that are loaded. Its symbols are not listed; they are read
// where they lie when somebody asks.
func imageObject(buf *objfmt.ObjectBuffer, img *mapped.Image) (*objfmt.ObjectImage, error) {
	o := img.Order
	out := &objfmt.ObjectImage{
		Name: buf.Name(), Triple: img.Triple, Buffer: buf, Machine: uint32(o.U16(img.Data[18:])), Flags: img.Flags,
		Is64: true, Big: o.Big, Format: imageFormat{},
		Sections: make([]objfmt.Section, 0, img.NumSections()),
	}
	n := img.NumSections()
	if n > 0 {
		out.SecStrings = img.SectionNames()
	}
	inits, finis := img.Init.Size == 0, img.Fini.Size == 0
	for i := range n {
		s := img.Section(i)
		if s.Flags&shfAlloc == 0 {
			continue
		}
		if !img.Covers(s.Span) && s.Flags&shfTLS == 0 {
			return nil, &objfmt.FormatError{File: out.Name, What: fmt.Sprintf("section header %d", i), Msg: "it is in no segment"}
		}
		sec := objfmt.Section{Size: s.Size, Flags: objfmt.SecLoad, Name: img.SectionName(i), Number: uint32(i), Link: objfmt.SecUndef, Kind: img.KindAt(s.Addr)}
		if s.Align > 1 {
			sec.Align = uint8(bits.TrailingZeros64(s.Align))
		}
		switch {
		case s.NotInFile:
			sec.Flags |= objfmt.SecZeroFill
		default:
			sec.Data, _ = img.Bytes(s.Span)
		}
		switch {
		case s.Flags&shfTLS != 0:
			sec.Flags |= objfmt.SecTLS
			out.HasTLS = true
		case s.Addr == img.EHFrame.Addr && img.EHFrame.Size > 0:
			sec.Role = objfmt.RoleEHFrame
		case s.Span == img.Init && s.Size > 0:
			sec.Role, inits = objfmt.RoleInitArray, true
		case s.Span == img.Fini && s.Size > 0:
			sec.Role, finis = objfmt.RoleFiniArray, true
		default:
			sec.Role = tableRole(img, s.Name)
		}
		out.Sections = append(out.Sections, sec)
	}
	if !inits || !finis {
		return nil, &objfmt.FormatError{File: out.Name, What: "section headers", Msg: "none for the addresses of constructors or destructors"}
	}
	out.Sections = slices.Clip(out.Sections)
	out.Strings = img.Locals().Strings()
	return out, nil
}
