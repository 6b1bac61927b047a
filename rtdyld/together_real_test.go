package rtdyld_test

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// TestTogetherArchives: all members of a real archive in one batch whose sections stay have no stub and no GOT entry for
// branches to each other's functions, and the bytes of their sections are those of a link with all stubs at the same addresses, which
// TestLinkerOracle compares with ld.lld's.
func TestTogetherArchives(t *testing.T) {
	for _, name := range []string{"liblua5.4.a", "libsqlite3.a"} {
		t.Run(name, func(t *testing.T) {
			const lib = "/usr/lib/x86_64-linux-gnu/"
			citest.Need(t, lib+name)
			a, err := ar.Open(lib + name)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			imgs, err := rtdyld.CollectAll(t.Context(), nil, []*ar.Archive{a})
			if err != nil {
				t.Fatal(err)
			}
			for _, img := range imgs {
				defer img.Close()
			}
			load := func(stay bool) (*rig, []*rtdyld.Object) {
				r := newRig(t, rtdyld.Config{SectionsStay: stay, Resolver: rtdyld.ResolverFunc(func(string) (rtdyld.Symbol, bool) {
					return rtdyld.Symbol{Addr: 0x30000000, Kind: rtdyld.Func}, true
				})})
				return r, r.loadImages(imgs...)
			}
			r, objs := load(true)
			all, allObjs := load(false)
			inside := insideStubs(r, objs)
			if n := len(insideStubs(all, allObjs)); len(inside) > 0 || n < 100 {
				t.Errorf("stubs for functions of the batch: %d, with all stubs %d; the first is %q", len(inside), n, slices.Concat(inside, []string{""})[0])
			}
			for i, o := range objs {
				for _, s := range o.Sections() {
					other := slices.IndexFunc(allObjs[i].Sections(), func(x rtdyld.LoadedSection) bool { return x.ID == s.ID })
					if other < 0 || s.Name == "<stubs>" {
						continue
					}
					if err := allObjs[i].MapSectionAddress(s.ID, s.Addr); err != nil {
						t.Fatal(err)
					}
				}
			}
			r.finalize()
			all.finalize()
			for i := range objs {
				compareLinked(t, objs[i], allObjs[i])
			}
		})
	}
}

// insideStubs lists the stubs, and GOT entries of them, for functions that another object of the batch defines.
func insideStubs(r *rig, objs []*rtdyld.Object) (list []string) {
	for _, o := range objs {
		for _, m := range o.Made() {
			s, err := r.Lookup(m.Symbol)
			if m.What != "stub" || err != nil || s.Object == nil || s.Object == o {
				continue
			}
			list = append(list, m.Symbol+" in "+o.Name())
		}
	}
	return list
}

// compareLinked compares sections of an object that was linked in two ways, at the same addresses. Fields for GOT
// entries lead to others, which hold the same.
func compareLinked(t *testing.T, got, want *rtdyld.Object) {
	t.Helper()
	img := got.Image()
	wants := want.Sections()
	for _, s := range got.Sections() {
		if int(s.ID) >= len(img.Sections) {
			continue
		}
		w := wants[slices.IndexFunc(wants, func(x rtdyld.LoadedSection) bool { return x.ID == s.ID })]
		a, b := bytes.Clone(s.Mem), bytes.Clone(w.Mem)
		for r, err := range img.Relocs(s.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if typ := elf.R_X86_64(r.Type); strings.Contains(typ.String(), "GOT") && !bytes.Equal(a[r.Offset:][:4], b[r.Offset:][:4]) {
				x, y := entryAt(got, s, &r), entryAt(want, w, &r)
				if x == nil || !bytes.Equal(x, y) {
					t.Errorf("%s: %s+%#x: %v of % x, want % x", got.Name(), s.Name, r.Offset, typ, x, y)
				}
				copy(a[r.Offset:][:4], b[r.Offset:][:4])
			}
		}
		if !bytes.Equal(a, b) || s.Addr != w.Addr {
			t.Errorf("%s: %s at %#x, %#x differs", got.Name(), s.Name, s.Addr, w.Addr)
		}
	}
}

// entryAt is the GOT entry that a field of 4 bytes leads to, nil if it leads to none.
func entryAt(o *rtdyld.Object, s rtdyld.LoadedSection, r *objfmt.Reloc) []byte {
	addr := s.Addr + r.Offset + uint64(int64(int32(binary.LittleEndian.Uint32(s.Mem[r.Offset:])))) - uint64(r.Addend)
	for _, g := range o.Sections() {
		if off := addr - g.Addr; g.Name == "<got>" && off+8 <= uint64(len(g.Mem)) {
			return g.Mem[off:][:8]
		}
	}
	return nil
}
