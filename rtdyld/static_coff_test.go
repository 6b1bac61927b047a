package rtdyld_test

import (
	"bytes"
	"debug/pe"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// coffTarget is a target of lld-link.
type coffTarget struct {
	name, triple string
	folder       string // in testdata
	lib, gcc     string // folders of archives
	types        []string
}

var coffTargets = []coffTarget{
	{"x86_64", "x86_64-w64-windows-gnu", "coff-amd64", "/usr/x86_64-w64-mingw32/lib/", "/usr/lib/gcc/x86_64-w64-mingw32/12-win32/", []string{"IMAGE_REL_AMD64_ADDR64", "IMAGE_REL_AMD64_ADDR32NB", "IMAGE_REL_AMD64_REL32"}},
	{"i686", "i686-w64-windows-gnu", "coff-i386", "/usr/i686-w64-mingw32/lib/", "/usr/lib/gcc/i686-w64-mingw32/12-win32/", []string{"IMAGE_REL_I386_DIR32", "IMAGE_REL_I386_REL32"}},
}

const coffBase = 0x10000000

// TestMembersCOFF loads every object of mingw's libraries.
func TestMembersCOFF(t *testing.T) {
	for _, c := range coffTargets {
		t.Run(c.name, func(t *testing.T) {
			n, types := testMembers(t, c.lib+"libmingw32.a", c.lib+"libmingwex.a", c.lib+"libkernel32.a", c.lib+"libmsvcrt.a", c.gcc+"libstdc++.a", c.gcc+"libgcc.a", c.gcc+"libgcc_eh.a")
			t.Logf("%d objects: %v", n, types)
			if n < 2000 {
				t.Errorf("only %d objects", n)
			}
			for _, name := range c.types {
				if types[name] == 0 {
					t.Errorf("no %s", name)
				}
			}
		})
	}
}

// linkedCOFF is what lld-link made of objects.
type linkedCOFF struct {
	image []byte // from coffBase on
	at    map[string][]uint64
}

// mapLine is a section in lld-link's map: address in the image, size, alignment,
// object and name.
var mapLine = regexp.MustCompile(`(?m)^([0-9a-f]{8}) ([0-9a-f]{8}) +\d+ {9}(m\d+\.o):\((.*)\)$`)

// linkCOFF has lld-link link the objects. names are addresses of names outside.
func linkCOFF(t *testing.T, target coffTarget, imgs []*objfmt.ObjectImage, names map[string]uint64) linkedCOFF {
	t.Helper()
	dir := t.TempDir()
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%.4000s", name, err, text)
		}
	}
	var src, response strings.Builder
	for _, n := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&src, ".globl \"%s\"\n.set \"%[1]s\", %#x\n", n, names[n])
	}
	if err := os.WriteFile(filepath.Join(dir, "names.s"), []byte(src.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	run("llvm-mc-14", "-triple="+target.triple, "-filetype=obj", "-o", "names.o", "names.s")
	if !strings.HasPrefix(target.triple, "thumb") { // which must be movable
		response.WriteString("/fixed ")
	}
	fmt.Fprintf(&response, "/lldmingw /dll /noentry /base:%#x /opt:noref,noicf /errorlimit:0 /out:out.dll /lldmap:map names.o\n", coffBase)
	for i, img := range imgs {
		file := fmt.Sprintf("m%05d.o", i)
		if err := os.WriteFile(filepath.Join(dir, file), img.Buffer.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&response, file)
	}
	if err := os.WriteFile(filepath.Join(dir, "args"), []byte(response.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	run("lld-link", "@args")
	f, err := pe.Open(filepath.Join(dir, "out.dll"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	l := linkedCOFF{at: map[string][]uint64{}}
	for _, s := range f.Sections {
		b, err := s.Data()
		if err != nil {
			t.Fatal(err)
		}
		end := int(s.VirtualAddress + max(s.VirtualSize, uint32(len(b))))
		l.image = append(l.image, make([]byte, max(end-len(l.image), 0))...)
		copy(l.image[s.VirtualAddress:], b)
	}
	text, err := os.ReadFile(filepath.Join(dir, "map"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mapLine.FindAllSubmatch(text, -1) {
		addr, err := strconv.ParseUint(string(m[1]), 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if string(m[2]) != "00000000" {
			key := string(m[3]) + ":" + string(m[4])
			l.at[key] = append(l.at[key], coffBase+addr)
		}
	}
	return l
}

// TestStaticCOFF links whole archives and compares every byte with lld-link, at the
// addresses that it chose.
func TestStaticCOFF(t *testing.T) {
	for _, target := range coffTargets {
		for name, paths := range map[string][]string{
			"mingwex": {target.lib + "libmingwex.a"}, "libstdc++": {target.gcc + "libstdc++.a"}, "libgcc": {target.gcc + "libgcc.a"},
		} {
			t.Run(target.name+"/"+name, func(t *testing.T) {
				citest.Need(t, append(paths, "lld-link", "llvm-mc-14")...)
				testStaticCOFF(t, target, 500, func() []*objfmt.ObjectImage { return collectAll(t, paths) })
			})
		}
		t.Run(target.name+"/rows", func(t *testing.T) {
			citest.Need(t, "lld-link", "llvm-mc-14")
			testStaticCOFF(t, target, 10, func() []*objfmt.ObjectImage { return images(t, "rows=../"+target.folder+"/rows") })
		})
	}
}

// collectAll parses all members of archives.
func collectAll(t *testing.T, paths []string) []*objfmt.ObjectImage {
	t.Helper()
	var archives []*ar.Archive
	for _, path := range paths {
		a, err := ar.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		archives = append(archives, a)
	}
	imgs, err := rtdyld.CollectAll(t.Context(), nil, archives)
	if err != nil {
		t.Fatal(err)
	}
	for _, img := range imgs {
		t.Cleanup(func() { img.Close() })
	}
	return imgs
}

// testStaticCOFF compares what collect makes each time it is called; there must be
// some relocations.
func testStaticCOFF(t *testing.T, target coffTarget, least int, collect func() []*objfmt.ObjectImage) {
	names := map[string]uint64{}
	next := uint64(0x30000000)
	resolver := resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		for i, ref := range refs {
			if ref.Weak && !strings.HasPrefix(ref.Name, "__imp_") { // which may be asked for before what it is a slot of
				continue
			}
			if names[ref.Name] == 0 {
				next += 0x40
				names[ref.Name] = next
			}
			out[i] = rtdyld.Symbol{Addr: names[ref.Name], Kind: rtdyld.Func, Found: true}
		}
		return nil
	})
	load := func(imgs []*objfmt.ObjectImage) (*rig, []*rtdyld.Object) {
		r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x20000000}, TLS: &anyTLS{}, ImageBase: coffBase, Resolver: resolver})
		objs, err := r.Load(t.Context(), imgs...)
		if err != nil {
			t.Fatal(err)
		}
		return r, objs
	}
	r, _ := load(collect()) // which names are outside
	r.finalize()

	imgs := collect()
	want := linkCOFF(t, target, imgs, names)
	r, objs := load(imgs)
	lost := 0
	for i, o := range objs {
		seen := map[string]int{}
		for _, s := range o.Sections() {
			if int(s.ID) >= len(imgs[i].Sections) || len(s.Mem) == 0 {
				continue
			}
			key := fmt.Sprintf("m%05d.o:%s", i, s.Name)
			at := want.at[key]
			if seen[key] >= len(at) {
				if strings.HasPrefix(s.Name, ".pdata$") || strings.HasPrefix(s.Name, ".eh_frame$") {
					lost++ // COMDAT without a symbol, as binutils' strip leaves it: lld-link forgets it
					continue
				}
				t.Errorf("%s: lld-link has no %s", o.Name(), s.Name)
				continue
			}
			if err := o.MapSectionAddress(s.ID, at[seen[key]]); err != nil {
				t.Error(err)
			}
			seen[key]++
		}
	}
	r.finalize()
	size, relocs := 0, 0
	for _, o := range objs {
		for _, s := range o.Sections() {
			off := s.Addr - coffBase
			if int(s.ID) >= len(o.Image().Sections) || off >= uint64(len(want.image)) {
				continue
			}
			got, ref := bytes.Clone(s.Mem), bytes.Clone(want.image[off:off+uint64(len(s.Mem))])
			size += len(got)
			for r, err := range o.Image().Relocs(s.ID) {
				if err != nil {
					t.Fatal(err)
				}
				// lld-link has lists of its own.
				if n := o.Image().SymbolName(r.Sym); strings.HasSuffix(n, "__CTOR_LIST__") || strings.HasSuffix(n, "__DTOR_LIST__") {
					clear(got[r.Offset : r.Offset+4])
					clear(ref[r.Offset : r.Offset+4])
				}
				relocs++
			}
			for i := range ref {
				if got[i] != ref[i] {
					lo, hi := max(i-8, 0), min(i+8, len(ref))
					t.Errorf("%s: %s+%#x at %#x:\n got % x\nwant % x", o.Name(), s.Name, i, s.Addr+uint64(i), got[lo:hi], ref[lo:hi])
					break
				}
			}
		}
	}
	t.Logf("%d objects: %d bytes, %d relocations the same; %d sections not compared", len(objs), size, relocs, lost)
	if relocs < least {
		t.Errorf("only %d relocations", relocs)
	}
}
