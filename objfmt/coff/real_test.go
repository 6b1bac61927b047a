package coff_test

import (
	"bytes"
	"debug/pe"
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/fuzz"
	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/internal/parsetest"
	"github.com/go-rtdyld/rtdyld/objfmt"
)

var (
	fullRun = flag.Bool("full", false, "compare many more real objects")
	seed    = flag.Uint64("seed", 1, "which real objects are sampled")
)

// mingw are the folders of Debian's archives of COFF objects: the compiler's own
// libraries, then the C library and import libraries.
var mingw = []string{
	"/usr/lib/gcc/x86_64-w64-mingw32/12-posix", "/usr/lib/gcc/i686-w64-mingw32/12-posix",
	"/usr/x86_64-w64-mingw32/lib", "/usr/i686-w64-mingw32/lib",
}

// object is one real object.
type object struct {
	name string
	data []byte
}

// pick samples at most n of all.
func pick[T any](what string, all []T, n int) []T {
	h := fnv.New64a()
	h.Write([]byte(what))
	rng := rand.New(rand.NewPCG(*seed, h.Sum64()))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

// members returns the members of an archive file.
func members(tb testing.TB, path string) (objects []object) {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	for _, m := range parsetest.Members(tb, path, data) {
		objects = append(objects, object{m.Name, m.Data})
	}
	return objects
}

// archives lists the archives of a folder.
func archives(tb testing.TB, dir string) []string {
	tb.Helper()
	paths, err := filepath.Glob(dir + "/*.a")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("%s: no archives: %v", dir, err)
	}
	return paths
}

// realObjects samples the archives: many of the compiler's, of which each is
// another, and few of each import library, whose members are alike.
func realObjects(t *testing.T) (objects []object) {
	t.Helper()
	citest.Need(t, mingw...)
	most := []int{150, 150, 8, 8}
	libraries := 120
	if *fullRun {
		most, libraries = []int{1 << 30, 1 << 30, 60, 60}, 1<<30
	}
	if citest.Sample() {
		most, libraries = []int{10, 10, 3, 3}, 30
	}
	for i, dir := range mingw {
		for _, path := range pick(dir, archives(t, dir), libraries) {
			n := most[i]
			switch filepath.Base(path) {
			case "libmingwex.a", "libmingw32.a", "libmsvcrt.a", "libucrtbase.a", "libpthread.a": // code
				n *= 10
			}
			objects = append(objects, pick(path, members(t, path), n)...)
		}
	}
	return objects
}

// TestArchives: objects of Debian's mingw packages are read as the standard library
// reads them.
func TestArchives(t *testing.T) {
	objects := realObjects(t)
	for _, o := range objects {
		compareStd(t, o.name, o.data)
	}
	t.Logf("%d objects", len(objects))
}

// TestRealGroups: in what gcc makes, each COMDAT section is in a group, that of
// code has the code's name and all that describes the code.
func TestRealGroups(t *testing.T) {
	citest.Need(t, mingw...)
	sections, described := 0, 0
	for _, dir := range mingw[:2] {
		underscore := ""
		if strings.Contains(dir, "i686") {
			underscore = "_"
		}
		for _, o := range members(t, dir+"/libstdc++.a") {
			img := parse(t, o.name, o.data)
			f, err := pe.NewFile(bytes.NewReader(o.data))
			if err != nil {
				t.Fatal(err)
			}
			for i := range img.Sections {
				s := &img.Sections[i]
				kind, of, _ := strings.Cut(img.SectionName(objfmt.SectionID(i)), "$")
				if is := f.Sections[s.Number-1].Characteristics&comdat != 0; is != (s.Group != 0) {
					t.Errorf("%s: section %s is in group %d, COMDAT %v", o.name, img.SectionName(objfmt.SectionID(i)), s.Group, is)
				}
				if s.Group == 0 {
					continue
				}
				g := &img.Groups[s.Group-1]
				if img.GroupName(g) != underscore+of || g.BySection {
					t.Errorf("%s: section %s is in group %s", o.name, img.SectionName(objfmt.SectionID(i)), img.GroupName(g))
				}
				sections++
				if kind == ".pdata" || kind == ".eh_frame" {
					described++
					lead := &img.Sections[img.GroupMembers(g)[0]]
					if lead.Kind != objfmt.KindCode || s.Role == objfmt.RolePlain {
						t.Errorf("%s: section %s describes %s, role %v", o.name, img.SectionName(objfmt.SectionID(i)), img.SectionName(img.GroupMembers(g)[0]), s.Role)
					}
				}
			}
		}
	}
	if sections < 5000 || described < 2000 {
		t.Errorf("%d sections in groups, %d of them describe code", sections, described)
	}
}

// TestCommitted: and the project's own objects, which every machine has.
func TestCommitted(t *testing.T) {
	for _, path := range fuzz.COFF.Committed(t, testdata) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		compareStd(t, path, data)
	}
}
