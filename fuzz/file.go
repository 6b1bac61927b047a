package fuzz

import (
	"errors"
	"io/fs"
	"testing"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/objfmt/coff"
	"github.com/go-rtdyld/rtdyld/objfmt/macho"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/triple"
)

// fileErrors are the sentinels of package objfile.
var fileErrors = []error{objfmt.ErrFormat, objfmt.ErrUnsupported, objfmt.ErrUnknownFormat, objfmt.ErrArchive}

// File reads any bytes as objfile does: an object is one of a single format, whose own
// parser says the same; an object for its own target is accepted and for another one refused; an archive
// and a universal file are read to their last object. It reports whether the bytes are an object.
func File(t testing.TB, data []byte) bool {
	t.Helper()
	return file(t, data, 2)
}

// file is File for what lies at most so many archives deep.
func file(t testing.TB, data []byte, deep int) bool {
	t.Helper()
	img, err := objfile.Parse("hostile.o", data)
	for _, f := range Formats {
		err2 := f.check(t, data)
		switch {
		case err == nil && (err2 == nil) != (f.Name == formatName(img.Triple.Format())):
			t.Errorf("an object of %v, for the parser of %s: %v", img.Triple.Format(), f.Name, err2)
		case err != nil && err2 == nil:
			t.Errorf("%v, and an object for the parser of %s", err, f.Name)
		case err != nil && f == COFF && coff.Sniff(data) && own(err).Error() != err2.Error():
			t.Errorf("%v, and %v for the parser of %s", err, err2, f.Name)
		}
	}
	if err == nil {
		defer img.Close()
		forTargets(t, img, data)
		return true
	}
	typed(t, err, fileErrors...)
	if errors.Is(err, objfmt.ErrArchive) && !macho.IsUniversal(data) && deep > 0 {
		Archive(t, data, deep-1)
	}
	return false
}

// own is the parser's error, also of a file that is told what it is instead of an object.
func own(err error) error {
	if e := (*objfile.ForeignError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

func formatName(f triple.Format) string {
	return map[triple.Format]string{triple.ELF: "elf", triple.COFF: "coff", triple.MachO: "macho"}[f]
}

// forTargets asks for an object for its own target, and for one that it cannot be for.
func forTargets(t testing.TB, img *objfmt.ObjectImage, data []byte) {
	t.Helper()
	other := triple.Triple{Arch: triple.AMDGCN, OS: triple.AMDHSA}
	if again, err := objfile.ParseFor(other, "hostile.o", data); err == nil && img.Triple.Arch != other.Arch {
		again.Close()
		t.Errorf("an object for %v is taken for %v", img.Triple, other)
	} else if err == nil {
		again.Close()
	} else if te := (*objfile.TargetError)(nil); !errors.As(err, &te) || !errors.Is(err, triple.ErrMismatch) {
		t.Errorf("an object for another target: %v", err)
	}
	again, err := objfile.ParseFor(img.Triple, "hostile.o", data)
	if err != nil {
		t.Errorf("an object for %v is refused for its own target: %v", img.Triple, err)
		return
	}
	defer again.Close()
	if again.Triple != img.Triple || len(again.Sections) != len(img.Sections) || len(again.Symbols) != len(img.Symbols) {
		t.Errorf("read again for its own target: %d sections and %d symbols for %v of %d and %d for %v", len(again.Sections), len(again.Symbols), again.Triple, len(img.Sections), len(img.Symbols), img.Triple)
	}
}

// slices reads a universal file and each of its slices.
func (f *Format) slices(t testing.TB, buf *objfmt.ObjectBuffer) {
	t.Helper()
	list, err := macho.Slices(buf.Name(), buf.Bytes())
	if err != nil {
		f.typed(t, err)
		return
	}
	for i := range list {
		s := &list[i]
		if s.String() == "" {
			t.Errorf("slice %d has no name", i)
		}
		if s.Triple().Arch == triple.UnknownArch {
			continue
		}
		part, err := macho.SliceFor(s.Triple(), buf)
		if err != nil {
			t.Errorf("no slice for %v: %v", s.Triple(), err)
			continue
		}
		if !macho.IsUniversal(part.Bytes()) {
			img, err := f.parse(part.Retain())
			if err != nil {
				part.Close()
				f.typed(t, err)
			} else {
				f.Image(t, img)
				img.Close()
			}
		}
		part.Close()
	}
}

// Archive reads any bytes as an archive: its ways to a member agree. Members are read as
// files, with archives in them so many deep; 0: members are not read. It reports whether the
// bytes are an archive.
func Archive(t testing.TB, data []byte, deep int) bool {
	t.Helper()
	a, err := ar.Parse("fuzz.a", data)
	if err != nil {
		typed(t, err, objfmt.ErrFormat, objfmt.ErrUnsupported, objfmt.ErrUnknownFormat)
		return false
	}
	a.External = func(string) (*objfmt.ObjectBuffer, error) {
		return objfmt.NewBuffer("external", data), nil
	}
	checkIndex(t, a)
	n, good := 0, true
	for m, err := range a.Members() {
		if err != nil {
			good = false
			break
		}
		n++
		if again, err := a.MemberAt(m.Offset); err != nil || again != m {
			t.Errorf("MemberAt(%#x): %v %v, want %v", m.Offset, again, err, m)
		}
		b, err := m.Bytes()
		if !a.Thin() && (err != nil || uint64(len(b)) != m.Size || len(b) > len(data)) {
			t.Errorf("%s: %d bytes of %d, %v", m, len(b), m.Size, err)
		}
		if deep > 0 && n < 20 && !a.Thin() {
			file(t, b, deep)
		}
		if buf, err := m.Buffer(); err == nil {
			if string(buf.Bytes()) != string(b) {
				t.Errorf("%s: Buffer and Bytes differ", m)
			}
			if err := buf.Close(); err != nil {
				t.Error(err)
			}
		}
		m.ModTime()
		m.Mode()
	}
	files, err := fs.ReadDir(a.FS(), ".")
	if good && (err != nil || len(files) != n) || !good && err == nil {
		t.Errorf("%d files and %d members, %v", len(files), n, err)
	}
	for _, file := range files {
		if _, err := fs.Stat(a.FS(), file.Name()); err != nil {
			t.Error(err)
		}
	}
	err = a.BuildIndex(func(m ar.Member, add func(string)) error {
		if b, err := m.Bytes(); err == nil && len(b) > 0 {
			add(string(b[:1]))
		}
		return nil
	})
	if err == nil {
		checkIndex(t, a)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	return true
}

// checkIndex expects Lookup to find the first member that Symbols tells.
func checkIndex(t testing.TB, a *ar.Archive) {
	t.Helper()
	first := map[string]uint64{}
	whole := true
	for s, err := range a.Symbols() {
		if err != nil {
			whole = false
			break
		}
		if _, dup := first[s.Name]; !dup {
			first[s.Name] = s.Offset
		}
	}
	for name, off := range first {
		m, ok, err := a.Lookup(name)
		if ok && m.Offset != off || whole && !ok && err == nil {
			t.Errorf("Lookup(%q): %v %v %v, want one at %#x", name, m, ok, err, off)
		}
	}
}
