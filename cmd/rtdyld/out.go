package main

import (
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
func writeOut(ctx context.Context, dir string, objs []*rtdyld.Object, files []string, m *linkMap) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	k := 0 // makeMap has listed the same sections and islands in the same order
	for i, o := range objs {
		img := o.Image()
		stubs := 0 // pieces of memory with stubs so far
		for _, s := range o.Sections() {
			section, zero := strings.ReplaceAll(strings.Trim(s.Name, "<>"), " ", "-"), false
			if int(s.ID) < len(img.Sections) {
				section = strconv.Itoa(int(img.Sections[s.ID].Number))
				zero = img.Sections[s.ID].Flags&objfmt.SecZeroFill != 0
			}
			if s.Name == madeStubs {
				stubs++
			}
			m.Sections[k].Bin = fileName(files[i]) + "." + section + ".bin"
			if err := writeBytes(ctx, filepath.Join(dir, m.Sections[k].Bin), s.Mem, zero); err != nil {
				return err
			}
			k++
		}
		for _, d := range o.Islands() {
			m.Sections[k].Bin = fileName(files[i]) + ".stubs.bin"
			if stubs++; stubs > 1 {
				m.Sections[k].Bin = fmt.Sprintf("%s.stubs-%d.bin", fileName(files[i]), stubs)
			}
			if err := writeBytes(ctx, filepath.Join(dir, m.Sections[k].Bin), d.Mem, false); err != nil {
				return err
			}
			k++
		}
	}
	f, err := os.Create(filepath.Join(dir, "map.json"))
	if err != nil {
		return err
	}
	err = m.writeJSON(f)
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
