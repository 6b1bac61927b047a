package linked_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/objfile"
	"github.com/go-rtdyld/rtdyld/rtdyld"
	"github.com/go-rtdyld/rtdyld/rtdyld/check"
	"github.com/go-rtdyld/rtdyld/rtdyld/check/linked"
	"github.com/go-rtdyld/rtdyld/triple"
)

// slices gives memory of Go's heap at made-up addresses.
type heap struct{ next uint64 }

type piece []rtdyld.Block

func (h *heap) Allocate(_ context.Context, reqs []rtdyld.Request) (rtdyld.Allocation, error) {
	var p piece
	for _, r := range reqs {
		h.next = (h.next + r.Align - 1) &^ (r.Align - 1)
		p = append(p, rtdyld.Block{Mem: make([]byte, r.Size), Addr: h.next})
		h.next += r.Size
	}
	return p, nil
}

func (p piece) Blocks() []rtdyld.Block         { return p }
func (p piece) Finalize(context.Context) error { return nil }
func (p piece) Release(context.Context) error  { return nil }

// A folder has the objects of one target.
type folder struct {
	name, triple string
	external     uint64 // where every name outside is
}

var (
	elfLink   = folder{"elf-link", "x86_64-linux-gnu", 0x7700_0000_0000}
	machoARM  = folder{"macho-arm", "armv7-apple-ios", 0x7700_0001}
	coffARMNT = folder{"coff-armnt", "thumbv7-pc-windows-msvc", 0x7700_0000}
)

// path is that of an object.
func (f *folder) path(name string) string { return "../../../testdata/" + f.name + "/" + name + ".o" }

func load(t *testing.T, f *folder, layout rtdyld.Layout, names ...string) []*rtdyld.Object {
	t.Helper()
	l, err := rtdyld.New(rtdyld.Config{Memory: &heap{0x40000}, Layout: layout, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
		return rtdyld.Symbol{Addr: f.external}, true
	})})
	if err != nil {
		t.Fatal(err)
	}
	var imgs []*objfmt.ObjectImage
	for _, n := range names {
		img, err := objfile.Open(f.path(n))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { img.Close() })
		imgs = append(imgs, img)
	}
	objs, err := l.Load(t.Context(), imgs...)
	if err != nil {
		t.Fatal(err)
	}
	next := uint64(0x1000)
	for _, kind := range []bool{true, false} {
		for _, o := range objs {
			for _, s := range o.Sections() {
				if s.Kind == objfmt.KindNone || (s.Kind == objfmt.KindCode) != kind || noBytes(o, &s) {
					continue
				}
				if err := o.MapSectionAddress(s.ID, next); err != nil {
					t.Fatal(err)
				}
				next += (uint64(len(s.Mem)) + 0xfff) &^ 0xfff
			}
		}
	}
	if err := l.Finalize(t.Context(), objs...); err != nil {
		t.Fatal(err)
	}
	return objs
}

// noBytes reports whether a section of a COFF object has no bytes of its own:
// llvm-rtdyld gives it no address.
func noBytes(o *rtdyld.Object, s *rtdyld.LoadedSection) bool {
	img := o.Image()
	return img.Triple.Format() == triple.COFF && int(s.ID) < len(img.Sections) && img.Sections[s.ID].Size == 0
}

// TestMemory: what rules name is found, in either layout.
func TestMemory(t *testing.T) {
	for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
		t.Run(layout.String(), func(t *testing.T) {
			objs := load(t, &elfLink, layout, "cxx_1", "cxx_2")
			m := linked.Memory(objs)
			dec, err := check.NewDecoder(objs[0].Image().Triple)
			if err != nil {
				t.Fatal(err)
			}
			rules := `# rtdyld-check: section_addr(cxx_1.o, .text)[11:0] = 0
# rtdyld-check: _Z7guardedi = section_addr(cxx_1.o, .text._Z7guardedi)
# rtdyld-check: *{2}stub_addr(cxx_1.o/.text._Z7guardedi, __cxa_begin_catch) = 0x25ff
# rtdyld-check: *{2}stub_addr(cxx_1.o, __cxa_begin_catch) = 0x25ff
# rtdyld-check: *{8}got_addr(cxx_1.o, __cxa_begin_catch) = 0x770000000000
`
			r, err := check.File("rules", []byte(rules), check.PrefixRTDyld, m, dec)
			if err != nil {
				t.Fatal(err)
			}
			if !r.OK() {
				t.Error(r.Err())
			}
		})
	}
}

// TestThumb: the value of a Thumb function has bit 0 set in Mach-O alone, its contents
// begin at the instruction.
func TestThumb(t *testing.T) {
	for _, c := range []struct {
		folder      *folder
		name, fun   string
		bit         int
		instruction string
	}{
		{&machoARM, "stubs_classic", "_tfun3", 1, "*{2}_tfun3 = 0x4770"},
		{&coffARMNT, "addr32_own", "fun", 0, "*{2}fun = 0x4770"},
	} {
		objs := load(t, c.folder, rtdyld.RuntimeDyld, c.name)
		dec, err := check.NewDecoder(objs[0].Image().Triple)
		if err != nil {
			t.Fatal(err)
		}
		rules := fmt.Sprintf("# rtdyld-check: %s[0:0] = %d\n# rtdyld-check: %s\n# rtdyld-check: next_pc(%s) = %s + 2\n", c.fun, c.bit, c.instruction, c.fun, c.fun)
		r, err := check.File("rules", []byte(rules), check.PrefixRTDyld, linked.Memory(objs), dec)
		if err != nil {
			t.Fatal(err)
		}
		if !r.OK() {
			t.Errorf("%s: %v", c.name, r.Err())
		}
	}
}

// TestRuntimeDyld has llvm-rtdyld look at its own bytes with rules made of ours.
func TestRuntimeDyld(t *testing.T) {
	citest.Need(t, "llvm-rtdyld-14")
	for _, c := range []struct {
		folder *folder
		names  []string
	}{
		{&elfLink, []string{"call_ext"}}, {&elfLink, []string{"call", "call_ext"}}, {&elfLink, []string{"call_ext", "call"}}, {&elfLink, []string{"base"}},
		{&elfLink, []string{"user"}}, {&elfLink, []string{"relax"}}, {&elfLink, []string{"cxx_1"}}, {&elfLink, []string{"comdat_1", "comdat_2"}}, {&elfLink, []string{"debug"}},
		{&machoARM, []string{"stubs_classic"}}, {&machoARM, []string{"stubs_classic", "vanilla"}}, {&machoARM, []string{"half_sectdiff"}}, {&machoARM, []string{"indirect"}},
		{&machoARM, []string{"pcrel", "vanilla"}}, {&coffARMNT, []string{"addr32_own"}}, {&coffARMNT, []string{"mov32t_own"}},
	} {
		names := c.names
		t.Run(c.folder.name+"/"+strings.Join(names, "+"), func(t *testing.T) {
			objs := load(t, c.folder, rtdyld.RuntimeDyld, names...)
			var rules strings.Builder
			defined := map[string]bool{}
			for _, o := range objs {
				for _, s := range o.Symbols() {
					defined[s.Name] = true
				}
			}
			var args []string
			for i, o := range objs {
				args = append(args, c.folder.path(names[i]))
				for j := range o.Image().Symbols {
					s := &o.Image().Symbols[j]
					if n := o.Image().SymbolName(objfmt.SymbolID(j)); n != "" && !s.Defined() && !defined[n] {
						defined[n] = true
						args = append(args, fmt.Sprintf("-dummy-extern=%s=%#x", n, c.folder.external))
					}
				}
				for _, s := range o.Sections() {
					where := fmt.Sprintf("section_addr(%s.o, %s)", names[i], s.Name)
					if s.Name == "" || s.Name[0] == '<' || noBytes(o, &s) {
						continue
					}
					fmt.Fprintf(&rules, "# rtdyld-check: %s = %#x\n", where, s.Addr)
					if s.Kind == objfmt.KindNone {
						continue
					}
					for k := range s.Mem {
						fmt.Fprintf(&rules, "# rtdyld-check: *{1}(%s + %d) = %#x\n", where, k, s.Mem[k])
					}
				}
			}
			file := filepath.Join(t.TempDir(), "rules")
			if err := os.WriteFile(file, []byte(rules.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			args = append([]string{"-verify", "-triple=" + c.folder.triple, "-check=" + file}, args...)
			if out, err := exec.Command("llvm-rtdyld-14", args...).CombinedOutput(); err != nil {
				t.Errorf("%v\n%.2000s", err, out)
			}
		})
	}
}

// TestSectionName: a section that the whole program knows by a name has that name in rules.
func TestSectionName(t *testing.T) {
	elfBPF := folder{"elf-bpf", "bpfel", 0x7700_0000}
	objs := load(t, &elfBPF, rtdyld.DefaultLayout, "nothing")
	img := objs[0].Image()
	for i := int(img.FirstGlobal); i < len(img.Symbols); i++ {
		if s := &img.Symbols[i]; img.SymbolName(objfmt.SymbolID(i)) == "own" {
			s.Type = objfmt.SymSection
		}
	}
	own, ok := linked.Memory(objs).Symbol("own")
	for _, s := range objs[0].Sections() {
		if s.Name == ".data.own" && (!ok || own.Addr != s.Addr) {
			t.Errorf("own is at %#x, %v, not %#x", own.Addr, ok, s.Addr)
		}
	}
}
