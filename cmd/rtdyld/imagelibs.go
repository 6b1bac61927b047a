package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// imageLibraries are the shared libraries that an image's imports are bound to. As a resolver they say what kinds of names they define; addresses
// are as the files have them, for nothing is loaded.
type imageLibraries struct {
	list  []rtdyld.ImageLibrary
	from  map[string]rtdyld.ImageImport
	names map[string]rtdyld.Symbol
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
		case elf.STT_TLS:
			a.Kind, a.Thread = rtdyld.TLS, &rtdyld.ThreadLocal{Module: 1, Static: true}
		}
		x.names[s.Name] = a
	}
	x.list = append(x.list, lib)
	return nil
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
