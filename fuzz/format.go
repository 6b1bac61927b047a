package fuzz

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/coff"
	"github.com/go-rtdyld/rtdyld/objfmt/elf"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
)

// Format is an object format: its parser, and what holds of its images beyond what
// holds of all.
type Format struct {
	Name      string // as folders in testdata begin
	parse     func(*objfmt.ObjectBuffer) (*objfmt.ObjectImage, error)
	cost      uint64  // bytes that a parse may allocate for a byte of input
	sentinels []error // of its errors
	image     func(*Format, testing.TB, *objfmt.ObjectImage)
	full      func(testing.TB, *objfmt.ObjectImage) // nil: nothing more
}

// The formats. A universal file may have archives in it.
var (
	ELF  = &Format{Name: "elf", parse: elf.Parse, cost: 6, sentinels: []error{objfmt.ErrFormat, objfmt.ErrUnsupported}, image: elfImage}
	COFF = &Format{Name: "coff", parse: coff.Parse, cost: 6, sentinels: []error{objfmt.ErrFormat, objfmt.ErrUnsupported}, image: coffImage, full: coffLibraries}
	// MachO is Mach-O and universal files.
	MachO = &Format{Name: "macho", parse: macho.Parse, cost: 8, sentinels: []error{objfmt.ErrFormat, objfmt.ErrUnsupported, objfmt.ErrArchive}, image: machoImage}
)

// Formats is all of them.
var Formats = []*Format{ELF, COFF, MachO}

// Check parses any bytes with the format's parser and uses everything that an image
// offers. It fails the test for an untyped error, for a parse that allocates more than a small
// multiple of its input, and for an image that contradicts itself. It reports whether the bytes
// are an object.
func (f *Format) Check(t testing.TB, data []byte) bool {
	t.Helper()
	return f.check(t, data) == nil
}

// check is Check with the parser's error.
func (f *Format) check(t testing.TB, data []byte) error {
	t.Helper()
	buf := objfmt.NewBuffer("hostile.o", data)
	defer buf.Close()
	if macho.IsUniversal(data) {
		f.slices(t, buf)
	}
	var img *objfmt.ObjectImage
	var err error
	f.bounded(t, data, func() { img, err = f.parse(buf.Retain()) })
	if err != nil {
		buf.Close() // it stays the caller's
		f.typed(t, err)
		return err
	}
	defer img.Close()
	f.Image(t, img)
	var all *objfmt.ObjectImage
	f.bounded(t, data, func() { all, err = img.Full() })
	if err != nil {
		f.typed(t, err)
		return nil
	}
	defer all.Close()
	if len(all.Sections) < len(img.Sections) || len(all.Symbols) != len(img.Symbols) {
		t.Errorf("Full has %d sections and %d symbols of %d and %d", len(all.Sections), len(all.Symbols), len(img.Sections), len(img.Symbols))
	}
	f.Image(t, all)
	if f.full != nil {
		f.full(t, all)
	}
	return nil
}

// Image uses every record of an image once and checks that they agree.
func (f *Format) Image(t testing.TB, img *objfmt.ObjectImage) {
	t.Helper()
	records := f.walk(t, img)
	f.image(f, t, img)
	if len(img.Symbols)+len(img.Sections)+records < 300 && len(img.Buffer.Bytes()) < 1<<16 {
		if _, err := img.Dump(nil); err != nil {
			f.typed(t, err)
		}
	}
}

// bounded runs parse and fails the test if it allocates more than a small multiple of data.
func (f *Format) bounded(t testing.TB, data []byte, parse func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	parse()
	runtime.ReadMemStats(&after)
	if got, most := after.TotalAlloc-before.TotalAlloc, 16<<10+f.cost*uint64(len(data)); got > most {
		t.Errorf("%d bytes of input: %d bytes allocated, at most %d expected", len(data), got, most)
	}
}

// typed checks that an error of the parser says where, in which record, and why.
func (f *Format) typed(t testing.TB, err error) {
	t.Helper()
	typed(t, err, f.sentinels...)
	var fe *objfmt.FormatError
	if errors.As(err, &fe) && fe.What == "" {
		t.Errorf("error without a record: %v", err)
	}
}

// typed checks that an error says where, and can be told by errors.As and as one of the
// sentinels by errors.Is.
func typed(t testing.TB, err error, sentinels ...error) {
	t.Helper()
	var fe *objfmt.FormatError
	if !errors.As(err, &fe) || fe.File == "" || fe.Msg == "" {
		t.Errorf("untyped error %#v", err)
		return
	}
	if !slices.ContainsFunc(sentinels, func(s error) bool { return errors.Is(err, s) }) {
		t.Errorf("error without a sentinel: %v", err)
	}
}
