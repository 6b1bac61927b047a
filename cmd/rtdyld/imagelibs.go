package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-rtdyld/rtdyld/internal/texts"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageLibraries are the shared libraries that an image's imports are bound to. As a resolver they say what kinds of names they define; addresses
// are as the files have them, for nothing is loaded.
type imageLibraries struct {
	list  []rtdyld.ImageLibrary
	from  map[string]rtdyld.ImageImport
	names map[string]rtdyld.Symbol
	// variable says of data whether it may change.
	variable map[string]bool
}

// add reads a shared library. Names that those before it define stay theirs.
func (x *imageLibraries) add(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	lib := rtdyld.ImageLibrary{Name: filepath.Base(path), BuildID: buildID(f), Size: uint64(len(data))}
	if lib.BuildID == nil {
		lib.SHA256 = sha256.Sum256(data)
	}
	if names, err := f.DynString(elf.DT_SONAME); err == nil && len(names) > 0 {
		lib.Name = names[0]
	}
	syms, err := f.DynamicSymbols()
	if err != nil {
		return err
	}
	if x.from == nil {
		x.from, x.names = map[string]rtdyld.ImageImport{}, map[string]rtdyld.Symbol{}
		x.variable = map[string]bool{}
	}
	for _, s := range syms {
		hidden := s.HasVersion && s.VersionIndex.IsHidden() // not the version that linkers choose
		if _, known := x.from[s.Name]; known || s.Section == elf.SHN_UNDEF || hidden {
			continue
		}
		x.from[s.Name] = rtdyld.ImageImport{Library: len(x.list), Version: s.Version}
		a := rtdyld.Symbol{Addr: 1<<40 + s.Value, Size: s.Size, Found: true}
		switch elf.ST_TYPE(s.Info) {
		case elf.STT_FUNC, elf.STT_GNU_IFUNC:
			a.Kind = rtdyld.Func
		case elf.STT_OBJECT:
			a.Kind = rtdyld.Data
			x.variable[s.Name] = isVariable(f, &s)
		case elf.STT_TLS:
			a.Kind, a.Thread = rtdyld.TLS, &rtdyld.ThreadLocal{Module: 1, Static: true}
		}
		x.names[s.Name] = a
	}
	x.list = append(x.list, lib)
	return nil
}

// constants are variables of the C library that nothing changes.
var constants = map[string]bool{"stdin": true, "stdout": true, "stderr": true}

// isVariable reports whether the program or the library may change a data object of a library: it is neither in a section that is not written nor in one
// that is written by relocations alone, such as those of virtual tables.
func isVariable(f *elf.File, s *elf.Symbol) bool {
	if constants[s.Name] || int(s.Section) >= len(f.Sections) {
		return false
	}
	sec := f.Sections[s.Section]
	return sec.Flags&elf.SHF_WRITE != 0 && !strings.HasPrefix(sec.Name, ".data.rel.ro")
}

// copied is a warning about an image that has copies of variables of its libraries: what these change is not seen in the copies, as it is in programs, whose
// variables count for libraries, too. nil: there are none.
func (x *imageLibraries) copied(image string) error {
	if st, err := os.Stat(image); err != nil || !st.Mode().IsRegular() {
		return nil // what was written to is no file that can be read
	}
	img, err := rtdyld.OpenImage(image, rtdyld.ImageConfig{Trusted: true})
	if err != nil {
		return err
	}
	defer img.Close()
	names := slices.DeleteFunc(img.Copies(), func(name string) bool { return !x.variable[name] })
	if len(names) == 0 {
		return nil
	}
	return fmt.Errorf("warning: the image has copies of its own of %s, which code refers to directly: what the libraries change in theirs it does not see. Compile with -fPIC", texts.Names(names))
}

// buildID is the contents of a file's NT_GNU_BUILD_ID note, nil if it has none.
func buildID(f *elf.File) []byte {
	s := f.Section(".note.gnu.build-id")
	if s == nil {
		return nil
	}
	b, err := s.Data()
	if err != nil || len(b) < 16 || !strings.HasPrefix(string(b[12:]), "GNU\x00") {
		return nil
	}
	return b[16:]
}

// Resolve implements rtdyld.Resolver.
func (x *imageLibraries) Resolve(_ context.Context, refs []rtdyld.Ref, out []rtdyld.Symbol) error {
	for i := range refs {
		out[i] = x.names[refs[i].Name]
	}
	return nil
}
