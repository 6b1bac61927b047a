package libs

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/triple"
)

// gccFolders have a folder for each target that there is a gcc for, and in it one for each version
// (GCC's manual, "Directory Options"): Debian has those of cross compilers, some distributions their own elsewhere.
var gccFolders = []string{"usr/lib/gcc", "usr/lib/gcc-cross", "usr/lib64/gcc"}

// gccDir is the folder in a root that has the libraries of gcc itself for a target, of its latest version; "" for
// none.
func gccDir(root string, t triple.Triple) string {
	r := row(t)
	patterns := strings.Fields(r.gcc)
	if r.multiarch != "" {
		patterns = append([]string{r.multiarch + "/*"}, patterns...)
	}
	for _, folder := range gccFolders {
		for _, pattern := range patterns {
			found, _ := filepath.Glob(filepath.Join(root, folder, pattern, "libgcc.a"))
			if len(found) > 0 {
				return filepath.Dir(slices.MaxFunc(found, func(a, b string) int {
					return slices.Compare(versionOf(root, a), versionOf(root, b))
				}))
			}
		}
	}
	return ""
}

// CompilerDir is the folder that has the libraries of gcc itself for a target, libgcc.a among them: of its latest version.
// It is "" where there is none. [Dirs] has it first.
func CompilerDir(t triple.Triple) string { return gccDir("/", t) }

// SearchArchives looks which archives in a folder define names, by their indexes, for one target, and returns their files' names
// by name searched for, the shortest first. What cannot be read is left out, and so is what was not looked at
// when ctx ended.
func SearchArchives(ctx context.Context, t triple.Triple, dir string, names ...string) map[string][]string {
	files, _ := filepath.Glob(filepath.Join(dir, "lib*.a"))
	slices.SortFunc(files, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	found := map[string][]string{}
	for _, file := range files {
		if fits, err := archiveFits(ctx, file, t); err != nil {
			break
		} else if !fits {
			continue
		}
		a, err := ar.OpenContext(ctx, file)
		if err != nil {
			continue
		}
		for _, name := range names {
			if _, ok, _ := a.LookupContext(ctx, name); ok {
				found[name] = append(found[name], filepath.Base(file))
			}
		}
		a.Close()
	}
	return found
}

// versionOf are the numbers of the folder in a path whose name begins with one, 12.2.0: gcc's version.
func versionOf(root, path string) (numbers []int) {
	path, _ = filepath.Rel(root, path)
	for folder := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if folder == "" || folder[0] < '0' || folder[0] > '9' {
			continue
		}
		for part := range strings.FieldsFuncSeq(folder, func(c rune) bool { return c < '0' || c > '9' }) {
			n, _ := strconv.Atoi(part)
			numbers = append(numbers, n)
		}
		return numbers
	}
	return nil
}
