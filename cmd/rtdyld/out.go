package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// sameNameError says that two inputs have one base name.
type sameNameError struct{ Base, First, Second string }

func (e *sameNameError) Error() string {
	return fmt.Sprintf("%s and %s are both named %s: -layout and -out tell inputs apart by their base names", e.First, e.Second, e.Base)
}

// baseNames are the names that -layout and -out know images by: a file's without
// its directories, with the member's for a member of an archive: "lib.a(m.o)".
// Separators in members' names stay. Two of one name are refused.
func baseNames(imgs []*objfmt.ObjectImage, archives []*ar.Archive) ([]string, error) {
	paths := map[string]bool{}
	for _, a := range archives {
		paths[a.Name()] = true
	}
	names := make([]string, len(imgs))
	seen := make(map[string]int, len(imgs))
	for i, img := range imgs {
		names[i] = baseName(img.Name, paths)
		key := fileName(names[i])
		if first, ok := seen[key]; ok {
			return nil, &sameNameError{names[i], imgs[first].Name, img.Name}
		}
		seen[key] = i
	}
	return names, nil
}

// baseName cuts directories off a path, or off the archive's in "archive(member)".
func baseName(name string, archives map[string]bool) string {
	for i := range len(name) {
		if name[i] == '(' && archives[name[:i]] {
			return filepath.Base(name[:i]) + name[i:]
		}
	}
	return filepath.Base(name)
}

// fileName makes a name that is no path.
func fileName(base string) string {
	b := []byte(base)
	for i, c := range b {
		if c == '/' || c == filepath.Separator || c == 0 {
			b[i] = '_'
		}
	}
	return string(b)
}

// writeOut writes the final bytes of every section that objects have in memory to
// a file of dir, which it makes if need be: FILE.SECTION.bin, where SECTION is the
// number in the file's section table, or what the linker calls one of its own
// (stubs, GOT entries; stubs-2 if stubs lie in several places). The map, which tells the names of these files, becomes map.json.
func writeOut(ctx context.Context, dir string, files []string, m *linkMap) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	i, stubs := -1, 0 // the object, and its pieces of memory with stubs so far
	var failed error
	err := m.eachSection(ctx, func(o *rtdyld.Object, s *rtdyld.LoadedSection) {
		if s == nil {
			i, stubs = i+1, 0
			return
		}
		section, zero := strings.ReplaceAll(strings.Trim(s.Name, "<>"), " ", "-"), false
		if sections := o.Image().Sections; uint64(s.ID) < uint64(len(sections)) {
			section = strconv.Itoa(int(sections[s.ID].Number))
			zero = sections[s.ID].Flags&objfmt.SecZeroFill != 0
		} else if s.Name == madeStubs {
			if stubs++; stubs > 1 {
				section += "-" + strconv.Itoa(stubs)
			}
		}
		bin := fileName(files[i]) + "." + section + ".bin"
		m.bins = append(m.bins, bin)
		if failed == nil {
			failed = writeBytes(ctx, filepath.Join(dir, bin), s.Mem, zero)
		}
	})
	if err = cmp.Or(failed, err); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "map.json"))
	if err != nil {
		return err
	}
	err = m.writeJSON(ctx, f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// writeBytes writes a file; one of zeros alone takes no space where the file system
// can do that.
func writeBytes(ctx context.Context, path string, b []byte, zero bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !zero {
		return os.WriteFile(path, b, 0o666)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = f.Truncate(int64(len(b)))
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
