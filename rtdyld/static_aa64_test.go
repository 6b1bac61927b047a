package rtdyld_test

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-rtdyld/rtdyld/internal/citest"
	"github.com/go-rtdyld/rtdyld/objfmt"
	"github.com/go-rtdyld/rtdyld/objfmt/ar"
	"github.com/go-rtdyld/rtdyld/rtdyld"
)

// aa64Threads gives each object's thread-locals a block above the thread pointer, as
// AArch64 has them.
type aa64Threads struct{ end uint64 }

func (p *aa64Threads) Define(_ context.Context, req rtdyld.TLSRequest) (rtdyld.TLSBlock, error) {
	at := (max(p.end, 16) + req.Align - 1) &^ (req.Align - 1)
	p.end = at + req.Size
	return aa64Block(at), nil
}

type aa64Block uint64

func (aa64Block) Module() uint64                           { return 1 }
func (b aa64Block) DTPOffset() uint64                      { return uint64(b) }
func (b aa64Block) TPOffset() int64                        { return int64(b) }
func (aa64Block) Initialize(context.Context, []byte) error { return nil }
func (aa64Block) Release(context.Context) error            { return nil }

// aa64Outside gives every name that is asked for an address of its own, within
// reach of a branch, and remembers it. Names in threads are thread-locals.
func aa64Outside(names map[string]uint64, threads map[string]bool) rtdyld.Resolver {
	next := uint64(0x14000000)
	return resolverFunc(func(refs []rtdyld.Ref, out []rtdyld.Symbol) error {
		for i, ref := range refs {
			if ref.Weak {
				continue
			}
			next += 0x40
			if threads[ref.Name] {
				out[i] = rtdyld.Symbol{Addr: next & 0xffff, Kind: rtdyld.TLS, Found: true}
				continue
			}
			names[ref.Name] = next
			out[i] = rtdyld.Symbol{Addr: next, Kind: rtdyld.Func, Found: true}
		}
		return nil
	})
}

// aa64Own reports whether what a relocation writes is each linker's own affair: where
// slots, thread-locals and indirect functions are, and where branches to nothing go.
func aa64Own(typ string, img *objfmt.ObjectImage, sym objfmt.SymbolID, bound func(string) bool, indirect map[string]bool) bool {
	s := &img.Symbols[sym]
	weak := s.Bind == objfmt.BindWeak && s.Section == objfmt.SecUndef && !bound(img.SymbolName(sym))
	name := img.SymbolName(sym)
	return indirect[name] || strings.Contains(typ, "GOT") || strings.Contains(typ, "TLS") || weak || name == "__dso_handle" || name == "_GLOBAL_OFFSET_TABLE_"
}

// linkAA64 has ld.lld put the sections of objects where ours has them, thread-locals
// aside, and returns the sections of its output by address. names are addresses of names
// outside.
func linkAA64(t *testing.T, emulation string, imgs []*objfmt.ObjectImage, objs []*rtdyld.Object, names map[string]uint64) map[uint64][]byte {
	t.Helper()
	dir := t.TempDir()
	var script strings.Builder
	args := []string{
		"-m", emulation, "-O0", "--no-relax", "-o", filepath.Join(dir, "out"), "-T", filepath.Join(dir, "script"), "--no-check-sections",
		"-z", "norelro", "-z", "max-page-size=4096", "--entry=0", "--unresolved-symbols=ignore-all",
	}
	for n, a := range names {
		fmt.Fprintf(&script, "\"%s\" = %#x;\n", n, a)
	}
	script.WriteString("SECTIONS {\n")
	for i, o := range objs {
		file := fmt.Sprintf("m%05d.o", i)
		if err := os.WriteFile(filepath.Join(dir, file), imgs[i].Buffer.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, filepath.Join(dir, file))
		for _, s := range o.Sections() {
			if s.Name[0] == '<' || s.Name == ".eh_frame" || len(s.Mem) == 0 || imgs[i].Sections[s.ID].Flags&objfmt.SecTLS != 0 {
				continue
			}
			fmt.Fprintf(&script, "  .s%d_%d %#x : { KEEP(*%s(%s)) }\n", i, s.ID, s.Addr, file, s.Name)
		}
	}
	script.WriteString("  .got 0x18000000 : { *(.got) *(.got.plt) }\n  .plt 0x18800000 : { *(.plt) *(.iplt) }\n  .eh_frame 0x19000000 : { *(.eh_frame) }\n" +
		"  .tdata 0x1a000000 : { *(.tdata) }\n  .tbss : { *(.tbss) }\n  .bss 0x1b000000 : { *(COMMON) }\n  /DISCARD/ : { *(.comment) }\n}\n")
	if err := os.WriteFile(filepath.Join(dir, "script"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("ld.lld", args...).CombinedOutput(); err != nil {
		t.Fatalf("ld.lld: %v\n%s", err, out[:min(len(out), 4000)])
	}
	f, err := elf.Open(filepath.Join(dir, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := map[uint64][]byte{}
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".s") && strings.Contains(s.Name, "_") && s.Type != elf.SHT_NOBITS {
			if got[s.Addr], err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return got
}

// compareAA64 compares all bytes of all sections, except fields that are each
// linker's own. It returns how many bytes and relocations it compared.
func compareAA64(t *testing.T, objs []*rtdyld.Object, bound func(string) bool, want map[uint64][]byte) (size, relocs, skipped int) {
	t.Helper()
	indirect := map[string]bool{}
	for _, o := range objs {
		for i, s := range o.Image().Symbols {
			if s.Type == objfmt.SymIFunc {
				indirect[o.Image().SymbolName(objfmt.SymbolID(i))] = true
			}
		}
	}
	wrong := 0
	for _, o := range objs {
		img := o.Image()
		table := rtdyld.Relocations(img)
		for _, s := range o.Sections() {
			if s.Name[0] == '<' || s.Name == ".eh_frame" || len(s.Mem) == 0 || int(s.ID) >= len(img.Sections) || img.Sections[s.ID].Data == nil ||
				img.Sections[s.ID].Flags&objfmt.SecTLS != 0 {
				continue
			}
			ref, ok := want[s.Addr]
			if !ok || len(ref) < len(s.Mem) {
				t.Errorf("%s: the static linker's %s has %d bytes, ours %d", o.Name(), s.Name, len(ref), len(s.Mem))
				continue
			}
			got, ref := bytes.Clone(s.Mem), bytes.Clone(ref[:len(s.Mem)])
			for r, err := range img.Relocs(s.ID) {
				if err != nil {
					t.Fatal(err)
				}
				if aa64Own(table.Name(r.Type), img, r.Sym, bound, indirect) {
					w := uint64(table.Width(table.Rows[r.Type].Field))
					if w == 0 {
						w = 4 // a mark on an instruction that others relax
					}
					clear(got[r.Offset : r.Offset+w])
					clear(ref[r.Offset : r.Offset+w])
					skipped++
				} else {
					relocs++
				}
			}
			size += len(got)
			for i := range got {
				if got[i] != ref[i] {
					if wrong++; wrong <= 10 {
						lo, hi := max(i-8, 0), min(i+8, len(got))
						t.Errorf("%s: %s+%#x at %#x:\n got % x\nwant % x", o.Name(), s.Name, i, s.Addr+uint64(i), got[lo:hi], ref[lo:hi])
					}
					break
				}
			}
		}
	}
	if wrong > 10 {
		t.Errorf("%d sections differ", wrong)
	}
	return size, relocs, skipped
}

// aa64Archives are Debian's cross archives for AArch64, with how many relocations
// they have at least.
var aa64Archives = []struct {
	path   string
	relocs int
}{
	{"/usr/aarch64-linux-gnu/lib/libm.a", 10000}, {"/usr/aarch64-linux-gnu/lib/libc.a", 20000},
	{"/usr/lib/gcc-cross/aarch64-linux-gnu/12/libstdc++.a", 25000}, {"/usr/lib/gcc-cross/aarch64-linux-gnu/12/libgcc.a", 500},
}

// aa64Images opens all members of an archive. threads has the thread-locals that
// they want from outside.
func aa64Images(t *testing.T, archive string) (imgs []*objfmt.ObjectImage, threads map[string]bool) {
	t.Helper()
	a, err := ar.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	if imgs, err = rtdyld.CollectAll(t.Context(), nil, []*ar.Archive{a}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, img := range imgs {
			img.Close()
		}
	})
	threads = map[string]bool{}
	for _, img := range imgs {
		for i := range img.Symbols {
			if s := &img.Symbols[i]; s.Type == objfmt.SymTLS {
				threads[strings.Clone(img.SymbolName(objfmt.SymbolID(i)))] = true
			}
		}
	}
	return imgs, threads
}

// TestLoadAA64 loads all members of Debian's archives in both layouts.
func TestLoadAA64(t *testing.T) {
	for _, c := range aa64Archives {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			citest.Need(t, c.path)
			imgs, threads := aa64Images(t, c.path)
			for _, layout := range []rtdyld.Layout{rtdyld.DefaultLayout, rtdyld.RuntimeDyld} {
				r := newRig(t, rtdyld.Config{
					Memory: &memory{next: 0x10000000}, TLS: &aa64Threads{}, Resolver: aa64Outside(map[string]uint64{}, threads), Layout: layout,
				})
				objs, err := r.Load(t.Context(), imgs...)
				if err != nil {
					t.Fatal(err)
				}
				r.finalize()
				t.Logf("%v: %d objects", layout, len(objs))
			}
		})
	}
}

// TestStaticAA64 loads the members of the same archives and compares every byte with
// ld.lld at the same addresses.
func TestStaticAA64(t *testing.T) {
	for _, c := range aa64Archives {
		t.Run(filepath.Base(c.path), func(t *testing.T) {
			citest.Need(t, "ld.lld", c.path)
			imgs, threads := aa64Images(t, c.path)
			names := map[string]uint64{}
			r := newRig(t, rtdyld.Config{Memory: &memory{next: 0x10000000}, TLS: &aa64Threads{}, Resolver: aa64Outside(names, threads)})
			objs, err := r.Load(t.Context(), imgs...)
			if err != nil {
				t.Fatal(err)
			}
			r.finalize()
			bound := func(n string) bool {
				_, ok := names[n]
				_, own := r.Lookup(n)
				return ok || own
			}
			want := linkAA64(t, "aarch64linux", imgs, objs, names)
			size, relocs, skipped := compareAA64(t, objs, bound, want)
			t.Logf("%d objects: %d bytes, %d relocations the same; %d of each linker's own not compared", len(objs), size, relocs, skipped)
			if relocs < c.relocs {
				t.Errorf("only %d relocations", relocs)
			}
		})
	}
}
